//! Which discs a move turns, and where a player can move.

/// The four rays from a square towards higher bits (e, sw, s, se) and towards lower bits.
struct Rays {
    up: [[u64; 4]; 64],
    down: [[u64; 4]; 64],
}

const fn ray(square: usize, dx: i32, dy: i32) -> u64 {
    let (mut x, mut y) = ((square % 8) as i32 + dx, (square / 8) as i32 + dy);
    let mut out = 0u64;
    while x >= 0 && x < 8 && y >= 0 && y < 8 {
        out |= 1 << (x + 8 * y);
        x += dx;
        y += dy;
    }
    out
}

const fn rays() -> Rays {
    let mut out = Rays { up: [[0; 4]; 64], down: [[0; 4]; 64] };
    let mut s = 0;
    while s < 64 {
        out.up[s] = [ray(s, 1, 0), ray(s, -1, 1), ray(s, 0, 1), ray(s, 1, 1)];
        out.down[s] = [ray(s, -1, 0), ray(s, 1, -1), ray(s, 0, -1), ray(s, -1, -1)];
        s += 1;
    }
    out
}

static RAYS: Rays = rays();

/// Discs of `opp` turned when `own` plays on `square` (which must be empty).
#[inline]
pub fn flips(square: usize, own: u64, opp: u64) -> u64 {
    let mut out = 0;
    // Upwards, a carry runs through the opponent's discs to the first other square.
    for mask in RAYS.up[square] {
        let end = (opp | !mask).wrapping_add(1) & mask & own;
        out |= end.wrapping_sub(u64::from(end != 0)) & mask;
    }
    // Downwards, the first other square is the highest bit that is not the opponent's.
    for mask in RAYS.down[square] {
        let others = mask & !opp;
        let end = (0x8000_0000_0000_0000u64 >> ((others | 1).leading_zeros())) & others & own;
        out |= end.wrapping_neg().wrapping_shl(1) & mask;
    }
    out
}

/// Squares where `own` can play against `opp`.
#[inline]
pub fn mobility(own: u64, opp: u64) -> u64 {
    const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;
    let inner = opp & INNER;
    let moves = line(own, inner, 1) | line(own, inner, 7) | line(own, inner, 9) | line(own, opp, 8);
    moves & !(own | opp)
}

/// Squares just behind a run of `opp` discs that starts beside an `own` disc, both ways.
#[inline]
fn line(own: u64, opp: u64, by: u32) -> u64 {
    let mut up = opp & (own << by);
    let mut down = opp & (own >> by);
    up |= opp & (up << by);
    down |= opp & (down >> by);
    let (opp_up, opp_down) = (opp & (opp << by), opp & (opp >> by));
    up |= opp_up & (up << (2 * by));
    down |= opp_down & (down >> (2 * by));
    up |= opp_up & (up << (2 * by));
    down |= opp_down & (down >> (2 * by));
    (up << by) | (down >> by)
}
