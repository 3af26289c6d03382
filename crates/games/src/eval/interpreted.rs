//! Logical features evaluated by the resolution engine, position by position.

use super::{Evaluator, UNIT};
use crate::feature::{Feature, planned};
use crate::game::{Change, Side};
use crate::rules::{Budget, Engine, FastSet, Flow, Lit, Program};
use crate::symmetry::Symmetries;

/// Features with weights, solved from scratch for every position. Literals are ordered so that
/// facts of which a position has few come first; static conditions are indexed look-ups.
pub struct Interpreted<'p> {
    plans: &'p [Plan],
    bias: i32,
    weights: Vec<i32>,
    engine: Engine<'p>,
    symmetries: &'p Symmetries,
    stack: Vec<Vec<u8>>,
    now: Vec<u8>,
}

/// A feature with its literals in evaluation order.
#[derive(Clone, Debug)]
pub struct Plan {
    body: Vec<Lit>,
    head: Vec<u16>,
    n_vars: usize,
}

impl Plan {
    /// Plans a feature; a position has about `facts(pred)` facts of a fluent.
    pub fn new(program: &Program, f: &Feature, facts: &dyn Fn(usize) -> f64) -> Self {
        let body = planned(program, &f.body, facts);
        Plan { body, head: f.head.clone(), n_vars: f.n_vars }
    }

    /// Number of distinct solutions in the engine's position.
    pub fn solutions<'p>(&'p self, engine: &mut Engine<'p>) -> usize {
        let mut seen: FastSet<u128> = FastSet::default();
        let mut any = false;
        let result = engine.solve(&self.body, self.n_vars, &[], &mut |e, base| {
            any = true;
            if self.head.is_empty() {
                return Flow::Stop;
            }
            let mut key = 0u128;
            for v in &self.head {
                let value = e.value(base, *v as usize).map_or(0, |v| v.0);
                key = key << 16 | u128::from(value & 0xFFFF);
            }
            seen.insert(key);
            Flow::Go
        });
        match result {
            Ok(_) if self.head.is_empty() => usize::from(any),
            Ok(_) => seen.len(),
            Err(_) => 0,
        }
    }
}

impl<'p> Interpreted<'p> {
    /// Weights in units of the value, bias last.
    pub fn new(
        program: &'p Program,
        plans: &'p [Plan],
        weights: &[f64],
        symmetries: &'p Symmetries,
    ) -> Self {
        let whole = |w: &f64| (w * UNIT).round() as i32;
        Interpreted {
            plans,
            bias: weights.last().map_or(0, whole),
            weights: weights.iter().take(plans.len()).map(whole).collect(),
            engine: Engine::new(program, Budget { steps: u64::MAX, ..Budget::default() }),
            symmetries,
            stack: Vec::new(),
            now: Vec::new(),
        }
    }

    /// Value of a position for the side to move.
    pub fn evaluate(&mut self, values: &[u8], side: Side) -> i32 {
        match (&self.symmetries.swap, side) {
            (Some(map), 1) => {
                let mut swapped = values.to_vec();
                for (var, value) in values.iter().enumerate() {
                    let f = map[var][*value as usize];
                    swapped[f.var as usize] = f.value;
                }
                self.engine.assign(&swapped);
            }
            _ => self.engine.assign(values),
        }
        let mut sum = self.bias;
        for (plan, w) in self.plans.iter().zip(&self.weights) {
            sum += w * plan.solutions(&mut self.engine) as i32;
        }
        sum
    }
}

impl Evaluator for Interpreted<'_> {
    fn reset(&mut self, values: &[u8]) {
        self.now = values.to_vec();
        self.stack.clear();
    }

    fn update(&mut self, changes: &[Change]) {
        self.stack.push(self.now.clone());
        for (var, _, new) in changes {
            self.now[*var as usize] = *new;
        }
    }

    fn undo(&mut self) {
        if let Some(before) = self.stack.pop() {
            self.now = before;
        }
    }

    fn value(&mut self, side: Side) -> i32 {
        let values = std::mem::take(&mut self.now);
        let value = self.evaluate(&values, side);
        self.now = values;
        value
    }
}
