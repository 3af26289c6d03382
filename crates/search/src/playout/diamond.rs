//! The gammas of all shapes of radius 2, found by two looks.
//!
//! Most of the 2²⁴ codes never occur: where a point lies off the board, so do those beyond it. Of the inner
//! 3×3 shapes 7,641 exist, and turned, mirrored and with colors exchanged they are 570 *classes*. A class has a
//! block with an entry for each of the 256 states of the four points two steps away, seen in the class's own
//! view. An entry holds both sides' gammas as *levels*, steps of a sixteenth of a doubling, in one byte each:
//! all blocks together are 285 KB and stay in the cache.

use super::gammas::{MAX_RATE, ONE};
use aji_patterns::shape::NearCode;
use std::collections::HashMap;

/// A gamma in one byte: 0 is 0, 128 is 1, every 16 more is twice as much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

/// A sixteenth, two sixteenths … of a doubling, in 2⁻¹⁶.
const SIXTEENTHS: [u64; 16] = [
    65536, 68438, 71468, 74632, 77936, 81386, 84990, 88752, 92682, 96785, 101_070, 105_545,
    110_218, 115_098, 120_194, 125_515,
];

impl Level {
    /// The gammas of all levels.
    const GAMMAS: [u32; 256] = {
        let mut gammas = [0; 256];
        let mut level = 1;
        while level < 256 {
            let fine = SIXTEENTHS[level % 16] * ONE as u64;
            let gamma = if level >= 128 {
                fine << ((level - 128) / 16) >> 16
            } else {
                fine >> ((143 - level) / 16) >> 16
            };
            gammas[level] = if gamma > MAX_RATE as u64 { MAX_RATE } else { gamma as u32 };
            level += 1;
        }
        gammas
    };

    /// The level nearest to a gamma.
    pub fn nearest(gamma: u32) -> Level {
        let above = Level::GAMMAS.partition_point(|&level| level < gamma).min(255);
        let is_below_nearer =
            above > 0 && gamma - Level::GAMMAS[above - 1] < Level::GAMMAS[above].abs_diff(gamma);
        let nearest = above - usize::from(is_below_nearer);
        // What can be drawn at all must stay so.
        Level(nearest.max(usize::from(gamma > 0)) as u8)
    }

    /// Its gamma.
    #[inline]
    pub const fn gamma(self) -> u32 {
        Level::GAMMAS[self.0 as usize]
    }
}

/// How the members of a class of shapes look like its first one: one of four turns, mirrored or not, colors
/// exchanged or not.
#[derive(Clone, Copy, Debug)]
struct View(usize);

impl View {
    const N: usize = 16;

    /// The shape as this view shows it.
    const fn show(self, shape: NearCode) -> NearCode {
        let mut shown = if self.is_swapped() { shape.swapped() } else { shape };
        if self.0 & 4 != 0 {
            shown = shown.mirrored();
        }
        let mut turn = 0;
        while turn < self.0 & 3 {
            shown = shown.turned();
            turn += 1;
        }
        shown
    }

    /// Are Black and White exchanged?
    #[inline]
    const fn is_swapped(self) -> bool {
        self.0 & 8 != 0
    }
}

/// The block of a 3×3 shape and the view in which the shape is that of the block.
#[derive(Clone, Copy, Debug, Default)]
struct Entrance(u16);

impl Entrance {
    const fn new(block: usize, view: View) -> Entrance {
        Entrance((block * View::N + view.0) as u16)
    }

    #[inline]
    const fn block(self) -> usize {
        self.0 as usize / View::N
    }

    #[inline]
    const fn view(self) -> View {
        View(self.0 as usize % View::N)
    }
}

/// The four points two steps away, in all states and views.
static FAR: [[u8; 256]; View::N] = {
    let mut far = [[0; 256]; View::N];
    let mut view = 0;
    while view < View::N {
        let mut state = 0;
        while state < 256 {
            let shape = NearCode::from_bits((state as u32) << 16);
            far[view][state] = (View(view).show(shape).bits() >> 16) as u8;
            state += 1;
        }
        view += 1;
    }
    far
};

/// The gammas of all shapes of radius 2.
#[derive(Clone, Debug)]
pub struct Diamonds {
    /// By 3×3 shape; the first block for shapes that cannot occur.
    entrances: Box<[Entrance]>,
    /// Blocks of 256 entries: Black's level and White's.
    entries: Vec<[Level; 2]>,
}

impl Diamonds {
    /// Every shape has the gamma of its inner 3×3 shape, until others are set.
    pub fn new(of_small: impl Fn(NearCode) -> [u32; 2]) -> Diamonds {
        let mut entries = vec![[Level::nearest(ONE); 2]; 256];
        let mut blocks = HashMap::new();
        let entrances = (0..=u16::MAX)
            .map(|bits| {
                if !can_occur(bits) {
                    return Entrance::default();
                }
                let shape = NearCode::from_bits(bits.into());
                let shown = |view: &usize| View(*view).show(shape).bits();
                let view = View((0..View::N).min_by_key(shown).unwrap_or_default());
                let first = view.show(shape);
                let block = *blocks.entry(first.bits()).or_insert_with(|| {
                    entries.extend([of_small(first).map(Level::nearest); 256]);
                    entries.len() / 256 - 1
                });
                Entrance::new(block, view)
            })
            .collect();
        Diamonds { entrances, entries }
    }

    /// Sets the gamma of a shape, given as the side to move sees it if it is Black, and of all shapes that
    /// are alike.
    pub fn set(&mut self, shape: NearCode, gamma: u32) {
        let level = Level::nearest(gamma);
        for image in (0..View::N).map(View) {
            let (place, is_swapped) = self.place(image.show(shape));
            if place >= 256 {
                self.entries[place][usize::from(is_swapped != image.is_swapped())] = level;
            }
        }
    }

    /// The levels of a shape for Black and for White to move.
    #[inline]
    pub fn of(&self, code: NearCode) -> [Level; 2] {
        let (place, is_swapped) = self.place(code);
        let [one, other] = self.entries[place];
        if is_swapped { [other, one] } else { [one, other] }
    }

    /// Where the levels of a shape stand, and whether White's are first.
    #[inline]
    fn place(&self, code: NearCode) -> (usize, bool) {
        let entrance = self.entrances[code.small().bits() as usize];
        let far = FAR[entrance.view().0][(code.bits() >> 16) as usize];
        (entrance.block() << 8 | usize::from(far), entrance.view().is_swapped())
    }
}

/// Can the eight points around a point look like this? Off the board lies nothing, one side, or two sides
/// that meet.
fn can_occur(bits: u16) -> bool {
    let is_off = |place: usize| bits >> (2 * place) & 3 == 3;
    // The sides above, right, below, left; the diagonals right above, right below, left below, left above.
    let sides = [0, 1, 2, 3].map(is_off);
    let corners = [4, 5, 6, 7].map(is_off);
    let is_corner_right = |i: usize| corners[i] == (sides[i] || sides[(i + 1) % 4]);
    (0..4).all(is_corner_right) && !(sides[0] && sides[2]) && !(sides[1] && sides[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use aji_goban::Color;

    #[test]
    fn as_many_shapes_can_occur_as_there_are() {
        let n = (0..=u16::MAX).filter(|&bits| can_occur(bits)).count();
        assert_eq!(n, 3usize.pow(8) + 4 * 3usize.pow(5) + 4 * 3usize.pow(3));
    }

    #[test]
    fn levels_are_near_their_gammas() {
        for (gamma, exact) in [(0, 0), (ONE, ONE), (2 * ONE, 2 * ONE), (ONE / 4, ONE / 4)] {
            assert_eq!(Level::nearest(gamma).gamma(), exact);
        }
        for gamma in (40..100_000).step_by(97) {
            let level = f64::from(Level::nearest(gamma).gamma());
            assert!((level / f64::from(gamma) - 1.0).abs() < 0.03, "{gamma} became {level}");
        }
    }

    #[test]
    fn a_shape_is_set_in_all_its_images() {
        let shape = NearCode::from_bits(0b01_10_00_00_00_01_00_10_00_00_01_00);
        let mut diamonds = Diamonds::new(|_| [ONE; 2]);
        diamonds.set(shape, 4 * ONE);
        let gammas = |shape| diamonds.of(shape).map(Level::gamma);
        assert_eq!(gammas(shape.turned().mirrored()), [4 * ONE, ONE]);
        assert_eq!(gammas(shape.swapped().turned()), [ONE, 4 * ONE]);
    }

    /// The small table of classes tells all shapes apart that are not alike.
    #[test]
    fn every_shape_keeps_its_own_gamma() {
        let mut random = Random::new(1);
        let mut diamonds = Diamonds::new(|_| [ONE; 2]);
        let mut gammas = HashMap::new();
        for _ in 0..20_000 {
            let bits = random.next_u64();
            let small = bits as u16;
            if can_occur(small) {
                let shape = NearCode::from_bits(bits as u32);
                let gamma = Level((bits >> 32) as u8 | 1).gamma();
                diamonds.set(shape, gamma);
                gammas.insert(shape.normal(Color::Black), gamma);
            }
        }
        for (&shape, &gamma) in &gammas {
            let of_white = gammas.get(&shape.normal(Color::White)).unwrap_or(&ONE);
            assert_eq!(diamonds.of(shape).map(Level::gamma), [gamma, *of_white]);
        }
        assert_eq!(diamonds.entries.len() / 256 - 1, 570);
    }
}
