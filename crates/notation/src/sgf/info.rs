//! What the root of a record says about the game.

use super::scan::{board_size, number};
use super::text::{self, GameResult, Rank};
use super::tree::Node;
use crate::rules;
use aji_goban::{Color, Komi, Rules, Size};
use thiserror::Error;

/// The board of a record cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("boards of size \"{0}\" are not supported: square ones from 2×2 to 19×19 are")]
pub struct BoardError(pub String);

impl Node {
    /// The board's size; 19×19 if the record does not say.
    pub fn size(&self) -> Result<Size, BoardError> {
        let Some(value) = self.value("SZ") else { return Ok(Size::MAX) };
        let error = || BoardError(value.raw().chars().take(20).collect());
        match board_size(value.raw().as_bytes()) {
            Some((columns, rows)) if columns == rows => {
                Size::new(u64::from(columns)).map_err(|_| error())
            }
            _ => Err(error()),
        }
    }

    /// Komi, also where it is written in one of the odd ways that [`text::parse_komi`] knows.
    pub fn komi(&self) -> Option<Komi> {
        text::parse_komi(self.value("KM")?.text().as_bytes())
    }

    /// How the game ended.
    pub fn result(&self) -> Option<GameResult> {
        GameResult::parse(self.value("RE")?.text().as_bytes())
    }

    /// The number of handicap stones.
    pub fn handicap(&self) -> Option<usize> {
        number(self.value("HA")?.raw().as_bytes()).map(usize::from)
    }

    /// The rules, if they are among those we know by name or as JSON.
    pub fn rules(&self) -> Option<Rules> {
        rules::parse(&self.line("RU")?).ok()
    }

    /// A player's name.
    pub fn player(&self, color: Color) -> Option<String> {
        self.line(if color == Color::Black { "PB" } else { "PW" })
    }

    /// A player's rank.
    pub fn rank(&self, color: Color) -> Option<Rank> {
        let name = if color == Color::Black { "BR" } else { "WR" };
        Rank::parse(self.value(name)?.text().as_bytes())
    }
}
