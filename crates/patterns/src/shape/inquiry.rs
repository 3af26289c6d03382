//! Questions to a catalog asked together.
//!
//! The catalog of a learned model is larger than the caches, and most of what a new node asks of it waits for memory.
//! Asked one by one, each answer decides what the processor does next, so that it waits for every one of them. Here all
//! questions of a position are noted first and answered in three passes without such decisions: they wait together.

use super::{Catalog, Extent, ShapeId};
use crate::shape::catalog::{Place, tagged};

/// Questions and their answers; keeps its room between positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inquiry {
    /// The keys asked for.
    asked: Vec<u64>,
    /// Which of them may be known.
    hopeful: Vec<u32>,
    /// What stands where each of these would stand first.
    found: Vec<Place>,
    answers: Vec<Option<ShapeId>>,
}

impl Inquiry {
    /// Forgets all questions.
    pub fn clear(&mut self) {
        self.asked.clear();
    }

    /// How many questions were asked.
    #[inline]
    pub fn len(&self) -> usize {
        self.asked.len()
    }

    /// Notes a question.
    #[inline]
    pub fn ask(&mut self, extent: Extent, key: u64) {
        self.asked.push(tagged(extent, key));
    }

    /// The answers to all questions, in their order, once they were found.
    #[inline]
    pub fn answers(&self) -> &[Option<ShapeId>] {
        &self.answers
    }

    /// Finds the answers.
    pub fn answer(&mut self, catalog: &Catalog) {
        let Inquiry { asked, hopeful, found, answers } = self;
        hopeful.resize(asked.len(), 0);
        let mut n_hopeful = 0;
        for (i, &key) in asked.iter().enumerate() {
            hopeful[n_hopeful] = i as u32;
            n_hopeful += usize::from(catalog.may_know(key));
        }
        let hopeful = &hopeful[..n_hopeful];
        found.clear();
        found.extend(hopeful.iter().map(|&i| catalog.first_look(asked[i as usize])));
        answers.clear();
        answers.resize(asked.len(), None);
        for (&i, &first) in hopeful.iter().zip(found.iter()) {
            answers[i as usize] = catalog.find_from(asked[i as usize], first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_asked_together_are_answered_as_those_asked_one_by_one() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut catalog = Catalog::new();
        let mut inquiry = Inquiry::default();
        let mut n_known = 0;
        for round in 0..200 {
            inquiry.clear();
            let asked: Vec<(Extent, u64)> =
                (0..50).map(|_| (Extent::ALL[random.usize(..5)], random.u64(..2_000))).collect();
            asked.iter().for_each(|&(extent, key)| inquiry.ask(extent, key));
            assert_eq!(inquiry.len(), 50);
            let expected: Vec<_> =
                asked.iter().map(|&(extent, key)| catalog.find(extent, key)).collect();
            inquiry.answer(&catalog);
            assert_eq!(inquiry.answers(), expected, "round {round}");
            n_known += expected.iter().flatten().count();
            asked[..20].iter().for_each(|&(extent, key)| _ = catalog.learn(extent, key));
        }
        assert!(n_known > 500, "there was something to find");
    }
}
