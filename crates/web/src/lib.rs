//! The board in the browser: a small HTTP server on the loopback interface, and the page it serves.
//!
//! The page is plain ES modules, SVG and CSS, embedded in the binary (`page/`). The computer player is
//! the caller's: anything that implements [`Opponent`]. Nobody but this machine reaches the server, and
//! no other web page may talk to it (see [`guard`]).
//!
//! In the order a request travels:
//!
//! | module | does |
//! |---|---|
//! | [`server`] | binds the port and answers until the process ends |
//! | [`guard`] | turns foreign hosts and origins away |
//! | [`routes`] | reads requests, calls the lobby and writes replies |
//! | [`attention`], [`lens`] | the attention layers: what the caller's lens finds, and what people think of it |
//! | [`lobby`] | keeps the games, a bounded number of them, and lets the computer think |
//! | [`table`] | one game between a person and the computer: the state machine, without any I/O |
//! | [`record`] | a game as the page keeps it, and as SGF |
//! | [`view`] | a game as the page shows it |
//! | [`trouble`] | what went wrong, where, and what to do about it |
//!
//! The protocol is JSON over plain HTTP. `GET /api/games/ID?after=VERSION` waits until something
//! changed, which is how the page learns that the computer has moved.
//!
//! ```no_run
//! use aji_goban::{Game, Move, PointSet};
//! use aji_web::{Choice, Opponent, Options};
//! use std::sync::atomic::AtomicBool;
//!
//! struct Passer;
//! impl Opponent for Passer {
//!     fn choose(&mut self, _: &Game, _: &AtomicBool) -> Choice {
//!         Choice::Play(Move::Pass)
//!     }
//!     fn dead_stones(&mut self, _: &Game) -> PointSet {
//!         PointSet::EMPTY
//!     }
//! }
//!
//! aji_web::serve(Options::default(), || Box::new(Passer), |address| {
//!     println!("http://{address}/");
//! })?;
//! # Ok::<(), aji_web::ServeError>(())
//! ```

pub mod attention;
pub mod browser;
pub mod guard;
pub mod lens;
pub mod lobby;
pub mod opponent;
pub mod page;
pub mod record;
pub mod routes;
pub mod server;
pub mod table;
pub mod trouble;
pub mod view;

pub use lens::{Lens, LensError, Rating};
pub use opponent::{Choice, Opponent};
pub use server::{DEFAULT_PORT, Options, ServeError, serve, serve_with};
