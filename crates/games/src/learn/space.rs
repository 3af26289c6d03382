//! Shapes, their instances on the board, and rows of table indices.

use crate::rules::Fact;
use crate::symmetry::Symmetries;
use std::collections::HashSet;

/// A set of variables and its images under the symmetries, all sharing one table.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Number of values at each place.
    pub sizes: Vec<usize>,
    /// Each instance: the variable at each place, and how its values are renamed
    /// (`values[place][value on the board]` = value in the table).
    pub instances: Vec<Instance>,
}

/// One image of a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Variable at each place.
    pub vars: Vec<u16>,
    /// Table value of each board value, at each place.
    pub values: Vec<Vec<u8>>,
}

impl Shape {
    /// The shape on `vars` with its images.
    pub fn new(vars: &[u16], n_values: &dyn Fn(usize) -> usize, symmetries: &Symmetries) -> Self {
        let sizes: Vec<usize> = vars.iter().map(|v| n_values(*v as usize)).collect();
        let mut seen: HashSet<Vec<u16>> = HashSet::new();
        let mut instances = Vec::new();
        for map in &symmetries.keep {
            let image: Vec<u16> = vars.iter().map(|v| map[*v as usize][0].var).collect();
            let mut key = image.clone();
            key.sort_unstable();
            if !seen.insert(key) {
                continue;
            }
            let values = vars
                .iter()
                .map(|v| {
                    let mut back = vec![0u8; n_values(*v as usize)];
                    for value in 0..back.len() {
                        back[map[*v as usize][value].value as usize] = value as u8;
                    }
                    back
                })
                .collect();
            instances.push(Instance { vars: image, values });
        }
        Shape { sizes, instances }
    }

    /// Entries of the table.
    pub fn table_len(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Conjunctions over the shape, the empty one included: each place has one value more,
    /// "anything".
    pub fn n_conjunctions(&self) -> usize {
        self.sizes.iter().map(|n| n + 1).product()
    }

    /// Table index of an instance in a position.
    pub fn index(&self, instance: &Instance, position: &[u8]) -> usize {
        let mut index = 0;
        let mut radix = 1;
        for (place, var) in instance.vars.iter().enumerate() {
            index += radix * instance.values[place][position[*var as usize] as usize] as usize;
            radix *= self.sizes[place];
        }
        index
    }

    /// The facts of a conjunction, at an instance.
    pub fn facts(&self, mut code: usize, instance: &Instance) -> Vec<Fact> {
        let mut out = Vec::new();
        for (place, n) in self.sizes.iter().enumerate() {
            let value = code % (n + 1);
            code /= n + 1;
            if value < *n {
                let board = instance.values[place].iter().position(|v| *v as usize == value);
                out.push(Fact { var: instance.vars[place], value: board.unwrap_or(0) as u8 });
            }
        }
        out.sort_unstable();
        out
    }

    /// The code of a conjunction given by facts on the first instance, if it fits in.
    pub fn code(&self, facts: &[Fact]) -> Option<usize> {
        let first = &self.instances[0];
        let mut code = 0;
        let mut radix = 1;
        let mut used = 0;
        for (place, n) in self.sizes.iter().enumerate() {
            let fact = facts.iter().find(|f| f.var == first.vars[place]);
            used += usize::from(fact.is_some());
            code += radix * fact.map_or(*n, |f| first.values[place][f.value as usize] as usize);
            radix *= n + 1;
        }
        (used == facts.len()).then_some(code)
    }

    /// Calls `on` for every table entry where a conjunction holds.
    pub fn each_entry(&self, code: usize, on: &mut dyn FnMut(usize)) {
        self.entries_from(0, code, 0, 1, on);
    }

    fn entries_from(
        &self,
        place: usize,
        code: usize,
        entry: usize,
        radix: usize,
        on: &mut dyn FnMut(usize),
    ) {
        let Some(n) = self.sizes.get(place) else {
            on(entry);
            return;
        };
        let value = code % (n + 1);
        let values = if value < *n { value..value + 1 } else { 0..*n };
        for v in values {
            self.entries_from(place + 1, code / (n + 1), entry + radix * v, radix * n, on);
        }
    }

    /// Sums over a table (`table_len`) → sums over all conjunctions (`n_conjunctions`).
    pub fn to_conjunctions(&self, table: &[f64]) -> Vec<f64> {
        let mut now = table.to_vec();
        let mut below = 1;
        for n in &self.sizes {
            let blocks = now.len() / (below * n);
            let mut next = vec![0.0; below * (n + 1) * blocks];
            for block in 0..blocks {
                for value in 0..*n {
                    for i in 0..below {
                        let x = now[(block * n + value) * below + i];
                        next[(block * (n + 1) + value) * below + i] = x;
                        next[(block * (n + 1) + n) * below + i] += x;
                    }
                }
            }
            now = next;
            below *= n + 1;
        }
        now
    }

    /// Weights of conjunctions → table entries: each entry is the sum of what holds there.
    pub fn to_table(&self, weights: &[f64]) -> Vec<f64> {
        let mut now = weights.to_vec();
        let mut above: usize = self.sizes.iter().map(|n| n + 1).product();
        let mut below = 1;
        for n in &self.sizes {
            above /= n + 1;
            let mut next = vec![0.0; below * n * above];
            for block in 0..above {
                for value in 0..*n {
                    for i in 0..below {
                        next[(block * n + value) * below + i] = now
                            [(block * (n + 1) + value) * below + i]
                            + now[(block * (n + 1) + n) * below + i];
                    }
                }
            }
            now = next;
            below *= n;
        }
        now
    }
}

/// A pattern class: a conjunction of a shape, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Conjunction {
    /// Shape.
    pub shape: u32,
    /// Mixed-radix code, see [`Shape::facts`].
    pub code: u32,
}

/// All shapes of a model.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Space {
    /// Instances in all.
    pub fn n_instances(&self) -> usize {
        self.shapes.iter().map(|s| s.instances.len()).sum()
    }

    /// The ground patterns of a class.
    pub fn ground(&self, c: Conjunction) -> Vec<Vec<Fact>> {
        let shape = &self.shapes[c.shape as usize];
        let mut out: Vec<Vec<Fact>> =
            shape.instances.iter().map(|i| shape.facts(c.code as usize, i)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Rows for positions.
    pub fn rows<'a>(&self, positions: impl Iterator<Item = &'a [u8]>) -> Rows {
        let mut rows = Rows { width: self.n_instances(), indices: Vec::new() };
        for position in positions {
            for shape in &self.shapes {
                for instance in &shape.instances {
                    rows.indices.push(shape.index(instance, position) as u32);
                }
            }
        }
        rows
    }
}

/// Table indices, one line of `width` per position.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Indices per position.
    pub width: usize,
    /// All of them.
    pub indices: Vec<u32>,
}

impl Rows {
    /// Positions.
    pub fn len(&self) -> usize {
        self.indices.len().checked_div(self.width).unwrap_or(0)
    }

    /// No positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sum of table entries for every row.
    pub fn apply(&self, space: &Space, tables: &[Vec<f64>]) -> Vec<f64> {
        let mut out = vec![0.0; self.len()];
        for (row, y) in self.indices.chunks_exact(self.width).zip(&mut out) {
            let mut at = 0;
            for (shape, table) in space.shapes.iter().zip(tables) {
                for _ in &shape.instances {
                    *y += table[row[at] as usize];
                    at += 1;
                }
            }
        }
        out
    }

    /// For every table entry, the sum of `values` over the rows that use it.
    pub fn gather(&self, space: &Space, values: &[f64]) -> Vec<Vec<f64>> {
        let mut out: Vec<Vec<f64>> =
            space.shapes.iter().map(|s| vec![0.0; s.table_len()]).collect();
        for (row, v) in self.indices.chunks_exact(self.width).zip(values) {
            let mut at = 0;
            for (shape, table) in space.shapes.iter().zip(&mut out) {
                for _ in &shape.instances {
                    table[row[at] as usize] += v;
                    at += 1;
                }
            }
        }
        out
    }
}
