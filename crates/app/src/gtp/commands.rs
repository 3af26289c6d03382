//! Every command by name, and what it does.

use super::session::{Failure, Session, failure};
use super::{attention, scoring};
use aji_goban::handicap;
use aji_goban::{Color, Game, Illegal, Move, PointSet};
use aji_notation::gtp::{Arguments, TimeLeft, TimeSettings, Vertex};
use aji_notation::{rules, sgf};
use aji_search::{Clock, Decision, TimeControl};
use std::fs;

/// How a command is carried out.
#[derive(Clone, Copy)]
pub enum Action {
    /// One reply.
    Answer(fn(&mut Session, &mut Arguments<'_>) -> Result<String, Failure>),
    /// A reply that goes on until the next line arrives.
    Analyze,
    /// The last reply.
    Quit,
}

/// A command.
pub struct Command {
    name: &'static str,
    pub action: Action,
}

macro_rules! answers {
    ($($name:literal => $function:expr,)*) => {
        [$(Command { name: $name, action: Action::Answer($function) },)*]
    };
}

const ANSWERS: [Command; 34] = answers! {
    "protocol_version" => |_, arguments| end(arguments, "2"),
    "name" => |_, arguments| end(arguments, "Aji"),
    "version" => |_, arguments| end(arguments, env!("CARGO_PKG_VERSION")),
    "known_command" => known_command,
    "list_commands" => |_, arguments| end(arguments, all().collect::<Vec<_>>().join("\n")),
    "boardsize" => boardsize,
    "clear_board" => clear_board,
    "komi" => komi,
    "get_komi" => |session, arguments| end(arguments, session.game.komi().to_string()),
    "play" => play,
    "genmove" => genmove,
    "reg_genmove" => reg_genmove,
    "undo" => |session, arguments| { arguments.end()?; undo(session, 1) },
    "gg-undo" => |session, arguments| {
        let n = if arguments.is_empty() { 1 } else { arguments.count("the number of moves")? };
        arguments.end()?;
        undo(session, n)
    },
    "fixed_handicap" => fixed_handicap,
    "place_free_handicap" => place_free_handicap,
    "set_free_handicap" => set_free_handicap,
    "time_settings" => |session, arguments| time(session, TimeSettings::from_standard(arguments)?),
    "kgs-time_settings" => |session, arguments| time(session, TimeSettings::from_kgs(arguments)?),
    "kata-time_settings" => |session, arguments| time(session, TimeSettings::from_kata(arguments)?),
    "time_left" => time_left,
    "final_score" => |session, arguments| { arguments.end()?; scoring::final_score(session) },
    "final_status_list" => scoring::final_status_list,
    "loadsgf" => loadsgf,
    "printsgf" => printsgf,
    "showboard" => showboard,
    "kata-get-rules" => |session, arguments| end(arguments, rules::json(session.game.rules())),
    "kata-set-rules" => kata_set_rules,
    "kgs-rules" => kata_set_rules,
    "set_random_seed" => set_random_seed,
    "get_random_seed" => |session, arguments| {
        end(arguments, session.engine.settings().search.seed.to_string())
    },
    "gomill-describe_engine" => describe,
    "clear_cache" => |_, arguments| end(arguments, ""),
    "last_move" => last_move,
};

/// What attention finds, for GoGui.
const ATTENTION: [Command; 5] = answers! {
    "gogui-analyze_commands" => attention::analyze_commands,
    "aji-attention_boards" => attention::boards,
    "aji-attention_groups" => attention::groups,
    "aji-attention_influence" => attention::influence,
    "aji-attention_weights" => attention::weights,
};

const OTHERS: [Command; 2] = [
    Command { name: "lz-analyze", action: Action::Analyze },
    Command { name: "quit", action: Action::Quit },
];

/// The command of this name.
pub fn find(name: &str) -> Option<&'static Command> {
    ANSWERS.iter().chain(&ATTENTION).chain(&OTHERS).find(|command| command.name == name)
}

fn all() -> impl Iterator<Item = &'static str> {
    ANSWERS.iter().chain(&ATTENTION).chain(&OTHERS).map(|command| command.name)
}

/// An answer for a command without arguments.
fn end(arguments: &Arguments<'_>, text: impl Into<String>) -> Result<String, Failure> {
    arguments.end()?;
    Ok(text.into())
}

fn known_command(_: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let name = arguments.word("a command")?;
    end(arguments, find(name).is_some().to_string())
}

fn boardsize(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let size = arguments.size()?;
    arguments.end()?;
    session.clear(size);
    Ok(String::new())
}

fn clear_board(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    session.clear(session.game.size());
    Ok(String::new())
}

fn komi(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let komi = arguments.komi()?;
    arguments.end()?;
    session.game.set_komi(komi);
    Ok(String::new())
}

fn play(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let color = arguments.color()?;
    let play = session.play_argument(arguments)?;
    arguments.end()?;
    session.game.play(color, play).map_err(illegal)?;
    Ok(String::new())
}

fn illegal(reason: Illegal) -> Failure {
    failure(format!("illegal move: {reason}"))
}

fn genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let color = arguments.color()?;
    arguments.end()?;
    match session.think(color).1 {
        Decision::Resign => Ok(Vertex::Resign.text(session.game.size()).to_string()),
        Decision::Play(play) => {
            session.game.play(color, play).map_err(illegal)?;
            session.has_moved = true;
            Ok(session.name(play))
        }
    }
}

fn reg_genmove(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let color = arguments.color()?;
    arguments.end()?;
    Ok(match session.think(color).1 {
        Decision::Resign => Vertex::Resign.text(session.game.size()).to_string(),
        Decision::Play(play) => session.name(play),
    })
}

fn undo(session: &mut Session, n_moves: u32) -> Result<String, Failure> {
    if session.game.moves().len() < n_moves as usize {
        return Err(failure("cannot undo"));
    }
    for _ in 0..n_moves {
        session.game.undo();
    }
    Ok(String::new())
}

fn fixed_handicap(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let n_stones = arguments.count("the number of stones")? as usize;
    arguments.end()?;
    let points = session.game.place_fixed_handicap(n_stones).map_err(failure)?;
    Ok(names(session, &points))
}

/// Our free choice is the traditional one, as far as the board has such points.
fn place_free_handicap(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, Failure> {
    let n_stones = arguments.count("the number of stones")? as usize;
    arguments.end()?;
    let most = handicap::most_fixed(session.game.size());
    let n_placed = if n_stones > most && most > 0 { most } else { n_stones };
    let points = session.game.place_fixed_handicap(n_placed).map_err(failure)?;
    Ok(names(session, &points))
}

fn set_free_handicap(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, Failure> {
    let mut points = PointSet::EMPTY;
    while !arguments.is_empty() {
        let point = session.play_argument(arguments)?.point();
        let point = point.ok_or_else(|| failure("a handicap stone needs a point"))?;
        if !points.insert(point) {
            return Err(failure("repeated vertex"));
        }
    }
    let n_points = session.game.size().n_points();
    if points.len() < 2 || points.len() >= n_points {
        return Err(failure(format!("a handicap has 2 to {} stones", n_points - 1)));
    }
    session.game.place_handicap(points).map_err(failure)?;
    Ok(String::new())
}

fn names(session: &Session, points: &PointSet) -> String {
    let plays: Vec<Move> = points.iter().map(Move::Place).collect();
    session.line(&plays)
}

fn time(session: &mut Session, settings: TimeSettings) -> Result<String, Failure> {
    let control = match settings {
        TimeSettings::None => TimeControl::None,
        TimeSettings::Absolute { main } => TimeControl::Absolute { main },
        TimeSettings::Canadian { main, period, n_stones } => {
            TimeControl::Canadian { main, period, stones: n_stones }
        }
        TimeSettings::ByoYomi { main, period, n_periods } => {
            TimeControl::Byoyomi { main, period, periods: n_periods }
        }
        TimeSettings::Fischer { main, increment, most_per_move, .. } => {
            TimeControl::Fischer { main, increment, most_per_move }
        }
    };
    session.clock = Clock::new(control);
    Ok(String::new())
}

fn time_left(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let left = TimeLeft::from_arguments(arguments)?;
    session.clock.set_left(left.color, left.time, left.n_stones);
    Ok(String::new())
}

fn loadsgf(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let file = arguments.word("a file name")?;
    let stop_before =
        if arguments.is_empty() { None } else { Some(arguments.count("a move number")? as usize) };
    arguments.end()?;
    let bytes = fs::read(file).map_err(|error| failure(format!("cannot load {file}: {error}")))?;
    let (tree, _) = sgf::Tree::parse(&bytes)
        .map_err(|error| failure(format!("cannot load {file}: {error}")))?;
    let unsaid = sgf::Unsaid { rules: *session.game.rules(), komi: session.game.komi() };
    let (mut game, _) =
        tree.to_game(unsaid).map_err(|error| failure(format!("cannot load {file}: {error}")))?;
    // The position before that move, as the protocol has it.
    while stop_before.is_some_and(|n| game.moves().len() >= n.max(1)) {
        game.undo();
    }
    session.game = game;
    Ok(session.game.position().to_move().to_string())
}

fn printsgf(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let mut text = Vec::new();
    sgf::write_tree(&sgf::Tree::from_game(&session.game), &mut text).map_err(failure)?;
    if let Ok(file) = arguments.word("a file name") {
        arguments.end()?;
        fs::write(file, text).map_err(|error| failure(format!("cannot write {file}: {error}")))?;
        return Ok(String::new());
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn showboard(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    let position = session.game.position();
    let taken = |color| position.n_prisoners(color);
    Ok(format!(
        "\n{}\n{} to move, move {}, komi {}; taken: {} black, {} white",
        position.board(),
        position.to_move(),
        session.game.moves().len() + 1,
        session.game.komi(),
        taken(Color::Black),
        taken(Color::White)
    ))
}

fn kata_set_rules(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    let text = arguments.rest();
    session.game.set_rules(rules::parse(&text).map_err(failure)?);
    Ok(String::new())
}

fn set_random_seed(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, Failure> {
    let seed = arguments.word("a seed")?;
    arguments.end()?;
    let seed = seed.parse().map_err(|_| failure("a seed is a whole number from 0"))?;
    session.engine.reseed(seed);
    Ok(String::new())
}

fn describe(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    let settings = toml::to_string(session.engine.settings()).map_err(failure)?;
    Ok(format!("Aji {}\n{settings}", env!("CARGO_PKG_VERSION")))
}

fn last_move(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
    arguments.end()?;
    let game: &Game = &session.game;
    let (color, play) = game.moves().last().ok_or_else(|| failure("no previous move known"))?;
    Ok(format!("{color} {}", session.name(*play)))
}
