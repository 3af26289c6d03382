//! One game from its opening to its result.

use crate::date;
use crate::engine::{Engine, Fault, Setup};
use crate::generator::Generator;
use crate::record::{self, Ending, GameRecord, Party, Remark, Side};
use crate::referee::{self, Referee};
use crate::schedule::{Conditions, Fixture, Schedule, ScheduleError};
use aji_goban::{Color, Game, Move};
use aji_notation::gtp::Vertex;
use std::time::{Duration, Instant};

/// More on stderr than this in one game is remarked upon.
const FLOOD: u64 = 1 << 20;

/// The two engines of a game.
#[derive(Debug)]
pub struct Opponents<'a> {
    /// Black's.
    pub black: &'a mut Engine,
    /// White's.
    pub white: &'a mut Engine,
}

impl Opponents<'_> {
    fn of(&mut self, color: Color) -> &mut Engine {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// A finished game and what it left behind.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub record: GameRecord,
    /// The side whose engine must be started again before the next game.
    pub broken: Option<Color>,
}

/// Plays a game. Whatever an engine does wrong becomes part of the record. `halt` is asked before every
/// move; when it says so, the game is given up without a record.
pub fn play(
    schedule: &Schedule,
    fixture: &Fixture,
    mut opponents: Opponents<'_>,
    referee: &mut Referee,
    halt: &dyn Fn() -> bool,
) -> Result<Option<Played>, ScheduleError> {
    let start = Instant::now();
    for color in Color::BOTH {
        opponents.of(color).take_stderr();
    }
    let mut running = Running {
        conditions: &schedule.conditions,
        game: schedule.begun(fixture)?,
        n_opening: 0,
        times: Vec::new(),
        used: [Duration::ZERO; 2],
    };
    running.n_opening = running.game.moves().len();
    running.times.resize(running.n_opening, Duration::ZERO);
    let ended = running
        .begin(&mut opponents, fixture.seed)
        .and_then(|()| running.run_to_end(&mut opponents, referee, halt));
    let ending = match ended {
        Ok(Some(ending)) => ending,
        Ok(None) => return Ok(None),
        Err((color, fault)) => Ending::Fault { side: color.into(), fault },
    };

    let mut remarks = Vec::new();
    if let Ending::Resigned { side } = ending
        && Generator::new(fixture.seed).chance(schedule.conditions.play_out_share)
    {
        remarks.extend(running.played_out(side.into(), &mut opponents, referee));
    }
    let broken = match &ending {
        Ending::Fault { side, fault } if fault.needs_restart() => Some(Color::from(*side)),
        _ => None,
    };
    let [black, white] = Color::BOTH
        .map(|color| running.side(color, schedule, fixture, opponents.of(color), &mut remarks));
    let record =
        running.record(schedule, fixture, [black, white], ending, remarks, start.elapsed());
    Ok(Some(Played { record, broken }))
}

/// A game that could not begin because an engine could not be started.
pub fn forfeit(
    schedule: &Schedule,
    fixture: &Fixture,
    color: Color,
    fault: Fault,
) -> Result<Played, ScheduleError> {
    let game = schedule.begun(fixture)?;
    let n_opening = game.moves().len();
    let running = Running {
        conditions: &schedule.conditions,
        game,
        n_opening,
        times: vec![Duration::ZERO; n_opening],
        used: [Duration::ZERO; 2],
    };
    let side = |player: usize| Side {
        player,
        name: name(schedule, player, None),
        engine: None,
        seconds: 0.0,
        stderr: String::new(),
    };
    let sides = [side(fixture.black), side(fixture.white)];
    let ending = Ending::Fault { side: color.into(), fault };
    let record = running.record(schedule, fixture, sides, ending, Vec::new(), Duration::ZERO);
    Ok(Played { record, broken: Some(color) })
}

type Failed = (Color, Fault);

/// A game under way.
struct Running<'a> {
    conditions: &'a Conditions,
    game: Game,
    n_opening: usize,
    times: Vec<Duration>,
    used: [Duration; 2],
}

impl Running<'_> {
    fn begin(&self, opponents: &mut Opponents<'_>, seed: u64) -> Result<(), Failed> {
        for color in Color::BOTH {
            let setup = Setup {
                size: self.conditions.size,
                komi: self.conditions.komi,
                rules: self.conditions.rules,
                handicap: *self.game.first_position().board().stones(Color::Black),
                opening: self.game.moves(),
                // The two sides may be the same program: each gets a seed of its own.
                seed: Generator::part(seed, color.index() as u64).next_u64(),
                clock: self.conditions.clock,
            };
            opponents.of(color).begin(&setup).map_err(|fault| (color, fault))?;
        }
        Ok(())
    }

    fn run_to_end(
        &mut self,
        opponents: &mut Opponents<'_>,
        referee: &mut Referee,
        halt: &dyn Fn() -> bool,
    ) -> Result<Option<Ending>, Failed> {
        while !self.game.is_over() {
            if halt() {
                return Ok(None);
            }
            if self.game.moves().len() >= self.conditions.max_moves {
                let margin = referee::margin_as_it_stands(&self.game);
                let half_points = margin.half_points_for(Color::Black);
                return Ok(Some(Ending::MoveLimit { half_points }));
            }
            let color = self.game.position().to_move();
            let vertex = self.think(color, opponents.of(color)).map_err(|fault| (color, fault))?;
            let Some(play) = vertex.as_move() else {
                return Ok(Some(Ending::Resigned { side: Party::from(color) }));
            };
            if let Err(illegal) = self.game.play(color, play) {
                let vertex = vertex.text(self.game.size()).to_string();
                return Err((color, Fault::IllegalMove { vertex, why: illegal.to_string() }));
            }
            let other = color.opponent();
            opponents
                .of(other)
                .play(color, play, self.game.size())
                .map_err(|fault| (other, fault))?;
        }
        let (count, margin) = referee.count(&self.game, opponents.black, opponents.white)?;
        let half_points = margin.half_points_for(Color::Black);
        Ok(Some(Ending::Counted { count, half_points }))
    }

    /// Asks for a move and keeps the clock.
    fn think(&mut self, color: Color, engine: &mut Engine) -> Result<Vertex, Fault> {
        let (clock, used) = (&self.conditions.clock, &mut self.used[color.index()]);
        engine.tell_time(clock.left(color, used.as_secs_f64()))?;
        let limit = clock.limit(used.as_secs_f64());
        let (vertex, time) = engine.genmove(color, self.game.size(), limit)?;
        *used += time;
        if let Some(limit) = clock.per_game
            && used.as_secs_f64() > limit
        {
            return Err(Fault::OutOfTime { seconds: used.as_secs_f64(), limit });
        }
        if vertex != Vertex::Resign {
            self.times.push(time);
        }
        Ok(vertex)
    }

    /// Plays on after a resignation: the winner goes on as before, the referee plays for the side that
    /// gave up, because an engine that has resigned mostly does so again. Nothing is recorded but the
    /// outcome; if the referee or the engine fails, not even that.
    fn played_out(
        &self,
        loser: Color,
        opponents: &mut Opponents<'_>,
        referee: &mut Referee,
    ) -> Option<Remark> {
        let mut game = self.game.clone();
        let limit = self.conditions.clock.per_move;
        while !game.is_over() && game.moves().len() < self.conditions.max_moves {
            let color = game.position().to_move();
            let engine =
                if color == loser { referee.set_up(&game).ok()? } else { opponents.of(color) };
            let (vertex, _) = engine.genmove(color, game.size(), limit).ok()?;
            let Some(play) = vertex.as_move() else {
                let winner = if color == Color::Black { "W+R" } else { "B+R" };
                return Some(Remark::PlayedOut {
                    was_right: color == loser,
                    result: winner.into(),
                });
            };
            game.play(color, play).ok()?;
            if color == loser {
                opponents.of(loser.opponent()).play(color, play, game.size()).ok()?;
            }
        }
        let dead = referee.dead_stones(&game).ok()?;
        let margin = game.margin(&aji_goban::score::Agreement { dead, ..Default::default() });
        let was_right = margin.winner() == Some(loser.opponent());
        Some(Remark::PlayedOut { was_right, result: margin.to_string() })
    }

    fn side(
        &self,
        color: Color,
        schedule: &Schedule,
        fixture: &Fixture,
        engine: &mut Engine,
        remarks: &mut Vec<Remark>,
    ) -> Side {
        let player = if color == Color::Black { fixture.black } else { fixture.white };
        let stderr = engine.take_stderr();
        if stderr.n_bytes > FLOOD {
            remarks.push(Remark::StderrFlood { side: color.into(), bytes: stderr.n_bytes });
        }
        Side {
            player,
            name: name(schedule, player, Some(engine)),
            engine: Some(record::Engine::from(engine.identity())),
            seconds: self.used[color.index()].as_secs_f64(),
            stderr: stderr.text,
        }
    }

    fn record(
        &self,
        schedule: &Schedule,
        fixture: &Fixture,
        [black, white]: [Side; 2],
        ending: Ending,
        remarks: Vec<Remark>,
        time: Duration,
    ) -> GameRecord {
        let size = self.game.size();
        let text = |&(_, play): &(Color, Move)| Vertex::from(play).text(size).to_string();
        GameRecord {
            match_id: schedule.id(),
            number: fixture.number,
            black,
            white,
            size: size.lines() as u64,
            komi: self.conditions.komi.to_string(),
            rules: self.conditions.rules.name().unwrap_or("unnamed").to_owned(),
            handicap: self.game.n_handicap(),
            seed: fixture.seed,
            opening: self.n_opening,
            moves: self.game.moves().iter().map(text).collect(),
            times: self
                .times
                .iter()
                .take(self.game.moves().len())
                .map(|time| time.as_millis() as u64)
                .collect(),
            result: ending.to_string(),
            reason: ending.reason().to_owned(),
            ending,
            remarks,
            finished: date::now(),
            seconds: time.as_secs_f64(),
        }
    }
}

/// What reports call a player: the name it was given, or the one its engine gives, or its program's.
pub fn name(schedule: &Schedule, player: usize, engine: Option<&Engine>) -> String {
    let spec = &schedule.players[player];
    let own = engine.map(|engine| engine.identity().name.clone());
    spec.name.clone().or(own).unwrap_or_else(|| spec.command.program.clone())
}
