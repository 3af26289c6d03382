//! Playouts: a game played to its end by a simple policy, and what came of it.
//!
//! | module | policy |
//! |---|---|
//! | [`uniform`] | every move is equally likely |
//! | [`rules`] | local answers in a fixed order, else any move |
//! | [`learned`] | every move by its rate, which the [`rater`] keeps, from [`gammas`] |

pub mod diamond;
pub mod gamma_file;
pub mod gammas;
pub mod hand_set;
pub mod learned;
pub mod rater;
pub mod rules;
pub mod uniform;

use crate::random::Random;
use crate::report::Ownership;
use crate::settings::{PlayoutPolicy, PlayoutSettings};
use aji_goban::score::{self, Owned};
use aji_goban::{Color, Empties, Komi, Margin, Move, Position, Size};
use gammas::{Gammas, Strengths};
use rater::{Ground, Rater, Table};
use rules::{Local, Rules};
use std::sync::Arc;

/// What all playouts on boards of one size share.
#[derive(Clone, Debug)]
pub struct Playouts {
    policy: Policy,
    max_moves_per_point: usize,
}

#[derive(Clone, Debug)]
enum Policy {
    Uniform,
    Rules(Arc<Rules>),
    Learned(Arc<Ground>),
}

impl Playouts {
    /// Playouts as they are set, with these strengths of moves.
    pub fn new(settings: &PlayoutSettings, strengths: &Strengths, size: Size) -> Playouts {
        let gammas = || Gammas::new(&settings.adjusted(strengths), settings.exponent);
        let policy = match settings.policy {
            PlayoutPolicy::Uniform => Policy::Uniform,
            PlayoutPolicy::Rules => Policy::Rules(Arc::new(Rules::new(&settings.rules, &gammas()))),
            PlayoutPolicy::Learned => {
                let lines = [settings.first_line, settings.second_line].map(gammas::fixed);
                Policy::Learned(Arc::new(Ground::new(size, gammas(), lines)))
            }
        };
        Playouts { policy, max_moves_per_point: settings.max_moves_per_point }
    }
}

/// The position playouts start from, with what follows it.
#[derive(Clone)]
pub struct Start {
    position: Position,
    playouts: Playouts,
    follower: StartFollower,
}

#[derive(Clone)]
enum StartFollower {
    Uniform(Box<Empties>),
    Rules(Box<Local>),
    Learned(Box<Table>),
}

impl Start {
    /// A place to start from.
    pub fn new(position: &Position, playouts: Playouts) -> Start {
        let follower = match &playouts.policy {
            Policy::Uniform => {
                StartFollower::Uniform(Box::new(Empties::of(position.board().empties())))
            }
            Policy::Rules(_) => StartFollower::Rules(Box::new(Local::of(position))),
            Policy::Learned(ground) => {
                let rater = Rater::new(Arc::clone(ground), position);
                StartFollower::Learned(Box::new(rater.table().clone()))
            }
        };
        Start { position: position.clone(), playouts, follower }
    }
}

/// Half wins for a color: 2 for a win, 1 for a draw, 0 for a loss.
pub fn half_wins(margin: Margin, color: Color) -> u32 {
    match margin.winner() {
        None => 1,
        Some(winner) => 2 * u32::from(winner == color),
    }
}

/// Plays games out on its own board.
pub struct Player {
    /// The board as the playout goes on.
    pub position: Position,
    follower: Follower,
    random: Random,
    max_moves: usize,
    /// Who owned what when the playouts of this player ended.
    pub ownership: Ownership,
}

/// What a policy keeps up to date beside the board.
enum Follower {
    Uniform(Box<Empties>),
    Rules(Arc<Rules>, Box<Local>),
    Learned(Box<Rater>),
}

impl Player {
    /// A player that starts from `start`.
    pub fn new(start: &Start, random: Random) -> Player {
        let follower = match &start.playouts.policy {
            Policy::Uniform => {
                Follower::Uniform(Box::new(Empties::of(start.position.board().empties())))
            }
            Policy::Rules(rules) => {
                Follower::Rules(Arc::clone(rules), Box::new(Local::of(&start.position)))
            }
            Policy::Learned(ground) => {
                Follower::Learned(Box::new(Rater::new(Arc::clone(ground), &start.position)))
            }
        };
        let n_points = start.position.size().n_points();
        Player {
            position: start.position.clone(),
            follower,
            random,
            max_moves: start.playouts.max_moves_per_point * n_points,
            ownership: Ownership::default(),
        }
    }

    /// Goes back to where playouts start, which must have been made for the same playouts.
    #[inline]
    pub fn reset(&mut self, start: &Start) {
        self.position.clone_from(&start.position);
        match (&mut self.follower, &start.follower) {
            (Follower::Uniform(empties), StartFollower::Uniform(start)) => {
                empties.clone_from(start)
            }
            (Follower::Rules(_, local), StartFollower::Rules(start)) => local.clone_from(start),
            (Follower::Learned(rater), StartFollower::Learned(table)) => rater.set_to(table),
            _ => unreachable!("a player and its start follow the same policy"),
        }
    }

    /// Plays one given move.
    #[inline]
    pub fn play(&mut self, play: Move) {
        match &mut self.follower {
            Follower::Uniform(empties) => {
                self.position.play(play, &mut **empties);
            }
            Follower::Rules(_, local) => local.play(&mut self.position, play),
            Follower::Learned(rater) => rater.play(&mut self.position, play),
        }
    }

    /// The generator, for those who order candidates at random.
    #[inline]
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Plays to the end of the game and returns the number of moves.
    #[inline]
    pub fn play_to_end(&mut self) -> usize {
        let (position, random) = (&mut self.position, &mut self.random);
        match &mut self.follower {
            Follower::Uniform(empties) => {
                uniform::play_out(position, empties, random, self.max_moves)
            }
            Follower::Rules(rules, local) => {
                rules.play_out(position, local, random, self.max_moves)
            }
            Follower::Learned(rater) => learned::play_out(position, rater, random, self.max_moves),
        }
    }

    /// Plays to the end of the game, counts, and remembers who owned what.
    #[inline]
    pub fn play_out(&mut self, komi: Komi) -> Margin {
        self.play_to_end();
        let Owned { black, white } = score::area(self.position.board());
        self.ownership.observe(&black, &white);
        Margin::of(black.len(), white.len(), komi)
    }
}
