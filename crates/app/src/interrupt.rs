//! Ctrl-C: long work is told to stop, and saves what it has. A second Ctrl-C ends at once.

use anyhow::{Context, Result};
use std::sync::atomic::{AtomicBool, Ordering};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets from now on.
pub fn flag() -> Result<&'static AtomicBool> {
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::SeqCst) {
            std::process::abort();
        }
        eprintln!("\nstopping; press Ctrl-C again to end at once");
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(&STOPPED)
}
