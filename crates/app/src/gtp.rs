//! `aji gtp`: the Go Text Protocol over standard input and output.
//!
//! ```text
//! stdin ─ reader thread ─▶ Inbox ─▶ Session::answer ─▶ stdout
//! ```
//! The reader thread exists for one reason: an analysis goes on until the next line arrives.

mod analyze;
mod attention;
mod commands;
mod inbox;
mod scoring;
mod session;
#[cfg(test)]
mod tests;

use crate::options::EngineOptions;
use anyhow::Result;
use clap::Args;
use inbox::Inbox;
use session::Session;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// How to play.
#[derive(Args)]
#[command(after_help = "Examples:
  aji gtp                                 the default engine, 1 second a move
  aji gtp --playouts 5000                 repeatable: fixed playouts, one thread, fixed seed
  aji gtp --time 5 --threads 2            5 seconds a move on two cores")]
pub struct Arguments {
    #[command(flatten)]
    engine: EngineOptions,
    /// Say nothing on standard error
    #[arg(long)]
    quiet: bool,
}

/// Runs the subcommand.
pub fn run(arguments: Arguments) -> Result<ExitCode> {
    let session = Session::new(arguments.engine.settings()?, !arguments.quiet)?;
    match talk(session, BufReader::new(io::stdin()), &mut io::stdout()) {
        // Nobody listens any more: the controller has gone, and so do we.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        result => Ok(result.map(|()| ExitCode::SUCCESS)?),
    }
}

/// Answers every request until `quit` or the end of the input.
fn talk<R>(mut session: Session, input: R, output: &mut impl Write) -> io::Result<()>
where
    R: BufRead + Send + 'static,
{
    let inbox = Arc::new(Inbox::default());
    let reader = Arc::clone(&inbox);
    std::thread::spawn(move || reader.fill_from(input));
    while let Some(request) = inbox.next()? {
        let goes_on = session.answer(&request, &inbox, output)?;
        output.flush()?;
        if !goes_on {
            break;
        }
        session.ponder(&inbox);
    }
    Ok(())
}
