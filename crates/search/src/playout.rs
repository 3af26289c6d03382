//! Playouts: a game played to its end by a simple policy, and what came of it.

pub mod uniform;

use crate::random::Random;
use crate::report::Ownership;
use crate::settings::PlayoutSettings;
use aji_goban::score::{self, Owned};
use aji_goban::{Color, Empties, Komi, Margin, Position};

/// The position a playout starts from, with the list of its empty points.
#[derive(Clone)]
pub struct Start {
    position: Position,
    empties: Empties,
}

impl Start {
    /// A place to start from.
    pub fn new(position: &Position) -> Start {
        Start { position: position.clone(), empties: Empties::of(position.board().empties()) }
    }
}

/// Half wins for a color: 2 for a win, 1 for a draw, 0 for a loss.
pub fn half_wins(margin: Margin, color: Color) -> u32 {
    match margin.winner() {
        None => 1,
        Some(winner) => 2 * u32::from(winner == color),
    }
}

/// Plays games out on its own board.
pub struct Player {
    /// The board as the playout goes on.
    pub position: Position,
    empties: Empties,
    random: Random,
    max_moves_per_point: usize,
    /// Who owned what when the playouts of this player ended.
    pub ownership: Ownership,
}

impl Player {
    /// A player that starts from `start`.
    pub fn new(start: &Start, settings: &PlayoutSettings, random: Random) -> Player {
        Player {
            position: start.position.clone(),
            empties: start.empties.clone(),
            random,
            max_moves_per_point: settings.max_moves_per_point,
            ownership: Ownership::default(),
        }
    }

    /// Goes back to where playouts start.
    #[inline]
    pub fn reset(&mut self, start: &Start) {
        self.position.clone_from(&start.position);
        self.empties.clone_from(&start.empties);
    }

    /// Plays one given move.
    #[inline]
    pub fn play(&mut self, play: aji_goban::Move) {
        self.position.play(play, &mut self.empties);
    }

    /// The generator, for those who order candidates at random.
    #[inline]
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Plays to the end of the game, counts, and remembers who owned what.
    #[inline]
    pub fn play_out(&mut self, komi: Komi) -> Margin {
        let max_moves = self.max_moves_per_point * self.position.size().n_points();
        uniform::play_out(&mut self.position, &mut self.empties, &mut self.random, max_moves);
        let Owned { black, white } = score::area(self.position.board());
        self.ownership.observe(&black, &white);
        Margin::of(black.len(), white.len(), komi)
    }
}
