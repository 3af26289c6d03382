//! Programs from outside: where they are, and their lives, which end with the test.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use thiserror::Error;

/// The time a program has to say that it is ready.
const START: Duration = Duration::from_secs(60);

/// Why a program cannot be used.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// It is not there.
    #[error("{name} is not on the PATH: {remedy}")]
    Absent {
        /// The program's name.
        name: String,
        /// What to do.
        remedy: String,
    },
    /// It does not start.
    #[error("{path} cannot be started: {error}")]
    Start {
        /// The program.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It started and said nothing that was waited for.
    #[error("{path} did not say \"{wanted}\" within {seconds} seconds", seconds = START.as_secs())]
    Silent {
        /// The program.
        path: PathBuf,
        /// What it should have said.
        wanted: String,
    },
}

/// A running program; it ends when this value does.
pub struct Program {
    child: Child,
}

impl Program {
    /// Starts a program and waits for a line with `wanted` in it; returns what follows on that line.
    pub fn start(
        path: &Path,
        arguments: &[&str],
        wanted: &str,
    ) -> Result<(Program, String), ProgramError> {
        let mut command = Command::new(path);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn();
        let mut child = child.map_err(|error| ProgramError::Start { path: path.into(), error })?;
        let (sender, receiver) = mpsc::channel();
        // Both outputs are read to their ends, or the program would stop at a full pipe.
        if let Some(output) = child.stdout.take() {
            let sender = sender.clone();
            std::thread::spawn(move || read_lines(output, &sender));
        }
        if let Some(output) = child.stderr.take() {
            std::thread::spawn(move || read_lines(output, &sender));
        }
        let program = Program { child };
        while let Ok(line) = receiver.recv_timeout(START) {
            if let Some((_, rest)) = line.split_once(wanted) {
                return Ok((program, rest.to_string()));
            }
        }
        Err(ProgramError::Silent { path: path.into(), wanted: wanted.into() })
    }
}

fn read_lines(output: impl std::io::Read, sender: &mpsc::Sender<String>) {
    for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
        // Nobody listens after the line that was waited for.
        let _ = sender.send(String::from_utf8_lossy(&line).trim_end().to_string());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself, and there is nobody left to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first of these names that is on the PATH.
pub fn on_path(names: &[&str], remedy: &str) -> Result<PathBuf, ProgramError> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    candidates
        .into_iter()
        .find(|file| file.is_file())
        .ok_or_else(|| ProgramError::Absent { name: names.join(" or "), remedy: remedy.into() })
}

/// The folder of the build, such as `target/debug`: this test runs from its `deps`.
pub fn build_folder() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    test.parent()?.parent().map(Path::to_path_buf)
}

/// The program that serves the page: `AJI_BIN` if that is set, else the built `aji`, else the demo of
/// `aji-web`.
pub fn aji() -> Result<PathBuf, ProgramError> {
    if let Some(path) = std::env::var_os("AJI_BIN") {
        return Ok(path.into());
    }
    let names =
        ["aji", "examples/demo"].map(|name| format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let found = build_folder()
        .and_then(|folder| names.iter().map(|name| folder.join(name)).find(|file| file.is_file()));
    found.ok_or_else(|| ProgramError::Absent {
        name: "aji".into(),
        remedy: "build it with `cargo build`, or set AJI_BIN to its path".into(),
    })
}
