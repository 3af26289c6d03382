//! The board of the thesis (§4.3): every list of a chain is an array in which each element holds the
//! next one, sorted, so that membership is one look and a walk meets every element once.
//!
//! Points are numbered with a frame, 0 is the head of a list, `END` its tail. The errata of algorithms
//! 5, 9 and 12 are mended.

use aji_goban::{Color, Point, Size};

const FRAME: usize = 21;
const N: usize = FRAME * FRAME;
const END: u16 = N as u16;
const N_CHAINS: usize = 320;
const NO_NEXT: u16 = 0;

pub fn index(point: Point, size: Size) -> usize {
    (point.row(size) + 1) * FRAME + point.column(size) + 1
}

pub fn point(at: usize, size: Size) -> Point {
    Point::at(at / FRAME - 1, at % FRAME - 1, size)
}

/// A sorted list in an array: `next[0]` is the first element, 0 elsewhere means "not in the list".
#[derive(Clone, Copy)]
struct List<const LENGTH: usize> {
    next: [u16; LENGTH],
    n: u16,
}

impl<const LENGTH: usize> List<LENGTH> {
    const EMPTY: Self = {
        let mut next = [NO_NEXT; LENGTH];
        next[0] = END;
        List { next, n: 0 }
    };

    fn contains(&self, element: usize) -> bool {
        self.next[element] != NO_NEXT
    }

    /// Algorithm 4.
    fn insert(&mut self, element: usize) {
        if self.contains(element) {
            return;
        }
        let mut at = 0;
        while (self.next[at] as usize) < element {
            at = self.next[at] as usize;
        }
        self.next[element] = self.next[at];
        self.next[at] = element as u16;
        self.n += 1;
    }

    /// Algorithm 5, reading the cell it should.
    fn remove(&mut self, element: usize) {
        if !self.contains(element) {
            return;
        }
        let mut at = 0;
        while self.next[at] as usize != element {
            at = self.next[at] as usize;
        }
        self.next[at] = self.next[element];
        self.next[element] = NO_NEXT;
        self.n -= 1;
    }

    /// Algorithm 6.
    fn merge(&mut self, other: &Self) {
        let mut at = 0;
        let mut element = other.next[0];
        while element != END {
            if !self.contains(element as usize) {
                while self.next[at] < element {
                    at = self.next[at] as usize;
                }
                self.next[element as usize] = self.next[at];
                self.next[at] = element;
                self.n += 1;
            }
            element = other.next[element as usize];
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.next[0];
        std::iter::from_fn(move || {
            let element = at;
            (element != END).then(|| {
                at = self.next[element as usize];
                element as usize
            })
        })
    }
}

#[derive(Clone, Copy)]
struct LinkedChain {
    is_used: bool,
    color: u8,
    origin: u16,
    n_stones: u16,
    liberties: List<N>,
    neighbors: List<N_CHAINS>,
}

#[derive(Clone)]
pub struct LinkedBoard {
    board: [u8; N],
    ids: [u16; N],
    next_stone: [u16; N],
    chains: Box<[LinkedChain; N_CHAINS]>,
    ko: usize,
}

const OFF: u8 = 3;

impl LinkedBoard {
    pub fn new(lines: usize) -> LinkedBoard {
        let mut board = [OFF; N];
        for row in 1..=lines {
            board[row * FRAME + 1..=row * FRAME + lines].fill(0);
        }
        let chain = LinkedChain {
            is_used: false,
            color: 0,
            origin: 0,
            n_stones: 0,
            liberties: List::EMPTY,
            neighbors: List::EMPTY,
        };
        let chains = vec![chain; N_CHAINS].try_into().ok().expect("as many as wanted");
        LinkedBoard { board, ids: [0; N], next_stone: [0; N], chains, ko: 0 }
    }

    /// Copies what is in use, as the bit sets do.
    pub fn copy_from(&mut self, source: &LinkedBoard) {
        self.board = source.board;
        self.ids = source.ids;
        self.next_stone = source.next_stone;
        self.ko = source.ko;
        for (chain, other) in self.chains.iter_mut().zip(source.chains.iter()) {
            if other.is_used {
                *chain = *other;
            } else {
                chain.is_used = false;
            }
        }
    }

    pub fn stones(&self, color: Color, size: Size) -> Vec<Point> {
        let here = |p: &Point| self.board[index(*p, size)] == color as u8;
        size.points().filter(here).collect()
    }

    pub fn pass(&mut self) {
        self.ko = 0;
    }

    pub fn is_legal(&self, at: usize, color: Color) -> bool {
        if at == self.ko {
            return false;
        }
        around(at).into_iter().any(|near| match self.board[near] {
            0 => true,
            OFF => false,
            stone => {
                let n_liberties = self.chains[self.ids[near] as usize].liberties.n;
                (n_liberties > 1) == (stone == color as u8)
            }
        })
    }

    pub fn is_eye(&self, at: usize, color: Color) -> bool {
        let own = color as u8;
        if around(at).into_iter().any(|near| self.board[near] != own && self.board[near] != OFF) {
            return false;
        }
        let corners = [at - FRAME - 1, at - FRAME + 1, at + FRAME - 1, at + FRAME + 1];
        let enemy = color.opponent() as u8;
        let n_enemies = corners.iter().filter(|c| self.board[**c] == enemy).count();
        let is_edge = corners.iter().any(|c| self.board[*c] == OFF);
        n_enemies + usize::from(is_edge) < 2
    }

    /// Algorithm 3. The point of every stone lifted is added to `lifted`.
    pub fn put_stone(&mut self, at: usize, color: Color, lifted: &mut Vec<usize>) {
        self.board[at] = color as u8;
        let mut friends = [0; 4];
        let mut n_friends = 0;
        for near in around(at) {
            if self.board[near] == 0 || self.board[near] == OFF {
                continue;
            }
            let id = self.ids[near] as usize;
            self.chains[id].liberties.remove(at);
            if self.board[near] == color as u8 {
                if !friends[..n_friends].contains(&id) {
                    friends[n_friends] = id;
                    n_friends += 1;
                }
            } else if self.chains[id].liberties.n == 0 {
                self.remove_string(id, lifted);
            }
        }
        let id = match n_friends {
            0 => self.make_new_string(at, color as u8),
            _ => {
                self.add_stone(friends[0], at);
                for &other in &friends[1..n_friends] {
                    self.merge_strings(friends[0], other);
                }
                friends[0]
            }
        };
        let chain = &self.chains[id];
        let is_ko = lifted.len() == 1 && chain.n_stones == 1 && chain.liberties.n == 1;
        self.ko = if is_ko { lifted[0] } else { 0 };
    }

    /// Algorithm 9, clearing the board and freeing the id.
    fn remove_string(&mut self, id: usize, lifted: &mut Vec<usize>) {
        let mut stone = self.chains[id].origin;
        while stone != END {
            let at = stone as usize;
            self.board[at] = 0;
            lifted.push(at);
            for near in around(at) {
                if self.board[near] != 0 && self.board[near] != OFF {
                    let neighbor = self.ids[near] as usize;
                    // The stone just put down has no chain yet.
                    if neighbor != id && neighbor != 0 && self.chains[neighbor].is_used {
                        self.chains[neighbor].liberties.insert(at);
                    }
                }
            }
            stone = self.next_stone[at];
            self.ids[at] = 0;
            self.next_stone[at] = NO_NEXT;
        }
        let neighbors = self.chains[id].neighbors;
        for neighbor in neighbors.iter() {
            self.chains[neighbor].neighbors.remove(id);
        }
        self.chains[id].is_used = false;
    }

    /// Algorithm 10.
    fn make_new_string(&mut self, at: usize, color: u8) -> usize {
        let id = (1..N_CHAINS).find(|&id| !self.chains[id].is_used).expect("room for a chain");
        let chain = &mut self.chains[id];
        chain.is_used = true;
        chain.color = color;
        chain.origin = at as u16;
        chain.n_stones = 1;
        chain.liberties = List::EMPTY;
        chain.neighbors = List::EMPTY;
        self.ids[at] = id as u16;
        self.next_stone[at] = END;
        self.touch(id, at);
        id
    }

    /// Algorithm 11.
    fn add_stone(&mut self, id: usize, at: usize) {
        self.ids[at] = id as u16;
        self.chains[id].n_stones += 1;
        let origin = self.chains[id].origin as usize;
        if origin > at {
            self.next_stone[at] = origin as u16;
            self.chains[id].origin = at as u16;
        } else {
            self.link_after(origin, at);
        }
        self.touch(id, at);
    }

    /// What a new stone of a chain meets around it.
    fn touch(&mut self, id: usize, at: usize) {
        for near in around(at) {
            match self.board[near] {
                0 => self.chains[id].liberties.insert(near),
                OFF => {}
                stone if stone != self.chains[id].color => {
                    let neighbor = self.ids[near] as usize;
                    self.chains[id].neighbors.insert(neighbor);
                    self.chains[neighbor].neighbors.insert(id);
                }
                _ => {}
            }
        }
    }

    /// Algorithm 12, with the ids of the stones updated.
    fn merge_strings(&mut self, id: usize, other: usize) {
        let from = self.chains[other];
        let into = &mut self.chains[id];
        into.liberties.merge(&from.liberties);
        into.neighbors.merge(&from.neighbors);
        into.n_stones += from.n_stones;
        for neighbor in from.neighbors.iter() {
            self.chains[neighbor].neighbors.remove(other);
            self.chains[neighbor].neighbors.insert(id);
        }
        self.merge_stones(id, from.origin);
        self.chains[other].is_used = false;
    }

    /// Weaves one sorted list of stones into another.
    fn merge_stones(&mut self, id: usize, mut stone: u16) {
        let mut at = self.chains[id].origin;
        if stone < at {
            self.chains[id].origin = stone;
            let next = self.next_stone[stone as usize];
            self.next_stone[stone as usize] = at;
            self.ids[stone as usize] = id as u16;
            at = stone;
            stone = next;
        }
        let mut at = at as usize;
        while stone != END {
            let next = self.next_stone[stone as usize];
            while self.next_stone[at] < stone {
                at = self.next_stone[at] as usize;
            }
            self.next_stone[stone as usize] = self.next_stone[at];
            self.next_stone[at] = stone;
            self.ids[stone as usize] = id as u16;
            stone = next;
        }
    }

    fn link_after(&mut self, origin: usize, at: usize) {
        let mut before = origin;
        while (self.next_stone[before] as usize) < at {
            before = self.next_stone[before] as usize;
        }
        self.next_stone[at] = self.next_stone[before];
        self.next_stone[before] = at as u16;
    }
}

fn around(at: usize) -> [usize; 4] {
    [at - 1, at + 1, at - FRAME, at + FRAME]
}
