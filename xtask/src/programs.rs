//! Programs that the `external` tests talk to, installed when they are absent.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, and the Debian package that brings it.
const DEBIAN: [(&str, &str); 4] = [
    ("gnugo", "gnugo"),
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("python3", "python3"),
];

/// The mdBook that is built where there is none.
const MDBOOK: &str = "0.5.4";

/// Installs what is missing; returns the folder that Python must look into.
pub fn install_all(python: &Path) -> Result<PathBuf, String> {
    let missing: Vec<&str> = DEBIAN
        .iter()
        .filter(|(name, _)| find(name).is_none())
        .map(|(_, package)| *package)
        .collect();
    if !missing.is_empty() {
        println!("installing {}", missing.join(" "));
        apt_install(&missing)?;
    }
    if !python.join("sgfmill").is_dir() {
        pip_install("sgfmill", python)?;
    }
    Ok(python.to_owned())
}

/// Installs GNU Go if it is missing.
pub fn install_gnugo() -> Result<(), String> {
    if find("gnugo").is_some() { Ok(()) } else { apt_install(&["gnugo"]) }
}

/// Where mdBook is; built into `folder` if it is missing, without the parts that serve and watch.
pub fn mdbook(folder: &Path) -> Result<PathBuf, String> {
    let built = folder.join("bin/mdbook");
    if let Some(found) = find("mdbook").or_else(|| built.is_file().then(|| built.clone())) {
        return Ok(found);
    }
    println!("installing mdbook {MDBOOK}");
    succeed(
        Command::new(env!("CARGO"))
            .args(["install", "--quiet", "mdbook", "--version", MDBOOK, "--locked"])
            .args(["--no-default-features", "--features", "search", "--root"])
            .arg(folder),
    )
    .map_err(|error| format!("{error}; install by hand: cargo install mdbook"))?;
    Ok(built)
}

/// Where a program is, by the search path or where Debian keeps games.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

fn apt_install(packages: &[&str]) -> Result<(), String> {
    let by_hand = format!("install by hand: {}", packages.join(" "));
    if find("apt-get").is_none() {
        return Err(format!("this system has no apt-get; {by_hand}"));
    }
    succeed(apt().arg("update")).map_err(|error| format!("{error}; {by_hand}"))?;
    succeed(apt().args(["install", "--yes", "--no-install-recommends"]).args(packages))
        .map_err(|error| format!("{error}; {by_hand}"))
}

/// `apt-get`, with the rights it needs.
fn apt() -> Command {
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == "0");
    let mut command = if is_root {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.arg("apt-get");
        sudo
    };
    command.arg("--quiet=2").env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn pip_install(package: &str, folder: &Path) -> Result<(), String> {
    let pip = ["-m", "pip", "--version"];
    let has_pip = Command::new("python3").args(pip).output().is_ok_and(|o| o.status.success());
    if !has_pip {
        apt_install(&["python3-pip"])?;
    }
    println!("installing the Python package {package}");
    succeed(
        Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(["--root-user-action", "ignore", "--target"])
            .arg(folder)
            .arg(package),
    )
}

fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} failed ({status})")),
        Err(error) => Err(format!("{command:?} cannot be started: {error}")),
    }
}
