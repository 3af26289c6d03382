//! The Go Text Protocol, version 2, from both ends of the pipe.
//!
//! ```text
//! controller                                              engine
//!   Command ── "7 play black D4\n" ──────────────▶ RequestReader → Request → Arguments
//!   ReplyReader ◀── "=7\n\n" or "?7 illegal move\n\n" ──────────── Reply
//! ```
//!
//! Whatever bytes arrive, each line becomes a [`Request`], nothing, or a [`RequestError`] with the text
//! to answer; memory is bounded on both sides.
//!
//! ```
//! use aji_goban::{Color, Size};
//! use aji_notation::gtp::{Reply, Request, Vertex};
//!
//! let size = Size::new(9)?;
//! let request = Request::parse(b"7 play b\tD4 # the corner\r\n")?.unwrap();
//! let mut arguments = request.arguments();
//! assert_eq!(request.command, "play");
//! assert_eq!(arguments.color()?, Color::Black);
//! assert_eq!(arguments.vertex(size)?, Vertex::parse("d4", size)?);
//! arguments.end()?;
//! assert_eq!(Reply::ok(request.id, "").to_string(), "=7\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod argument;
mod controller;
mod line;
mod reply;
mod request;
#[cfg(test)]
mod tests;
mod time;
mod vertex;

pub use argument::{ArgumentError, Arguments, color};
pub use controller::{Command, CommandError, Limits, ReplyError, ReplyReader, Response};
pub use reply::{Reply, stream_end, stream_line, stream_start};
pub use request::{MAX_LINE, Request, RequestError, RequestReader, is_interrupt};
pub use time::{TimeLeft, TimeSettings};
pub use vertex::{Vertex, VertexError};
