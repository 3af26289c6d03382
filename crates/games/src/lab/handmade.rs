//! C: the shapes that strong Othello programs chose by hand, with a weight for every entry.

use crate::learn::{Conjunction, Rows, Shape, Space};
use crate::symmetry::Symmetries;

/// Lines of four squares and more, 3×3 corners, 2×5 edges, edges with both X-squares: the shapes
/// that strong Othello programs chose by hand. Variables are the squares in order.
pub fn handmade(symmetries: &Symmetries, n_values: &dyn Fn(usize) -> usize) -> Vec<Shape> {
    let at = |x: u16, y: u16| x + 8 * y;
    let mut sets: Vec<Vec<u16>> = (0..4).map(|y| (0..8).map(|x| at(x, y)).collect()).collect();
    for len in 4..=8u16 {
        sets.push((0..len).map(|i| at(i, i + 8 - len)).collect());
    }
    sets.push((0..9).map(|i| at(i % 3, i / 3)).collect());
    sets.push((0..10).map(|i| at(i % 5, i / 5)).collect());
    sets.push((0..8).map(|x| at(x, 0)).chain([at(1, 1), at(6, 1)]).collect());
    sets.iter().map(|s| Shape::new(s, n_values, symmetries)).collect()
}

/// Table entries met at least twice, as conjunctions without free places.
pub fn full_entries(space: &Space, rows: &Rows) -> Vec<Conjunction> {
    let ones = vec![1.0; rows.len()];
    let counts = rows.gather(space, &ones);
    let mut out = Vec::new();
    for (s, (shape, table)) in space.shapes.iter().zip(&counts).enumerate() {
        for (index, n) in table.iter().enumerate() {
            if *n >= 2.0 {
                let (mut rest, mut code, mut radix) = (index, 0, 1);
                for size in &shape.sizes {
                    code += radix * (rest % size);
                    rest /= size;
                    radix *= size + 1;
                }
                out.push(Conjunction { shape: s as u32, code: code as u32 });
            }
        }
    }
    out
}
