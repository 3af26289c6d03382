//! The nakade shapes found again by playing: every eye space of three to six points, with the wall
//! around it one chain without other liberties.

use aji_goban::{Point, PointSet, Size};
use aji_reading::Nakade;
use std::collections::{BTreeMap, BTreeSet};

type Cell = (i32, i32);

fn near((row, column): Cell) -> [Cell; 4] {
    [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
}

/// All connected shapes of `n` points, moved to the corner: turned ones are different shapes.
fn shapes(n: usize) -> BTreeSet<Vec<Cell>> {
    let mut all = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..n {
        let mut larger = BTreeSet::new();
        for shape in &all {
            for cell in shape.iter().flat_map(|&cell| near(cell)).filter(|c| !shape.contains(c)) {
                let mut next = shape.clone();
                next.push(cell);
                let top = next.iter().map(|c| c.0).min().unwrap();
                let left = next.iter().map(|c| c.1).min().unwrap();
                next.iter_mut().for_each(|c| *c = (c.0 - top, c.1 - left));
                next.sort_unstable();
                larger.insert(next);
            }
        }
        all = larger;
    }
    all
}

/// One point inside the wall: nothing, a stone of the attacker, or one of the wall's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Inside {
    Empty,
    Attacker,
    Wall,
}
use Inside::{Attacker, Empty, Wall};

struct Space {
    cells: Vec<Cell>,
}

impl Space {
    fn around(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        near(self.cells[i]).into_iter().filter_map(|c| self.cells.iter().position(|&d| d == c))
    }

    fn touches_wall(&self, i: usize) -> bool {
        self.around(i).count() < 4
    }

    /// The chain of stones on `i`, whether it is joined to the wall, and whether it has a liberty inside.
    fn chain(&self, state: &[Inside], i: usize) -> (Vec<usize>, bool, bool) {
        let (mut chain, mut at) = (vec![i], 0);
        let (mut is_wall, mut breathes) = (false, false);
        while at < chain.len() {
            let stone = chain[at];
            at += 1;
            is_wall |= state[i] == Wall && self.touches_wall(stone);
            for near in self.around(stone) {
                breathes |= state[near] == Empty;
                if state[near] == state[i] && !chain.contains(&near) {
                    chain.push(near);
                }
            }
        }
        (chain, is_wall, breathes)
    }

    /// Has the wall, with all stones joined to it, a liberty?
    fn wall_breathes(&self, state: &[Inside]) -> bool {
        (0..state.len()).any(|i| match state[i] {
            Empty => self.touches_wall(i),
            Attacker => false,
            Wall => {
                let (_, is_wall, breathes) = self.chain(state, i);
                is_wall && breathes
            }
        })
    }

    /// The state after a move; `None` if it is suicide, `Some(None)` if it takes the wall.
    fn play(&self, state: &[Inside], i: usize, side: Inside) -> Option<Option<Vec<Inside>>> {
        let mut next = state.to_vec();
        next[i] = side;
        let enemy = if side == Attacker { Wall } else { Attacker };
        if side == Attacker && !self.wall_breathes(&next) {
            return Some(None);
        }
        for near in self.around(i) {
            if next[near] == enemy {
                let (chain, is_wall, breathes) = self.chain(&next, near);
                if !is_wall && !breathes {
                    chain.iter().for_each(|&stone| next[stone] = Empty);
                }
            }
        }
        let (_, is_wall, breathes) = self.chain(&next, i);
        let lives = if is_wall { self.wall_breathes(&next) } else { breathes };
        lives.then_some(Some(next))
    }

    /// The states from which the attacker takes the wall, by side to move (true: the attacker), found
    /// backwards. Both sides may pass; going round in circles takes nothing.
    fn lost_states(&self) -> BTreeSet<(Vec<Inside>, bool)> {
        let n = self.cells.len();
        let states: Vec<Vec<Inside>> = (0..3usize.pow(n as u32))
            .map(|code| {
                (0..n as u32).map(|i| [Empty, Attacker, Wall][code / 3usize.pow(i) % 3]).collect()
            })
            .collect();
        let mut lost = BTreeSet::new();
        loop {
            let before = lost.len();
            for state in &states {
                let moves = |side: Inside| {
                    (0..n)
                        .filter(|&i| state[i] == Empty)
                        .filter_map(move |i| self.play(state, i, side))
                };
                let takes = moves(Attacker)
                    .any(|next| next.is_none_or(|next| lost.contains(&(next, false))));
                if takes || lost.contains(&(state.clone(), false)) {
                    lost.insert((state.clone(), true));
                }
                let is_lost = moves(Wall)
                    .all(|next| next.is_some_and(|next| lost.contains(&(next, true))))
                    && lost.contains(&(state.clone(), true));
                if is_lost {
                    lost.insert((state.clone(), false));
                }
            }
            if lost.len() == before {
                return lost;
            }
        }
    }

    /// Is the wall lost whoever moves first? And if that depends, the moves that take it.
    fn fate(&self) -> (bool, BTreeSet<Cell>) {
        let (lost, start) = (self.lost_states(), vec![Empty; self.cells.len()]);
        let killing = (0..self.cells.len()).filter(|&i| {
            let next = self.play(&start, i, Attacker);
            next.is_some_and(|next| next.is_none_or(|next| lost.contains(&(next, false))))
        });
        let moves = killing.map(|i| self.cells[i]).collect();
        (lost.contains(&(start.clone(), false)), moves)
    }
}

#[test]
fn the_shapes_of_nakade_are_those_that_playing_finds() {
    let size = Size::new(9).unwrap();
    let mut n_found = BTreeMap::new();
    for n in 3..=Nakade::MAX_POINTS {
        for cells in shapes(n) {
            let point = |c: Cell| Point::at(c.0 as usize + 1, c.1 as usize + 1, size);
            let set: PointSet = cells.iter().map(|&c| point(c)).collect();
            let nakade = Nakade::of(&set, size);
            let (is_dead, killing) = Space { cells: cells.clone() }.fate();
            match nakade {
                Some(Nakade { vital: None, .. }) => assert!(is_dead, "{cells:?}"),
                Some(Nakade { vital: Some(vital), .. }) => {
                    assert!(!is_dead, "{cells:?}");
                    let found: Vec<Point> = killing.iter().map(|&c| point(c)).collect();
                    assert_eq!(found, [vital], "{cells:?}");
                }
                None => assert!(!is_dead && killing.is_empty(), "{cells:?} {killing:?}"),
            }
            *n_found.entry((n, nakade.is_some())).or_insert(0) += 1;
        }
    }
    // The numbers of fixed polyominoes, and of the turned shapes among them: 2 + 4 threes, 4 pyramids and
    // the square, 8 bulky fives and the cross, 4 rabbity sixes.
    let expected = [
        ((3, true), 6),
        ((4, false), 14),
        ((4, true), 5),
        ((5, false), 54),
        ((5, true), 9),
        ((6, false), 212),
        ((6, true), 4),
    ];
    assert_eq!(n_found, BTreeMap::from(expected));
}

#[test]
fn too_few_and_too_many_points_are_no_nakade() {
    let size = Size::MAX;
    let row = |n: usize| (0..n).map(|i| Point::at(0, i, size)).collect::<PointSet>();
    for n in [0, 1, 2, 4, 5, 6, 7] {
        assert_eq!(Nakade::of(&row(n), size), None, "{n}");
    }
    let apart = [Point::at(0, 0, size), Point::at(0, 1, size), Point::at(5, 5, size)];
    assert_eq!(Nakade::of(&apart.into_iter().collect(), size), None);
}
