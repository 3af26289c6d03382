//! What the algorithm asks of the contests: how often each feature won, and how often it was expected to.

use std::num::NonZero;
use std::ops::Range;

use super::{Groups, MmError};
use crate::contest::{Contest, Contests};
use crate::corpus::{Corpus, in_shares};
use crate::file::FileError;
use crate::numbers::ln;

/// What does not depend on the strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// For each feature, how often a team with it was chosen (Wᵢ).
    pub wins: Vec<f64>,
    /// The size of the largest team.
    pub widest: usize,
    /// How many contests there are.
    pub n_contests: u64,
}

/// What one pass finds for given strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// ln of the probability that exactly the chosen teams are chosen.
    pub log_likelihood: f64,
    /// For each wanted feature, how often teams with it are expected to be chosen: Σⱼ γᵢ·Cᵢⱼ/Eⱼ.
    pub expected: Vec<f64>,
}

/// Contests, in whatever form is quickest to pass over.
pub trait Evidence {
    /// Counts wins, and makes sure that features are known and groups exclusive.
    fn survey(&self, groups: &Groups, threads: NonZero<usize>) -> Result<Survey, MmError>;

    /// One pass over all contests. Deterministic for a number of threads.
    fn tally(
        &self,
        gammas: &[f64],
        wanted: Range<u32>,
        threads: NonZero<usize>,
    ) -> Result<Tally, FileError>;
}

/// Any corpus, read contest by contest in every pass. Needs no memory besides the strengths.
pub struct Flat<'a>(pub &'a dyn Corpus);

impl Evidence for Flat<'_> {
    fn survey(&self, groups: &Groups, threads: NonZero<usize>) -> Result<Survey, MmError> {
        let shares = in_shares(self.0.n_blocks(), threads, |blocks| {
            let mut surveyor = Surveyor::new(groups);
            let mut scratch = Contests::default();
            for block in blocks {
                self.0.visit(block, &mut scratch, &mut |contest| surveyor.see(contest))?;
            }
            surveyor.finish()
        });
        let empty = Surveyor::new(groups).survey;
        shares.into_iter().try_fold(empty, |mut whole, share| {
            let share = share?;
            whole.wins.iter_mut().zip(share.wins).for_each(|(sum, part)| *sum += part);
            whole.widest = whole.widest.max(share.widest);
            whole.n_contests += share.n_contests;
            Ok(whole)
        })
    }

    fn tally(
        &self,
        gammas: &[f64],
        wanted: Range<u32>,
        threads: NonZero<usize>,
    ) -> Result<Tally, FileError> {
        let shares = in_shares(self.0.n_blocks(), threads, |blocks| {
            let mut pass = Pass::new(gammas, wanted.clone());
            let mut scratch = Contests::default();
            for block in blocks {
                self.0.visit(block, &mut scratch, &mut |contest| pass.see(contest))?;
            }
            Ok(pass.tally)
        });
        let mut shares = shares.into_iter();
        let first = shares.next().unwrap_or_else(|| Ok(Pass::new(gammas, wanted).tally))?;
        shares.try_fold(first, |mut whole, share| {
            let share = share?;
            whole.log_likelihood += share.log_likelihood;
            whole.expected.iter_mut().zip(share.expected).for_each(|(sum, part)| *sum += part);
            Ok(whole)
        })
    }
}

/// One thread's pass over its contests.
struct Pass<'a> {
    gammas: &'a [f64],
    wanted: Range<u32>,
    strengths: Vec<f64>,
    tally: Tally,
}

impl<'a> Pass<'a> {
    fn new(gammas: &'a [f64], wanted: Range<u32>) -> Pass<'a> {
        let expected = vec![0.0; wanted.len()];
        let tally = Tally { log_likelihood: 0.0, expected };
        Pass { gammas, wanted, strengths: Vec::new(), tally }
    }

    fn see(&mut self, contest: Contest<'_>) {
        let strength =
            |team: &[u32]| -> f64 { team.iter().map(|&id| self.gammas[id as usize]).product() };
        self.strengths.clear();
        self.strengths.extend(contest.teams().map(strength));
        let total: f64 = self.strengths.iter().sum();
        let inverse = 1.0 / total;
        self.tally.log_likelihood += ln(self.strengths[contest.chosen] * inverse);
        for (team, strength) in contest.teams().zip(&self.strengths) {
            let share = strength * inverse;
            for &id in team {
                if self.wanted.contains(&id) {
                    self.tally.expected[(id - self.wanted.start) as usize] += share;
                }
            }
        }
    }
}

/// Counts wins and looks for what must not be.
pub(super) struct Surveyor<'a> {
    groups: &'a Groups,
    pub survey: Survey,
    /// For each group, the last team that had a member of it, and that member.
    member: Vec<(u64, u32)>,
    teams: u64,
    trouble: Option<MmError>,
}

impl<'a> Surveyor<'a> {
    pub fn new(groups: &'a Groups) -> Surveyor<'a> {
        let wins = vec![0.0; groups.n_features() as usize];
        let survey = Survey { wins, widest: 0, n_contests: 0 };
        Surveyor { groups, survey, member: vec![(0, 0); groups.len()], teams: 0, trouble: None }
    }

    fn see(&mut self, contest: Contest<'_>) {
        contest.teams().for_each(|team| self.see_team(team));
        self.survey.n_contests += 1;
        for &id in contest.winner() {
            if let Some(wins) = self.survey.wins.get_mut(id as usize) {
                *wins += 1.0;
            }
        }
    }

    pub fn see_team(&mut self, team: &[u32]) {
        self.teams += 1;
        self.survey.widest = self.survey.widest.max(team.len());
        for &id in team {
            if id >= self.groups.n_features() {
                let n_features = self.groups.n_features();
                self.trouble.get_or_insert(MmError::UnknownFeature { id, n_features });
                continue;
            }
            let (last_team, first) = &mut self.member[self.groups.group_of(id)];
            if *last_team == self.teams {
                self.trouble.get_or_insert(MmError::NotExclusive { first: *first, second: id });
            }
            (*last_team, *first) = (self.teams, id);
        }
    }

    pub fn finish(self) -> Result<Survey, MmError> {
        self.trouble.map_or(Ok(self.survey), Err)
    }
}
