//! How the tree is searched.

use super::{SettingsError, error};
use aji_goban::Size;
use serde::{Deserialize, Serialize};

/// How moves are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The same number of playouts for every move (course, go06).
    Primitive,
    /// A tree that grows where moves win (course, go08).
    Uct,
}

/// How the tree is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Traversal {
    /// Every playout starts from the root.
    Uct,
    /// A playout starts where the last one left the tree, as long as the way there is still the best (DFUCT). One
    /// thread.
    Dfuct,
}

/// Which upper bound picks the way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// UCB1 (thesis, equation 1).
    Ucb1,
    /// UCB1-TUNED, which knows how much results vary.
    Ucb1Tuned,
    /// The win rate, and a part of the prior that shrinks with every visit.
    Puct,
}

/// How the tree is searched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SearchSettings {
    /// Primitive Monte Carlo, or a tree.
    pub method: Method,
    /// How the tree is walked.
    pub traversal: Traversal,
    /// Which upper bound picks the way down.
    pub selection: Selection,
    /// The bound's constant C: larger tries more, smaller trusts win rates sooner.
    pub exploration: f64,
    /// What an untried move is worth in the bound's place; above all bounds, it is tried first. Not for PUCT.
    pub first_play_urgency: f64,
    /// With PUCT, an untried move is taken to be worth so much less than what was tried beside it.
    pub first_play_reduction: f64,
    /// A leaf grows children once it was visited so often; 0 chooses by size: 20, 25 and 40 on 9×9, 13×13 and 19×19.
    pub expand_after: u32,
    /// Judge moves by learned weights before they are tried.
    pub prior: bool,
    /// Priors are raised to this power: below 1 they are more alike, above 1 the best stand out more.
    pub prior_exponent: f64,
    /// The k-th best prior is at least this, divided by k², so that a move that looks certain does not keep the next ones
    /// from being tried.
    pub prior_floor: f64,
    /// With PUCT, a move's win rate begins at what the node's moves win, less this for each factor e that its prior stays behind
    /// the best.
    pub prior_slope: f64,
    /// That beginning counts as so many visits; 0 for none.
    pub prior_visits: f64,
    /// On boards of fewer lines the floor, the slope and the visits of priors are 0.
    pub prior_from_lines: usize,
    /// A file of weights for that, in place of those that ship.
    pub weights: String,
    /// Open the moves of a node one by one, the best first (progressive widening).
    pub widening: bool,
    /// The visits until the second move is opened.
    pub widening_step: f64,
    /// Each further move takes so many times the visits of the one before.
    pub widening_growth: f64,
    /// The bonus of a move's prior on its bound (thesis, equation 12); 0 for none.
    pub bonus: f64,
    /// Visits of the parent after which the bonus has fallen to 0.7 of itself.
    pub bonus_visits: f64,
    /// Open moves by how open it is who will own the point (thesis, equation 14).
    pub ownership: bool,
    /// Open moves by how much winning goes with owning the point (thesis, equation 15).
    pub criticality: bool,
    /// Count moves played later as if they had been played first (course, go11).
    pub rave: bool,
    /// Visits at which a move's own results weigh as much as what RAVE says.
    pub rave_equivalence: f64,
    /// So many wins that a move begins with in RAVE's count if it is among the good ones, fewer if not (course: 30).
    pub rave_start: f64,
    /// Let two ways to one position share a node (thesis, §4.4).
    pub transpositions: bool,
    /// Keep what the last search found below the moves played since.
    pub reuse: bool,
    /// Think in the opponent's time, and keep what that finds.
    pub ponder: bool,
    /// Stop when the most visited move cannot be overtaken any more.
    pub early_stop: bool,
    /// Back up the result of lines that end the game as proven.
    pub proofs: bool,
    /// Shut out extending from atari into a working ladder at the root, except on 9×9 and smaller.
    pub root_ladders: bool,
    /// In handicap games and with a komi far off, shift komi while one side is far ahead, so that playouts can still tell
    /// moves apart.
    pub dynamic_komi: bool,
    /// Losses a worker leaves on its way while its playout runs, to send others elsewhere.
    pub virtual_loss: u32,
    /// Count how often DFUCT misses a third move, and the time inside playouts; slower.
    pub audit: bool,
    /// Room for the tree, in megabytes; when it is full, the least visited parts make room.
    pub memory_mb: usize,
    /// Workers that share the tree. One worker makes the search repeatable.
    pub threads: usize,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            method: Method::Uct,
            traversal: Traversal::Uct,
            selection: Selection::Ucb1,
            exploration: 0.6,
            first_play_urgency: 5.0,
            first_play_reduction: 0.0,
            expand_after: 2,
            prior: false,
            prior_exponent: 1.0,
            prior_floor: 0.0,
            prior_slope: 0.0,
            prior_visits: 0.0,
            prior_from_lines: 0,
            weights: String::new(),
            widening: false,
            widening_step: 40.0,
            widening_growth: 1.8,
            bonus: 0.0,
            bonus_visits: 1000.0,
            ownership: false,
            criticality: false,
            rave: false,
            rave_equivalence: 3000.0,
            rave_start: 0.0,
            transpositions: false,
            reuse: false,
            ponder: false,
            early_stop: false,
            proofs: false,
            root_ladders: false,
            dynamic_komi: false,
            virtual_loss: 1,
            audit: false,
            memory_mb: 200,
            threads: 1,
            seed: 1,
        }
    }
}

impl SearchSettings {
    /// The visits after which a leaf grows children on a board of this size.
    pub fn expand_after_on(&self, size: Size) -> u32 {
        match (self.expand_after, size.lines()) {
            (0, ..=9) => 20,
            (0, ..=13) => 25,
            (0, _) => 40,
            (given, _) => given,
        }
    }

    /// The floor, the slope and the visits of priors on a board of this size.
    pub fn prior_trust_on(&self, size: Size) -> [f64; 3] {
        if size.lines() < self.prior_from_lines {
            return [0.0; 3];
        }
        [self.prior_floor, self.prior_slope, self.prior_visits]
    }

    /// Is a tree worth keeping when its search is over?
    pub const fn remembers(&self) -> bool {
        self.reuse || self.ponder
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let reals = [
            ("search.exploration", self.exploration, 0.0, 1e6),
            ("search.first_play_urgency", self.first_play_urgency, -1e6, 1e6),
            ("search.first_play_reduction", self.first_play_reduction, -1.0, 1.0),
            ("search.prior_exponent", self.prior_exponent, 0.0, 10.0),
            ("search.prior_floor", self.prior_floor, 0.0, 1.0),
            ("search.prior_slope", self.prior_slope, 0.0, 1.0),
            ("search.prior_visits", self.prior_visits, 0.0, 1e6),
            ("search.widening_step", self.widening_step, 1.0, 1e6),
            ("search.widening_growth", self.widening_growth, 1.0, 100.0),
            ("search.bonus", self.bonus, 0.0, 1e3),
            ("search.bonus_visits", self.bonus_visits, 1.0, 1e9),
            ("search.rave_equivalence", self.rave_equivalence, 1.0, 1e9),
            ("search.rave_start", self.rave_start, 0.0, 1e4),
        ];
        for (key, value, least, most) in reals {
            if !(least..=most).contains(&value) {
                let reason = format!("it must be a number from {least} to {most}");
                return Err(error(key, value, reason));
            }
        }
        if !(1..=256).contains(&self.threads) {
            return Err(error("search.threads", self.threads, "it must lie between 1 and 256"));
        }
        if self.traversal == Traversal::Dfuct && self.threads > 1 {
            let reason =
                "DFUCT walks with one thread: set search.threads=1, or search.traversal=uct";
            return Err(error("search.threads", self.threads, reason));
        }
        if !(1..=1000).contains(&self.virtual_loss) {
            let reason = "it must lie between 1 and 1000";
            return Err(error("search.virtual_loss", self.virtual_loss, reason));
        }
        if !(1..=1 << 20).contains(&self.memory_mb) {
            let reason = "it must lie between 1 and 1048576";
            return Err(error("search.memory_mb", self.memory_mb, reason));
        }
        Ok(())
    }
}
