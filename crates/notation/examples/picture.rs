//! Draws a position of a record: `cargo run -p aji-notation --example picture -- FILE.sgf [MOVE] > OUT.svg`
//!
//! With a move number, the last ten moves up to it are numbered.
#![allow(clippy::print_stdout)]

use aji_goban::{Color, Move};
use aji_notation::sgf::{Tree, Unsaid};
use aji_notation::svg::{Mark, Picture};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a record")?;
    let (tree, _) = Tree::parse(&std::fs::read(path)?)?;
    let (mut game, _) = tree.to_game(Unsaid::default())?;
    let shown = arguments.next().map_or(Ok(game.moves().len()), |n| n.parse())?;
    while game.moves().len() > shown && game.undo() {}
    let (board, size) = (game.position().board(), game.size());
    let mut picture = Picture::of(board);
    for (i, &(color, play)) in game.moves().iter().enumerate().rev().take(10) {
        if let Move::Place(point) = play
            && board.color_at(point) == Some(color)
        {
            picture = picture.label(point, &(i + 1).to_string());
        }
    }
    if let Some(Move::Place(point)) = game.position().last_move() {
        picture = picture.last_move(point);
    }
    for (name, mark) in
        [("TR", Mark::Triangle), ("SQ", Mark::Square), ("CR", Mark::Circle), ("MA", Mark::Cross)]
    {
        for point in tree.root().points(name, size) {
            picture = picture.mark(point, mark);
        }
    }
    for (point, text) in tree.root().labels(size).into_iter().filter(|_| game.moves().is_empty()) {
        picture = picture.label(point, &text);
    }
    // Territory as the board stands, every stone alive.
    if game.is_over() {
        let area = aji_goban::score::area(board);
        let owner = |point| match () {
            () if board.color_at(point).is_some() => 0.0,
            () if area.by(Color::Black).contains(point) => 1.0,
            () if area.by(Color::White).contains(point) => -1.0,
            () => 0.0,
        };
        picture = picture.ownership(&size.points().map(owner).collect::<Vec<f32>>());
    }
    println!("{picture}");
    Ok(())
}
