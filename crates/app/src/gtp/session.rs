//! One conversation: the game on the table, the engine that plays, and the answer to each request.

use super::analyze;
use super::commands::{self, Action};
use super::inbox::{Inbox, Line};
use aji_goban::{Color, Game, Komi, Move, Rules, Size};
use aji_notation::gtp::{ArgumentError, Arguments, Reply, Vertex};
use aji_search::{Allowance, Budget, Clock, Decision, Engine, Report, Settings};
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

/// Why a command failed: the text of the `?` reply.
#[derive(Debug)]
pub struct Failure(pub String);

impl From<ArgumentError> for Failure {
    fn from(error: ArgumentError) -> Failure {
        Failure(error.to_string())
    }
}

/// A failure with the given text.
pub fn failure(text: impl Display) -> Failure {
    Failure(text.to_string())
}

/// A game and its player.
pub struct Session {
    pub game: Game,
    pub engine: Engine,
    pub clock: Clock,
    /// Talk about searches on standard error.
    pub is_talkative: bool,
    /// The last thing that was done was a move of its own: the opponent thinks.
    pub has_moved: bool,
}

impl Session {
    /// An empty 19×19 board.
    pub fn new(settings: Settings, is_talkative: bool) -> anyhow::Result<Session> {
        Ok(Session {
            game: Game::new(Size::MAX, Rules::CHINESE, Komi::from_half_points(15)),
            engine: crate::strengths::engine(settings)?,
            clock: Clock::default(),
            is_talkative,
            has_moved: false,
        })
    }

    /// Answers one request; false if the conversation is over.
    pub fn answer(
        &mut self,
        line: &Line,
        inbox: &Inbox,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let request = match line {
            Ok(request) => request,
            Err(error) => {
                write!(output, "{}", Reply::error(error.id(), error))?;
                return Ok(true);
            }
        };
        self.has_moved = false;
        let mut arguments = request.arguments();
        let Some(command) = commands::find(&request.command) else {
            write!(output, "{}", Reply::error(request.id, "unknown command"))?;
            return Ok(true);
        };
        let result = match command.action {
            Action::Answer(answer) => answer(self, &mut arguments),
            Action::Analyze => match analyze::Request::parse(self, &mut arguments) {
                Ok(wanted) => {
                    analyze::stream(self, wanted, request.id, inbox, output)?;
                    return Ok(true);
                }
                Err(failure) => Err(failure),
            },
            Action::Quit => {
                write!(output, "{}", Reply::ok(request.id, ""))?;
                return Ok(false);
            }
        };
        let reply = match result {
            Ok(text) => Reply::ok(request.id, text),
            Err(Failure(text)) => Reply::error(request.id, text),
        };
        write!(output, "{reply}")?;
        Ok(true)
    }

    /// Lets the engine think for a color, and says what it would do.
    pub fn think(&mut self, color: Color) -> (Report, Decision) {
        let mut game = self.game.clone();
        game.set_to_move(color);
        let time = self.clock.time_for_move(color, game.moves().len(), game.size());
        let budget = self.engine.budget();
        let budget = match time {
            // A clock replaces the seconds a move, but never a number of playouts.
            Some(Allowance { usual, most }) => {
                Budget { time: Some(usual), time_if_unclear: Some(most), ..budget }
            }
            None => budget,
        };
        let report = self.engine.search_to_play(&game, budget, &AtomicBool::new(false));
        let decision = self.engine.decide(&game, &report);
        self.talk_about(&report);
        (report, decision)
    }

    /// Thinks on in the opponent's time until something is asked, if it is set so.
    pub fn ponder(&mut self, inbox: &Inbox) {
        if !self.engine.settings().search.ponder || !self.has_moved || self.game.is_over() {
            return;
        }
        self.engine.search_to_play(&self.game, Budget::default(), inbox.has_news());
    }

    /// Starts a new game with the same rules and komi.
    pub fn clear(&mut self, size: Size) {
        self.game = Game::new(size, *self.game.rules(), self.game.komi());
        self.clock = Clock::new(self.clock.control());
    }

    /// A vertex of this board that is no resignation.
    pub fn play_argument(&self, arguments: &mut Arguments<'_>) -> Result<Move, Failure> {
        let vertex = arguments.vertex(self.game.size())?;
        vertex.as_move().ok_or_else(|| failure("a resignation cannot be put on the board"))
    }

    /// A move as GTP writes it.
    pub fn name(&self, play: Move) -> String {
        Vertex::from(play).text(self.game.size()).to_string()
    }

    /// A move list as GTP writes it.
    pub fn line(&self, plays: &[Move]) -> String {
        plays.iter().map(|play| self.name(*play)).collect::<Vec<_>>().join(" ")
    }

    fn talk_about(&self, report: &Report) {
        if !self.is_talkative {
            return;
        }
        for candidate in report.candidates.iter().take(5).filter(|c| c.visits > 0) {
            eprintln!(
                "{:>5} {:>7} visits  {:5.1} % wins  {}",
                self.name(candidate.play),
                candidate.visits,
                100.0 * candidate.win_rate_for(report.to_move),
                self.line(&candidate.variation[..candidate.variation.len().min(8)])
            );
        }
        if let Some(opinion) = &report.second_opinion {
            let (doubted, rival) = (self.name(opinion.doubted), self.name(opinion.rival));
            let verdict = if opinion.is_vetoed { &rival } else { &doubted };
            eprintln!(
                "{doubted} is far from everything attended; compared with {rival} by {} playouts: {verdict}",
                opinion.n_playouts
            );
        }
        let seconds = report.elapsed.as_secs_f64().max(1e-9);
        let komi = report.shifted_komi.map(|komi| format!(", counted with komi {komi}"));
        let komi = komi.unwrap_or_default();
        eprintln!(
            "{} playouts, {} nodes, {seconds:.2} s, {:.0} playouts a second{komi}",
            report.n_playouts,
            report.n_nodes,
            report.n_playouts as f64 / seconds
        );
    }
}
