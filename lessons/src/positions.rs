//! The positions of the course, and two that its text only names.

use crate::board::Board;

fn read(diagram: &str) -> Board {
    Board::from_diagram(diagram).expect("the tests read every diagram of this file")
}

/// Lesson 1: Ohashi 5p (Black) against Zen, 17 March 2012; the only official 9×9 game he lost to
/// a program. White wins by two points.
pub fn ohashi_zen() -> Board {
    read(
        "O X X . X . . . .
         O O X X . X O . .
         O . O X O O X X .
         . O O O X X X . .
         . . . O X O X . .
         . . O . O O X . .
         . . . . O X X . .
         . . . . O O X . .
         . . . . . O X . .",
    )
}

/// Lesson 2: six stones to take at J9, a ko at D2, and a capture at H1 that is no ko.
pub fn captures() -> Board {
    read(
        ". . . . O X X X .
         . . . . O X X O O
         . . . . O X O . .
         . . . . . O . . .
         . . . . . . . . .
         . . . . . . . . .
         . . X O . . X X .
         . X O . O . X X O
         . . X O . X O . X",
    )
}

/// Lesson 5: a playout's last position. Black 55, White 26.
pub fn finished() -> Board {
    read(
        "O O O . O . O X X
         O O . O . O O O X
         O O O O O O O O X
         O O O X X X X X X
         X X X X X X . X .
         X X X . X X X X X
         X . X X X . X . X
         . X X X X X X X .
         X X . X . X X X X",
    )
}

/// Lesson 5: a seki. The empty point D9 touches both colors and belongs to nobody.
pub fn seki() -> Board {
    read(
        "X . X . O . O X .
         X X X X O O O X X
         O O O O X X X X X
         . O O O X X X . X
         O O . O X . X X X
         . O O O X X O O X
         O O O O X X O . O
         . O . O X X O O O
         O O O O X X O O .",
    )
}

/// Lesson 12: eternal life (chōsei). Black C9, White E9 (takes two), Black D9 (takes two),
/// White F9: and everything is as it was.
pub fn eternal_life() -> Board {
    read(
        ". O . X . O X . .
         X O O O X X O O O
         X X X X X O O . .
         O O O O O O . . .
         . . . . . . . . .
         . . X . . . X . .
         . . . . . . . . .
         . . . . X . . . .
         . . . . . . . . .",
    )
}

/// Lesson 12: three kos at once, at B, D and F.
pub fn triple_ko() -> Board {
    read(
        "X X X X X X X O O
         X O X . X O X O O
         O . O X O . O O O
         O O O O O O O O O
         X X X X X X X X X
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    )
}

/// Lesson 13: an open position; Black has just played E4.
pub fn opening() -> Board {
    read(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . O O . . .
         . . O . X . . . .
         . . . . . . . . .
         . . . X X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    )
}

/// Lesson 14: a race. Six black stones in the E column and eight white ones beside them have five
/// liberties each; who moves first takes the other.
pub fn race() -> Board {
    read(
        ". . O . X O . X .
         . . O . X O . X .
         . . O . X O . X .
         . . O . X O . X .
         . . O . X O . X .
         . . O O X O X . .
         . . O X O O X . .
         . . O X X X . . .
         . . . . . . . . .",
    )
}

/// The same race at its end: one liberty each, D9 and G9. Who moves takes.
pub fn last_liberties() -> Board {
    read(
        ". . O . X O . X .
         . . O O X O X X .
         . . O O X O X X .
         . . O O X O X X .
         . . O O X O X X .
         . . O O X O X . .
         . . O X O O X . .
         . . O X X X . . .
         . . . . . . . . .",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, points};

    #[test]
    fn every_position_can_be_read_and_every_chain_breathes() {
        let all = [
            ohashi_zen(),
            captures(),
            finished(),
            seki(),
            eternal_life(),
            triple_ko(),
            opening(),
            race(),
            last_liberties(),
        ];
        for board in all {
            let stone = |&p: &usize| board.at(p) != Color::Empty;
            assert!(points().filter(stone).all(|p| board.chain(p).liberties > 0), "{board}");
        }
    }
}
