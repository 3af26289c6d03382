//! Discs that can never be turned (a lower bound).

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = 0x8080_8080_8080_8080;
const TOP: u64 = 0xFF;
const BOTTOM: u64 = 0xFF << 56;

/// Diagonals as masks, both directions.
const fn diagonals(step: i32) -> [u64; 15] {
    let mut out = [0u64; 15];
    let mut s = 0;
    while s < 64 {
        let (x, y) = (s % 8, s / 8);
        let i = if step == 9 { x + 7 - y } else { x + y };
        out[i as usize] |= 1 << s;
        s += 1;
    }
    out
}

static DIAGONALS: [[u64; 15]; 2] = [diagonals(9), diagonals(7)];

/// Squares on lines without an empty square: (rows, columns, ↘ diagonals, ↙ diagonals).
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & (discs >> 4) & 0x0F0F_0F0F_0F0F_0F0F;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & LEFT).wrapping_mul(0xFF);
    let mut columns = discs & discs.rotate_left(8);
    columns &= columns.rotate_left(16);
    columns &= columns.rotate_left(32);
    let full =
        |table: &[u64; 15]| table.iter().filter(|m| discs & **m == **m).fold(0, |all, m| all | m);
    [rows, columns, full(&DIAGONALS[0]), full(&DIAGONALS[1])]
}

/// Discs of `own` that no sequence of moves can turn.
pub fn stable(own: u64, opp: u64) -> u64 {
    let full = full_lines(own | opp);
    let safe = [
        full[0] | LEFT | RIGHT,
        full[1] | TOP | BOTTOM,
        full[2] | LEFT | RIGHT | TOP | BOTTOM,
        full[3] | LEFT | RIGHT | TOP | BOTTOM,
    ];
    let mut out = own & safe[0] & safe[1] & safe[2] & safe[3];
    // Growing from discs already stable: beside one of them, a disc is safe along that line.
    loop {
        let across = ((out << 1) & !LEFT) | ((out >> 1) & !RIGHT);
        let along = (out << 8) | (out >> 8);
        let falling = ((out << 9) & !LEFT) | ((out >> 9) & !RIGHT);
        let rising = ((out << 7) & !RIGHT) | ((out >> 7) & !LEFT);
        let next =
            own & (safe[0] | across) & (safe[1] | along) & (safe[2] | falling) & (safe[3] | rising);
        if next | out == out {
            return out;
        }
        out |= next;
    }
}
