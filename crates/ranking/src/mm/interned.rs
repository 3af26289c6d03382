//! Contests as lists of team numbers: where teams repeat, a pass costs little.
//!
//! Playout features are few, so that most candidates of a position have the same team as another one, there or in
//! some other game. Each distinct team is kept once; a contest is a list of (team, how many candidates have it). A
//! pass then computes each team's strength once, adds up 1/E for each team, and turns that into expected wins at
//! the end.

use std::num::NonZero;
use std::ops::Range;

use super::evidence::Surveyor;
use super::{Evidence, Groups, MmError, Survey, Tally};
use crate::contest::{Contest, Contests};
use crate::corpus::{Corpus, in_shares};
use crate::file::FileError;
use crate::numbers::ln;

const FREE: u32 = u32::MAX;

/// Contests over a roster of distinct teams.
#[derive(Clone, Debug)]
pub struct Interned {
    /// The features of all distinct teams, and where each team ends.
    ids: Vec<u32>,
    ends: Vec<usize>,
    /// Open addressing: team numbers, a power of two of slots.
    slots: Vec<u32>,
    /// Which teams stood in each contest, how many candidates had each (a team with more than 255 is there
    /// twice), and where each contest ends.
    entries: Vec<u32>,
    counts: Vec<u8>,
    contest_ends: Vec<usize>,
    /// The chosen team of each contest.
    chosen: Vec<u32>,
    scratch: Vec<u32>,
}

impl Default for Interned {
    fn default() -> Interned {
        Interned {
            ids: Vec::new(),
            ends: Vec::new(),
            slots: vec![FREE; 1024],
            entries: Vec::new(),
            counts: Vec::new(),
            contest_ends: Vec::new(),
            chosen: Vec::new(),
            scratch: Vec::new(),
        }
    }
}

impl Interned {
    /// All contests of a corpus.
    pub fn from_corpus(corpus: &dyn Corpus) -> Result<Interned, FileError> {
        let (mut interned, mut scratch) = (Interned::default(), Contests::default());
        for block in 0..corpus.n_blocks() {
            corpus.visit(block, &mut scratch, &mut |contest| interned.push(contest))?;
        }
        Ok(interned)
    }

    /// Adds a contest.
    pub fn push(&mut self, contest: Contest<'_>) {
        let mut teams = std::mem::take(&mut self.scratch);
        teams.clear();
        teams.extend(contest.teams().map(|team| self.number_of(team)));
        self.chosen.push(teams[contest.chosen]);
        teams.sort_unstable();
        for same in teams.chunk_by(|a, b| a == b).flat_map(|same| same.chunks(255)) {
            self.entries.push(same[0]);
            self.counts.push(same.len() as u8);
        }
        self.contest_ends.push(self.entries.len());
        self.scratch = teams;
    }

    /// How many contests there are.
    pub fn n_contests(&self) -> usize {
        self.chosen.len()
    }

    /// How many distinct teams there are.
    pub fn n_teams(&self) -> usize {
        self.ends.len()
    }

    /// How many bytes of memory it all fills.
    pub fn n_bytes(&self) -> usize {
        4 * (self.ids.len() + self.slots.len() + self.chosen.len() + self.entries.len())
            + 8 * (self.ends.len() + self.contest_ends.len())
            + self.counts.len()
    }

    fn team(&self, number: usize) -> &[u32] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.ids[start..self.ends[number]]
    }

    /// The number of a team, which is new if no such team was seen. Order matters: [1, 2] is not [2, 1].
    fn number_of(&mut self, team: &[u32]) -> u32 {
        let mut slot = hash(team) as usize & (self.slots.len() - 1);
        while self.slots[slot] != FREE {
            let number = self.slots[slot];
            if self.team(number as usize) == team {
                return number;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        let number = self.ends.len() as u32;
        self.ids.extend_from_slice(team);
        self.ends.push(self.ids.len());
        self.slots[slot] = number;
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![FREE; mask + 1];
        for number in 0..self.ends.len() {
            let mut slot = hash(self.team(number)) as usize & mask;
            while slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number as u32;
        }
        self.slots = slots;
    }

    /// One thread's share of a pass: the log-likelihood, and for each team the sum of count/E.
    fn pass(&self, strengths: &[f64], contests: Range<usize>) -> (f64, Vec<f64>) {
        let (mut log_likelihood, mut inverses) = (0.0, vec![0.0; strengths.len()]);
        for contest in contests {
            let start = if contest == 0 { 0 } else { self.contest_ends[contest - 1] };
            let range = start..self.contest_ends[contest];
            let (teams, counts) = (&self.entries[range.clone()], &self.counts[range]);
            let strength = |(&team, &count)| strengths[team as usize] * f64::from(count);
            let total: f64 = teams.iter().zip(counts).map(strength).sum();
            let inverse = 1.0 / total;
            log_likelihood += ln(strengths[self.chosen[contest] as usize] * inverse);
            for (&team, &count) in teams.iter().zip(counts) {
                inverses[team as usize] += f64::from(count) * inverse;
            }
        }
        (log_likelihood, inverses)
    }
}

fn hash(team: &[u32]) -> u64 {
    let mixed = team.iter().fold(team.len() as u64, |state, &id| {
        (state.rotate_left(23) ^ u64::from(id)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    mixed ^ (mixed >> 32)
}

impl Evidence for Interned {
    fn survey(&self, groups: &Groups, _threads: NonZero<usize>) -> Result<Survey, MmError> {
        let mut surveyor = Surveyor::new(groups);
        (0..self.n_teams()).for_each(|number| surveyor.see_team(self.team(number)));
        let mut survey = surveyor.finish()?;
        survey.n_contests = self.n_contests() as u64;
        for &chosen in &self.chosen {
            self.team(chosen as usize).iter().for_each(|&id| survey.wins[id as usize] += 1.0);
        }
        Ok(survey)
    }

    fn tally(
        &self,
        gammas: &[f64],
        wanted: Range<u32>,
        threads: NonZero<usize>,
    ) -> Result<Tally, FileError> {
        let strength = |number| self.team(number).iter().map(|&id| gammas[id as usize]).product();
        let strengths: Vec<f64> = (0..self.n_teams()).map(strength).collect();
        let mut shares =
            in_shares(self.n_contests(), threads, |contests| self.pass(&strengths, contests))
                .into_iter();
        let (mut log_likelihood, mut inverses) = shares.next().unwrap_or_default();
        for (part, more) in shares {
            log_likelihood += part;
            inverses.iter_mut().zip(more).for_each(|(sum, part)| *sum += part);
        }
        let mut expected = vec![0.0; wanted.len()];
        for (number, (strength, inverse)) in strengths.iter().zip(&inverses).enumerate() {
            for &id in self.team(number) {
                if wanted.contains(&id) {
                    expected[(id - wanted.start) as usize] += strength * inverse;
                }
            }
        }
        Ok(Tally { log_likelihood, expected })
    }
}
