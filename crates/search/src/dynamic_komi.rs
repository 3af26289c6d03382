//! Dynamic komi: while one side is far ahead, as in handicap games, nearly every playout ends alike and says nothing
//! of the moves. Counting them with another komi makes them tell again.

use crate::playout::{Player, Start};
use aji_goban::{Color, Game, Komi, Move, Size};

/// Playouts to see who leads.
const N_PROBES: i32 = 48;
/// Nothing is shifted once so large a part of the board was played, in percent of its points.
const UNTIL_PERCENT: usize = 60;

/// A lead of so many half points, a line and a half, is a game like any other.
const fn free(size: Size) -> i32 {
    3 * size.lines() as i32
}

/// Is one side still to catch up? That is so in handicap games and in those whose komi is far off, until the board is
/// largely settled. Nobody should resign by then, either: it is the stronger side that is behind.
pub fn is_called_for(game: &Game, komi: Komi) -> bool {
    let (n_moves, n_points) = (game.position().n_moves(), game.size().n_points());
    100 * n_moves <= UNTIL_PERCENT * n_points && is_lopsided(game, komi)
}

/// Is it a handicap game, or one whose komi is far off? Clients that know no handicap let one side play several
/// times at first.
fn is_lopsided(game: &Game, komi: Komi) -> bool {
    let first = game.moves().first().map(|&(color, _)| color);
    let is_of_first = |&&(color, play): &&(Color, _)| Some(color) == first && play != Move::Pass;
    let n_alone = game.moves().iter().take_while(is_of_first).count();
    let is_far_off = i32::from(komi.half_points()).abs() > free(game.size());
    game.n_handicap() >= 2 || n_alone >= 2 || is_far_off
}

/// The komi to count playouts with where that is called for, when `komi` is the true one and `last` was used before.
pub fn shifted(player: &mut Player, start: &Start, komi: Komi, last: Option<Komi>) -> Komi {
    let position = &player.position;
    let (n_moves, size) = (position.n_moves(), position.size());
    let lead = mean_lead(player, start, komi);
    let free = free(size);
    let excess = lead.signum() * (lead.abs() - free).max(0);
    // What is taken away melts as the end comes near.
    let left = 100 - (100 * n_moves / size.n_points()) as i32 * 100 / UNTIL_PERCENT as i32;
    let shift = excess * left / 100 / 4 * 4;
    let wanted = i32::from(komi.half_points()) + shift;
    match last {
        // A little more or less is not worth a new tree.
        Some(last) if shift != 0 && (i32::from(last.half_points()) - wanted).abs() < 2 * free => {
            last
        }
        _ => Komi::from_half_points(wanted.clamp(-722, 722) as i16),
    }
}

/// By how many half points Black leads in playouts, on average.
fn mean_lead(player: &mut Player, start: &Start, komi: Komi) -> i32 {
    let mut sum = 0;
    for _ in 0..N_PROBES {
        player.reset(start);
        sum += player.play_out(komi).half_points_for(Color::Black);
    }
    player.reset(start);
    sum / N_PROBES
}

#[cfg(test)]
mod tests {
    use super::*;
    use aji_goban::{Point, Rules};

    #[test]
    fn handicap_and_a_komi_far_off_are_told_from_even_games() {
        let size = Size::new(9).unwrap();
        let even = Game::new(size, Rules::CHINESE, Komi::from_half_points(15));
        let is_lopsided = |game: &Game| is_lopsided(game, game.komi());
        assert!(!is_lopsided(&even));
        let mut handicap = even.clone();
        handicap.place_fixed_handicap(2).unwrap();
        assert!(is_lopsided(&handicap));
        let mut far_off = even.clone();
        far_off.set_komi(Komi::from_half_points(-60));
        assert!(is_lopsided(&far_off));
        let stone = |i| Move::Place(Point::at(i, i, size));
        let after = |plays: &[(Color, Move)]| {
            let mut game = even.clone();
            plays.iter().for_each(|&(color, play)| game.play(color, play).unwrap());
            game
        };
        let (black, white) = (Color::Black, Color::White);
        assert!(is_lopsided(&after(&[(black, stone(2)), (black, stone(6))])));
        assert!(!is_lopsided(&after(&[(black, stone(2)), (white, stone(6)), (white, stone(4))])));
        assert!(!is_lopsided(&after(&[(black, stone(2)), (black, Move::Pass)])));
    }

    #[test]
    fn the_board_is_settled_some_day() {
        let size = Size::new(9).unwrap();
        let mut game = Game::new(size, Rules::CHINESE, Komi::from_half_points(1));
        game.place_fixed_handicap(4).unwrap();
        assert!(is_called_for(&game, game.komi()));
        while game.position().n_moves() <= 48 {
            assert!(is_called_for(&game, game.komi()));
            let color = game.position().to_move();
            let free = size.points().find(|&point| game.is_legal(point)).unwrap();
            game.play(color, Move::Place(free)).unwrap();
        }
        assert!(!is_called_for(&game, game.komi()));
    }
}
