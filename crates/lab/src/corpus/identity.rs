//! Which games are the same: equal moves, up to turning and mirroring the board.

use aji_goban::{Color, Symmetry};
use aji_notation::sgf::scan::{Packed, Record};
use aji_ranking::Fingerprint;

/// What all images of a game share: of its first `n_moves` moves, or of all of them.
///
/// Headers do not count: the same game with other names or another result is the same game.
pub fn of_game(record: &Record, n_moves: Option<usize>) -> Fingerprint {
    let n = n_moves.unwrap_or(usize::MAX).min(record.moves.len());
    let Some(size) = record.size() else { return Fingerprint::of(&[record.board.0]) };
    let mut bytes = Vec::with_capacity(3 * (n + record.setup.len()) + 1);
    let image = |symmetry: Symmetry| {
        let put = |stone: &Packed, bytes: &mut Vec<u8>| {
            let point = stone.point(size).map(|point| symmetry.apply(point, size).index());
            let at = point.unwrap_or(usize::from(u16::MAX)) as u16;
            bytes.push(u8::from(stone.color() == Color::White));
            bytes.extend(at.to_le_bytes());
        };
        bytes.clear();
        bytes.push(size.lines() as u8);
        let mut setup: Vec<Vec<u8>> = Vec::new();
        for stone in &record.setup {
            let mut one = Vec::new();
            put(stone, &mut one);
            setup.push(one);
        }
        setup.sort();
        setup.iter().for_each(|one| bytes.extend(one));
        record.moves[..n].iter().for_each(|stone| put(stone, &mut bytes));
        Fingerprint::of(&bytes)
    };
    Symmetry::ALL.into_iter().map(image).min().unwrap_or_default()
}

/// A number in [0, 1) that is drawn by these bits alone.
pub fn unit(bits: u64) -> f64 {
    aji_ranking::Random::new(bits).unit()
}
