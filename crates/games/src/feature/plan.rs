//! The order in which a body's literals are tried: cheap and already bound ones first.

use crate::feature::vars;
use crate::rules::{Arg, Kind, Lit, PredId, Program};

/// Reorders `body`; `facts` estimates how many facts of a fluent hold at once (all of them while
/// unfolding, fewer in a position).
pub fn planned(program: &Program, body: &[Lit], facts: &dyn Fn(PredId) -> f64) -> Vec<Lit> {
    let mut left: Vec<&Lit> = body.iter().collect();
    let mut bound: Vec<u16> = Vec::new();
    let mut out = Vec::new();
    while !left.is_empty() {
        let cost = |lit: &Lit| cost(program, lit, &bound, facts);
        let best =
            (0..left.len()).min_by(|a, b| cost(left[*a]).total_cmp(&cost(left[*b]))).unwrap_or(0);
        let lit = left.remove(best);
        match lit {
            Lit::Call { args, negated: false, .. } => bound.extend(vars(args)),
            Lit::Same { left, right, equal: true } => bound.extend(vars(&[*left, *right])),
            Lit::Count { result, .. } => bound.push(*result),
            _ => {}
        }
        out.push(lit.clone());
    }
    out
}

fn cost(program: &Program, lit: &Lit, bound: &[u16], facts: &dyn Fn(PredId) -> f64) -> f64 {
    let ready = |args: &[Arg]| vars(args).iter().all(|v| bound.contains(v));
    match lit {
        Lit::Same { left, right, .. } => {
            if ready(&[*left, *right]) {
                0.0
            } else {
                1e9
            }
        }
        Lit::Compare { left, right, .. } => {
            let args: Vec<Arg> = left.iter().chain(right).map(|(_, a)| *a).collect();
            if ready(&args) { 0.0 } else { 1e12 }
        }
        // Wild variables of a negation stay unbound for good: try it when all else is done.
        Lit::Call { args, negated: true, .. } => {
            if ready(args) {
                0.1
            } else {
                1e10
            }
        }
        Lit::Count { .. } => 1e8,
        Lit::Call { pred, args, .. } => {
            let known = |a: &Arg| matches!(a, Arg::Const(_)) || ready(&[*a]);
            let kind = program.preds[*pred].kind;
            if kind == Kind::Derived {
                let open = args.iter().filter(|a| !known(a)).count() as i32;
                return 3.0 * 12f64.powi(open);
            }
            let mut rows = match kind {
                Kind::Fluent => facts(*pred).max(0.5),
                _ => program.size(*pred) as f64,
            };
            for (i, _) in args.iter().enumerate().filter(|(_, a)| known(a)) {
                rows /= program.distinct(*pred, i) as f64;
            }
            if kind == Kind::Fluent { rows * 1.01 + 0.2 } else { rows }
        }
    }
}
