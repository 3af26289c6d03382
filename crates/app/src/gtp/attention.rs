//! What attention finds, as GoGui's analyze commands show it.

use super::session::{Failure, Session, failure};
use crate::attention::report::Looked;
use aji_attention::attention::FOCUS;
use aji_attention::{Method, Settings};
use aji_goban::{Color, Point, PointSet, Size};
use aji_notation::gtp::Arguments;
use std::fmt::Write;

/// The commands as GoGui lists them: type, label, command.
const ANALYZE_COMMANDS: [&str; 4] = [
    "gfx/Attention: partial boards/aji-attention_boards %s",
    "gfx/Attention: groups and links/aji-attention_groups",
    "gfx/Attention: influence and conflict/aji-attention_influence",
    "gfx/Attention: point weights/aji-attention_weights",
];

/// `gogui-analyze_commands`.
pub fn analyze_commands(_: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    Ok(ANALYZE_COMMANDS.join("\n"))
}

fn look(session: &Session, method: Method) -> Result<Looked<'static>, Failure> {
    let settings = Settings { method, ..Settings::default() };
    Looked::at(&session.game, settings, None).map_err(failure)
}

fn names(points: &PointSet, size: Size) -> String {
    points.iter().fold(String::new(), |text, point| text + " " + &point.name(size).to_string())
}

/// Tints that can be told apart.
const TINTS: [&str; 6] = ["#64b5f6", "#e57373", "#81c784", "#ba68c8", "#ffb74d", "#4db6ac"];

/// `aji-attention_boards [METHOD]`: the focus of the first partial board in yellow, of the next ones in blue
/// and green.
pub fn boards(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let method = match arguments.word("a method") {
        Ok(word) => word.parse().map_err(failure)?,
        Err(_) => Settings::default().method,
    };
    arguments.end()?;
    let looked = look(session, method)?;
    let size = session.game.size();
    let (mut text, mut shown) = (String::new(), PointSet::EMPTY);
    for (attended, color) in looked.attention.ranked().iter().zip(["#ffee58", "#90caf9", "#a5d6a7"])
    {
        let open = looked.attention.focus(attended.board, FOCUS, &looked.view()) - shown;
        shown |= open;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "COLOR {color}{}", names(&open, size));
    }
    if let Some(first) = looked.attention.attended() {
        let reasons = looked.reasons(first.board).join("; ");
        let _ = writeln!(text, "TEXT {:.0} % of attention: {reasons}", 100.0 * first.share);
    }
    Ok(text.trim_end().to_owned())
}

/// `aji-attention_groups`: a color for each group, crosses where links can be cut.
pub fn groups(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    let looked = look(session, Settings::default().method)?;
    let (size, mut text, mut cuts) = (session.game.size(), String::new(), PointSet::EMPTY);
    for (i, group) in looked.segmentation.groups().iter().enumerate() {
        let _ = writeln!(text, "COLOR {}{}", TINTS[i % TINTS.len()], names(&group.stones, size));
        let safety = (10.0 * group.safety).round();
        let _ = writeln!(text, "LABEL {} {safety}", group.name.name(size));
    }
    looked.segmentation.links().iter().for_each(|link| cuts |= link.cuts);
    if !cuts.is_empty() {
        let _ = writeln!(text, "MARK{}", names(&cuts, size));
    }
    let _ = writeln!(text, "TEXT labels: safety from 0 to 10; crosses: links can be cut");
    Ok(text.trim_end().to_owned())
}

/// `aji-attention_influence`: whose influence, and where it meets.
pub fn influence(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    let looked = look(session, Settings::default().method)?;
    let (size, mut text) = (session.game.size(), String::from("INFLUENCE"));
    let mut reached = [PointSet::EMPTY; 2];
    for group in looked.segmentation.groups() {
        reached[group.color.index()] |= group.influence;
    }
    let conflicts = looked.segmentation.conflicts();
    let empties = session.game.position().board().empties();
    for (color, strength) in [(Color::Black, 0.7), (Color::White, -0.7)] {
        for point in (reached[color.index()] & empties) - conflicts.rival {
            let _ = write!(text, " {} {strength}", point.name(size));
        }
    }
    let friendly = conflicts.friendly[0] | conflicts.friendly[1];
    for (verb, points) in [("MARK", conflicts.rival), ("TRIANGLE", friendly - conflicts.rival)] {
        if !points.is_empty() {
            let _ = write!(text, "\n{verb}{}", names(&points, size));
        }
    }
    Ok(text)
}

/// `aji-attention_weights`: how much each point is attended to.
pub fn weights(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    let looked = look(session, Settings::default().method)?;
    let (size, mut text) = (session.game.size(), String::from("INFLUENCE"));
    let weighty = |point: &Point| looked.attention.weight(*point) >= 0.05;
    for point in session.game.position().board().empties().iter().filter(weighty) {
        let _ = write!(text, " {} {:.2}", point.name(size), looked.attention.weight(point));
    }
    Ok(text)
}
