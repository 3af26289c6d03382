//! Which positions may not come again.

use aji_goban::rules::KoRule;
use aji_goban::{Color, Game, Point, Position};
use std::collections::HashSet;

/// The positions of the game so far, in the sense of its ko rule.
#[derive(Clone, Debug)]
pub struct Superko {
    rule: KoRule,
    past: HashSet<(u64, Color)>,
}

impl Superko {
    /// The past of a game.
    pub fn of(game: &Game) -> Superko {
        let rule = game.rules().ko;
        let now = (game.position().stones_hash(), game.position().to_move());
        let past = if rule == KoRule::Simple { &[][..] } else { game.past() };
        Superko { rule, past: past.iter().copied().chain([now]).collect() }
    }

    /// Would a stone of the side to move bring back a position of the game, or of the way since then?
    #[inline]
    pub fn forbids(&self, position: &Position, point: Point, way: &[(u64, Color)]) -> bool {
        if self.rule == KoRule::Simple {
            return false;
        }
        let after = position.stones_hash_after(point);
        let next = position.to_move().opponent();
        let is_same = |color| self.rule == KoRule::Positional || color == next;
        way.iter().any(|&(stones, color)| stones == after && is_same(color))
            || Color::BOTH
                .into_iter()
                .any(|color| is_same(color) && self.past.contains(&(after, color)))
    }
}
