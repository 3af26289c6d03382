//! Closed patterns: of all conjunctions of a shape that match in the same places of the data, one.
//!
//! If adding a condition does not change how often a pattern matches, it does not change where.
//! A pattern to which no condition can be added so is *closed*, and every pattern has one closed
//! pattern that matches exactly where it does. Their columns in the regression are equal, so one
//! of them is enough; the shortest is the cheapest to evaluate.

use super::space::Shape;
use std::collections::HashMap;

/// The closed pattern of each conjunction that matches at least `floor` times.
fn closure(shape: &Shape, matches: &[f64], code: usize) -> usize {
    let mut closed = code;
    let mut radix = 1;
    for n in &shape.sizes {
        // A place left open: some value of it may be implied.
        if closed / radix % (n + 1) == *n {
            let fixed = |value: usize| closed - radix * (n - value);
            if let Some(value) = (0..*n).find(|v| matches[fixed(*v)] == matches[code]) {
                closed = fixed(value);
            }
        }
        radix *= n + 1;
    }
    closed
}

/// Codes of conjunctions that match at least `floor` times, the shortest for each closed pattern.
pub(super) fn distinct(shape: &Shape, matches: &[f64], floor: f64) -> Vec<usize> {
    let conditions = |mut code: usize| {
        let place = |n: &usize| {
            let open = code % (n + 1) == *n;
            code /= n + 1;
            usize::from(!open)
        };
        shape.sizes.iter().map(place).sum::<usize>()
    };
    let mut shortest: HashMap<usize, (usize, usize)> = HashMap::new();
    for code in (0..matches.len()).filter(|c| matches[*c] >= floor && matches[*c] > 0.0) {
        let this = (conditions(code), code);
        let best = shortest.entry(closure(shape, matches, code)).or_insert(this);
        *best = this.min(*best);
    }
    let mut out: Vec<usize> = shortest.into_values().map(|(_, code)| code).collect();
    out.sort_unstable();
    out
}
