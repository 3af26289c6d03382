//! Who has won, and which stones are dead, as far as playouts can tell.

use super::session::{Failure, Session, failure};
use aji_goban::score::Agreement;
use aji_goban::{Color, Move, PointSet};
use aji_notation::gtp::Arguments;

/// `final_score`: the margin after the dead stones are lifted.
pub fn final_score(session: &mut Session) -> Result<String, Failure> {
    let dead = session.engine.dead_stones(&session.game);
    let agreement = Agreement { dead, ..Agreement::default() };
    Ok(session.game.margin(&agreement).to_string())
}

/// `final_status_list`: the chains with a status, one a line.
pub fn final_status_list(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, Failure> {
    let status = arguments.word("a status")?;
    arguments.end()?;
    let board = session.game.position().board();
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    let dead = session.engine.dead_stones(&session.game);
    match status {
        "dead" => Ok(chains(session, &dead)),
        "alive" => Ok(chains(session, &(stones - dead))),
        // Playouts fill seki; they cannot tell it from life.
        "seki" => Ok(String::new()),
        _ => Err(failure("the status must be alive, dead or seki")),
    }
}

fn chains(session: &Session, stones: &PointSet) -> String {
    let board = session.game.position().board();
    let lines: Vec<String> = board
        .chain_ids()
        .filter(|id| stones.contains(id.point()))
        .map(|id| {
            let plays: Vec<Move> = board.chain(id).stones().iter().map(Move::Place).collect();
            session.line(&plays)
        })
        .collect();
    lines.join("\n")
}
