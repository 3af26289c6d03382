//! The features of every move of a position, as playouts want them.
//!
//! | numbers | feature |
//! |---|---|
//! | 0…31 | tactics, by [`PlayoutTactic::index`] |
//! | 32…34 | distance 2, 3, 4 to the last move, as far as [`playout::distances`] go |
//! | 35… | the shape of the chosen extent, by its number in the catalog |

use crate::distance::distance;
use crate::playout;
use crate::shape::{Catalog, Extent, Near};
use crate::tactics::PlayoutTactic;
use aji_goban::{Move, Point, PointSet, Position};

/// The number of distance 2; 3 and 4 follow.
pub const DISTANCE: u32 = PlayoutTactic::N as u32;
/// The number of the first shape.
pub const SHAPE: u32 = DISTANCE + 3;

/// Finds features; keeps its room between positions.
#[derive(Debug, Default)]
pub struct PlayoutExtractor {
    answers: Vec<(Point, PlayoutTactic)>,
    team: Vec<u32>,
}

impl PlayoutExtractor {
    /// Shows every legal move that fills no own eye, with the numbers of its features in ascending order. `near`
    /// must be the shapes of the position, and `extent` one of the two that playouts know.
    pub fn extract(
        &mut self,
        position: &Position,
        near: &Near,
        extent: Extent,
        catalog: &Catalog,
        mut found: impl FnMut(Point, &[u32]),
    ) {
        self.answers.clear();
        let mut answered = PointSet::default();
        playout::answering_tactics(position, |point, tactic| {
            self.answers.push((point, tactic));
            answered.insert(point);
        });
        for point in position.board().empties() {
            if !position.is_sensible(point) {
                continue;
            }
            let board = position.board();
            let mut tactics = playout::standing_tactics(board, point, position.to_move());
            if answered.contains(point) {
                let here = self.answers.iter().filter(|(at, _)| *at == point);
                tactics = here.fold(tactics, |all, &(_, tactic)| playout::joined(all, tactic));
            }
            self.team.clear();
            while tactics != 0 {
                self.team.push(tactics.trailing_zeros());
                tactics &= tactics - 1;
            }
            self.team.extend(distance_feature(position, point, extent));
            self.team.extend(shape_feature(position, near, point, extent, catalog));
            found(point, &self.team);
        }
    }
}

fn distance_feature(position: &Position, point: Point, extent: Extent) -> Option<u32> {
    let Some(Move::Place(last)) = position.last_move() else { return None };
    let far = distance(point, last, position.size());
    playout::distances(extent).contains(&far).then(|| DISTANCE + far as u32 - 2)
}

fn shape_feature(
    position: &Position,
    near: &Near,
    point: Point,
    extent: Extent,
    catalog: &Catalog,
) -> Option<u32> {
    let code = match extent {
        Extent::ThreeByThree => near.code(point).small(),
        _ => near.code(point),
    };
    let key = code.normal(position.to_move()).bits().into();
    catalog.find(extent, key).map(|id| SHAPE + id.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::Size;
    use fastrand::Rng;

    #[test]
    fn all_moves_at_once_have_the_features_of_each_move_by_itself() {
        let mut random = Rng::with_seed(5);
        let (mut extractor, mut n_answers) = (PlayoutExtractor::default(), 0);
        for game in 0..40 {
            let extent = [Extent::ThreeByThree, Extent::Diamond2][game % 2];
            let mut position = Position::new(Size::new(9).unwrap());
            let (mut near, mut catalog) = (Near::empty(position.size()), Catalog::new());
            while position.n_moves() < 120 {
                let mut moves = Vec::new();
                extractor.extract(&position, &near, extent, &catalog, |point, team| {
                    moves.push((point, team.to_vec()));
                });
                let sensible = position.board().empties().iter();
                assert_eq!(moves.len(), sensible.filter(|&p| position.is_sensible(p)).count());
                let mut learned = Vec::new();
                for (point, team) in &moves {
                    assert!(team.is_sorted_by(|a, b| a < b));
                    let tactics =
                        team.iter().filter(|&&id| id < DISTANCE).fold(0, |s, id| s | 1 << id);
                    assert_eq!(tactics, playout::all_tactics(&position, *point));
                    n_answers += u32::from(tactics != 0);
                    let shape = team.last().filter(|&&id| id >= SHAPE).map(|id| id - SHAPE);
                    let key = match extent {
                        Extent::ThreeByThree => near.code(*point).small(),
                        _ => near.code(*point),
                    };
                    let key = u64::from(key.normal(position.to_move()).bits());
                    assert_eq!(shape, catalog.find(extent, key).map(|id| id.0));
                    if point.index() % 3 == 0 {
                        learned.push(key);
                    }
                }
                learned.into_iter().for_each(|key| _ = catalog.learn(extent, key));
                let Some((point, _)) = random.choice(&moves) else { break };
                position.play(Move::Place(*point), &mut near);
            }
        }
        assert!(n_answers > 1_000, "there was something to compare");
    }
}
