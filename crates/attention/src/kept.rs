//! Answers about a position that outlive a move, because the move changed nothing they depend on.

use aji_goban::{Color, Point, PointSet, Position};

/// Answers to questions about points of a position, each with the points it depends on.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    answers: Vec<Answer<T>>,
    /// Where the answer about a point is, plus one; 0 for none.
    places: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Answer<T> {
    about: Point,
    answer: T,
    footprint: PointSet,
}

impl<T: Copy> Kept<T> {
    /// No answers yet.
    pub fn new() -> Kept<T> {
        Kept { answers: Vec::new(), places: vec![0; aji_goban::point::N_INDICES] }
    }

    /// Forgets the answers that depend on one of these points.
    pub fn forget(&mut self, changed: &PointSet) {
        let mut i = 0;
        while let Some(answer) = self.answers.get(i) {
            if !answer.footprint.intersects(changed) {
                i += 1;
                continue;
            }
            self.places[answer.about.index()] = 0;
            self.answers.swap_remove(i);
            if let Some(moved) = self.answers.get(i) {
                self.places[moved.about.index()] = i as u16 + 1;
            }
        }
    }

    /// The answer about a point: the one that is known, or a new one with what it depends on.
    pub fn recall(&mut self, about: Point, find: impl FnOnce() -> (T, PointSet)) -> T {
        if let Some(at) = self.places[about.index()].checked_sub(1) {
            return self.answers[at as usize].answer;
        }
        let (answer, footprint) = find();
        self.answers.push(Answer { about, answer, footprint });
        self.places[about.index()] = self.answers.len() as u16;
        answer
    }
}

/// The stones and the ko of a position, to see where another one differs.
#[derive(Clone, Copy, Debug)]
pub struct Stones {
    by_color: [PointSet; 2],
    ko: Option<Point>,
}

impl Stones {
    /// An empty board's.
    pub const NONE: Stones = Stones { by_color: [PointSet::EMPTY; 2], ko: None };

    /// Those of a position.
    pub fn of(position: &Position) -> Stones {
        let by_color = Color::BOTH.map(|color| *position.board().stones(color));
        Stones { by_color, ko: position.ko() }
    }

    /// The points where stones came or went, and those of a ko before or now: who may take it differs.
    pub fn changed(&self, now: &Stones) -> PointSet {
        let mut changed: PointSet = [self.ko, now.ko].into_iter().flatten().collect();
        for (old, new) in self.by_color.iter().zip(&now.by_color) {
            changed |= (*old - *new) | (*new - *old);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::Size;

    #[test]
    fn an_answer_is_kept_until_something_it_depends_on_changes() {
        let points: Vec<Point> = Size::new(5).unwrap().points().collect();
        let set = |numbers: &[usize]| numbers.iter().map(|&i| points[i]).collect::<PointSet>();
        let mut kept = Kept::new();
        for (i, footprint) in [(0, [1, 2]), (3, [2, 4]), (5, [6, 7])] {
            assert_eq!(kept.recall(points[i], || (i, set(&footprint))), i);
        }
        kept.forget(&set(&[2, 9]));
        assert_eq!(kept.recall(points[5], || (50, set(&[]))), 5, "nothing it depends on changed");
        assert_eq!(kept.recall(points[0], || (10, set(&[]))), 10);
        assert_eq!(kept.recall(points[3], || (30, set(&[]))), 30);
        kept.forget(&PointSet::all(Size::new(5).unwrap()));
        assert_eq!(kept.recall(points[5], || (50, set(&[]))), 50);
        assert_eq!(kept.recall(points[0], || (100, set(&[]))), 10, "what depends on nothing stays");
    }
}
