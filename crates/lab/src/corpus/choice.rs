//! Which games of a collection are wanted.

use aji_goban::Komi;
use aji_notation::sgf::scan::Record;
use aji_notation::sgf::{GameResult, Rank, Way};

/// Every condition that a game may have to meet; the default lets all through that can be played through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// Lines of the board.
    pub size: Option<u8>,
    /// Both players at least this strong.
    pub weakest: Option<Rank>,
    /// This komi.
    pub komi: Option<Komi>,
    /// At most so many handicap or setup stones.
    pub most_handicap: Option<u8>,
    /// At least so many moves.
    pub fewest_moves: Option<usize>,
    /// At most so many moves.
    pub most_moves: Option<usize>,
    /// A winner must be known.
    pub decided: bool,
    /// Not lost on time or by forfeit.
    pub over_the_board: bool,
}

impl Choice {
    /// Does the game meet every condition?
    pub fn wants(&self, record: &Record) -> bool {
        let n_moves = record.moves.len();
        let n_stones = record.handicap.max(record.setup.len().min(255) as u8);
        let is_strong = |rank: &Option<Rank>| {
            self.weakest.is_none_or(|least| rank.is_some_and(|r| strength(r) >= strength(least)))
        };
        let lost_otherwise =
            matches!(record.result, Some(GameResult::Win(_, Way::Time | Way::Forfeit)));
        self.size.is_none_or(|size| record.board == (size, size))
            && record.ranks.iter().all(is_strong)
            && self.komi.is_none_or(|komi| record.komi == Some(komi))
            && self.most_handicap.is_none_or(|most| n_stones <= most)
            && self.fewest_moves.is_none_or(|fewest| n_moves >= fewest)
            && self.most_moves.is_none_or(|most| n_moves <= most)
            && (!self.decided || record.result.is_some_and(|result| result.winner().is_some()))
            && !(self.over_the_board && lost_otherwise)
    }
}

/// Ranks on one scale: kyu below dan below professional.
fn strength(rank: Rank) -> i32 {
    match rank {
        Rank::Kyu(n) => -i32::from(n),
        Rank::Dan(n) => i32::from(n),
        Rank::Professional(n) => 20 + i32::from(n),
    }
}
