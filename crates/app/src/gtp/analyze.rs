//! `lz-analyze`: what the search thinks, line by line, until the next request arrives.

use super::inbox::Inbox;
use super::session::{Failure, Session, failure};
use aji_goban::Color;
use aji_notation::gtp::{self, Arguments};
use aji_search::{Budget, Report};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is to be analyzed, and how often to tell.
pub struct Request {
    color: Color,
    every: Duration,
}

/// Lines a second when none are asked for.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(1);
/// What is always searched, even if the next request has come already.
const LEAST_PLAYOUTS: u64 = 50;
/// Moves told of in a line.
const MOST_MOVES: usize = 30;

impl Request {
    /// Reads `[color] [centiseconds] [interval centiseconds]`.
    pub fn parse(session: &Session, arguments: &mut Arguments<'_>) -> Result<Request, Failure> {
        let color = arguments.color_if_any().unwrap_or_else(|| session.game.position().to_move());
        let mut every = DEFAULT_INTERVAL;
        while !arguments.is_empty() {
            if arguments.peek() == Some("interval") {
                arguments.word("interval")?;
            }
            let centiseconds = arguments.count("the interval in centiseconds")?;
            if centiseconds > 360_000 {
                return Err(failure("the interval is at most an hour: 360000 centiseconds"));
            }
            every = Duration::from_millis(10 * u64::from(centiseconds.max(1)));
        }
        Ok(Request { color, every })
    }
}

/// Searches until something else is asked, and tells of it on the way.
pub fn stream(
    session: &mut Session,
    wanted: Request,
    id: Option<u64>,
    inbox: &Inbox,
    output: &mut impl Write,
) -> io::Result<()> {
    write!(output, "{}", gtp::stream_start(id))?;
    output.flush()?;
    let mut game = session.game.clone();
    game.set_to_move(wanted.color);
    let mut result = Ok(());
    let mut told = 0;
    let Session { engine, .. } = session;
    let report = {
        let mut tell = |report: &Report| {
            if result.is_ok() && report.n_playouts > 0 {
                told = report.n_playouts;
                result = write_line(report, game.size(), output);
            }
        };
        let progress = Some((wanted.every, &mut tell as &mut dyn FnMut(&Report)));
        engine.search(&game, Budget::default(), inbox.has_news(), progress)
    };
    result?;
    // A client that asks and interrupts in one breath still learns something.
    let report = if report.n_playouts == 0 {
        engine.search(&game, Budget::playouts(LEAST_PLAYOUTS), &AtomicBool::new(false), None)
    } else {
        report
    };
    if report.n_playouts > told {
        write_line(&report, game.size(), output)?;
    }
    write!(output, "{}", gtp::stream_end())
}

fn write_line(report: &Report, size: aji_goban::Size, output: &mut impl Write) -> io::Result<()> {
    let mut line = String::new();
    let tried = report.candidates.iter().filter(|candidate| candidate.visits > 0);
    for (order, candidate) in tried.take(MOST_MOVES).enumerate() {
        let win_rate = ten_thousandths(candidate.win_rate_for(report.to_move));
        let name = |play| gtp::Vertex::from(play).text(size);
        // Writing to a string cannot fail.
        let _ = write!(
            line,
            "info move {} visits {} winrate {win_rate} order {order} pv",
            name(candidate.play),
            candidate.visits
        );
        for &play in &candidate.variation {
            let _ = write!(line, " {}", name(play));
        }
        line.push(' ');
    }
    output.write_all(gtp::stream_line(line.trim_end()).as_bytes())?;
    output.flush()
}

fn ten_thousandths(share: f64) -> u32 {
    (share * 10_000.0).round() as u32
}
