//! What an engine did wrong, in words that say what to do about it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why an engine lost without the board having been counted, or could not play at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    /// The program could not be run.
    #[error("cannot start \"{command}\": {error}; check the path, or that it is in PATH")]
    NotStarted {
        /// What was to be run.
        command: String,
        /// What the system said.
        error: String,
    },
    /// The program runs, but gives no GTP answers.
    #[error(
        "\"{command}\" does not speak GTP ({said}); does it need an option, as gnugo needs \
         --mode gtp?"
    )]
    NoGtp {
        /// What was run.
        command: String,
        /// What it did instead of answering.
        said: String,
    },
    /// A command that matches need is not known.
    #[error("the engine lacks the GTP command {command}, without which it cannot play")]
    LacksCommand {
        /// The command.
        command: String,
    },
    /// The board size was refused.
    #[error("the engine refuses a {size}×{size} board: {answer}")]
    RefusedSize {
        /// The number of lines.
        size: usize,
        /// What it answered.
        answer: String,
    },
    /// The komi was refused.
    #[error("the engine refuses komi {komi}: {answer}")]
    RefusedKomi {
        /// The komi.
        komi: String,
        /// What it answered.
        answer: String,
    },
    /// A legal move of the opponent was refused.
    #[error("the engine refuses the legal move {play}: {answer}")]
    RefusedMove {
        /// The move, with its color.
        play: String,
        /// What it answered.
        answer: String,
    },
    /// Another command was refused.
    #[error("the engine refuses \"{command}\": {answer}")]
    Refused {
        /// The command.
        command: String,
        /// What it answered.
        answer: String,
    },
    /// The program ended.
    #[error("the engine ended ({status}) when asked \"{command}\"")]
    Exited {
        /// What it was asked.
        command: String,
        /// How it ended.
        status: String,
    },
    /// There was no answer in time.
    #[error("the engine gave no answer to \"{command}\" within {seconds} s")]
    Hung {
        /// What it was asked.
        command: String,
        /// How long was waited.
        seconds: f64,
    },
    /// The time for the whole game was used up.
    #[error("the engine used {seconds:.1} s, more than its {limit} s for the game")]
    OutOfTime {
        /// What it used.
        seconds: f64,
        /// What it had.
        limit: f64,
    },
    /// The answer means nothing.
    #[error("the engine answered \"{command}\" with \"{said}\"")]
    Garbage {
        /// What it was asked.
        command: String,
        /// What came.
        said: String,
    },
    /// The move is against the rules.
    #[error("the engine played {vertex}: {why}")]
    IllegalMove {
        /// The move.
        vertex: String,
        /// Which rule it breaks.
        why: String,
    },
}

impl Fault {
    /// The kind in one word, as in the store.
    pub const fn kind(&self) -> &'static str {
        match self {
            Fault::NotStarted { .. } => "not_started",
            Fault::NoGtp { .. } => "no_gtp",
            Fault::LacksCommand { .. } => "lacks_command",
            Fault::RefusedSize { .. } => "refused_size",
            Fault::RefusedKomi { .. } => "refused_komi",
            Fault::RefusedMove { .. } => "refused_move",
            Fault::Refused { .. } => "refused",
            Fault::Exited { .. } => "exited",
            Fault::Hung { .. } => "hung",
            Fault::OutOfTime { .. } => "out_of_time",
            Fault::Garbage { .. } => "garbage",
            Fault::IllegalMove { .. } => "illegal_move",
        }
    }

    /// Is the process in a state that no longer can be relied on? An illegal move is only a bad move;
    /// a process that has ended, hangs or talks nonsense must be started again.
    pub const fn needs_restart(&self) -> bool {
        !matches!(self, Fault::IllegalMove { .. } | Fault::OutOfTime { .. })
    }
}

/// Enough of what an engine said to recognize it by.
pub(super) fn excerpt(text: &str) -> String {
    let clean: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match clean.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &clean[..end]),
        None => clean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_the_same_in_json_and_in_words() {
        let faults = [
            Fault::NotStarted { command: "x".into(), error: "y".into() },
            Fault::LacksCommand { command: "komi".into() },
            Fault::Hung { command: "genmove black".into(), seconds: 2.0 },
            Fault::IllegalMove { vertex: "A1".into(), why: "the point is occupied".into() },
        ];
        for fault in faults {
            let json = serde_json::to_value(&fault).unwrap();
            assert_eq!(json["kind"], fault.kind());
            assert_eq!(serde_json::from_value::<Fault>(json).unwrap(), fault);
        }
    }

    #[test]
    fn long_talk_is_cut() {
        assert_eq!(excerpt(" a\nb "), "a b");
        assert_eq!(excerpt(&"é".repeat(500)).chars().count(), 121);
    }
}
