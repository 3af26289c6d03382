//! The players as the command line names them: `--black` and `--white`, or `--player NAME=CMD` for each.

use super::MatchArguments;
use crate::engine::{CommandLine, CommandLineError, EngineSpec};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What is wrong with the players.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// A command.
    #[error("--{option}: {error}")]
    Command {
        /// The option, as `black` or `player uct`.
        option: String,
        /// What is wrong with it.
        error: CommandLineError,
    },
    /// A player without a name.
    #[error(
        "--player \"{0}\": write NAME=CMD, the name without blanks, as in --player \"uct=self --preset uct\""
    )]
    Nameless(String),
    /// Two players of one name.
    #[error("--player {0}: the name is taken; give every player its own")]
    Taken(String),
    /// A name that no player has.
    #[error("--{option} \"{text}\": write NAME={what}, with the name of a --player: {names}")]
    Stranger {
        /// The option.
        option: &'static str,
        /// What was written.
        text: String,
        /// What follows the name.
        what: &'static str,
        /// The names there are.
        names: String,
    },
    /// Not a rating.
    #[error("--anchor {0}: write NAME=ELO, as in gnugo=1800")]
    Elo(String),
}

/// What the command line says of one player.
struct Text {
    option: String,
    command: String,
    name: Option<String>,
    setup: Vec<String>,
    folder: Option<PathBuf>,
}

/// The players, in the order in which they were written.
pub(super) fn of(arguments: &MatchArguments, own: &Path) -> Result<Vec<EngineSpec>, PlayerError> {
    let texts = if arguments.is_tournament() { many(arguments)? } else { two(arguments) };
    texts.into_iter().map(|text| spec(arguments, text, own)).collect()
}

/// The players that keep a given rating.
pub(super) fn anchors(arguments: &MatchArguments) -> Result<Vec<(usize, f64)>, PlayerError> {
    let anchors = arguments.anchor.iter().map(|text| {
        let (player, elo) = of_player(arguments, "anchor", "ELO", text)?;
        match elo.parse::<f64>() {
            Ok(elo) if elo.is_finite() => Ok((player, elo)),
            _ => Err(PlayerError::Elo(text.clone())),
        }
    });
    anchors.collect()
}

fn two(arguments: &MatchArguments) -> Vec<Text> {
    let black = Text {
        option: "black".to_owned(),
        command: arguments.black.clone().unwrap_or_default(),
        name: arguments.black_name.clone(),
        setup: arguments.black_setup.clone(),
        folder: arguments.black_folder.clone(),
    };
    let white = Text {
        option: "white".to_owned(),
        command: arguments.white.clone().unwrap_or_default(),
        name: arguments.white_name.clone(),
        setup: arguments.white_setup.clone(),
        folder: arguments.white_folder.clone(),
    };
    vec![black, white]
}

fn many(arguments: &MatchArguments) -> Result<Vec<Text>, PlayerError> {
    let mut texts: Vec<Text> = Vec::new();
    for written in &arguments.player {
        let (name, command) =
            named(written).ok_or_else(|| PlayerError::Nameless(written.clone()))?;
        if texts.iter().any(|text| text.name.as_deref() == Some(name)) {
            return Err(PlayerError::Taken(name.to_owned()));
        }
        texts.push(Text {
            option: format!("player {name}"),
            command: command.to_owned(),
            name: Some(name.to_owned()),
            setup: Vec::new(),
            folder: None,
        });
    }
    for text in &arguments.setup {
        let (player, command) = of_player(arguments, "setup", "GTP", text)?;
        texts[player].setup.push(command.to_owned());
    }
    for text in &arguments.folder {
        let (player, folder) = of_player(arguments, "folder", "DIR", text)?;
        texts[player].folder = Some(folder.into());
    }
    Ok(texts)
}

/// `NAME=…`, the name being one word.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('=')?;
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    is_name.then_some((name, rest))
}

/// Whose `NAME=…` this is, by number, and what follows the name.
fn of_player<'a>(
    arguments: &MatchArguments,
    option: &'static str,
    what: &'static str,
    text: &'a str,
) -> Result<(usize, &'a str), PlayerError> {
    let mut names = arguments.player.iter().filter_map(|player| named(player)).map(|(n, _)| n);
    let found = named(text).and_then(|(name, rest)| {
        names.clone().position(|known| known == name).map(|player| (player, rest))
    });
    found.ok_or_else(|| {
        let names = names.by_ref().collect::<Vec<_>>().join(", ");
        PlayerError::Stranger { option, text: text.to_owned(), what, names }
    })
}

/// The engine; `self` is this program, given the match's playouts and threads.
fn spec(arguments: &MatchArguments, text: Text, own: &Path) -> Result<EngineSpec, PlayerError> {
    let parsed = text.command.parse::<CommandLine>();
    let mut command =
        parsed.map_err(|error| PlayerError::Command { option: text.option, error })?;
    let mut written = None;
    if command.program == "self" {
        let mut add = |option: &str, value: Option<String>| {
            let is_given = command
                .arguments
                .iter()
                .any(|argument| argument == option || argument.starts_with(&format!("{option}=")));
            if let (Some(value), false) = (value, is_given) {
                command.arguments.extend([option.to_owned(), value]);
            }
        };
        add("--playouts", arguments.playouts.map(|n| n.to_string()));
        add("--threads", arguments.threads.map(|n| n.to_string()));
        written = Some(command.to_string());
        command.program = own.to_string_lossy().into_owned();
        command.arguments.insert(0, "gtp".to_owned());
    }
    let name = text.name.or_else(|| written.clone());
    Ok(EngineSpec { name, command, folder: text.folder, setup: text.setup, written })
}
