//! Symmetries of the rules: permutations of constants that keep every static relation.
//!
//! Nothing is said about boards: Othello's eight reflections and rotations and the exchange of
//! colors come out of `neighbor`, `direction` and `opponent` alone. Patterns that a symmetry maps
//! onto each other share one weight.

use crate::rules::{Fact, PredId, Program, Value};

/// For every variable and value, the fact it becomes.
pub type FactMap = Vec<Vec<Fact>>;

/// Symmetries of a game.
#[derive(Clone, Debug, Default)]
pub struct Symmetries {
    /// Those that keep the players; the first is the identity.
    pub keep: Vec<FactMap>,
    /// One that exchanges the players, if there is one.
    pub swap: Option<FactMap>,
}

/// More symmetries than this are not looked for (a game of many equal constants has n!).
const MOST: usize = 256;

impl Symmetries {
    /// Finds them.
    pub fn of(program: &Program) -> Self {
        let structure = program.structure();
        let mut search = Search { program, structure: &structure, found: Vec::new() };
        search.extend(&mut Vec::new());
        let players: Vec<Value> = match program.pred("player") {
            Some(p) => program.tuples(p).map(|t| t[0]).collect(),
            None => Vec::new(),
        };
        let fixes =
            |m: &[u32]| players.iter().all(|p| p.as_name().is_none_or(|i| m[i] as usize == i));
        let mut out = Symmetries::default();
        search.found.sort_by_key(|m| !m.iter().enumerate().all(|(i, j)| i as u32 == *j));
        for map in &search.found {
            let Some(facts) = fact_map(program, map) else { continue };
            if fixes(map) {
                out.keep.push(facts);
            } else if out.swap.is_none() {
                out.swap = Some(facts);
            }
        }
        out
    }

    /// The images of a pattern under the symmetries that keep the players, without repetitions.
    pub fn orbit(&self, facts: &[Fact]) -> Vec<Vec<Fact>> {
        let mut out: Vec<Vec<Fact>> = self.keep.iter().map(|m| image(m, facts)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// The image of a pattern, sorted.
pub fn image(map: &FactMap, facts: &[Fact]) -> Vec<Fact> {
    let mut out: Vec<Fact> = facts.iter().map(|f| map[f.var as usize][f.value as usize]).collect();
    out.sort_unstable();
    out
}

fn fact_map(program: &Program, map: &[u32]) -> Option<FactMap> {
    let fluents = &program.fluents;
    (0..fluents.n_vars())
        .map(|var| {
            let mut image_var = None;
            let mut values: Vec<Option<Fact>> = Vec::new();
            for meaning in &fluents.meaning[var] {
                values.push(match meaning {
                    None => None,
                    Some((pred, args)) => {
                        let args: Vec<Value> = args
                            .iter()
                            .map(|v| v.as_name().map_or(*v, |i| Value::name(map[i] as usize)))
                            .collect();
                        let fact = program.fact(*pred, &args)?;
                        image_var = Some(fact.var);
                        Some(fact)
                    }
                });
            }
            let var = image_var?;
            values
                .into_iter()
                .map(|f| f.or_else(|| Some(Fact { var, value: fluents.none(var as usize)? })))
                .collect()
        })
        .collect()
}

struct Search<'a> {
    program: &'a Program,
    structure: &'a [PredId],
    found: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// Individualize and refine: `fixed` pairs are decided, colors must agree on both sides.
    fn extend(&mut self, fixed: &mut Vec<(usize, usize)>) {
        if self.found.len() >= MOST {
            return;
        }
        let left = self.colors(fixed.iter().map(|p| p.0));
        let right = self.colors(fixed.iter().map(|p| p.1));
        let (mut a, mut b) = (left.clone(), right.clone());
        a.sort_unstable();
        b.sort_unstable();
        if a != b {
            return;
        }
        let twin =
            (0..left.len()).find(|i| (0..left.len()).any(|j| j != *i && left[j] == left[*i]));
        let Some(c) = twin else {
            let map: Option<Vec<u32>> = left
                .iter()
                .map(|color| right.iter().position(|r| r == color).map(|i| i as u32))
                .collect();
            if let Some(map) = map.filter(|m| self.is_symmetry(m)) {
                self.found.push(map);
            }
            return;
        };
        for d in (0..right.len()).filter(|d| right[*d] == left[c]) {
            fixed.push((c, d));
            self.extend(fixed);
            fixed.pop();
        }
    }

    fn colors(&self, fixed: impl Iterator<Item = usize>) -> Vec<u64> {
        let mix = |a: u64, b: u64| {
            let h = (a.rotate_left(17) ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            h ^ (h >> 32)
        };
        let mut color = vec![0u64; self.program.names.len()];
        // Constants outside the structure keep their own names.
        let mut inside = vec![false; color.len()];
        for p in self.structure {
            for v in self.program.tuples(*p).flatten().filter_map(|v| v.as_name()) {
                inside[v] = true;
            }
        }
        for i in 0..color.len() {
            color[i] = if inside[i] { 1 } else { mix(99, i as u64) };
        }
        for (n, c) in fixed.enumerate() {
            color[c] = mix(7, n as u64);
        }
        let mut kinds = 0;
        for _ in 0..color.len() {
            let mut next: Vec<u64> = color.iter().map(|c| mix(*c, 3)).collect();
            for p in self.structure {
                for tuple in self.program.tuples(*p) {
                    let at = |v: &Value| v.as_name().map_or(u64::from(v.0), |i| color[i]);
                    let whole = tuple.iter().fold(*p as u64, |h, v| mix(h, at(v)));
                    for (i, v) in tuple.iter().enumerate() {
                        if let Some(c) = v.as_name() {
                            next[c] = next[c].wrapping_add(mix(whole, i as u64 + 1));
                        }
                    }
                }
            }
            color = next;
            let mut distinct = color.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if distinct.len() == kinds {
                break;
            }
            kinds = distinct.len();
        }
        color
    }

    fn is_symmetry(&self, map: &[u32]) -> bool {
        self.structure.iter().all(|p| {
            self.program.tuples(*p).all(|t| {
                let image: Vec<Value> = t
                    .iter()
                    .map(|v| v.as_name().map_or(*v, |i| Value::name(map[i] as usize)))
                    .collect();
                self.program.holds(*p, &image)
            })
        })
    }
}
