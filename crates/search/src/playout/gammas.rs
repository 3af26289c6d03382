//! The strengths a learned playout draws by, as whole numbers.
//!
//! A gamma of 1 is [`ONE`]. The product of a move's gammas is its *rate*; everything is integer
//! arithmetic, so that every machine plays the same playout.

use super::diamond::{Diamonds, Level};
use aji_goban::Color;
use aji_patterns::playout::StandingClass;
use aji_patterns::shape::NearCode;
use aji_patterns::{Extent, PlayoutTactic};
use aji_ranking::numbers::{exp, ln};
use std::collections::HashMap;

/// The whole number that stands for a gamma of 1.
pub const ONE: u32 = 1 << FRACTION_BITS;
const FRACTION_BITS: u32 = 10;
/// No rate is larger: the sum over a board fits 32 bits.
pub const MAX_RATE: u32 = 1 << 22;

/// How many distances to the last move count: 2, 3 and 4.
pub const N_DISTANCES: usize = 3;

/// The product of two gammas; 0 only if one of them is.
#[inline]
pub fn product(a: u32, b: u32) -> u32 {
    let exact = u64::from(a) * u64::from(b);
    (exact >> FRACTION_BITS).max(u64::from(exact != 0)).min(u64::from(MAX_RATE)) as u32
}

/// A strength as a whole number; nonsense counts as 1.
pub(super) fn fixed(gamma: f64) -> u32 {
    if gamma.is_nan() {
        return ONE;
    }
    let least = f64::from(u8::from(gamma > 0.0));
    (gamma * f64::from(ONE)).round().clamp(least, f64::from(MAX_RATE)) as u32
}

/// All strengths of a playout, ready for use.
#[derive(Clone, Debug)]
pub struct Gammas {
    extent: Extent,
    tactics: [u32; PlayoutTactic::N],
    /// The product of the tactics of each standing class; 0 for suicide.
    standing: [u32; StandingClass::N],
    distances: [u32; N_DISTANCES],
    /// Of every 3×3 shape; 0 for the side whose eye it is.
    small: SmallTable,
    /// Of every shape of radius 2; nothing if they do not count.
    diamonds: Option<Diamonds>,
}

/// Strengths as they were learned or set by hand, before they are made ready.
#[derive(Clone, Debug)]
pub struct Strengths {
    /// The shapes they are about: 3×3, or radius 2.
    pub extent: Extent,
    /// By tactic.
    pub tactics: [f64; PlayoutTactic::N],
    /// By distance to the last move: 2, 3, 4.
    pub distances: [f64; N_DISTANCES],
    /// Normal forms of shapes and their strengths; all others have 1.
    pub shapes: Vec<(Extent, u64, f64)>,
}

impl Strengths {
    /// Every move is as strong as every other.
    pub fn none() -> Strengths {
        Strengths {
            extent: Extent::ThreeByThree,
            tactics: [1.0; PlayoutTactic::N],
            distances: [1.0; N_DISTANCES],
            shapes: Vec::new(),
        }
    }
}

impl Gammas {
    /// Makes strengths ready, each raised to the power `exponent`: below 1 playouts become more random,
    /// above 1 more narrow.
    pub fn new(strengths: &Strengths, exponent: f64) -> Gammas {
        let ready = |gamma: f64| {
            let is_as_it_is = exponent == 1.0 || gamma == 0.0;
            fixed(if is_as_it_is { gamma } else { exp(exponent * ln(gamma)) })
        };
        let tactics = strengths.tactics.map(ready);
        let mut distances = strengths.distances.map(ready);
        if strengths.extent == Extent::ThreeByThree {
            distances[2] = ONE;
        }
        let small = small_table(strengths, ready);
        let diamonds = (strengths.extent != Extent::ThreeByThree)
            .then(|| diamond_table(strengths, &small, ready));
        let standing = std::array::from_fn(|class| {
            let class = StandingClass::from_index(class);
            if class.is_suicide() { 0 } else { product_of(&tactics, class.tactics()) }
        });
        Gammas { extent: strengths.extent, tactics, standing, distances, small, diamonds }
    }

    /// The shapes these are about.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// The product of the gammas of tactics, a bit each.
    #[inline]
    pub fn of_tactics(&self, tactics: u32) -> u32 {
        product_of(&self.tactics, tactics)
    }

    /// The product of the gammas of what a move does whatever was played last.
    #[inline]
    pub fn of_standing(&self, class: StandingClass) -> u32 {
        self.standing[class.index()]
    }

    /// The gammas of distance 2, 3 and 4 to the last move.
    #[inline]
    pub const fn distances(&self) -> &[u32; N_DISTANCES] {
        &self.distances
    }

    /// The gammas of the shape around a point, for Black and for White to move.
    #[inline]
    pub fn of_shape(&self, code: NearCode) -> [u32; 2] {
        match &self.diamonds {
            Some(diamonds) => diamonds.of(code).map(Level::gamma),
            None => self.of_small(code),
        }
    }

    /// The gammas of the 3×3 shape alone.
    #[inline]
    pub fn of_small(&self, code: NearCode) -> [u32; 2] {
        self.small.of(code)
    }
}

/// The gammas of all 3×3 shapes, for Black and for White to move. Shapes that are alike share a pair, so that the
/// table is small enough to stay in the cache.
#[derive(Clone, Debug)]
struct SmallTable {
    /// Where the pair of each shape stands.
    places: Box<[u16; 1 << 16]>,
    pairs: Vec<[u32; 2]>,
}

impl SmallTable {
    #[inline]
    fn of(&self, code: NearCode) -> [u32; 2] {
        self.pairs[self.places[code.small().bits() as usize & 0xFFFF] as usize]
    }
}

/// The gammas of all 3×3 shapes.
fn small_table(strengths: &Strengths, ready: impl Fn(f64) -> u32) -> SmallTable {
    let known: HashMap<u64, u32> = (strengths.shapes.iter())
        .filter(|shape| shape.0 == Extent::ThreeByThree)
        .map(|&(_, key, gamma)| (key, ready(gamma)))
        .collect();
    let pair = |bits: u16| {
        let code = NearCode::from_bits(bits.into());
        Color::BOTH.map(|color| {
            if code.is_eye(color) {
                return 0;
            }
            *known.get(&code.normal(color).bits().into()).unwrap_or(&ONE)
        })
    };
    let (mut places, mut pairs, mut known_pairs) = (vec![0; 1 << 16], Vec::new(), HashMap::new());
    for bits in 0..=u16::MAX {
        let pair = pair(bits);
        places[usize::from(bits)] = *known_pairs.entry(pair).or_insert_with(|| {
            pairs.push(pair);
            (pairs.len() - 1) as u16
        });
    }
    let Ok(places) = places.into_boxed_slice().try_into() else {
        unreachable!("one for each shape")
    };
    SmallTable { places, pairs }
}

/// The gammas of all shapes of radius 2; those not known have the gamma of their inner 3×3 shape.
fn diamond_table(
    strengths: &Strengths,
    small: &SmallTable,
    ready: impl Fn(f64) -> u32,
) -> Diamonds {
    let mut diamonds = Diamonds::new(|code| small.of(code));
    for &(extent, key, gamma) in &strengths.shapes {
        let shape = NearCode::from_bits(key as u32);
        if extent == Extent::Diamond2 && !shape.is_eye(Color::Black) {
            diamonds.set(shape, ready(gamma));
        }
    }
    diamonds
}

#[inline]
fn product_of(gammas: &[u32; PlayoutTactic::N], mut tactics: u32) -> u32 {
    let mut rate = ONE;
    while tactics != 0 {
        rate = product(rate, gammas[tactics.trailing_zeros() as usize]);
        tactics &= tactics - 1;
    }
    rate
}
