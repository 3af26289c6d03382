//! Playouts: a game played to its end by a simple policy, and what came of it.
//!
//! | module | policy |
//! |---|---|
//! | [`uniform`] | every move is equally likely |
//! | [`rules`] | local answers in a fixed order, else any move |
//! | [`learned`] | every move by its rate, which the [`rater`] keeps, from [`gammas`] |
//!
//! All are played by the one loop of [`policy`], which may put last good [`replies`] before what they choose.

pub mod diamond;
pub mod gamma_file;
pub mod gammas;
pub mod hand_set;
pub mod learned;
pub mod policy;
pub mod rater;
pub mod replies;
pub mod rules;
pub mod uniform;
pub mod witness;

use crate::random::Random;
use crate::report::Ownership;
use crate::settings::{PlayoutPolicy, PlayoutSettings};
use aji_goban::score::{self, Owned};
use aji_goban::{Color, Empties, Komi, Margin, Move, PointSet, Position, Size};
use gammas::{Gammas, Strengths};
use policy::play_out;
use rater::{Ground, Rater, Table};
use replies::Replies;
use rules::{Local, Rules};
use std::sync::Arc;
use witness::{Record, Witness};

/// What all playouts on boards of one size share.
#[derive(Clone, Debug)]
pub struct Playouts {
    shared: Shared,
    max_moves_per_point: usize,
    /// Answer as it last went well.
    last_good_reply: bool,
}

/// What a policy knows before any board is seen.
#[derive(Clone, Debug)]
enum Shared {
    Uniform,
    Rules(Arc<Rules>),
    Learned(Arc<Ground>),
}

impl Playouts {
    /// Playouts as they are set, with these strengths of moves.
    pub fn new(settings: &PlayoutSettings, strengths: &Strengths, size: Size) -> Playouts {
        let gammas = || Gammas::new(&settings.adjusted(strengths), settings.exponent_on(size));
        let shared = match settings.policy {
            PlayoutPolicy::Uniform => Shared::Uniform,
            PlayoutPolicy::Rules => Shared::Rules(Arc::new(Rules::new(&settings.rules, &gammas()))),
            PlayoutPolicy::Learned => {
                let lines = [settings.first_line, settings.second_line].map(gammas::fixed);
                Shared::Learned(Arc::new(Ground::new(size, gammas(), lines)))
            }
        };
        Playouts {
            shared,
            max_moves_per_point: settings.max_moves_per_point,
            last_good_reply: settings.last_good_reply,
        }
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
        let follower = match &playouts.shared {
            Shared::Uniform => {
                StartFollower::Uniform(Box::new(Empties::of(position.board().empties())))
            }
            Shared::Rules(_) => StartFollower::Rules(Box::new(Local::of(position))),
            Shared::Learned(ground) => {
                let rater = Rater::new(Arc::clone(ground), position);
                StartFollower::Learned(Box::new(rater.table().clone()))
            }
        };
        Start { position: position.clone(), playouts, follower }
    }

    /// The side to move.
    pub const fn to_move(&self) -> Color {
        self.position.to_move()
    }
}

/// Moves in the tree that a record has room for beside those of the playout.
const LONGEST_WAY: usize = 1024;

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
    /// Who owned what when the last one ended.
    owned: Owned,
    /// The moves since the start, if somebody wants them.
    record: Option<Record>,
    /// Answers that went well, if they are used.
    replies: Option<Replies>,
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
        let follower = match &start.playouts.shared {
            Shared::Uniform => {
                Follower::Uniform(Box::new(Empties::of(start.position.board().empties())))
            }
            Shared::Rules(rules) => {
                Follower::Rules(Arc::clone(rules), Box::new(Local::of(&start.position)))
            }
            Shared::Learned(ground) => {
                Follower::Learned(Box::new(Rater::new(Arc::clone(ground), &start.position)))
            }
        };
        let max_moves = start.playouts.max_moves_per_point * start.position.size().n_points();
        let learns_replies = start.playouts.last_good_reply;
        Player {
            position: start.position.clone(),
            follower,
            random,
            max_moves,
            ownership: Ownership::default(),
            owned: Owned { black: PointSet::EMPTY, white: PointSet::EMPTY },
            record: learns_replies.then(|| Record::with_room(max_moves + LONGEST_WAY)),
            replies: learns_replies.then(Replies::default),
        }
    }

    /// Writes the moves of every playout down from now on, if they are wanted.
    pub fn record_moves(&mut self, wanted: bool) {
        if wanted && self.record.is_none() {
            self.record = Some(Record::with_room(self.max_moves + LONGEST_WAY));
        }
    }

    /// The moves since the start, tree and playout; none if nobody wanted them.
    pub fn recorded_moves(&self) -> &[Move] {
        self.record.as_ref().map_or(&[], |record| &record.moves)
    }

    /// A move that was played before the start, if somebody wants to know.
    #[inline]
    pub fn remember(&mut self, play: Move) {
        if let Some(record) = &mut self.record {
            record.see(play);
        }
    }

    /// Makes a start of where the player stands; it must have been made for the same playouts.
    pub fn save(&self, start: &mut Start) {
        start.position.clone_from(&self.position);
        match (&self.follower, &mut start.follower) {
            (Follower::Uniform(empties), StartFollower::Uniform(start)) => {
                start.clone_from(empties)
            }
            (Follower::Rules(_, local), StartFollower::Rules(start)) => start.clone_from(local),
            (Follower::Learned(rater), StartFollower::Learned(table)) => {
                (**table).clone_from(rater.table());
            }
            _ => unreachable!("a player and its start follow the same policy"),
        }
    }

    /// Who owned what when the last playout ended.
    pub const fn owned(&self) -> &Owned {
        &self.owned
    }

    /// Goes back to where playouts start, which must have been made for the same playouts.
    #[inline]
    pub fn reset(&mut self, start: &Start) {
        self.position.clone_from(&start.position);
        if let Some(record) = &mut self.record {
            record.moves.clear();
        }
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
        if let Some(record) = &mut self.record {
            record.see(play);
        }
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
        match self.record.take() {
            None => self.play_to_end_before(&mut ()),
            Some(mut record) => {
                let n_moves = self.play_to_end_before(&mut record);
                self.record = Some(record);
                n_moves
            }
        }
    }

    #[inline]
    fn play_to_end_before<W: Witness>(&mut self, witness: &mut W) -> usize {
        let (position, random, max) = (&mut self.position, &mut self.random, self.max_moves);
        let replies = self.replies.as_ref();
        match &mut self.follower {
            Follower::Uniform(empties) => {
                play_out(position, &mut **empties, random, max, replies, witness)
            }
            Follower::Rules(rules, local) => {
                play_out(position, &mut (&**rules, &mut **local), random, max, replies, witness)
            }
            Follower::Learned(rater) => {
                play_out(position, &mut **rater, random, max, replies, witness)
            }
        }
    }

    /// Plays to the end of the game, counts, and remembers who owned what.
    #[inline]
    pub fn play_out(&mut self, komi: Komi) -> Margin {
        self.play_to_end();
        self.owned = score::area(self.position.board());
        let margin = Margin::of(self.owned.black.len(), self.owned.white.len(), komi);
        self.ownership.observe(&self.owned.black, &self.owned.white, margin.winner());
        if let (Some(replies), Some(record)) = (&mut self.replies, &self.record) {
            let mover = match record.moves.len() % 2 {
                0 => self.position.to_move(),
                _ => self.position.to_move().opponent(),
            };
            replies.learn(&record.moves, mover, margin.winner());
        }
        margin
    }
}
