//! A game between a person and the computer: who may do what, and when. No I/O, no clock, no thread.
//!
//! ```text
//!            two passes          dead stones named          agreed
//!  Playing ────────────► Judging ─────────────────► Scoring ──────► Agreed
//!   │  ▲                    │                          │              │
//!   │  └────────────────────┴────── undo, resume ──────┴──────────────┘
//!   └─► Resigned
//! ```
//!
//! The table never waits for the computer. It hands out a [`Job`] and takes the [`Answer`] when it
//! comes; a job whose ticket is no longer the current one was overtaken by an undo or the like, and its
//! answer is dropped.

use crate::opponent::Choice;
use crate::trouble::Trouble;
use aji_goban::score::Agreement;
use aji_goban::{Color, Game, Illegal, Komi, Move, Point, PointSet, Rules, Size};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Stones are being played.
    Playing,
    /// Both passed; the computer looks for dead stones.
    Judging,
    /// The person looks at these dead stones.
    Scoring(PointSet),
    /// Over, with these dead stones.
    Agreed(PointSet),
    /// Over, because this side gave up.
    Resigned(Color),
}

impl Phase {
    /// The stones that were called dead, once somebody called them so.
    pub const fn dead(&self) -> Option<&PointSet> {
        match self {
            Phase::Scoring(dead) | Phase::Agreed(dead) => Some(dead),
            Phase::Playing | Phase::Judging | Phase::Resigned(_) => None,
        }
    }
}

/// Something for the computer to think about.
pub struct Job {
    /// Names the job when its answer comes.
    pub ticket: u64,
    /// What is asked.
    pub task: Task,
    /// The game as it stands.
    pub game: Box<Game>,
    /// Becomes true when the answer is no longer wanted.
    pub cancel: Arc<AtomicBool>,
}

/// What the computer is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Its next move.
    Choose,
    /// The dead stones.
    Judge,
}

/// What the computer answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Its next move.
    Choice(Choice),
    /// The dead stones.
    Dead(PointSet),
    /// Nothing: the player itself broke down.
    Failed,
}

struct Thinking {
    ticket: u64,
    cancel: Arc<AtomicBool>,
}

/// One game, and where it stands.
pub struct Table {
    game: Box<Game>,
    person: Color,
    phase: Phase,
    thinking: Option<Thinking>,
    n_jobs: u64,
    /// Why the computer does not move, if it should and cannot.
    fault: Option<String>,
    version: u64,
}

impl Table {
    /// A new game.
    pub fn new(size: Size, rules: Rules, komi: Komi, person: Color) -> Table {
        Table::of(Game::new(size, rules, komi), person)
    }

    /// A game that was played elsewhere as far as it is given.
    pub fn of(game: Game, person: Color) -> Table {
        let phase = if game.is_over() { Phase::Judging } else { Phase::Playing };
        Table {
            game: Box::new(game),
            person,
            phase,
            thinking: None,
            n_jobs: 0,
            fault: None,
            version: 1,
        }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The person's color.
    pub const fn person(&self) -> Color {
        self.person
    }

    /// How far the game has come.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Grows with every change.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Why the computer does not move.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Is the computer expected to do something?
    pub fn is_computers_turn(&self) -> bool {
        match self.phase {
            Phase::Playing => self.game.position().to_move() != self.person,
            Phase::Judging => true,
            _ => false,
        }
    }

    /// Is it the person's turn to play?
    pub fn is_persons_turn(&self) -> bool {
        self.phase == Phase::Playing && self.game.position().to_move() == self.person
    }

    /// Is there something that undo takes back?
    pub fn can_undo(&self) -> bool {
        self.phase == Phase::Resigned(self.person) || self.persons_last_move().is_some()
    }

    /// The person's move, if the game still has as many moves as the person saw.
    pub fn play(&mut self, play: Move, at: Option<usize>) -> Result<(), Trouble> {
        self.must_be_playing()?;
        let now = self.game.moves().len();
        if let Some(at) = at.filter(|&at| at != now) {
            return Err(Trouble::Stale { at, now });
        }
        if !self.is_persons_turn() {
            return Err(Trouble::NotYourTurn);
        }
        if play != Move::Pass && now >= most_moves(self.game.size()) {
            let size = self.game.size();
            return Err(Trouble::TooManyMoves { n: now, most: most_moves(size), size });
        }
        self.game.play(self.person, play).map_err(|reason| self.illegal(play, reason))?;
        self.moved();
        Ok(())
    }

    /// The person gives up.
    pub fn resign(&mut self) -> Result<(), Trouble> {
        self.must_be_playing()?;
        self.enter(Phase::Resigned(self.person));
        Ok(())
    }

    /// Takes back the person's last move and all that followed; a resignation counts as one.
    pub fn undo(&mut self) -> Result<(), Trouble> {
        if self.phase != Phase::Resigned(self.person) {
            let last = self.persons_last_move().ok_or(Trouble::NothingToUndo)?;
            while self.game.moves().len() > last && self.game.undo() {}
        }
        self.enter(Phase::Playing);
        Ok(())
    }

    /// Plays on instead of counting: the passes that ended the game are taken back as far as the
    /// person's own, which is among the last two moves.
    pub fn resume(&mut self) -> Result<(), Trouble> {
        match self.phase {
            Phase::Judging | Phase::Scoring(_) => self.undo(),
            _ => Err(self.wrong_phase("playing on is for a game that is being counted")),
        }
    }

    /// Calls a group dead, or alive if it was dead: the chain on the point and, unless it is meant
    /// alone, the chains of its color that are reached from it without crossing an enemy.
    pub fn toggle_dead(&mut self, point: Point, alone: bool) -> Result<(), Trouble> {
        let Phase::Scoring(mut dead) = self.phase else {
            return Err(self.wrong_phase("end the game with two passes first"));
        };
        let board = self.game.position().board();
        let Some(chain) = board.chain_at(point) else {
            return Err(Trouble::NoStone(point.name(self.game.size()).to_string()));
        };
        let own = *board.stones(chain.color());
        let group = match alone {
            true => *chain.stones(),
            false => chain.stones().flooded(&(own | board.empties()), board.size()) & own,
        };
        dead = if dead.contains(point) { dead - group } else { dead | group };
        self.enter(Phase::Scoring(dead));
        Ok(())
    }

    /// The person agrees with the dead stones: the game is over.
    pub fn agree(&mut self) -> Result<(), Trouble> {
        let Phase::Scoring(dead) = self.phase else {
            return Err(self.wrong_phase("agreeing comes after both sides have passed"));
        };
        self.enter(Phase::Agreed(dead));
        Ok(())
    }

    /// Asks the computer again after it broke down.
    pub fn retry(&mut self) {
        self.enter(self.phase);
    }

    /// Brings back the end of a game that was played elsewhere.
    pub fn restore_end(&mut self, resigned: Option<Color>, dead: Option<PointSet>, agreed: bool) {
        if let Some(color) = resigned {
            self.enter(Phase::Resigned(color));
        } else if let Some(dead) = dead.filter(|_| self.game.is_over()) {
            let dead = self.whole_chains(&dead);
            self.enter(if agreed { Phase::Agreed(dead) } else { Phase::Scoring(dead) });
        }
    }

    /// What the computer should think about now, unless it already does.
    pub fn next_job(&mut self) -> Option<Job> {
        if !self.is_computers_turn() || self.thinking.is_some() || self.fault.is_some() {
            return None;
        }
        self.n_jobs += 1;
        let (ticket, cancel) = (self.n_jobs, Arc::new(AtomicBool::new(false)));
        self.thinking = Some(Thinking { ticket, cancel: cancel.clone() });
        let task = if self.phase == Phase::Judging { Task::Judge } else { Task::Choose };
        Some(Job { ticket, task, game: self.game.clone(), cancel })
    }

    /// Takes the computer's answer; false if it was overtaken by events.
    pub fn answer(&mut self, ticket: u64, answer: Answer) -> bool {
        if self.thinking.as_ref().is_none_or(|thinking| thinking.ticket != ticket) {
            return false;
        }
        self.thinking = None;
        match answer {
            Answer::Choice(Choice::Resign) => {
                self.enter(Phase::Resigned(self.person.opponent()));
            }
            Answer::Choice(Choice::Play(play)) => self.computer_plays(play),
            Answer::Dead(dead) => self.enter(Phase::Scoring(self.whole_chains(&dead))),
            Answer::Failed if self.phase == Phase::Judging => {
                self.enter(Phase::Scoring(PointSet::EMPTY));
            }
            Answer::Failed => self.fail("The computer player broke down.".into()),
        }
        true
    }

    /// Lets the computer stop thinking: nobody will ask for the answer.
    pub fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// What the players agreed on so far.
    pub fn agreement(&self) -> Option<Agreement> {
        self.phase.dead().map(|&dead| Agreement { dead, seki: PointSet::EMPTY })
    }

    fn computer_plays(&mut self, play: Move) {
        let is_long = self.game.moves().len() >= most_moves(self.game.size());
        let play = if is_long { Move::Pass } else { play };
        match self.game.play(self.person.opponent(), play) {
            Ok(()) => self.moved(),
            Err(reason) => {
                let trouble = self.illegal(play, reason);
                self.fail(format!("The computer chose a move it may not play: {trouble}."));
            }
        }
    }

    fn moved(&mut self) {
        self.enter(if self.game.is_over() { Phase::Judging } else { Phase::Playing });
    }

    fn fail(&mut self, fault: String) {
        self.enter(self.phase);
        self.fault = Some(fault);
    }

    /// Every change ends here: what the computer was thinking about is no longer the game.
    fn enter(&mut self, phase: Phase) {
        self.stop();
        self.fault = None;
        self.phase = phase;
        self.version += 1;
    }

    fn persons_last_move(&self) -> Option<usize> {
        self.game.moves().iter().rposition(|&(color, _)| color == self.person)
    }

    /// Dead stones die by chains, and only where stones are.
    fn whole_chains(&self, dead: &PointSet) -> PointSet {
        let board = self.game.position().board();
        let chains = dead.iter().filter_map(|point| board.chain_at(point));
        chains.fold(PointSet::EMPTY, |all, chain| all | *chain.stones())
    }

    fn must_be_playing(&self) -> Result<(), Trouble> {
        match self.phase {
            Phase::Playing => Ok(()),
            _ => Err(self.wrong_phase("take a move back, play on or begin a new game")),
        }
    }

    fn wrong_phase(&self, remedy: &'static str) -> Trouble {
        let is = match self.phase {
            Phase::Playing => "still being played",
            Phase::Judging | Phase::Scoring(_) => "being counted",
            Phase::Agreed(_) | Phase::Resigned(_) => "over",
        };
        Trouble::WrongPhase { is, remedy }
    }

    fn illegal(&self, play: Move, reason: Illegal) -> Trouble {
        let size = self.game.size();
        Trouble::IllegalMove {
            place: "point".into(),
            color: self.game.position().to_move(),
            point: play.point().map_or_else(|| "pass".into(), |point| point.name(size).to_string()),
            reason,
        }
    }
}

/// The most moves of a game; after that only passes are taken. The longest games that people play stay
/// below one and a half moves a point; four leave room for kos, and a bound on what a game can cost.
pub const fn most_moves(size: Size) -> usize {
    let n = 4 * size.n_points();
    if n < 200 { 200 } else { n }
}

#[cfg(test)]
mod tests;
