//! How games begin, so that two deterministic programs do not play the same game forever.

use crate::generator::Generator;
use aji_goban::{Color, Game, Move, Point};
use aji_notation::gtp::Vertex;
use serde::{Deserialize, Serialize};

/// Where the first moves come from. Both games of a pair begin alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openings {
    /// The engines play from the first move.
    #[default]
    None,
    /// So many random moves, drawn from the schedule's seed and the pair's number.
    Random(usize),
    /// Lines of moves, such as `D4 Q16 pass`, in turn.
    Lines(Vec<String>),
}

impl Openings {
    /// Plays the opening of the `pair`-th pair on a game's board. A line that is illegal here, because of
    /// another board size or handicap, ends before its first illegal move.
    pub fn play(&self, game: &mut Game, seed: u64, pair: u64) {
        match self {
            Openings::None => {}
            Openings::Random(n_moves) => {
                let mut generator = Generator::part(seed, pair);
                for _ in 0..*n_moves {
                    play_at_random(game, &mut generator);
                }
            }
            Openings::Lines(lines) if lines.is_empty() => {}
            Openings::Lines(lines) => {
                let line = &lines[(pair % lines.len() as u64) as usize];
                for word in line.split_whitespace() {
                    let vertex = Vertex::parse(word, game.size());
                    let Some(play) = vertex.ok().and_then(Vertex::as_move) else { return };
                    if game.play(game.position().to_move(), play).is_err() {
                        return;
                    }
                }
            }
        }
    }
}

/// A legal move that neither fills an own eye nor puts its own stones in atari; nothing if there is none.
fn play_at_random(game: &mut Game, generator: &mut Generator) {
    let color = game.position().to_move();
    let points: Vec<Point> =
        game.position().board().empties().iter().filter(|&p| is_sane(game, p, color)).collect();
    if !points.is_empty() {
        let play = Move::Place(points[generator.below(points.len())]);
        // Every point was checked, so this cannot fail.
        let _ = game.play(color, play);
    }
}

fn is_sane(game: &Game, point: Point, color: Color) -> bool {
    let board = game.position().board();
    let is_eye = board.neighbors(point).all(|near| board.color_at(near) == Some(color));
    let n_free = board.neighbors(point).filter(|&near| board.is_empty_at(near)).count();
    !is_eye && n_free >= 2 && game.is_legal(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::{Komi, Rules, Size};

    fn begun(openings: &Openings, pair: u64) -> Game {
        let mut game = Game::new(Size::new(9).unwrap(), Rules::CHINESE, Komi::default());
        openings.play(&mut game, 42, pair);
        game
    }

    #[test]
    fn random_openings_repeat_for_the_same_pair_and_differ_between_pairs() {
        let openings = Openings::Random(6);
        assert_eq!(begun(&openings, 3).moves(), begun(&openings, 3).moves());
        assert_eq!(begun(&openings, 3).moves().len(), 6);
        let firsts: std::collections::HashSet<_> =
            (0..50).map(|pair| begun(&openings, pair).moves().to_vec()).collect();
        assert_eq!(firsts.len(), 50);
    }

    #[test]
    fn a_full_board_takes_no_more_random_moves() {
        let game = begun(&Openings::Random(1000), 0);
        assert!(game.moves().len() < 1000 && game.moves().len() > 20);
    }

    #[test]
    fn lines_are_taken_in_turn_and_end_where_they_are_illegal() {
        let openings = Openings::Lines(vec!["D4 pass E5".into(), "C3 C3 D4".into()]);
        let lengths = [0, 1, 2].map(|pair| begun(&openings, pair).moves().len());
        assert_eq!(lengths, [3, 1, 3]);
        assert_eq!(begun(&Openings::Lines(vec![]), 0).moves().len(), 0);
    }
}
