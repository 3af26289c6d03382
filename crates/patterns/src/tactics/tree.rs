//! The tactics of the tree: nineteen kinds with their sub-classes, sixty in all (thesis §4.5.1).

use super::{Bulk, Gain, Left, Stones};
use aji_reading::SelfAtari;

/// What a move does, as finely as the tree tells moves apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tactic {
    /// Kind 1: takes enemies next to an own chain that the last move put into atari.
    RescueCapture(Stones, Stones),
    /// Kind 1 (j): the same, but what is left is in atari itself.
    RescueCaptureInAtari,
    /// Kinds 2 and 3: takes enemies next to an own chain that the last move left with two or three liberties.
    CaptureAfter(Left, Bulk, Bulk),
    /// Kind 4: ends a ko by taking what stands around it.
    KoCapture,
    /// Kind 5: takes enemies next to an own chain in atari.
    CaptureNextToAtari,
    /// Kind 6: takes other enemies.
    OtherCapture,
    /// Kind 7: puts itself into atari.
    SelfAtari(SelfAtari),
    /// Kind 8 (a): runs from atari into a ladder that works.
    ExtendIntoLadder,
    /// Kind 8: runs from atari.
    ExtendFromAtari(Stones),
    /// Kinds 9 and 10: puts enemies into atari next to an own chain that the last move left with two or three
    /// liberties. The flag: running does not save them.
    AtariAfter(Left, Bulk, Bulk, bool),
    /// Kind 11: takes by atari after atari.
    Oiotoshi,
    /// Kind 12: gives a stone to take more back.
    Snapback,
    /// Kind 13: other ataris from which running does not save.
    AtariThatTakes,
    /// Kind 14: other ataris.
    OtherAtari,
    /// Kinds 15 and 17: plays on a liberty of an own chain that the last move left with two or three.
    Extend(Left, Gain),
    /// Kind 16: takes a liberty in a race of three against three.
    Race(Bulk, Bulk),
    /// Kind 18: makes the eye false that taking two stones left.
    ThrowIn,
    /// Kind 19: connects a ko.
    KoConnection,
}

impl Tactic {
    /// How many there are.
    pub const N: usize = 60;

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Tactic::RescueCapture(own, enemy) => 3 * own as usize + enemy as usize,
            Tactic::RescueCaptureInAtari => 9,
            Tactic::CaptureAfter(left, own, enemy) => {
                10 + 4 * left as usize + 2 * own as usize + enemy as usize
            }
            Tactic::KoCapture => 18,
            Tactic::CaptureNextToAtari => 19,
            Tactic::OtherCapture => 20,
            Tactic::SelfAtari(class) => 21 + self_atari_index(class),
            Tactic::ExtendIntoLadder => 24,
            Tactic::ExtendFromAtari(stones) => 25 + stones as usize,
            Tactic::AtariAfter(left, own, enemy, takes) => {
                28 + 8 * left as usize + 4 * own as usize + 2 * enemy as usize + takes as usize
            }
            Tactic::Oiotoshi => 44,
            Tactic::Snapback => 45,
            Tactic::AtariThatTakes => 46,
            Tactic::OtherAtari => 47,
            Tactic::Extend(Left::Two, gain) => 48 + gain as usize,
            Tactic::Race(own, enemy) => 51 + 2 * own as usize + enemy as usize,
            Tactic::Extend(Left::Three, gain) => 55 + gain as usize,
            Tactic::ThrowIn => 58,
            Tactic::KoConnection => 59,
        }
    }

    /// The numbers of its kind: of these a move has at most one, the last that fits.
    pub(crate) const fn kind(self) -> u64 {
        let (first, n) = match self.index() {
            0..=9 => (0, 10),
            10..=13 => (10, 4),
            14..=17 => (14, 4),
            21..=23 => (21, 3),
            24..=27 => (24, 4),
            28..=35 => (28, 8),
            36..=43 => (36, 8),
            48..=50 => (48, 3),
            51..=54 => (51, 4),
            55..=57 => (55, 3),
            index => (index, 1),
        };
        ((1 << n) - 1) << first
    }

    /// All, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Tactic> {
        let mut all = Vec::with_capacity(Tactic::N);
        for own in Stones::ALL {
            all.extend(Stones::ALL.map(|enemy| Tactic::RescueCapture(own, enemy)));
        }
        all.push(Tactic::RescueCaptureInAtari);
        let bulks = || Bulk::ALL.into_iter().flat_map(|own| Bulk::ALL.map(|enemy| (own, enemy)));
        for left in Left::ALL {
            all.extend(bulks().map(|(own, enemy)| Tactic::CaptureAfter(left, own, enemy)));
        }
        all.extend([Tactic::KoCapture, Tactic::CaptureNextToAtari, Tactic::OtherCapture]);
        all.extend(SELF_ATARIS.map(Tactic::SelfAtari));
        all.push(Tactic::ExtendIntoLadder);
        all.extend(Stones::ALL.map(Tactic::ExtendFromAtari));
        for left in Left::ALL {
            for (own, enemy) in bulks() {
                all.extend([false, true].map(|takes| Tactic::AtariAfter(left, own, enemy, takes)));
            }
        }
        all.extend([
            Tactic::Oiotoshi,
            Tactic::Snapback,
            Tactic::AtariThatTakes,
            Tactic::OtherAtari,
        ]);
        all.extend(Gain::ALL.map(|gain| Tactic::Extend(Left::Two, gain)));
        all.extend(bulks().map(|(own, enemy)| Tactic::Race(own, enemy)));
        all.extend(Gain::ALL.map(|gain| Tactic::Extend(Left::Three, gain)));
        all.extend([Tactic::ThrowIn, Tactic::KoConnection]);
        all.into_iter()
    }

    /// A stable name, such as `rescue-capture/own-1/enemy-3+`.
    pub fn name(self) -> String {
        match self {
            Tactic::RescueCapture(own, enemy) => {
                format!("rescue-capture/own-{}/enemy-{}", own.name(), enemy.name())
            }
            Tactic::RescueCaptureInAtari => "rescue-capture/in-atari".to_owned(),
            Tactic::CaptureAfter(left, own, enemy) => {
                format!("capture-after-{}/own-{}/enemy-{}", left.name(), own.name(), enemy.name())
            }
            Tactic::KoCapture => "ko-capture".to_owned(),
            Tactic::CaptureNextToAtari => "capture-next-to-atari".to_owned(),
            Tactic::OtherCapture => "other-capture".to_owned(),
            Tactic::SelfAtari(class) => format!("self-atari/{}", self_atari_name(class)),
            Tactic::ExtendIntoLadder => "extend-from-atari/ladder".to_owned(),
            Tactic::ExtendFromAtari(own) => format!("extend-from-atari/own-{}", own.name()),
            Tactic::AtariAfter(left, own, enemy, takes) => {
                let takes = if takes { "takes" } else { "escapes" };
                format!(
                    "atari-after-{}/own-{}/enemy-{}/{takes}",
                    left.name(),
                    own.name(),
                    enemy.name()
                )
            }
            Tactic::Oiotoshi => "oiotoshi".to_owned(),
            Tactic::Snapback => "snapback".to_owned(),
            Tactic::AtariThatTakes => "other-atari/takes".to_owned(),
            Tactic::OtherAtari => "other-atari/escapes".to_owned(),
            Tactic::Extend(left, gain) => {
                format!("extend-from-{}/gain-{}", left.name(), gain.name())
            }
            Tactic::Race(own, enemy) => format!("race/own-{}/enemy-{}", own.name(), enemy.name()),
            Tactic::ThrowIn => "throw-in".to_owned(),
            Tactic::KoConnection => "ko-connection".to_owned(),
        }
    }

    /// What it does, in a Go player's words, to follow "the move …".
    pub fn words(self) -> String {
        match self {
            Tactic::RescueCapture(own, enemy) => {
                format!("takes {} to save {} just put into atari", enemy.words(), own.words())
            }
            Tactic::RescueCaptureInAtari => {
                "takes stones to save its own from atari, but stays in atari".to_owned()
            }
            Tactic::CaptureAfter(left, own, enemy) => format!(
                "takes {} next to {} just left with {}",
                enemy.words(),
                own.words(),
                left.words()
            ),
            Tactic::KoCapture => "ends the ko by taking a stone beside it".to_owned(),
            Tactic::CaptureNextToAtari => "takes stones and so saves a chain in atari".to_owned(),
            Tactic::OtherCapture => "takes stones".to_owned(),
            Tactic::SelfAtari(class) => self_atari_words(class).to_owned(),
            Tactic::ExtendIntoLadder => "runs from atari, but the ladder works".to_owned(),
            Tactic::ExtendFromAtari(own) => {
                format!("runs with {} just put into atari", own.words())
            }
            Tactic::AtariAfter(left, own, enemy, takes) => format!(
                "puts {} into atari{} to help {} just left with {}",
                enemy.words(),
                if takes { ", who cannot run," } else { "" },
                own.words(),
                left.words()
            ),
            Tactic::Oiotoshi => "catches stones by atari after atari (oiotoshi)".to_owned(),
            Tactic::Snapback => "gives a stone to take more back (snapback)".to_owned(),
            Tactic::AtariThatTakes => "puts stones into atari that cannot run".to_owned(),
            Tactic::OtherAtari => "puts stones into atari".to_owned(),
            Tactic::Extend(left, gain) => {
                format!(
                    "answers where a chain was just left with {}, and {}",
                    left.words(),
                    gain.words()
                )
            }
            Tactic::Race(own, enemy) => format!(
                "takes a liberty from {} in a race with {} of its own, three liberties each",
                enemy.words(),
                own.words()
            ),
            Tactic::ThrowIn => "throws a stone in to make an eye false".to_owned(),
            Tactic::KoConnection => "connects the ko".to_owned(),
        }
    }
}

pub(super) const SELF_ATARIS: [SelfAtari; 3] =
    [SelfAtari::Small, SelfAtari::Nakade, SelfAtari::Other];

pub(super) const fn self_atari_index(class: SelfAtari) -> usize {
    match class {
        SelfAtari::Small => 0,
        SelfAtari::Nakade => 1,
        SelfAtari::Other => 2,
    }
}

pub(super) const fn self_atari_name(class: SelfAtari) -> &'static str {
    match class {
        SelfAtari::Small => "small",
        SelfAtari::Nakade => "nakade",
        SelfAtari::Other => "other",
    }
}

pub(super) const fn self_atari_words(class: SelfAtari) -> &'static str {
    match class {
        SelfAtari::Small => "puts one or two own stones into atari",
        SelfAtari::Nakade => {
            "fills the enemy's eye space with a shape that leaves one eye (nakade)"
        }
        SelfAtari::Other => "puts its own stones into atari",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tactics_are_listed_by_their_numbers_and_named_apart() {
        let all: Vec<Tactic> = Tactic::all().collect();
        assert_eq!(all.len(), Tactic::N);
        for (i, tactic) in all.iter().enumerate() {
            assert_eq!(tactic.index(), i);
            assert_ne!(tactic.kind() & 1 << i, 0);
            assert!(!tactic.words().is_empty());
        }
        let mut names: Vec<String> = all.iter().map(|tactic| tactic.name()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Tactic::N);
    }
}
