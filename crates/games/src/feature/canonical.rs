//! One number per feature, the same for all renamings and orders of its literals.

use super::{Feature, map_vars};
use crate::rules::{Arg, Lit, Value};

fn mix(a: u64, b: u64) -> u64 {
    let h = (a.rotate_left(23) ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    h ^ (h >> 31)
}

/// Hash of a literal when its variables have the given colors.
fn literal_hash(lit: &Lit, colors: &[u64]) -> u64 {
    let arg = |a: &Arg| match a {
        Arg::Var(v) => mix(1, colors[*v as usize]),
        Arg::Const(Value(c)) => mix(2, u64::from(*c)),
    };
    match lit {
        Lit::Call { pred, args, negated } => {
            args.iter().fold(mix(*pred as u64, u64::from(*negated)), |h, a| mix(h, arg(a)))
        }
        Lit::Same { left, right, equal } => {
            mix(u64::from(*equal) + 11, arg(left).wrapping_add(arg(right)))
        }
        Lit::Count { over, body, result } => {
            let over: u64 = over.iter().map(arg).fold(0, u64::wrapping_add);
            let body = body.iter().map(|l| literal_hash(l, colors)).fold(0, u64::wrapping_add);
            mix(mix(over, body), colors[*result as usize])
        }
        Lit::Compare { how, left, right } => {
            let side = |s: &[(i64, Arg)]| {
                s.iter().map(|(c, a)| mix(*c as u64, arg(a))).fold(0, u64::wrapping_add)
            };
            mix(mix(*how as u64, side(left)), side(right))
        }
    }
}

/// Color refinement: a variable is told apart by the literals it stands in.
pub(super) fn fingerprint(feature: &Feature) -> u64 {
    let mut colors: Vec<u64> =
        (0..feature.n_vars as u16).map(|v| 7 + u64::from(feature.head.contains(&v))).collect();
    for round in 0..4 {
        let mut next: Vec<u64> = colors.iter().map(|c| mix(*c, round)).collect();
        for lit in &feature.body {
            let whole = literal_hash(lit, &colors);
            let mut place = 0;
            map_vars(lit, &mut |v| {
                place += 1;
                let slot = &mut next[v as usize];
                *slot = slot.wrapping_add(mix(whole, place));
                Arg::Var(v)
            });
        }
        colors = next;
    }
    feature
        .body
        .iter()
        .map(|l| literal_hash(l, &colors))
        .fold(feature.head.len() as u64, u64::wrapping_add)
}
