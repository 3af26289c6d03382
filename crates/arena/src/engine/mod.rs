//! A Go program as a process that speaks GTP: started, questioned, timed, and never trusted.
//!
//! ```text
//! EngineSpec ── start ──▶ Engine ── genmove, play, … ──▶ Process ── pipes ──▶ the program
//!                            │                               ├─ a thread reads replies
//!                            └─ every failure is a Fault     └─ a thread keeps the end of stderr
//! ```

mod clock;
mod command_line;
mod fault;
mod process;
mod session;
mod tail;

pub use clock::Clock;
pub use command_line::{CommandLine, CommandLineError};
pub use fault::Fault;
pub use process::Process;
pub use session::{Engine, Identity, Setup};
pub use tail::{Kept, Tail};

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// How a program is started and prepared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What reports call it; the name it gives itself if this is empty.
    pub name: Option<String>,
    /// What is run.
    pub command: CommandLine,
    /// The folder it is run in.
    pub folder: Option<PathBuf>,
    /// GTP commands sent once after the start.
    pub setup: Vec<String>,
    /// What the user wrote, if the command was made from it: the identity of a match rests on this and
    /// not on where the program happens to lie.
    pub written: Option<String>,
}

impl EngineSpec {
    /// A program run from a command line as one would type it in a shell.
    pub fn parse(text: &str) -> Result<EngineSpec, CommandLineError> {
        Ok(EngineSpec::new(text.parse()?))
    }

    /// A program with nothing but its command line.
    pub const fn new(command: CommandLine) -> EngineSpec {
        EngineSpec { name: None, command, folder: None, setup: Vec::new(), written: None }
    }

    /// What identifies the engine in a match.
    pub fn identity(&self) -> String {
        let command = self.written.clone().unwrap_or_else(|| self.command.to_string());
        serde_json::json!({ "command": command, "folder": self.folder, "setup": self.setup })
            .to_string()
    }
}

/// How long an engine may take.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patience {
    /// Seconds for the program to start and introduce itself.
    pub start: f64,
    /// Seconds for an answer to any command but `genmove`, and to `genmove` where no time was agreed.
    pub answer: f64,
    /// Seconds that a move may take longer than was agreed.
    pub grace: f64,
}

impl Default for Patience {
    /// Half a minute to start (engines load weights), ten minutes for an answer without a clock, and
    /// two seconds of grace on a busy machine.
    fn default() -> Patience {
        Patience { start: 30.0, answer: 600.0, grace: 2.0 }
    }
}

/// Seconds as a duration; what is negative, infinite or no number at all becomes the nearest that is.
pub(crate) fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(if seconds.is_nan() { 0.0 } else { seconds.clamp(0.0, 1e9) })
}
