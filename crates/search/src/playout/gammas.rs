//! The strengths a learned playout draws by, as whole numbers.
//!
//! A gamma of 1 is [`ONE`]. The product of a move's gammas is its *rate*; everything is integer
//! arithmetic, so that every machine plays the same playout.

use aji_goban::Color;
use aji_patterns::playout::StandingClass;
use aji_patterns::shape::NearCode;
use aji_patterns::{Catalog, Extent, PlayoutTactic};

/// The whole number that stands for a gamma of 1.
pub const ONE: u32 = 1 << FRACTION_BITS;
const FRACTION_BITS: u32 = 10;
/// No rate is larger: the sum over a board fits 32 bits.
pub const MAX_RATE: u32 = 1 << 22;

/// How many distances to the last move count: 2, 3 and 4.
pub const N_DISTANCES: usize = 3;

/// The product of two gammas.
#[inline]
pub fn product(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> FRACTION_BITS).min(u64::from(MAX_RATE)) as u32
}

/// A strength as a whole number; nonsense counts as 1.
pub(super) fn fixed(gamma: f64) -> u32 {
    if gamma.is_nan() {
        return ONE;
    }
    (gamma * f64::from(ONE)).round().clamp(0.0, f64::from(MAX_RATE)) as u32
}

/// All strengths of a playout, ready for use.
#[derive(Clone, Debug)]
pub struct Gammas {
    extent: Extent,
    tactics: [u32; PlayoutTactic::N],
    /// The product of the tactics of each standing class.
    standing: [u32; StandingClass::N],
    distances: [u32; N_DISTANCES],
    /// Of every 3×3 shape, for Black and for White to move.
    small: Box<[[u32; 2]]>,
    /// Of the shapes of radius 2 that are known.
    catalog: Catalog,
    known: Vec<u32>,
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
        let ready = |gamma: f64| fixed(gamma.powf(exponent));
        let tactics = strengths.tactics.map(ready);
        let mut distances = strengths.distances.map(ready);
        if strengths.extent == Extent::ThreeByThree {
            distances[2] = ONE;
        }
        let (mut catalog, mut known) = (Catalog::new(), Vec::new());
        for &(extent, key, gamma) in &strengths.shapes {
            if catalog.learn(extent, key).0 as usize == known.len() {
                known.push(ready(gamma));
            }
        }
        let small = (0..=u16::MAX).map(|bits| small_pair(bits, &catalog, &known)).collect();
        let standing = std::array::from_fn(|class| {
            product_of(&tactics, StandingClass::from_index(class).tactics())
        });
        Gammas { extent: strengths.extent, tactics, standing, distances, small, catalog, known }
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

    /// The gamma of a 3×3 shape, for Black and for White to move.
    #[inline]
    pub fn of_small(&self, code: NearCode) -> [u32; 2] {
        self.small[code.small().bits() as usize]
    }

    /// The gamma of a shape of radius 2, for Black and for White to move; of its inner 3×3 shape where
    /// it is not known.
    pub fn of_diamond(&self, code: NearCode) -> [u32; 2] {
        let small = self.of_small(code);
        Color::BOTH.map(|color| {
            let key = code.normal(color).bits().into();
            match self.catalog.find(Extent::Diamond2, key) {
                Some(id) => self.known[id.0 as usize],
                None => small[color.index()],
            }
        })
    }
}

fn small_pair(bits: u16, catalog: &Catalog, known: &[u32]) -> [u32; 2] {
    let code = NearCode::from_bits(bits.into());
    Color::BOTH.map(|color| {
        let key = code.normal(color).bits().into();
        catalog.find(Extent::ThreeByThree, key).map_or(ONE, |id| known[id.0 as usize])
    })
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
