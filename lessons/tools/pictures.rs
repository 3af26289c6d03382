//! Draws the pictures of the book's lessons.
//!
//! ```text
//! cargo run --release -p aji-lessons --example pictures -- docs/book/src/lessons/pictures
//! ```

use aji_lessons::board::{Board, Color, PASS, Point, point_named, points};
use aji_lessons::criticality::Criticality;
use aji_lessons::lessons::{lesson_06, lesson_14};
use aji_lessons::ownership::{Ownership, Question};
use aji_lessons::picture::Picture;
use aji_lessons::playout::play_out;
use aji_lessons::positions;
use aji_lessons::random::{Random, play_random};
use aji_lessons::rave::Rave;
use aji_lessons::score::KOMI;
use aji_lessons::uct::{Settings, Uct};
use aji_lessons::weights::weigh;
use std::io;
use std::path::PathBuf;

const PLAYOUTS: usize = 10_000;

fn main() -> io::Result<()> {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else {
        return Err(io::Error::other("name the folder to write to"));
    };
    std::fs::create_dir_all(&folder)?;
    for (name, svg) in stones().into_iter().chain(numbers()).chain(maps()) {
        std::fs::write(folder.join(format!("{name}.svg")), svg)?;
    }
    Ok(())
}

/// Positions with a few signs on them.
fn stones() -> Vec<(&'static str, String)> {
    let finished = positions::finished();
    let eyes = points().filter(|&p| finished.at(p) == Color::Empty);
    let mut random = Random::new(1);
    let (mut end, mut moves) = (Board::new(), Vec::new());
    play_out(&mut end, Color::Black, &mut moves, play_random, &mut random);
    vec![
        ("01-board", Picture::new(&positions::ohashi_zen()).svg()),
        ("02-captures", labeled(&positions::captures(), "J9 1 D2 2 C2 3 H1 4")),
        ("03-eyes", eyes.fold(Picture::new(&finished), |p, eye| p.label(eye, "e")).svg()),
        ("04-playout", opening_of(&moves[..40])),
        ("05-seki", labeled(&positions::seki(), "D9 ?")),
        ("05-score", owners(&finished)),
        ("12-eternal-life", labeled(&positions::eternal_life(), "C9 1 E9 2 D9 3 F9 4")),
        ("12-triple-ko", labeled(&positions::triple_ko(), "B7 1 D8 2 F7 3 B8 4 D7 5 F8 6")),
    ]
}

/// What Monte Carlo and the tree think of the moves.
fn numbers() -> Vec<(&'static str, String)> {
    let empty = Board::new();
    let rates = lesson_06::black_win_rates(&empty, Color::Black, &mut Random::new(1));
    let primitive = rates.iter().fold(Picture::new(&empty), |picture, &(point, rate)| {
        picture.label(point, format!("{:3.0}", 100.0 * rate)).shade(point, 2.0 * rate - 1.0)
    });
    let opening = positions::opening();
    let last = point_named("E7").expect("a point");
    let weights = points().filter(|&p| opening.at(p) == Color::Empty).fold(
        Picture::new(&opening).label(last, "1"),
        |picture, point| {
            let weight = weigh(&opening, point, Color::Black, last);
            let shade = (f64::from(weight).log10() - 1.7) / 3.0;
            picture.label(point, format!("{weight:3}")).shade(point, shade)
        },
    );
    vec![
        ("06-primitive", primitive.svg()),
        ("08-uct-c0.3", visits(0.3, None)),
        ("08-uct-c2", visits(2.0, None)),
        ("10-weights", weights.svg()),
        ("11-rave", visits(1.0, Some(Rave::default()))),
    ]
}

/// The maps of lessons 13 and 14.
fn maps() -> Vec<(&'static str, String)> {
    let (opening, race) = (positions::opening(), positions::race());
    let question =
        |board, last| Question { board, to_move: Color::Black, last, choose: play_random };
    let last = point_named("E4").expect("a point");
    let ownership = Ownership::new(&question(&opening, last), PLAYOUTS, &mut Random::new(1));
    let race_question = question(&race, PASS);
    let critical = Criticality::new(&race_question, KOMI, PLAYOUTS, &mut Random::new(1));
    let winners = lesson_14::winners_only(&race_question, PLAYOUTS, &mut Random::new(1));
    let owner = |p| (ownership.percent(p) / 100.0, format!("{:3.0}", ownership.percent(p)));
    let decides = |value: f64| (-1.6 * value, format!("{value:.2}"));
    vec![
        ("13-ownership", map(&opening, owner)),
        ("14-criticality", map(&race, |p| decides(critical.at(p)))),
        ("14-winners-only", map(&race, |p| decides(winners[p]))),
    ]
}

/// A shade and a text on every point.
fn map(board: &Board, value: impl Fn(Point) -> (f64, String)) -> String {
    let mut picture = Picture::new(board);
    for point in points() {
        let (shade, text) = value(point);
        picture = picture.shade(point, shade).label(point, text);
    }
    picture.svg()
}

/// A position with labels: pairs of a point and a sign.
fn labeled(board: &Board, labels: &str) -> String {
    let words: Vec<&str> = labels.split(' ').collect();
    let mut picture = Picture::new(board);
    for pair in words.chunks(2) {
        picture = picture.label(point_named(pair[0]).expect("a point"), pair[1]);
    }
    picture.svg()
}

/// The first moves of a game with their numbers.
fn opening_of(moves: &[Point]) -> String {
    let (mut board, mut color) = (Board::new(), Color::Black);
    for &point in moves {
        board.put_stone(point, color).expect("a move of a playout");
        color = color.flip();
    }
    let mut picture = Picture::new(&board);
    for (i, &point) in moves.iter().enumerate() {
        picture = picture.label(point, (i + 1).to_string());
    }
    picture.svg()
}

/// Every point in its owner's color.
fn owners(board: &Board) -> String {
    let mut picture = Picture::new(board);
    for point in points() {
        let side = if board.owner(point) == Color::Black { 0.6 } else { -0.6 };
        picture = picture.shade(point, side);
    }
    picture.svg()
}

/// How a search of 1000 playouts shares its visits.
fn visits(c: f64, rave: Option<Rave>) -> String {
    let board = positions::opening();
    let mut search = Uct::new(Settings { c, rave, ..Settings::default() }, Random::new(1));
    search.best_move(&board, Color::White, point_named("E4").expect("a point"));
    let children = search.children();
    let most = f64::from(children[0].mean.games);
    let mut picture = Picture::new(&board);
    for child in children.iter().filter(|child| child.point != PASS) {
        let games = child.mean.games;
        picture = picture.shade(child.point, -0.8 * f64::from(games) / most);
        picture = picture.label(child.point, format!("{games:3}"));
    }
    picture.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pictures of a tree search are left out: their logarithms may differ by a hair between machines.
    #[test]
    fn the_book_shows_what_this_program_draws() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src/lessons/pictures");
        for (name, svg) in stones().into_iter().chain(maps()) {
            let path = format!("{folder}/{name}.svg");
            let shown = std::fs::read_to_string(&path).expect(&path);
            assert!(shown == svg, "{path} is old: draw the pictures again");
        }
    }
}
