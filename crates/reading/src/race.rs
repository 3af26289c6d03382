//! Capturing races (攻め合い): two enemy chains that touch, and who is taken first.
//!
//! Counted as books count them: liberties of one side alone, shared ones, and eyes of a single point. It
//! is taken for granted that every liberty can be filled at once and that nothing else on the board
//! interferes; a race in which that fails needs a search.

use aji_goban::{Board, Chain, Point, PointSet};

/// One side's liberties in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Liberties that are neither shared nor eyes.
    pub n_outside: usize,
    /// Has it an eye: one point with only stones of the chain around it?
    pub has_eye: bool,
}

/// The race between two chains that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// The chain asked about.
    pub own: Side,
    /// The other one.
    pub enemy: Side,
    /// Liberties of both.
    pub n_shared: usize,
}

/// How a race ends for the side asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RaceOutcome {
    /// It takes the enemy chain.
    Wins,
    /// It is taken.
    Loses,
    /// Neither can take the other.
    Seki,
}

impl Race {
    /// The race of the chain of `own` with that of `enemy`; nothing if they are not two chains of
    /// different colors that touch.
    pub fn between(board: &Board, own: Point, enemy: Point) -> Option<Race> {
        let (id, own) = (board.chain_id_at(enemy)?, board.chain_at(own)?);
        if !own.neighbors().any(|near| near == id) {
            return None;
        }
        let enemy = board.chain(id);
        let shared = *own.liberties() & *enemy.liberties();
        let side = |chain: &Chain| {
            let eyes = eyes(board, chain);
            let n_outside = (*chain.liberties() - shared - eyes).len();
            Side { n_outside, has_eye: !eyes.is_empty() }
        };
        Some(Race { own: side(own), enemy: side(enemy), n_shared: shared.len() })
    }

    /// The outcome if the chain asked about moves first.
    pub fn if_first(&self) -> RaceOutcome {
        if Race::kills(&self.own, &self.enemy, self.n_shared, 1) {
            RaceOutcome::Wins
        } else if Race::kills(&self.enemy, &self.own, self.n_shared, 0) {
            RaceOutcome::Loses
        } else {
            RaceOutcome::Seki
        }
    }

    /// The outcome if the enemy moves first.
    pub fn if_second(&self) -> RaceOutcome {
        let other = Race { own: self.enemy, enemy: self.own, n_shared: self.n_shared };
        match other.if_first() {
            RaceOutcome::Wins => RaceOutcome::Loses,
            RaceOutcome::Loses => RaceOutcome::Wins,
            RaceOutcome::Seki => RaceOutcome::Seki,
        }
    }

    /// Does one side take the other, `tempo` being 1 if it moves first?
    ///
    /// It has to fill the other's outside liberties, the shared ones and an eye. The shared ones are its
    /// own as well: before the last move it must still have one liberty.
    fn kills(killer: &Side, victim: &Side, n_shared: usize, tempo: usize) -> bool {
        let ours = killer.n_outside + tempo;
        let theirs = victim.n_outside;
        match (killer.has_eye, victim.has_eye) {
            // The last shared liberty is the killer's too until it is filled.
            (false, false) => ours >= theirs + n_shared.max(1),
            (true, true) => ours > theirs + n_shared,
            // Every shared liberty is for the side with the eye.
            (true, false) => ours + n_shared + 1 > theirs,
            (false, true) => ours > theirs + n_shared + 1,
        }
    }
}

/// The liberties with only stones of the chain around them.
fn eyes(board: &Board, chain: &Chain) -> PointSet {
    let is_eye = |&point: &Point| board.neighbors(point).all(|near| chain.stones().contains(near));
    chain.liberties().iter().filter(is_eye).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n_liberties(side: &Side, n_shared: usize) -> usize {
        side.n_outside + n_shared + usize::from(side.has_eye)
    }

    /// The race played out move by move, `own` to move: every filling, and passing, which ends it in seki
    /// if the other side passes too.
    fn play(race: Race, may_end: bool) -> RaceOutcome {
        let Race { own, enemy, n_shared } = race;
        let mut best = RaceOutcome::Loses;
        let mut consider = |outcome| match (outcome, best) {
            (RaceOutcome::Wins, _) => best = RaceOutcome::Wins,
            (RaceOutcome::Seki, RaceOutcome::Loses) => best = RaceOutcome::Seki,
            _ => {}
        };
        let answer = |own, enemy, n_shared, may_end| match play(
            Race { own: enemy, enemy: own, n_shared },
            may_end,
        ) {
            RaceOutcome::Wins => RaceOutcome::Loses,
            RaceOutcome::Loses => RaceOutcome::Wins,
            RaceOutcome::Seki => RaceOutcome::Seki,
        };
        if n_liberties(&enemy, n_shared) == 1 {
            return RaceOutcome::Wins;
        }
        if enemy.n_outside > 0 {
            let enemy = Side { n_outside: enemy.n_outside - 1, ..enemy };
            consider(answer(own, enemy, n_shared, false));
        }
        if n_shared > 0 && n_liberties(&own, n_shared) > 1 {
            consider(answer(own, enemy, n_shared - 1, false));
        }
        consider(if may_end { RaceOutcome::Seki } else { answer(own, enemy, n_shared, true) });
        best
    }

    #[test]
    fn the_counts_agree_with_races_played_out() {
        let sides =
            || (0..6).flat_map(|n| [false, true].map(|has_eye| Side { n_outside: n, has_eye }));
        for (own, enemy) in sides().flat_map(|own| sides().map(move |enemy| (own, enemy))) {
            for n_shared in 0..5 {
                if n_liberties(&own, n_shared) == 0 || n_liberties(&enemy, n_shared) == 0 {
                    continue;
                }
                let race = Race { own, enemy, n_shared };
                assert_eq!(race.if_first(), play(race, false), "{race:?}");
            }
        }
    }
}
