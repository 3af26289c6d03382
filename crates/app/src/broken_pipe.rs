//! A reader that has seen enough (`aji … | head`) is no error: the program ends without a word.
//!
//! The signal that ends other programs here stays ignored, because a match must survive an engine that
//! closes its end of a pipe. So the two ways in which a failed write shows itself are caught instead: the
//! panic of a printing macro, and an error on its way out of `main`.

use std::io::{self, ErrorKind};
use std::panic;
use std::process;

/// From now on, printing to a reader that has gone ends the process.
#[expect(clippy::exit, reason = "a hook cannot return to main, and there is nobody left to tell")]
pub fn end_quietly() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if info.payload_as_str().is_some_and(is_failed_print) {
            process::exit(0);
        }
        usual(info);
    }));
}

/// The words of `print!` and its kin when nobody reads any more.
fn is_failed_print(message: &str) -> bool {
    // The system's words for it differ from machine to machine, so they are not written here.
    let cause = message
        .strip_prefix("failed printing to stdout: ")
        .or_else(|| message.strip_prefix("failed printing to stderr: "));
    let code = cause.and_then(|cause| cause.rsplit_once("(os error ")?.1.strip_suffix(')'));
    code.and_then(|code| code.parse().ok())
        .is_some_and(|code| io::Error::from_raw_os_error(code).kind() == ErrorKind::BrokenPipe)
}

/// Did this fail because the reader has gone?
pub fn is_cause_of(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(|e| e.io_error_kind());
        io.or(json) == Some(ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_a_reader_that_has_gone_is_taken_for_one() {
        assert!(is_failed_print("failed printing to stdout: Broken pipe (os error 32)"));
        assert!(is_failed_print("failed printing to stderr: broken (os error 32)"));
        assert!(!is_failed_print("failed printing to stdout: No space left (os error 28)"));
        assert!(!is_failed_print("Broken pipe (os error 32)"));
    }

    #[test]
    fn the_cause_is_found_below_what_was_said_of_it() {
        let gone = || io::Error::from(ErrorKind::BrokenPipe);
        assert!(is_cause_of(&anyhow::Error::from(gone()).context("the table")));
        let json = serde_json::Error::io(gone());
        assert!(is_cause_of(&anyhow::Error::from(json).context("the result")));
        assert!(!is_cause_of(&anyhow::Error::from(io::Error::from(ErrorKind::NotFound))));
    }
}
