//! The transposition table of the endgame solver: bounds and a best move per position.

use super::Board;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub own: u64,
    pub opp: u64,
    pub lower: i8,
    pub upper: i8,
    pub best: u8,
    /// log2 of the nodes below: dear results stay.
    pub cost: u8,
}

pub(super) const NO_MOVE: u8 = 64;
const EMPTY: Entry = Entry { own: 0, opp: 0, lower: -64, upper: 64, best: NO_MOVE, cost: 0 };

pub(super) struct Table {
    entries: Vec<Entry>,
    mask: usize,
}

pub(super) fn hash(board: Board) -> u64 {
    let h = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ board.opp.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(31);
    (h ^ (h >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl Table {
    pub fn new(bits: u32) -> Self {
        Table { entries: vec![EMPTY; 1 << bits], mask: (1 << bits) - 1 }
    }

    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// Two neighbouring slots form a bucket.
    fn slot(&self, board: Board) -> usize {
        (hash(board) >> 20) as usize & self.mask & !1
    }

    pub fn probe(&self, board: Board) -> Option<Entry> {
        let slot = self.slot(board);
        let pair = &self.entries[slot..slot + 2];
        pair.iter().find(|e| e.own == board.own && e.opp == board.opp).copied()
    }

    pub fn store(&mut self, board: Board, lower: i32, upper: i32, best: u8, cost: u8) {
        let (own, opp) = (board.own, board.opp);
        let entry = Entry { own, opp, lower: lower as i8, upper: upper as i8, best, cost };
        let slot = self.slot(board);
        let pair = &mut self.entries[slot..slot + 2];
        let same = pair.iter().position(|e| e.own == board.own && e.opp == board.opp);
        let i = same.unwrap_or(usize::from(pair[1].cost < pair[0].cost));
        if same.is_none() && cost < pair[i].cost {
            pair[i].cost -= 1;
            // An old dear entry loses its rank slowly; the other slot takes the newcomer.
            pair[1 - i] = entry;
            return;
        }
        pair[i] = entry;
    }
}
