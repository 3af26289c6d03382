//! Groups of features of which a team has at most one.

use std::ops::Range;

/// The feature ids 0…n, cut into ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    ends: Vec<u32>,
}

/// The ranges do not follow each other from 0 on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "group {index} is {range:?}, but must begin at {expected} and not be empty: give ranges that follow each other"
)]
pub struct BadGroups {
    /// Which group.
    pub index: usize,
    /// What it is.
    pub range: Range<u32>,
    /// Where it must begin.
    pub expected: u32,
}

impl Groups {
    /// Ranges that follow each other from 0 on.
    pub fn new(ranges: impl IntoIterator<Item = Range<u32>>) -> Result<Groups, BadGroups> {
        let mut ends = Vec::new();
        for (index, range) in ranges.into_iter().enumerate() {
            let expected = ends.last().copied().unwrap_or(0);
            if range.start != expected || range.is_empty() {
                return Err(BadGroups { index, range, expected });
            }
            ends.push(range.end);
        }
        Ok(Groups { ends })
    }

    /// Every feature is a group by itself.
    pub fn singletons(n_features: u32) -> Groups {
        Groups { ends: (1..=n_features).collect() }
    }

    /// How many features there are.
    pub fn n_features(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many groups there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The features of one group; none for an index past the last.
    pub fn group(&self, index: usize) -> Range<u32> {
        let end = self.ends.get(index).copied().unwrap_or(self.n_features());
        let start =
            index.checked_sub(1).map_or(0, |before| self.ends.get(before).copied().unwrap_or(end));
        start..end
    }

    /// The group that a feature belongs to.
    pub fn group_of(&self, id: u32) -> usize {
        self.ends.partition_point(|&end| end <= id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cut_the_ids_into_ranges() {
        let groups = Groups::new([0..3, 3..4, 4..9]).unwrap();
        assert_eq!((groups.len(), groups.n_features()), (3, 9));
        assert_eq!((groups.group(0), groups.group(2), groups.group(3)), (0..3, 4..9, 9..9));
        assert_eq!([0, 2, 3, 4, 8].map(|id| groups.group_of(id)), [0, 0, 1, 2, 2]);
        assert!(Groups::new([0..3, 4..9]).is_err());
        assert!(Groups::new([0..3, 3..3]).is_err());
        assert_eq!(Groups::singletons(4).group(3), 3..4);
    }
}
