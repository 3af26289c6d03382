//! Who won? What both engines call dead is lifted; if they disagree or cannot say, GNU Go decides; the
//! counting is ours.

use crate::engine::{Engine, EngineSpec, Fault, Patience, Setup};
use aji_goban::score::Agreement;
use aji_goban::{Color, Game, Margin, PointSet, Rules};
use serde::{Deserialize, Serialize};

/// Whose word on dead stones was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Count {
    /// Both engines named the same stones.
    Agreed {
        /// The stones.
        dead: Vec<String>,
    },
    /// The engines disagreed or could not say.
    Referee {
        /// What the referee held to be dead.
        dead: Vec<String>,
        /// What Black's engine said, if it could.
        black: Option<Vec<String>>,
        /// What White's engine said, if it could.
        white: Option<Vec<String>>,
    },
    /// The rules know no dead stones: everything on the board counts.
    AsItStands,
    /// The engines disagreed or could not say, and there was no referee: the board was counted as it
    /// stood.
    NoReferee {
        /// Why there was none.
        why: String,
        /// What Black's engine said, if it could.
        black: Option<Vec<String>>,
        /// What White's engine said, if it could.
        white: Option<Vec<String>>,
    },
}

/// GNU Go in its role as referee: by area rules, and playing on until all dead stones are lifted.
pub const GNU_GO: &str = "gnugo --mode gtp --chinese-rules --capture-all-dead";

/// Decides what is dead where the players cannot.
#[derive(Debug)]
pub struct Referee {
    spec: Option<EngineSpec>,
    patience: Patience,
    engine: Option<Engine>,
    /// Why the program could not be started: it is not tried again.
    absent: Option<String>,
}

impl Referee {
    /// GNU Go.
    pub fn gnu_go(patience: Patience) -> Referee {
        Referee { spec: EngineSpec::parse(GNU_GO).ok(), patience, engine: None, absent: None }
    }

    /// Another program.
    pub const fn of(spec: EngineSpec, patience: Patience) -> Referee {
        Referee { spec: Some(spec), patience, engine: None, absent: None }
    }

    /// Counts a game that has ended by two passes.
    pub fn count(
        &mut self,
        game: &Game,
        black: &mut Engine,
        white: &mut Engine,
    ) -> Result<(Count, Margin), (Color, Fault)> {
        if knows_no_dead_stones(game.rules()) {
            return Ok((Count::AsItStands, margin(game, PointSet::EMPTY)));
        }
        let black = black.dead_stones(game).map_err(|fault| (Color::Black, fault))?;
        let white = white.dead_stones(game).map_err(|fault| (Color::White, fault))?;
        if let (Some(dead), Some(also)) = (black, white)
            && dead == also
        {
            return Ok((Count::Agreed { dead: names(dead, game) }, margin(game, dead)));
        }
        let [black, white] = [black, white].map(|said| said.map(|dead| names(dead, game)));
        Ok(match self.dead_stones(game) {
            Ok(dead) => {
                let count = Count::Referee { dead: names(dead, game), black, white };
                (count, margin(game, dead))
            }
            Err(why) => (Count::NoReferee { why, black, white }, margin(game, PointSet::EMPTY)),
        })
    }

    /// The referee's opinion; the error says why there is none.
    pub fn dead_stones(&mut self, game: &Game) -> Result<PointSet, String> {
        let engine = self.set_up(game)?;
        match engine.dead_stones(game) {
            Ok(Some(dead)) => Ok(dead),
            Ok(None) => Err("the referee cannot say which stones are dead".to_owned()),
            Err(fault) => {
                self.engine = None;
                Err(fault.to_string())
            }
        }
    }

    /// The referee's engine with the game's position on its board, all moves played.
    pub fn set_up(&mut self, game: &Game) -> Result<&mut Engine, String> {
        let handicap = *game.first_position().board().stones(Color::Black);
        let setup = Setup {
            size: game.size(),
            komi: game.komi(),
            rules: *game.rules(),
            handicap,
            opening: game.moves(),
            seed: 1,
            clock: Default::default(),
        };
        if let Err(fault) = self.started()?.begin(&setup) {
            self.engine = None;
            return Err(fault.to_string());
        }
        self.engine.as_mut().ok_or_else(|| "the referee has gone".to_owned())
    }

    fn started(&mut self) -> Result<&mut Engine, String> {
        if let Some(why) = &self.absent {
            return Err(why.clone());
        }
        if let (None, Some(spec)) = (&self.engine, &self.spec) {
            match Engine::start(spec, self.patience) {
                Ok(engine) => self.engine = Some(engine),
                Err(fault) => self.absent = Some(fault.to_string()),
            }
        }
        self.engine.as_mut().ok_or_else(|| self.absent.clone().unwrap_or_default())
    }
}

/// By the rules of Tromp and Taylor and of the Computer Go Server every stone on the board is alive.
fn knows_no_dead_stones(rules: &Rules) -> bool {
    [Rules::TROMP_TAYLOR, Rules::CGOS].contains(rules)
}

fn margin(game: &Game, dead: PointSet) -> Margin {
    game.margin(&Agreement { dead, seki: PointSet::EMPTY })
}

/// The margin with every stone on the board alive.
pub fn margin_as_it_stands(game: &Game) -> Margin {
    margin(game, PointSet::EMPTY)
}

fn names(points: PointSet, game: &Game) -> Vec<String> {
    points.iter().map(|point| point.name(game.size()).to_string()).collect()
}
