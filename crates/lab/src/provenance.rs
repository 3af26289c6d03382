//! Where and from what a figure was made.

use aji_arena::date;
use serde::{Deserialize, Serialize};
use std::process::Command;

/// What must be known to repeat a measurement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The commit of this program, with `+` if files were changed since.
    pub commit: String,
    /// The processor and its cores.
    pub machine: String,
    /// When: UTC.
    pub date: String,
    /// The command that repeats it.
    pub command: String,
}

impl Provenance {
    /// Here and now.
    pub fn here(command: &str) -> Provenance {
        let commit = commit().unwrap_or_else(|| "unknown".to_owned());
        Provenance { commit, machine: machine(), date: date::now(), command: command.to_owned() }
    }
}

/// The commit of the working folder, as `git` tells it.
fn commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // Results are written while experiments run; they do not change what is measured.
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "crates"])?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

/// The processor's name, where the system tells it, and the number of cores.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = cpuinfo.lines().find_map(|line| {
        line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim())
    });
    match name {
        Some(name) => format!("{name}, {cores} cores"),
        None => format!("{}, {cores} cores", std::env::consts::ARCH),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_carries_machine_date_and_command() {
        let here = Provenance::here("aji lab run x.toml");
        assert!(here.machine.ends_with("cores") && here.date.ends_with('Z'));
        assert!(!here.commit.is_empty());
        let json = serde_json::to_string(&here).unwrap();
        assert_eq!(serde_json::from_str::<Provenance>(&json).unwrap(), here);
    }
}
