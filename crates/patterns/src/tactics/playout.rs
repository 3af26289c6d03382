//! The tactics of the playout: fourteen kinds with their sub-classes, 32 in all (thesis §4.5.2).

use super::tree::{SELF_ATARIS, self_atari_index, self_atari_name, self_atari_words};
use super::{Bulk, Left, Stones};
use aji_reading::SelfAtari;

/// What a move does, as finely as playouts tell moves apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayoutTactic {
    /// Kind 1: takes enemies next to an own chain that the last move put into atari.
    RescueCapture(Stones, Stones),
    /// Kind 1 (j): the same, but what is left is in atari itself.
    RescueCaptureInAtari,
    /// Kinds 2 and 3: takes enemies next to an own chain that the last move left with two or three liberties.
    CaptureAfter(Left, Bulk),
    /// Kind 4: ends a ko by taking what stands around it.
    KoCapture,
    /// Kind 5: takes other enemies.
    OtherCapture,
    /// Kind 6: puts itself into atari.
    SelfAtari(SelfAtari),
    /// Kind 7: runs from atari.
    ExtendFromAtari(Stones),
    /// Kinds 8 and 9: puts enemies into atari next to an own chain that the last move left with two or three
    /// liberties.
    AtariAfter(Left, Bulk),
    /// Kind 10: other ataris.
    OtherAtari,
    /// Kinds 11 and 13: plays on a liberty of an own chain that the last move left with two or three.
    Extend(Left),
    /// Kind 12: takes a liberty in a race of three against three.
    Race(Bulk),
    /// Kind 14: makes the eye false that taking two stones left.
    ThrowIn,
}

impl PlayoutTactic {
    /// How many there are.
    pub const N: usize = 32;

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            PlayoutTactic::RescueCapture(own, enemy) => 3 * own as usize + enemy as usize,
            PlayoutTactic::RescueCaptureInAtari => 9,
            PlayoutTactic::CaptureAfter(left, enemy) => 10 + 2 * left as usize + enemy as usize,
            PlayoutTactic::KoCapture => 14,
            PlayoutTactic::OtherCapture => 15,
            PlayoutTactic::SelfAtari(class) => 16 + self_atari_index(class),
            PlayoutTactic::ExtendFromAtari(stones) => 19 + stones as usize,
            PlayoutTactic::AtariAfter(left, enemy) => 22 + 2 * left as usize + enemy as usize,
            PlayoutTactic::OtherAtari => 26,
            PlayoutTactic::Extend(left) => 27 + left as usize,
            PlayoutTactic::Race(enemy) => 29 + enemy as usize,
            PlayoutTactic::ThrowIn => 31,
        }
    }

    /// The numbers of its kind: of these a move has at most one, the last that fits.
    #[inline]
    pub(crate) const fn kind(self) -> u32 {
        const KINDS: [u32; PlayoutTactic::N] = {
            let mut kinds = [0; PlayoutTactic::N];
            let mut index = 0;
            while index < PlayoutTactic::N {
                let (first, n) = match index {
                    0..=9 => (0, 10),
                    10..=11 => (10, 2),
                    12..=13 => (12, 2),
                    16..=18 => (16, 3),
                    19..=21 => (19, 3),
                    22..=23 => (22, 2),
                    24..=25 => (24, 2),
                    29..=30 => (29, 2),
                    index => (index, 1),
                };
                kinds[index] = ((1 << n) - 1) << first;
                index += 1;
            }
            kinds
        };
        KINDS[self.index()]
    }

    /// All captures: with one of these a capture is no other capture.
    pub(crate) const CAPTURES: u32 = (1 << 15) - 1;
    /// All ataris next to own chains in trouble: with one of these an atari is no other atari.
    pub(crate) const ATARIS: u32 = 0xF << 22;

    /// All, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = PlayoutTactic> {
        let mut all = Vec::with_capacity(PlayoutTactic::N);
        for own in Stones::ALL {
            all.extend(Stones::ALL.map(|enemy| PlayoutTactic::RescueCapture(own, enemy)));
        }
        all.push(PlayoutTactic::RescueCaptureInAtari);
        let after = || Left::ALL.into_iter().flat_map(|left| Bulk::ALL.map(|enemy| (left, enemy)));
        all.extend(after().map(|(left, enemy)| PlayoutTactic::CaptureAfter(left, enemy)));
        all.extend([PlayoutTactic::KoCapture, PlayoutTactic::OtherCapture]);
        all.extend(SELF_ATARIS.map(PlayoutTactic::SelfAtari));
        all.extend(Stones::ALL.map(PlayoutTactic::ExtendFromAtari));
        all.extend(after().map(|(left, enemy)| PlayoutTactic::AtariAfter(left, enemy)));
        all.push(PlayoutTactic::OtherAtari);
        all.extend(Left::ALL.map(PlayoutTactic::Extend));
        all.extend(Bulk::ALL.map(PlayoutTactic::Race));
        all.push(PlayoutTactic::ThrowIn);
        all.into_iter()
    }

    /// A stable name, such as `rescue-capture/own-1/enemy-3+`.
    pub fn name(self) -> String {
        match self {
            PlayoutTactic::RescueCapture(own, enemy) => {
                format!("rescue-capture/own-{}/enemy-{}", own.name(), enemy.name())
            }
            PlayoutTactic::RescueCaptureInAtari => "rescue-capture/in-atari".to_owned(),
            PlayoutTactic::CaptureAfter(left, enemy) => {
                format!("capture-after-{}/enemy-{}", left.name(), enemy.name())
            }
            PlayoutTactic::KoCapture => "ko-capture".to_owned(),
            PlayoutTactic::OtherCapture => "other-capture".to_owned(),
            PlayoutTactic::SelfAtari(class) => format!("self-atari/{}", self_atari_name(class)),
            PlayoutTactic::ExtendFromAtari(own) => format!("extend-from-atari/own-{}", own.name()),
            PlayoutTactic::AtariAfter(left, enemy) => {
                format!("atari-after-{}/enemy-{}", left.name(), enemy.name())
            }
            PlayoutTactic::OtherAtari => "other-atari".to_owned(),
            PlayoutTactic::Extend(left) => format!("extend-from-{}", left.name()),
            PlayoutTactic::Race(enemy) => format!("race/enemy-{}", enemy.name()),
            PlayoutTactic::ThrowIn => "throw-in".to_owned(),
        }
    }

    /// What it does, in a Go player's words, to follow "the move …".
    pub fn words(self) -> String {
        match self {
            PlayoutTactic::RescueCapture(own, enemy) => {
                format!("takes {} to save {} just put into atari", enemy.words(), own.words())
            }
            PlayoutTactic::RescueCaptureInAtari => {
                "takes stones to save its own from atari, but stays in atari".to_owned()
            }
            PlayoutTactic::CaptureAfter(left, enemy) => {
                format!("takes {} next to a chain just left with {}", enemy.words(), left.words())
            }
            PlayoutTactic::KoCapture => "ends the ko by taking a stone beside it".to_owned(),
            PlayoutTactic::OtherCapture => "takes stones".to_owned(),
            PlayoutTactic::SelfAtari(class) => self_atari_words(class).to_owned(),
            PlayoutTactic::ExtendFromAtari(own) => {
                format!("runs with {} just put into atari", own.words())
            }
            PlayoutTactic::AtariAfter(left, enemy) => {
                format!(
                    "puts {} into atari to help a chain just left with {}",
                    enemy.words(),
                    left.words()
                )
            }
            PlayoutTactic::OtherAtari => "puts stones into atari".to_owned(),
            PlayoutTactic::Extend(left) => {
                format!("plays on a liberty of a chain just left with {}", left.words())
            }
            PlayoutTactic::Race(enemy) => {
                format!("takes a liberty from {} in a race of three against three", enemy.words())
            }
            PlayoutTactic::ThrowIn => "throws a stone in to make an eye false".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tactics_are_listed_by_their_numbers_and_named_apart() {
        let all: Vec<PlayoutTactic> = PlayoutTactic::all().collect();
        assert_eq!(all.len(), PlayoutTactic::N);
        for (i, tactic) in all.iter().enumerate() {
            assert_eq!(tactic.index(), i);
            assert_ne!(tactic.kind() & 1 << i, 0);
            assert!(!tactic.words().is_empty());
        }
        let mut names: Vec<String> = all.iter().map(|tactic| tactic.name()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), PlayoutTactic::N);
    }
}
