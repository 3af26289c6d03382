//! The learner's example: several teams of features stood as candidates, and one was chosen.
//!
//! [`Contests`] keeps many of them in four flat arrays; [`Contest`] is a view of one.

/// One choice: the teams, which of them was chosen, and where the choice comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest<'a> {
    /// The features of all teams, one team after the other.
    ids: &'a [u32],
    /// Where each team ends in `ids`.
    ends: &'a [u32],
    /// The index of the chosen team.
    pub chosen: usize,
    /// The number of the game it was played in; intervals resample whole games.
    pub game: u32,
    /// The number of the choice within its game, for accuracy by move number.
    pub number: u32,
}

impl<'a> Contest<'a> {
    /// The number of candidates, at least 1.
    pub fn n_teams(&self) -> usize {
        self.ends.len()
    }

    /// The features of one candidate.
    pub fn team(&self, index: usize) -> &'a [u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.ids[start as usize..self.ends[index] as usize]
    }

    /// The features of the chosen candidate.
    pub fn winner(&self) -> &'a [u32] {
        self.team(self.chosen)
    }

    /// All candidates in order.
    pub fn teams(&self) -> impl ExactSizeIterator<Item = &'a [u32]> + use<'a> {
        let (ids, mut start) = (self.ids, 0);
        self.ends.iter().map(move |&end| {
            let team = &ids[start..end as usize];
            start = end as usize;
            team
        })
    }

    /// The features of all teams, one team after the other.
    pub fn ids(&self) -> &'a [u32] {
        self.ids
    }
}

/// Why a contest was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContestError {
    /// The chosen index names no candidate.
    #[error(
        "candidate {chosen} was chosen among {n_teams}: leave positions out whose move is no candidate"
    )]
    NotACandidate {
        /// The index given as chosen.
        chosen: usize,
        /// How many candidates there are.
        n_teams: usize,
    },
    /// More than 2³² features in one contest.
    #[error("a contest of more than 4,294,967,295 features: split it or leave candidates out")]
    TooLarge,
}

/// Where one contest lies in the flat arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    ids: usize,
    teams: usize,
    chosen: u32,
    game: u32,
    number: u32,
}

/// Contests in memory, four flat arrays in all.
///
/// Teams are added one by one, then the contest is closed:
/// ```
/// # use aji_ranking::Contests;
/// let mut contests = Contests::default();
/// contests.team(&[1, 2]);
/// contests.team(&[2, 3, 5]);
/// contests.close(0, 17, 42)?; // the first was chosen, in game 17, as move 42
/// assert_eq!(contests.contest(0).winner(), [1, 2]);
/// # Ok::<(), aji_ranking::ContestError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contests {
    ids: Vec<u32>,
    ends: Vec<u32>,
    places: Vec<Place>,
    /// Where the contest that is still open begins in `ids` and `ends`.
    open: (usize, usize),
}

impl Contests {
    /// The number of closed contests.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no closed contest.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Forgets all contests and keeps the memory for new ones.
    pub fn clear(&mut self) {
        self.ids.clear();
        self.ends.clear();
        self.places.clear();
        self.open = (0, 0);
    }

    /// Adds a candidate to the open contest.
    pub fn team(&mut self, features: &[u32]) {
        self.ids.extend_from_slice(features);
        self.end_team();
    }

    /// Adds one feature to the candidate that is being put together; [`Contests::end_team`] completes it.
    pub fn feature(&mut self, id: u32) {
        self.ids.push(id);
    }

    /// Completes the candidate whose features were added one by one.
    pub fn end_team(&mut self) {
        // A length that does not fit is noticed by `close`.
        let end = u32::try_from(self.ids.len() - self.open.0).unwrap_or(u32::MAX);
        self.ends.push(end);
    }

    /// Closes the open contest. If it is refused, its teams are forgotten and the rest stays as it was.
    pub fn close(&mut self, chosen: usize, game: u32, number: u32) -> Result<(), ContestError> {
        let (ids, teams) = self.open;
        let n_teams = self.ends.len() - teams;
        if chosen >= n_teams || self.ids.len() - ids >= u32::MAX as usize {
            self.abandon();
            let refused = ContestError::NotACandidate { chosen, n_teams };
            return Err(if chosen >= n_teams { refused } else { ContestError::TooLarge });
        }
        // Features after the last `end_team` belong to no candidate.
        self.ids.truncate(ids + self.ends[self.ends.len() - 1] as usize);
        self.places.push(Place { ids, teams, chosen: chosen as u32, game, number });
        self.open = (self.ids.len(), self.ends.len());
        Ok(())
    }

    /// Forgets the teams of the open contest.
    pub fn abandon(&mut self) {
        self.ids.truncate(self.open.0);
        self.ends.truncate(self.open.1);
    }

    /// Adds a copy of a contest. An open one is forgotten.
    pub fn push(&mut self, contest: Contest<'_>) {
        self.abandon();
        let (ids, teams) = self.open;
        self.ids.extend_from_slice(contest.ids);
        self.ends.extend_from_slice(contest.ends);
        let chosen = contest.chosen as u32;
        self.places.push(Place { ids, teams, chosen, game: contest.game, number: contest.number });
        self.open = (self.ids.len(), self.ends.len());
    }

    /// Forgets all contests from `len` on.
    pub fn truncate(&mut self, len: usize) {
        if let Some(place) = self.places.get(len) {
            self.open = (place.ids, place.teams);
            self.places.truncate(len);
        }
        self.abandon();
    }

    /// The contest with this index, which must be below `len()`.
    pub fn contest(&self, index: usize) -> Contest<'_> {
        let place = self.places[index];
        let (ids_end, teams_end) = match self.places.get(index + 1) {
            Some(next) => (next.ids, next.teams),
            None => self.open,
        };
        Contest {
            ids: &self.ids[place.ids..ids_end],
            ends: &self.ends[place.teams..teams_end],
            chosen: place.chosen as usize,
            game: place.game,
            number: place.number,
        }
    }

    /// All contests in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Contest<'_>> {
        (0..self.len()).map(|index| self.contest(index))
    }

    /// How many bytes of memory the contests fill.
    pub fn n_bytes(&self) -> usize {
        4 * (self.ids.len() + self.ends.len()) + size_of::<Place>() * self.places.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_closed_reads_back_team_by_team() {
        let mut contests = Contests::default();
        contests.team(&[4, 2]);
        contests.team(&[]);
        contests.feature(7);
        contests.end_team();
        contests.close(2, 9, 31).unwrap();
        contests.team(&[1]);
        contests.close(0, 10, 1).unwrap();

        let contest = contests.contest(0);
        assert_eq!(contest.teams().collect::<Vec<_>>(), [&[4, 2][..], &[], &[7]]);
        assert_eq!((contest.n_teams(), contest.winner(), contest.team(1)), (3, &[7][..], &[][..]));
        assert_eq!((contest.game, contest.number), (9, 31));
        assert_eq!(contests.iter().map(|c| c.n_teams()).collect::<Vec<_>>(), [3, 1]);
    }

    #[test]
    fn a_refused_contest_leaves_the_others_as_they_were() {
        let mut contests = Contests::default();
        contests.team(&[1, 2]);
        contests.close(0, 0, 0).unwrap();
        let before = contests.clone();
        contests.team(&[3]);
        assert_eq!(
            contests.close(1, 0, 0),
            Err(ContestError::NotACandidate { chosen: 1, n_teams: 1 })
        );
        assert_eq!(contests, before);
        assert!(contests.close(0, 0, 0).is_err(), "a contest without teams");
        assert_eq!(contests, before);
    }

    #[test]
    fn copies_and_truncation_keep_whole_contests() {
        let mut contests = Contests::default();
        for game in 0..5 {
            contests.team(&[game, 1]);
            contests.team(&[game]);
            contests.close(1, game, 3).unwrap();
        }
        let mut copy = Contests::default();
        copy.team(&[99]);
        contests.iter().for_each(|contest| copy.push(contest));
        assert_eq!(copy, contests);
        copy.truncate(2);
        assert_eq!(copy.len(), 2);
        copy.push(contests.contest(4));
        assert_eq!(copy.contest(2), contests.contest(4));
        assert_eq!(copy.contest(1), contests.contest(1));
    }
}
