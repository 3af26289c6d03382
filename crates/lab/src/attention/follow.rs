//! A game, seen position by position through the eyes of attention.

use crate::corpus::replay;
use aji_attention::{Goals, Segmentation, Settings, Situation};
use aji_goban::{Komi, Move, Point, Position};
use aji_notation::sgf::scan::Record;

/// A position with everything recognized in it, and what was played.
pub struct Seen<'a> {
    /// The position, lent for reading.
    pub position: &'a mut Position,
    /// The board, cut into parts.
    pub segmentation: &'a Segmentation,
    /// The state of the game.
    pub situation: &'a Situation,
    /// What the side to move wants.
    pub goals: &'a Goals,
    /// The move that was played.
    pub play: Point,
    /// The moves from here on, the one that was played first.
    pub coming: &'a [Move],
    /// Its number, from 0.
    pub number: u32,
}

/// The komi of records that do not say it.
const USUAL_KOMI: Komi = Komi::from_half_points(13);

/// Goals are followed from so many moves before a position that is looked at.
const GOALS_FROM: u32 = 12;

/// Looks at every `every`-th stone of a game; which ones differs from game to game.
pub fn follow(
    settings: Settings,
    every: u32,
    game: u32,
    record: &Record,
    mut see: impl FnMut(Seen<'_>),
) {
    let Ok(mut position) = replay::first_position(record) else { return };
    let size = position.size();
    let moves: Vec<Move> = record.moves.iter().filter_map(|packed| packed.play(size)).collect();
    let komi = record.komi.unwrap_or(USUAL_KOMI);
    let mut segmentation = Segmentation::new(settings, size);
    let mut goals = [Goals::default(), Goals::default()];
    let mut at = 0;
    // Selected games were played through before; of others the beginning counts.
    let _ = replay::walk(record, &mut position, &mut (), |position, (), play| {
        let number = at;
        at += 1;
        let every = every.max(1);
        let is_near = (0..=GOALS_FROM).any(|more| (number + game + more).is_multiple_of(every));
        if !is_near {
            return;
        }
        segmentation.follow(position);
        let situation = Situation::of(&segmentation, position, komi, None);
        let own = &mut goals[situation.to_move.index()];
        *own = own.next(&segmentation, &situation);
        let is_due = (number + game).is_multiple_of(every);
        if let Some(play) = play.point().filter(|_| is_due) {
            see(Seen {
                position,
                segmentation: &segmentation,
                situation: &situation,
                goals: own,
                play,
                coming: &moves[(number as usize).min(moves.len())..],
                number,
            });
        }
    });
}
