//! Conditions that need an answer before they can be tried: `not`, `count` and comparisons.
//!
//! With the position known they are decided; otherwise they become conditions of the ground clause.

use super::{Alternative, CountGoal, Engine, Extra, Flow, Frame, Goal, OPEN, Sink, holds};
use crate::rules::fluents::Fact;
use crate::rules::program::{Arg, Linear, Lit, PredId, Value};
use crate::rules::relation::{FastMap, FastSet};
use crate::rules::syntax::Comparison;

impl<'p> Engine<'p> {
    pub(super) fn deny_static(
        &mut self,
        f: &Frame<'_, 'p>,
        pred: PredId,
        args: &[Arg],
        sink: Sink<'_, 'p>,
    ) -> Flow {
        let (vals, rows) = self.candidates(f.base, pred, args);
        let relation = &self.program.relations[pred];
        let mark = self.trail.len();
        let mut found = false;
        for i in 0..rows.len() {
            let tuple = relation.tuple(rows.at(i));
            found |= (0..args.len()).all(|j| self.unify(vals[j], tuple[j]));
            self.undo(mark);
        }
        if found { Flow::Go } else { self.step(f, sink) }
    }

    /// `not fact`: every matching fact false; an open variable takes each of its other values.
    pub(super) fn deny_facts(
        &mut self,
        f: &Frame<'_, 'p>,
        pred: PredId,
        args: &[Arg],
        sink: Sink<'_, 'p>,
    ) -> Flow {
        let (vals, rows) = self.candidates(f.base, pred, args);
        let relation = &self.program.relations[pred];
        let mark = self.trail.len();
        let mut denied = Vec::new();
        for i in 0..rows.len() {
            let tuple = relation.tuple(rows.at(i));
            if (0..args.len()).all(|j| self.unify(vals[j], tuple[j])) {
                denied.push(self.program.fluents.rows[&pred][rows.at(i)]);
            }
            self.undo(mark);
        }
        let open = denied.iter().filter(|d| self.assigned[d.var as usize] == OPEN);
        let open: FastSet<u16> = open.map(|d| d.var).collect();
        if open.len() > 2 {
            return self.deny_goal(f, pred, args, sink); // too many branches: one condition
        }
        self.deny_each(f, &denied, sink)
    }

    fn deny_each(&mut self, f: &Frame<'_, 'p>, denied: &[Fact], sink: Sink<'_, 'p>) -> Flow {
        let Some((fact, rest)) = denied.split_first() else {
            return self.step(f, sink);
        };
        let var = fact.var as usize;
        if self.assigned[var] != OPEN {
            return if self.assigned[var] == fact.value {
                Flow::Go
            } else {
                self.deny_each(f, rest, sink)
            };
        }
        for value in 0..self.program.fluents.n_values(var) as u8 {
            if value != fact.value {
                self.assigned[var] = value;
                self.residual.push(Fact { var: fact.var, value });
                let flow = self.deny_each(f, rest, sink);
                self.residual.pop();
                self.assigned[var] = OPEN;
                if flow == Flow::Stop {
                    return flow;
                }
            }
        }
        Flow::Go
    }

    /// `not goal` for a derived goal: decided now if the position is known, kept otherwise.
    pub(super) fn deny_goal(
        &mut self,
        f: &Frame<'_, 'p>,
        pred: PredId,
        args: &[Arg],
        sink: Sink<'_, 'p>,
    ) -> Flow {
        let values: Vec<Value> = args.iter().map(|a| self.arg(f.base, a)).collect();
        if !self.complete {
            let args = values.iter().map(|v| v.as_cell().is_none().then_some(*v)).collect();
            let goal = Goal { pred, args };
            let id = self.goals.iter().position(|g| *g == goal).unwrap_or_else(|| {
                self.goals.push(goal);
                self.goals.len() - 1
            });
            self.extras.push(Extra::Not(id));
            let flow = self.step(f, sink);
            self.extras.pop();
            return flow;
        }
        let mut found = false;
        let alone = Frame { body: &[], at: 0, next: None, ancestors: None, ..*f };
        self.nesting += f.depth;
        self.expand(&Frame { depth: 0, ..alone }, pred, &values, None, &mut |_, _| {
            found = true;
            Flow::Stop
        });
        self.nesting -= f.depth;
        if self.error.is_some() {
            Flow::Stop
        } else if found {
            Flow::Go
        } else {
            self.step(f, sink)
        }
    }

    pub(super) fn count(
        &mut self,
        f: &Frame<'_, 'p>,
        over: &[Arg],
        body: &'p [Lit],
        result: u16,
        sink: Sink<'_, 'p>,
    ) -> Flow {
        let inner = Frame {
            body,
            at: 0,
            next: None,
            depth: 0,
            ancestors: None,
            base: f.base,
            clause: f.clause,
        };
        let base = f.base;
        let outer: Vec<Value> =
            (0..self.cells.len() - base).map(|i| self.deref(self.cells[base + i])).collect();
        let known = (!self.complete)
            .then(|| self.count_ids.get(&(body.as_ptr() as usize, outer.clone())).copied())
            .flatten();
        let value = if let Some(id) = known {
            Value::count(id)
        } else {
            let residual = std::mem::take(&mut self.residual);
            let extras = std::mem::take(&mut self.extras);
            let assigned = (!self.complete).then(|| {
                std::mem::replace(&mut self.assigned, vec![OPEN; self.program.fluents.n_vars()])
            });
            let mut members: FastMap<Vec<Value>, Vec<Alternative>> = FastMap::default();
            self.nesting += f.depth;
            self.run(&inner, &mut |e, _| {
                let key = over.iter().map(|a| e.arg(base, a)).collect();
                members.entry(key).or_default().push((e.residual.clone(), e.extras.clone()));
                Flow::Go
            });
            self.nesting -= f.depth;
            self.residual = residual;
            self.extras = extras;
            if let Some(assigned) = assigned {
                self.assigned = assigned;
            }
            if self.error.is_some() {
                return Flow::Stop;
            }
            if self.complete {
                Value::number(members.len() as i64)
            } else {
                let mut keyed: Vec<_> = members.into_iter().collect();
                keyed.sort_by(|a, b| a.0.cmp(&b.0));
                let members = keyed.into_iter().map(|(_, m)| m).collect();
                self.counts.push(CountGoal { members });
                self.count_ids.insert((body.as_ptr() as usize, outer), self.counts.len() - 1);
                Value::count(self.counts.len() - 1)
            }
        };
        let mark = self.trail.len();
        let slot = self.cells[f.base + result as usize];
        let flow = if self.unify(slot, value) { self.step(f, sink) } else { Flow::Go };
        self.undo(mark);
        flow
    }

    pub(super) fn compare(
        &mut self,
        f: &Frame<'_, 'p>,
        how: Comparison,
        left: &Linear,
        right: &Linear,
        sink: Sink<'_, 'p>,
    ) -> Flow {
        let mut constant = 0i64;
        let mut counts: Vec<(i64, usize)> = Vec::new();
        for (side, sum) in [(1, left), (-1, right)] {
            for (sign, arg) in sum {
                let value = self.arg(f.base, arg);
                if let Some(n) = value.as_number() {
                    constant += side * sign * n;
                } else if let Some(id) = value.as_count() {
                    counts.push((side * sign, id));
                } else {
                    let text = format!("`{}` is not a number here", self.program.show(value));
                    return self.fail(f, &text);
                }
            }
        }
        if counts.is_empty() {
            return if holds(how, constant) { self.step(f, sink) } else { Flow::Go };
        }
        self.extras.push(Extra::Compare(how, counts, constant));
        let flow = self.step(f, sink);
        self.extras.pop();
        flow
    }
}
