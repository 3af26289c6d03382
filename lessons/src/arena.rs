//! Lesson 9: matches. Many games between two players, and how sure the result is.

use crate::game::{Game, Player, play_game};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a match went, seen by the first player.
#[derive(Clone, Debug, Default)]
pub struct MatchResult {
    /// Games won.
    pub wins: usize,
    /// Games played.
    pub games: usize,
}

impl MatchResult {
    /// The share of games won.
    pub fn rate(&self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }

    // ANCHOR: interval
    /// The 95 % interval of the true win rate, by Wilson's formula: it also holds for few games
    /// and for results near 0 or 1.
    pub fn interval(&self) -> (f64, f64) {
        let (n, p, z) = (self.games.max(1) as f64, self.rate(), 1.96_f64);
        let center = p + z * z / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        ((center - spread) / scale, (center + spread) / scale)
    }
    // ANCHOR_END: interval
}

/// Plays a match of `games` games on some threads. The players change colors after every game;
/// game number i uses seed + i, so a match can be repeated exactly, on any number of threads.
/// `watch` sees every finished game: its number, the game, and whether the first player won.
pub fn play_match(
    first: &(dyn Fn() -> Box<dyn Player> + Sync),
    second: &(dyn Fn() -> Box<dyn Player> + Sync),
    (games, threads, seed, komi): (usize, usize, u64, f64),
    watch: &mut (dyn FnMut(usize, &Game, bool) + Send),
) -> MatchResult {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new((MatchResult::default(), watch));
    let work = || {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= games {
                return;
            }
            let first_is_black = i.is_multiple_of(2);
            let (mut black, mut white) =
                if first_is_black { (first(), second()) } else { (second(), first()) };
            let game = play_game(&mut *black, &mut *white, komi, seed.wrapping_add(i as u64));
            let lead = game.board.score().lead(komi);
            let won = if first_is_black { lead > 0.0 } else { lead < 0.0 };
            let mut shared = shared.lock().unwrap_or_else(|broken| broken.into_inner());
            shared.0.games += 1;
            shared.0.wins += usize::from(won);
            (shared.1)(i, &game, won);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    shared.into_inner().unwrap_or_else(|broken| broken.into_inner()).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::player;

    #[test]
    fn the_interval_holds_the_rate_and_shrinks_with_the_games() {
        let (low, high) = MatchResult { wins: 76, games: 100 }.interval();
        assert!((low - 0.668).abs() < 0.001 && (high - 0.833).abs() < 0.001, "{low} {high}");
        let (low, high) = MatchResult { wins: 10, games: 10 }.interval();
        assert!(low > 0.7 && high > 0.99 && high <= 1.0 + 1e-9);
    }

    #[test]
    fn a_match_is_the_same_on_one_thread_and_on_two() {
        let games = |threads| {
            let mut all = vec![String::new(); 6];
            let player = |name: &'static str| move || player(name).expect("a player");
            let (a, b) = (player("primitive:2"), player("random"));
            let result = play_match(&a, &b, (6, threads, 1, 6.5), &mut |i, game, _| {
                all[i] = game.sgf("", "");
            });
            (result.wins, all)
        };
        assert_eq!(games(1), games(2));
    }
}
