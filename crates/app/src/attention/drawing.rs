//! Pictures of what attention found.

use super::report::{Looked, nearest_stones};
use aji_attention::attention::FOCUS;
use aji_goban::{Color, Game, Move, PointSet};
use aji_notation::svg::{Mark, Picture};
use clap::ValueEnum;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The most attended partial boards, the first one bright
    Boards,
    /// Groups in their tints, and the links between chains
    Groups,
    /// Influence, and where it meets
    Influence,
    /// How much each point is attended to
    Weights,
}

/// Tints that can be told apart on wood, for groups side by side.
const TINTS: [&str; 8] =
    ["#1565c0", "#c62828", "#2e7d32", "#6a1b9a", "#00838f", "#ef6c00", "#ad1457", "#37474f"];
/// The outlines of the second and third partial board.
const OTHERS: [&str; 2] = ["#1565c0", "#2e7d32"];

/// Draws the position of a game.
pub fn draw(game: &Game, looked: &Looked<'_>, show: Show) -> String {
    let mut picture = Picture::of(game.position().board());
    if let Some(last) = game.position().last_move().and_then(Move::point) {
        picture = picture.last_move(last);
    }
    match show {
        Show::Boards => boards(picture, looked),
        Show::Groups => groups(picture, looked),
        Show::Influence => influence(picture, looked),
        Show::Weights => picture.heat(looked.attention.point_weights()),
    }
    .to_string()
}

fn boards(mut picture: Picture, looked: &Looked<'_>) -> Picture {
    let ranked = looked.attention.ranked();
    let boards = looked.segmentation.boards();
    // Later ones first, so that earlier ones lie above.
    let others: Vec<_> = ranked.iter().skip(1).zip(OTHERS).collect();
    for (attended, color) in others.into_iter().rev() {
        picture = picture.outline(&boards[attended.board].points, color, 1.6);
    }
    if let Some(first) = looked.attention.attended() {
        let board = &boards[first.board];
        let focus = looked.attention.focus(first.board, FOCUS, &looked.view());
        picture = picture.tint(&board.open, "#ffeb3b", 0.22).tint(&focus, "#ffeb3b", 0.55).outline(
            &board.points,
            "#d32f2f",
            2.6,
        );
    }
    picture
}

fn groups(mut picture: Picture, looked: &Looked<'_>) -> Picture {
    let segmentation = &looked.segmentation;
    for (i, group) in segmentation.groups().iter().enumerate() {
        picture = picture.tint(&group.stones, TINTS[i % TINTS.len()], 0.55);
    }
    for link in segmentation.links() {
        let [from, to] = nearest_stones(segmentation, link);
        let color = if link.is_open() { "#e53935" } else { "#43a047" };
        picture = picture.line(from, to, color, link.is_open());
    }
    picture
}

fn influence(mut picture: Picture, looked: &Looked<'_>) -> Picture {
    let segmentation = &looked.segmentation;
    let mut reached = [PointSet::EMPTY; 2];
    let mut stones = PointSet::EMPTY;
    for group in segmentation.groups() {
        reached[group.color.index()] |= group.influence;
        stones |= group.stones;
    }
    let conflicts = segmentation.conflicts();
    let [black, white] = reached.map(|reached| reached - stones - conflicts.rival);
    picture = picture.tint(&black, "#222222", 0.28).tint(&white, "#ffffff", 0.5);
    picture = picture.tint(&conflicts.rival, "#e53935", 0.22);
    for point in conflicts.rival {
        picture = picture.mark(point, Mark::Cross);
    }
    for color in Color::BOTH {
        for point in conflicts.friendly[color.index()] - conflicts.rival {
            picture = picture.mark(point, Mark::Triangle);
        }
    }
    picture
}
