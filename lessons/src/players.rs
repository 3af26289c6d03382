//! Lesson 9: the players of the lessons, by name.

use crate::board::{Color, Point};
use crate::game::{Game, Player};
use crate::random::{Random, play_random};
use crate::rave::Rave;
use crate::uct::{Settings, Uct};
use crate::{primitive, weights, widening};

/// Plays at random, but into no own eye (lesson 3).
pub struct RandomPlayer;

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".into()
    }

    fn choose(&mut self, game: &Game, color: Color, random: &mut Random) -> Point {
        play_random(&mut game.board.clone(), color, game.last(), random)
    }
}

/// Primitive Monte Carlo with so many playouts for each move (lesson 6).
pub struct Primitive(pub usize);

impl Player for Primitive {
    fn name(&self) -> String {
        format!("primitive:{}", self.0)
    }

    fn choose(&mut self, game: &Game, color: Color, random: &mut Random) -> Point {
        primitive::best_move(&game.board, color, game.komi, self.0, random)
    }
}

/// A tree search with some settings (lesson 8 and on).
pub struct Searcher {
    /// What to call it.
    pub name: String,
    /// How it searches. The komi is taken from the game.
    pub settings: Settings,
}

impl Player for Searcher {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, game: &Game, color: Color, random: &mut Random) -> Point {
        let settings = Settings { komi: game.komi, ..self.settings };
        let mut search = Uct::new(settings, Random::new(random.bits()));
        search.best_move(&game.board, color, game.last())
    }
}

/// Lesson 10's settings: weighted playouts, promises, a bonus and progressive widening.
pub fn knowing(playouts: usize) -> Settings {
    Settings {
        playouts,
        choose: weights::play_weighted,
        promise: Some(widening::promise),
        plus: Some(widening::plus),
        widening: true,
        ..Settings::default()
    }
}

/// A player by its name, its number of playouts and, for a search, its constant C: `random`,
/// `primitive:30`, `uct:1000`, `uct:1000:0.3`, `knowing:1000` (lesson 10), `rave:1000`
/// (lesson 11). `None` if there is no such player.
pub fn player(name: &str) -> Option<Box<dyn Player>> {
    let mut parts = name.splitn(3, ':');
    let kind = parts.next()?;
    let playouts = parts.next().unwrap_or("1000").parse().ok().filter(|&n| n > 0)?;
    let plain = Settings { playouts, ..Settings::default() };
    let mut settings = match kind {
        "random" => return Some(Box::new(RandomPlayer)),
        "primitive" => return Some(Box::new(Primitive(playouts))),
        "uct" => plain,
        "knowing" => knowing(playouts),
        "rave" => Settings { rave: Some(Rave::default()), ..plain },
        _ => return None,
    };
    if let Some(c) = parts.next() {
        settings.c = c.parse().ok()?;
    }
    Some(Box::new(Searcher { name: name.into(), settings }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_answer_to_their_names() {
        for name in ["primitive:30", "uct:1000", "uct:9:0.3", "knowing:200", "rave:500"] {
            assert_eq!(player(name).unwrap().name(), name);
        }
        for wrong in ["", "uct:0", "uct:many", "uct:9:c", "alphago:1"] {
            assert!(player(wrong).is_none(), "{wrong}");
        }
    }
}
