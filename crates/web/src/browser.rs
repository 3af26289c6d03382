//! Opens the person's browser, where there is a display to open it on.

use std::process::{Command, Stdio};

/// Shows the address in the default browser; false if there is no display or nothing to show it with.
pub fn open(address: &str) -> bool {
    let Some(mut command) = command(address) else { return false };
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match quiet.spawn() {
        Ok(mut child) => {
            // Somebody has to wait for it, or it stays in the process table.
            std::thread::spawn(move || child.wait());
            true
        }
        Err(_) => false,
    }
}

#[cfg(target_os = "macos")]
fn command(address: &str) -> Option<Command> {
    let mut command = Command::new("open");
    command.arg(address);
    Some(command)
}

#[cfg(windows)]
fn command(address: &str) -> Option<Command> {
    let mut command = Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", address]);
    Some(command)
}

#[cfg(not(any(target_os = "macos", windows)))]
fn command(address: &str) -> Option<Command> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
        return None;
    }
    let mut command = Command::new("xdg-open");
    command.arg(address);
    Some(command)
}
