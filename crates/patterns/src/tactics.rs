//! Tactics: what a move does to chains (thesis §4.5.1 and §4.5.2).
//!
//! Each kind of move is found in one place, for tree and playout alike: [`answer`] finds what can be done
//! about the chains that the last move touched, [`standing`] what a move does whatever was played last.
//! The tree then looks closer ([`tree`]), the playout coarser ([`playout`]).

pub mod answer;
pub mod ko;
pub mod playout;
pub mod standing;
pub mod throw_in;
pub mod tree;

pub use playout::PlayoutTactic;
pub use tree::Tactic;

use aji_goban::Chain;

/// How many stones a chain has, as far as tactics tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stones {
    /// A lone stone.
    One,
    /// Two stones.
    Two,
    /// Three or more.
    Many,
}

impl Stones {
    const ALL: [Stones; 3] = [Stones::One, Stones::Two, Stones::Many];

    #[inline]
    pub(crate) fn of(chain: &Chain) -> Stones {
        match chain.n_stones() {
            1 => Stones::One,
            2 => Stones::Two,
            _ => Stones::Many,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Stones::One => "1",
            Stones::Two => "2",
            Stones::Many => "3+",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Stones::One => "a stone",
            Stones::Two => "two stones",
            Stones::Many => "three or more stones",
        }
    }
}

/// Is a chain large, three stones or more, or small?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bulk {
    /// One or two stones.
    Small,
    /// Three or more.
    Large,
}

impl Bulk {
    const ALL: [Bulk; 2] = [Bulk::Small, Bulk::Large];

    #[inline]
    pub(crate) fn of(chain: &Chain) -> Bulk {
        if chain.n_stones() <= 2 { Bulk::Small } else { Bulk::Large }
    }

    const fn name(self) -> &'static str {
        match self {
            Bulk::Small => "small",
            Bulk::Large => "large",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Bulk::Small => "one or two stones",
            Bulk::Large => "three or more stones",
        }
    }
}

/// The liberties the last move left a chain with, where there are few but more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Left {
    /// Two liberties.
    Two,
    /// Three liberties.
    Three,
}

impl Left {
    const ALL: [Left; 2] = [Left::Two, Left::Three];

    const fn name(self) -> &'static str {
        match self {
            Left::Two => "2",
            Left::Three => "3",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Left::Two => "two liberties",
            Left::Three => "three liberties",
        }
    }
}

/// How many liberties a chain gains by a move on one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gain {
    /// None, or it loses some.
    Nothing,
    /// One.
    One,
    /// Two or more.
    More,
}

impl Gain {
    const ALL: [Gain; 3] = [Gain::Nothing, Gain::One, Gain::More];

    pub(crate) const fn of(before: usize, after: usize) -> Gain {
        match after.saturating_sub(before) {
            0 => Gain::Nothing,
            1 => Gain::One,
            _ => Gain::More,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Gain::Nothing => "0",
            Gain::One => "1",
            Gain::More => "2+",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Gain::Nothing => "gains no liberty",
            Gain::One => "gains a liberty",
            Gain::More => "gains two liberties or more",
        }
    }
}
