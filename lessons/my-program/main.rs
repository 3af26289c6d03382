//! Your own program: the place to begin for the tournament. It speaks GTP.
//!
//! ```text
//! cargo build --release -p aji-lessons --example my-program
//! target/release/examples/my-program
//! genmove b
//! ```
//!
//! Change something, give it a name, and let it play against the others.

use aji_lessons::board::{Board, Color, Point};
use aji_lessons::gtp;
use aji_lessons::patterns::Patterns;
use aji_lessons::players::{Searcher, knowing};
use aji_lessons::random::Random;
use aji_lessons::rave::Rave;
use aji_lessons::uct::Settings;
use aji_lessons::weights::{play_by, weigh};
use std::io;
use std::sync::LazyLock;

const NAME: &str = "your-program-name";
const PLAYOUTS: usize = 1000;

/// Your shapes: X is the side to move, O the other, . empty, # outside, ? anything.
static SHAPES: LazyLock<Patterns> = LazyLock::new(|| {
    Patterns::new(&[
        "XOX O.? ???", // a cut: the first shape is a gift, the second is yours
    ])
    .expect("nine signs for each shape")
});

/// How much you want a move in the playouts; the library's weight is the beginning.
fn my_weight(board: &Board, point: Point, color: Color, last: Point) -> u32 {
    let factor = if SHAPES.match_at(board, point, color) { 10 } else { 1 };
    factor * weigh(board, point, color, last)
}

fn my_playout_move(board: &mut Board, color: Color, last: Point, random: &mut Random) -> Point {
    play_by(my_weight, board, color, last, random)
}

fn main() -> io::Result<()> {
    let settings =
        Settings { choose: my_playout_move, rave: Some(Rave::default()), ..knowing(PLAYOUTS) };
    let player = Searcher { name: NAME.into(), settings };
    let seed = std::process::id().into(); // another game every time
    gtp::serve(player, seed, io::stdin().lock(), &mut io::stdout())
}
