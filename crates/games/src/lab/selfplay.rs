//! Training without a teacher: games of the program against itself, for any game.

use super::LabError;
use super::strength::Referee;
use crate::eval::{Folded, UNIT, Weighted};
use crate::feature::{Limits, Random, generate, playout_sample};
use crate::game::{Ending, Game, State};
use crate::learn::{Choice, Fitted, Link, Selection, Space, choose, grow, lines};
use crate::rules::Fact;
use crate::search::{AlphaBeta, Found, Limit};
use crate::symmetry::Symmetries;
use std::collections::HashSet;
use std::time::Duration;

/// How to train in one round.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Games.
    pub games: usize,
    /// Search depth of the games.
    pub depth: u32,
    /// Pattern classes.
    pub classes: usize,
    /// Shapes grown beyond the rules' own.
    pub shapes: usize,
    /// How much of a search label comes from what later searches of the game found (λ of temporal
    /// differences); with 0 it is the position's own search and a little of the result.
    pub ahead: f64,
    /// What is learned.
    pub target: Target,
    /// Seed.
    pub seed: u64,
}

/// What positions are labeled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The result of the game: a chance, by logistic regression.
    Result,
    /// Mostly the value that the search found (it sees further than the evaluation it uses, so
    /// the next evaluation learns what it saw), partly the result.
    Search,
}

/// Search values are cut off here, in men; a won game counts as much.
const MOST_MEN: f64 = 5.0;
/// Share of the result in a search label.
const RESULT_SHARE: f64 = 0.15;

/// Counts of the facts that tell men apart: own men minus the opponent's, one each.
pub fn material(game: &Game) -> Weighted {
    let program = &game.program;
    let mut out = Weighted::default();
    let (Some(owns), Some(player)) = (program.pred("owns"), program.pred("player")) else {
        return out;
    };
    let first = program.tuples(player).next().map(|t| t[0]);
    let facts: Vec<(Fact, bool)> = program
        .tuples(owns)
        .filter_map(|t| Some((program.fact(owns, t)?, t.first().copied() == first)))
        .collect();
    for (fact, own) in facts {
        let w = if own { UNIT as i32 } else { -(UNIT as i32) };
        out.patterns.push(vec![fact]);
        out.weights.push([w, -w]);
    }
    out
}

/// Positions for the side to move (as first player), game after game.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Positions.
    pub positions: Vec<Vec<u8>>,
    /// 1 won, 0 lost, ½ drawn; none for positions beside the game.
    pub results: Vec<Option<f64>>,
    /// Values of the search, in men.
    pub found: Vec<f64>,
    /// Decided games, all games.
    pub games: (usize, usize),
}

impl Played {
    fn add(&mut self, other: Played) {
        self.positions.extend(other.positions);
        self.results.extend(other.results);
        self.found.extend(other.found);
    }

    /// The same without positions beside the games.
    fn of_games(&self) -> Played {
        let mut out = Played { games: self.games, ..Played::default() };
        for i in (0..self.positions.len()).filter(|i| self.results[*i].is_some()) {
            out.positions.push(self.positions[i].clone());
            out.results.push(self.results[i]);
            out.found.push(self.found[i]);
        }
        out
    }
}

/// A position of a game: where its label is, who moved, and whether by the search's choice.
struct Met {
    at: usize,
    side: usize,
    best: bool,
}

/// Plays games of an evaluation against itself.
struct Arena<'g> {
    game: &'g Game,
    symmetries: &'g Symmetries,
    search: AlphaBeta<'g>,
    limit: Limit,
    random: Random,
    ahead: f64,
    out: Played,
}

impl<'g> Arena<'g> {
    fn new(
        game: &'g Game,
        model: &Weighted,
        symmetries: &'g Symmetries,
        o: &Options,
        seed: u64,
    ) -> Self {
        let evaluator = Box::new(Folded::new(model, &game.n_values()));
        Arena {
            game,
            symmetries,
            search: AlphaBeta::new(game, evaluator, 16),
            limit: Limit { depth: o.depth, ..Limit::default() },
            random: Random::new(seed),
            ahead: o.ahead,
            out: Played::default(),
        }
    }

    /// A game with a random opening and now and then a random move. Beside each position of it
    /// one is looked at that a search would meet but nobody would play: up to three random moves
    /// away. An evaluation that has never seen men left hanging cannot judge the leaves of a
    /// search.
    fn play(&mut self, beside: bool) {
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        let mut state = self.game.start();
        let mut met: Vec<Met> = Vec::new();
        let opening = 2 + self.random.below(8) as u32;
        let mut referee = Referee::default();
        self.search.begin_game();
        let ending = loop {
            if let Some(ending) = referee.look(self.game, &state, &mut moves) {
                break ending;
            }
            self.search.note(&state);
            let mut mv = moves[self.random.below(moves.len())];
            if state.ply >= opening {
                if let Some(found) = self.label(&state) {
                    let best = self.random.below(8) != 0;
                    met.push(Met { at: self.out.positions.len() - 1, side: state.turn, best });
                    if best {
                        mv = found.best.unwrap_or(mv);
                    }
                }
                if beside {
                    self.deviate(&state);
                }
            }
            self.game.play(&mut state, mv, &mut changes);
        };
        self.out.games.1 += 1;
        self.out.games.0 += usize::from(ending != Ending::Draw);
        let result = |side: usize| match ending {
            Ending::Draw => 0.5,
            Ending::Win(winner) => f64::from(u8::from(winner == side)),
        };
        // Backwards: what came after a position tells of it, unless a random move came between.
        let mut later = (2.0 * result(0) - 1.0) * MOST_MEN;
        for m in met.iter().rev() {
            self.out.results[m.at] = Some(result(m.side));
            let sign = if m.side == 0 { 1.0 } else { -1.0 };
            let own = sign * self.out.found[m.at];
            later = if m.best { (1.0 - self.ahead) * own + self.ahead * later } else { own };
            self.out.found[m.at] = sign * later;
        }
    }

    fn deviate(&mut self, from: &State) {
        let (mut moves, mut changes) = (Vec::new(), Vec::new());
        let mut state = from.clone();
        for _ in 0..=self.random.below(3) {
            if self.game.moves_or_ending(&state, &mut moves).is_some() {
                return;
            }
            let mv = moves[self.random.below(moves.len())];
            self.game.play(&mut state, mv, &mut changes);
        }
        if self.game.moves_or_ending(&state, &mut moves).is_none() {
            self.label(&state);
        }
    }

    /// Searches a position and keeps what was found.
    fn label(&mut self, state: &State) -> Option<Found> {
        let found = self.search.search(state, self.limit);
        if found.depth == 0 {
            return None;
        }
        let men = f64::from(found.value) / UNIT;
        self.out.positions.push(normalized(&state.values, state.turn, self.symmetries));
        self.out.found.push(men.clamp(-MOST_MEN, MOST_MEN));
        self.out.results.push(None);
        Some(found)
    }
}

/// The position as the first player would see it.
pub fn normalized(values: &[u8], side: usize, symmetries: &Symmetries) -> Vec<u8> {
    let mut out = values.to_vec();
    if let (Some(map), 1) = (&symmetries.swap, side) {
        for (var, value) in values.iter().enumerate() {
            let f = map[var][*value as usize];
            out[f.var as usize] = f.value;
        }
    }
    out
}

/// Patterns from generated features of a game.
pub fn rule_patterns(game: &Game, features: usize, seconds: u64) -> Vec<Vec<Fact>> {
    let sample = playout_sample(game, 512, 7);
    let limits = Limits {
        features,
        clauses: 3_000,
        time: Duration::from_secs(seconds),
        ..Limits::default()
    };
    let mut out: HashSet<Vec<Fact>> = HashSet::new();
    for g in generate(game, &sample, &limits).0 {
        out.extend(g.grounded.map_or(Vec::new(), |g| g.patterns()));
    }
    let mut out: Vec<_> = out.into_iter().collect();
    out.sort_unstable();
    out
}

/// What a round of training found: log-loss on games held out, and on a coin.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Positions learned from.
    pub positions: usize,
    /// Share of decided games.
    pub decided: f64,
    /// On held-out games: mean log-loss (results) or mean squared error in men (search values).
    pub loss: f64,
    /// The same for a constant guess.
    pub base: f64,
    /// Patterns with a weight.
    pub patterns: usize,
}

/// Learns a game by playing it.
/// The first games are played with `from`, or by material alone.
pub fn train(
    game: &Game,
    from: Option<Weighted>,
    rounds: &[Options],
    finished: &mut dyn FnMut(&Round, &Weighted) -> Result<(), LabError>,
) -> Result<Weighted, LabError> {
    let symmetries = Symmetries::of(&game.program);
    let patterns = rule_patterns(game, 200, 60);
    // Search values are learned as corrections to material, so that few games cannot unlearn it.
    let prior = material(game);
    let mut model = from.unwrap_or_else(|| prior.clone());
    let mut all = Played::default();
    for o in rounds {
        let mut arena = Arena::new(game, &model, &symmetries, o, o.seed);
        (0..o.games).for_each(|_| arena.play(o.target == Target::Search));
        let (decided, games) = arena.out.games;
        match o.target {
            Target::Result => all.add(arena.out.of_games()),
            // Yesterday's values were seen with worse eyes.
            Target::Search => all = arena.out,
        }
        if all.positions.len() < 200 {
            return Err(LabError::Usage("too few positions; play more games".into()));
        }
        let lesson = Lesson::new(&all, &prior, o);
        let learned = lesson.learn(game, &patterns, &symmetries, o);
        model = Weighted::new(&learned.space, &learned.fitted, &symmetries);
        if o.target == Target::Search {
            model = model.plus(&prior);
        }
        let round = Round {
            positions: all.positions.len(),
            decided: decided as f64 / games.max(1) as f64,
            loss: learned.loss,
            base: learned.base,
            patterns: model.len(),
        };
        finished(&round, &model)?;
    }
    Ok(model)
}

/// Positions with what is to be learned about them.
struct Lesson<'a> {
    positions: &'a [Vec<u8>],
    targets: Vec<f64>,
    link: Link,
    /// Positions before this are learned from; the rest (whole games but for one) are held out.
    cut: usize,
}

struct Learned {
    space: Space,
    fitted: Fitted,
    loss: f64,
    base: f64,
}

impl<'a> Lesson<'a> {
    fn new(all: &'a Played, prior: &Weighted, o: &Options) -> Self {
        let n = all.positions.len();
        let of_search = |i: usize| {
            let material = f64::from(prior.value(&all.positions[i], 0)) / UNIT;
            let value = match all.results[i].filter(|_| o.ahead == 0.0) {
                Some(r) => {
                    (1.0 - RESULT_SHARE) * all.found[i] + RESULT_SHARE * (2.0 * r - 1.0) * MOST_MEN
                }
                None => all.found[i],
            };
            value - material
        };
        let (targets, link) = match o.target {
            Target::Result => {
                (all.results.iter().map(|r| r.unwrap_or(0.5)).collect(), Link::Logistic)
            }
            Target::Search => ((0..n).map(of_search).collect(), Link::Identity),
        };
        Lesson { positions: &all.positions, targets, link, cut: n - n / 10 }
    }

    fn learn(
        &self,
        game: &Game,
        patterns: &[Vec<Fact>],
        symmetries: &Symmetries,
        o: &Options,
    ) -> Learned {
        let size = |v: usize| game.program.fluents.n_values(v);
        let (positions, targets) = (&self.positions[..self.cut], &self.targets[..self.cut]);
        let mean = targets.iter().sum::<f64>() / self.cut as f64;
        let mut shapes = lines(patterns, &size, symmetries, 7, 12);
        let from = self.cut.saturating_sub(20_000);
        let centered: Vec<f64> = targets[from..].iter().map(|r| r - mean).collect();
        let grown = grow(
            patterns,
            &positions[from..],
            &centered,
            o.shapes,
            8,
            &size,
            symmetries,
            &mut |_| {},
        );
        shapes.extend(grown);
        let space = Space { shapes };
        let rows = space.rows(positions.iter().map(Vec::as_slice));
        let s = Selection {
            floor: 30.0,
            lambda: 100.0,
            link: self.link,
            ..Selection::new(Choice::Stagewise { rounds: 4 }, o.classes)
        };
        let fitted = choose(&space, &rows, targets, &s);
        let held = space.rows(self.positions[self.cut..].iter().map(Vec::as_slice));
        let scores = fitted.predict(&space, &held);
        let constant = match self.link {
            Link::Identity => mean,
            Link::Logistic => (mean / (1.0 - mean)).ln(),
        };
        let (loss, base) = (self.loss(|i| scores[i]), self.loss(|_| constant));
        Learned { space, fitted, loss, base }
    }

    /// Mean loss on the positions held out.
    fn loss(&self, score: impl Fn(usize) -> f64) -> f64 {
        let truth = &self.targets[self.cut..];
        let each = |(i, t): (usize, &f64)| match self.link {
            Link::Identity => (score(i) - t) * (score(i) - t),
            Link::Logistic => {
                let p = 1.0 / (1.0 + (-score(i)).exp());
                -(t * p.max(1e-6).ln() + (1.0 - t) * (1.0 - p).max(1e-6).ln())
            }
        };
        truth.iter().enumerate().map(each).sum::<f64>() / truth.len().max(1) as f64
    }
}
