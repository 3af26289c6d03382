//! Last good replies: what answered a move in the last playout that its player won (thesis §6.2: feedback from the
//! tree to playouts). A reply that loses is forgotten.

use aji_goban::point::N_INDICES;
use aji_goban::{Color, Move, Point, Position};
use aji_reading::is_in_seki;

const NONE: u16 = u16::MAX;

/// A reply to every move of both colors, where one is known.
#[derive(Clone, Debug)]
pub struct Replies {
    to: Box<[[u16; N_INDICES]; 2]>,
}

impl Default for Replies {
    fn default() -> Replies {
        Replies { to: Box::new([[NONE; N_INDICES]; 2]) }
    }
}

impl Replies {
    /// What `color` answered to a stone here when it last won.
    #[inline]
    pub fn to(&self, last: Point, color: Color) -> Option<Point> {
        match self.to[color.index()][last.index()] {
            NONE => None,
            index => Some(Point::from_index(index as usize)),
        }
    }

    /// What answered the last move well, if it may be played here and breaks no seki.
    #[inline]
    pub fn playable(&self, position: &Position) -> Option<Point> {
        let Some(Move::Place(last)) = position.last_move() else { return None };
        let (reply, board) = (self.to(last, position.to_move())?, position.board());
        let is_fine =
            board.is_empty_at(reply) && position.is_sensible(reply) && !is_in_seki(board, reply);
        is_fine.then_some(reply)
    }

    /// Learns from the moves of one playout, the first of them by `mover`.
    pub fn learn(&mut self, moves: &[Move], mover: Color, winner: Option<Color>) {
        let Some(winner) = winner else { return };
        let mut color = mover;
        for pair in moves.windows(2) {
            color = color.opponent();
            let &[Move::Place(last), Move::Place(reply)] = pair else { continue };
            let known = &mut self.to[color.index()][last.index()];
            let reply = reply.index() as u16;
            if color == winner {
                *known = reply;
            } else if *known == reply {
                *known = NONE;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::{Size, diagram};

    #[test]
    fn replies_that_win_are_kept_and_replies_that_lose_are_forgotten() {
        let size = Size::new(9).unwrap();
        let [a, b, c] = [0, 1, 2].map(|i| Point::at(i, i, size));
        let mut replies = Replies::default();
        let moves = [Move::Place(a), Move::Place(b), Move::Place(c)];
        replies.learn(&moves, Color::Black, Some(Color::White));
        assert_eq!(replies.to(a, Color::White), Some(b));
        assert_eq!(replies.to(b, Color::Black), None, "Black lost");
        replies.learn(&moves, Color::Black, Some(Color::Black));
        assert_eq!(replies.to(a, Color::White), None, "it lost");
        assert_eq!(replies.to(b, Color::Black), Some(c));
        replies.learn(&[Move::Place(b), Move::Pass], Color::White, Some(Color::White));
        assert_eq!(replies.to(b, Color::Black), Some(c), "a pass answers nothing");
    }

    #[test]
    fn a_reply_that_would_break_a_seki_is_not_played() {
        // Whoever fills one of the two points beside the four white stones loses what stands there.
        let text = "
            O O O O O O O O
            O . O O O O . O
            O O O O O O . O
            O O O O O O O O
            O O O O O O O O
            O O O O O O O O
            X X X X X X X O
            . O O O O . X O";
        let mut position = Position::of(diagram::parse(text).unwrap().board, Color::White);
        let [last, breaking, fine] =
            ["B7", "A1", "G7"].map(|name| position.board().point(name).unwrap());
        position.play(Move::Place(last), &mut ());
        let mut replies = Replies::default();
        let mut learn = |reply| {
            let moves = [Move::Place(last), Move::Place(reply)];
            replies.learn(&moves, Color::White, Some(Color::Black));
            assert_eq!(replies.to(last, Color::Black), Some(reply));
            replies.playable(&position)
        };
        assert_eq!(learn(breaking), None);
        assert_eq!(learn(last), None, "a stone stands there");
        assert_eq!(learn(fine), Some(fine));
    }
}
