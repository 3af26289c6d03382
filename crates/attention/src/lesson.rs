//! What a move teaches about attention: among all partial boards, the one it was played in was chosen.

use crate::coefficients::{N_FEATURES, feature_ranges, features};
use crate::element::Values;
use crate::partial_board::PartialBoard;
use crate::roles::{self, N_ROLES, Roles};
use aji_goban::Point;
use aji_ranking::mm::Groups;
use aji_ranking::{ContestError, Contests};

/// The partial board that a move was played in. A point may belong to several: the smallest one, which says
/// most about where to look, is the one that was chosen.
pub fn chosen(boards: &[PartialBoard], play: Point) -> Option<usize> {
    let with_play = boards.iter().enumerate().filter(|(_, board)| board.open.contains(play));
    with_play.min_by_key(|(_, board)| board.open.len()).map(|(index, _)| index)
}

/// Adds the choice as a contest: the chosen partial board against those that do not hold the move. Larger ones that
/// hold it too were neither chosen nor passed over, and are left out. False if no partial board holds the move.
pub fn add_contest(
    boards: &[PartialBoard],
    values: &[Values],
    play: Point,
    game: u32,
    number: u32,
    into: &mut Contests,
) -> Result<bool, ContestError> {
    let Some(chosen) = chosen(boards, play) else { return Ok(false) };
    into.team(&features(&values[chosen]));
    for (index, board) in boards.iter().enumerate() {
        if index != chosen && !board.open.contains(play) {
            into.team(&features(&values[index]));
        }
    }
    into.close(0, game, number)?;
    Ok(true)
}

/// Adds the choice within the partial board that was chosen: the move against its other open points. False if no
/// partial board holds the move.
pub fn add_point_contest(
    boards: &[PartialBoard],
    roles: &Roles<'_>,
    play: Point,
    game: u32,
    number: u32,
    into: &mut Contests,
) -> Result<bool, ContestError> {
    let Some(chosen) = chosen(boards, play) else { return Ok(false) };
    into.team(&roles.roles(play));
    for point in boards[chosen].open.iter().filter(|&point| point != play) {
        into.team(&roles.roles(point));
    }
    into.close(0, game, number)?;
    Ok(true)
}

/// Of each kind of role a point has one.
pub fn role_groups() -> Groups {
    Groups::new(roles::ranges()).unwrap_or_else(|_| Groups::singletons(N_ROLES))
}

/// The bins of each element are a group: a partial board has one of each.
pub fn groups() -> Groups {
    // Ranges that follow each other from 0 on cannot be refused.
    Groups::new(feature_ranges()).unwrap_or_else(|_| Groups::singletons(N_FEATURES as u32))
}
