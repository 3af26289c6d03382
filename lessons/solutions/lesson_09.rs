//! Lesson 9: how many games are enough; reading a record.

use aji_lessons::arena::MatchResult;
use aji_lessons::board::{Color, PASS, WIDTH};
use aji_lessons::game::{Game, play_game};
use aji_lessons::players::{Primitive, RandomPlayer};
use aji_lessons::score::KOMI;

/// Exercise 1: the first number of games for which 55 % wins are surely more than half.
fn games_to_prove(percent: usize) -> usize {
    let sure =
        |&games: &usize| MatchResult { wins: games * percent / 100, games }.interval().0 > 0.5;
    (20..).step_by(20).find(sure).expect("some number is large enough")
}

#[test]
fn a_small_difference_needs_many_games() {
    assert_eq!(games_to_prove(76), 20);
    assert_eq!(games_to_prove(55), 400);
    assert!((9_000..10_000).contains(&games_to_prove(51)), "{}", games_to_prove(51));
}

/// Exercise 2: every move is a `;`, a color, and two letters in brackets.
fn replay(sgf: &str) -> Option<Game> {
    let mut game = Game::new(KOMI);
    for node in sgf.trim_end_matches(')').split(';').skip(2) {
        let color = if node.starts_with('B') { Color::Black } else { Color::White };
        let number = |letter: u8| usize::from(letter - b'a') + 1;
        let point = match node.split(['[', ']']).nth(1)?.as_bytes() {
            [] => PASS,
            [x @ b'a'..=b'i', y @ b'a'..=b'i'] => number(*y) * WIDTH + number(*x),
            _ => return None,
        };
        game.play(color, point).ok()?;
    }
    Some(game)
}

#[test]
fn a_record_gives_back_its_game() {
    let game = play_game(&mut Primitive(2), &mut RandomPlayer, KOMI, 1);
    let again = replay(&game.sgf("a", "b")).expect("all moves are legal");
    assert_eq!(again.board, game.board);
    assert_eq!(again.moves, game.moves);
    assert_eq!(again.result(), game.result());
}
