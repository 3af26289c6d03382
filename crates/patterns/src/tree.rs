//! The features of every move of a position, as the tree wants them.

use crate::context::Context;
use crate::feature_set::FeatureSet;
use crate::registry::TreeFeature;
use crate::shape::inquiry::Inquiry;
use crate::shape::{Catalog, Extent, Shapes};
use crate::tactics::answer::{Answer, Deed, answers};
use crate::tactics::ko::WonKo;
use crate::tactics::standing::{Standing, rescues};
use crate::tactics::throw_in::fresh_throw_ins;
use crate::tactics::{Bulk, Gain, Left, Stones, Tactic};
use crate::{distance, place};
use aji_goban::point::N_INDICES;
use aji_goban::{Board, Color, Move, Point, Position, Size};
use aji_reading::{After, Ladders, Verdict, after, atari, oiotoshi, snapback};

/// The moves of a position with their features.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    points: Vec<Point>,
    /// Where each move's features end in `features`.
    ends: Vec<u32>,
    features: Vec<u32>,
}

impl Candidates {
    /// No moves yet.
    pub fn new() -> Candidates {
        Candidates::default()
    }

    /// The moves.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The numbers of the features of the `i`-th move, in ascending order.
    #[inline]
    pub fn team(&self, i: usize) -> &[u32] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.features[start as usize..self.ends[i] as usize]
    }

    /// The moves with their features.
    pub fn iter(&self) -> impl Iterator<Item = (Point, &[u32])> {
        self.points.iter().enumerate().map(|(i, &point)| (point, self.team(i)))
    }

    fn clear(&mut self) {
        self.points.clear();
        self.ends.clear();
        self.features.clear();
    }

    /// Tactics are numbered by their bits, and come first.
    fn push(&mut self, point: Point, tactics: u64, others: impl Iterator<Item = TreeFeature>) {
        self.points.push(point);
        self.features.extend(bits(tactics));
        self.features.extend(others.map(TreeFeature::id));
        self.ends.push(self.features.len() as u32);
    }
}

/// Finds features; keeps its room between positions.
#[derive(Debug)]
pub struct TreeExtractor {
    /// The tactics of every point, a bit each.
    tactics: Box<[u64; N_INDICES]>,
    answers: Vec<Answer>,
    ladders: Ladders,
    context: Context,
    inquiry: Inquiry,
    /// Where each move's questions end in `inquiry`.
    ends: Vec<u32>,
}

impl Default for TreeExtractor {
    fn default() -> TreeExtractor {
        TreeExtractor::new()
    }
}

impl TreeExtractor {
    /// An extractor.
    pub fn new() -> TreeExtractor {
        TreeExtractor {
            tactics: Box::new([0; N_INDICES]),
            answers: Vec::new(),
            ladders: Ladders::new(),
            context: Context::new(Size::MAX),
            inquiry: Inquiry::default(),
            ends: Vec::new(),
        }
    }

    /// All moves worth a thought, which is every legal one that fills no own eye, with their features.
    /// `shapes` must be those of the position, which is left as it was.
    pub fn extract(
        &mut self,
        position: &mut Position,
        shapes: &Shapes,
        catalog: &Catalog,
        candidates: &mut Candidates,
    ) {
        candidates.clear();
        self.find_answers(position);
        for point in position.board().empties() {
            if position.is_sensible(point) {
                let tactics = self.tactics_at(position, point);
                candidates.push(point, tactics, others(position, shapes, catalog, point));
            }
        }
    }

    /// The same for any set of features that is for the tree.
    pub fn extract_set(
        &mut self,
        set: FeatureSet,
        position: &mut Position,
        shapes: &Shapes,
        catalog: &Catalog,
        candidates: &mut Candidates,
    ) {
        if set == FeatureSet::Wide {
            self.extract_wide(position, shapes, catalog, candidates);
        } else {
            self.extract(position, shapes, catalog, candidates);
        }
    }

    /// All moves with the features of [`FeatureSet::Wide`].
    fn extract_wide(
        &mut self,
        position: &mut Position,
        shapes: &Shapes,
        catalog: &Catalog,
        candidates: &mut Candidates,
    ) {
        candidates.clear();
        self.find_answers(position);
        self.context.see(position, shapes);
        self.ask_for_shapes(position, shapes, candidates);
        let n_stones = Color::BOTH.map(|color| position.board().stones(color).len());
        let stage = place::stage(n_stones[0] + n_stones[1], position.size());
        let stage = TreeFeature::N_FIXED as u32 + stage as u32;
        self.inquiry.answer(catalog);
        let answers = self.inquiry.answers();
        let Candidates { points, ends, features } = candidates;
        let mut start = 0;
        for (i, &point) in points.iter().enumerate() {
            features.extend(bits(self.tactics_at(position, point)));
            features.extend(where_it_is(position, point).map(TreeFeature::id));
            features.push(stage);
            // Of shapes around the point those count that lie in known ones only.
            let (nested, context) =
                answers[start..self.ends[i] as usize].split_at(Extent::ALL.len());
            let known = nested.iter().map_while(|&id| id).chain(context.iter().flatten().copied());
            features.extend(known.map(|id| FeatureSet::Wide.n_fixed() as u32 + id.0));
            ends.push(features.len() as u32);
            start = self.ends[i] as usize;
        }
    }

    /// Notes all moves, and asks for all their shapes.
    fn ask_for_shapes(
        &mut self,
        position: &Position,
        shapes: &Shapes,
        candidates: &mut Candidates,
    ) {
        self.inquiry.clear();
        self.ends.clear();
        let inquiry = &mut self.inquiry;
        for point in position.board().empties() {
            if !position.is_sensible(point) {
                continue;
            }
            candidates.points.push(point);
            for extent in Extent::ALL {
                inquiry.ask(extent, shapes.key(extent, point, position.to_move()));
            }
            self.context.keys(shapes, point, |extent, key| inquiry.ask(extent, key));
            self.ends.push(inquiry.len() as u32);
        }
    }

    /// The features of one move on an empty point, sensible or not: what [`TreeExtractor::extract`] would
    /// say of it.
    pub fn features_of(
        &mut self,
        position: &mut Position,
        shapes: &Shapes,
        catalog: &Catalog,
        point: Point,
    ) -> Vec<TreeFeature> {
        let tactics = self.tactics_of(position, point).into_iter().map(TreeFeature::Tactic);
        tactics.chain(others(position, shapes, catalog, point)).collect()
    }

    /// The tactics of one move on an empty point, for tests and explanations.
    pub fn tactics_of(&mut self, position: &mut Position, point: Point) -> Vec<Tactic> {
        self.find_answers(position);
        let all = self.tactics_at(position, point);
        Tactic::all().filter(|tactic| all >> tactic.index() & 1 != 0).collect()
    }

    /// The tactics of a move, a bit each, after the answers were found.
    #[inline]
    fn tactics_at(&self, position: &Position, point: Point) -> u64 {
        let answers = self.tactics[point.index()];
        answers | of_standing(position, point, answers)
    }

    /// Marks what answers the last move.
    fn find_answers(&mut self, position: &mut Position) {
        self.tactics.fill(0);
        self.answers.clear();
        if let Some(ko) = WonKo::of(position) {
            mark(&mut self.tactics[ko.hole.index()], Tactic::KoConnection);
            for at in ko.captures(position.board()) {
                mark(&mut self.tactics[at.index()], Tactic::KoCapture);
            }
        }
        fresh_throw_ins(position, |at| mark(&mut self.tactics[at.index()], Tactic::ThrowIn));
        let Some(Move::Place(last)) = position.last_move() else { return };
        let found = |answer| self.answers.push(answer);
        answers(position.board(), last, position.to_move(), found);
        for i in 0..self.answers.len() {
            let answer = self.answers[i];
            if let Some(tactic) = classify(answer, position, &mut self.ladders) {
                mark(&mut self.tactics[answer.at.index()], tactic);
            }
        }
    }
}

/// The features of a move that are not tactics.
#[inline]
fn others(
    position: &Position,
    shapes: &Shapes,
    catalog: &Catalog,
    point: Point,
) -> impl Iterator<Item = TreeFeature> + use<> {
    let shape = shapes.largest(catalog, point, position.to_move());
    where_it_is(position, point).chain(shape.map(TreeFeature::Shape))
}

/// Distances and place.
#[inline]
fn where_it_is(position: &Position, point: Point) -> impl Iterator<Item = TreeFeature> + use<> {
    let size = position.size();
    let to_last = distance::class_to(point, position.last_move(), size);
    let to_last_but_one = distance::class_to(point, position.last_but_one_move(), size);
    let to_last = to_last.map(TreeFeature::ToLast).into_iter();
    to_last
        .chain(to_last_but_one.map(TreeFeature::ToLastButOne))
        .chain([TreeFeature::Place(place::class(point, size))])
}

/// The tree's name for an answer.
fn classify(answer: Answer, position: &mut Position, ladders: &mut Ladders) -> Option<Tactic> {
    let board = position.board();
    let (own, enemy) = (board.chain(answer.own), board.chain(answer.enemy));
    let left = match own.n_liberties() {
        2 => Some(Left::Two),
        3 => Some(Left::Three),
        _ => None,
    };
    let bulks = (Bulk::of(own), Bulk::of(enemy));
    Some(match (answer.deed, left) {
        (Deed::Capture, None) if After::of(board, answer.at, own.color()).is_in_atari() => {
            Tactic::RescueCaptureInAtari
        }
        (Deed::Capture, None) => Tactic::RescueCapture(Stones::of(own), Stones::of(enemy)),
        (Deed::Capture, Some(left)) => Tactic::CaptureAfter(left, bulks.0, bulks.1),
        (Deed::Atari, Some(left)) => {
            let takes = atari::takes(board, answer.at, own.color(), answer.enemy.point());
            Tactic::AtariAfter(left, bulks.0, bulks.1, takes)
        }
        (Deed::Race, Some(_)) => Tactic::Race(bulks.0, bulks.1),
        (Deed::Extend, Some(left)) => {
            let n_after = after::n_liberties_after(board, answer.own.point(), answer.at);
            Tactic::Extend(left, Gain::of(own.n_liberties(), n_after))
        }
        (Deed::Extend, None) => {
            let stones = Stones::of(own);
            match ladders.escape_by(position, answer.own.point(), answer.at) {
                Verdict::Working => Tactic::ExtendIntoLadder,
                Verdict::Broken | Verdict::Unclear => Tactic::ExtendFromAtari(stones),
            }
        }
        (Deed::Atari | Deed::Race, None) => return None,
    })
}

/// The tactics of a move that do not come from the list of answers, which are given for what they exclude.
fn of_standing(position: &Position, point: Point, answers: u64) -> u64 {
    let (board, color) = (position.board(), position.to_move());
    let standing = Standing::of(board, point, color);
    let mut tactics = 0;
    if standing.takes {
        if answers & RESCUES == 0 && rescues(board, point, color) {
            mark(&mut tactics, Tactic::CaptureNextToAtari);
        } else if answers & CAPTURES == 0 {
            mark(&mut tactics, Tactic::OtherCapture);
        }
    }
    if let Some(class) = standing.self_atari {
        mark(&mut tactics, Tactic::SelfAtari(class));
    }
    if standing.ataris {
        of_atari(board, point, position, answers, &mut tactics);
    }
    tactics
}

/// Marks what an atari is worth.
fn of_atari(board: &Board, point: Point, position: &Position, answers: u64, tactics: &mut u64) {
    let color = position.to_move();
    let is_snapback = snapback::is_snapback(board, point, color);
    let is_oiotoshi = !is_snapback && oiotoshi::is_oiotoshi(board, point, color);
    if is_snapback {
        mark(tactics, Tactic::Snapback);
    }
    if is_oiotoshi {
        mark(tactics, Tactic::Oiotoshi);
    }
    if !is_snapback && !is_oiotoshi && answers & ATARIS == 0 {
        let takes = |target| atari::takes(board, point, color, target);
        let takes = atari::targets(board, point, color).into_iter().any(takes);
        mark(tactics, if takes { Tactic::AtariThatTakes } else { Tactic::OtherAtari });
    }
}

/// The captures that save a chain the last move put into atari, or end a ko.
const RESCUES: u64 = Tactic::RescueCaptureInAtari.kind() | Tactic::KoCapture.kind();
/// All captures that answer the last move or end a ko: kinds 1 to 4.
const CAPTURES: u64 = (1 << 19) - 1;
/// All ataris that answer the last move.
const ATARIS: u64 = 0xFFFF << 28;

/// Sets a tactic's bit; of one kind only the last one that fits stays.
#[inline]
fn mark(tactics: &mut u64, tactic: Tactic) {
    let kind = tactic.kind();
    let strongest = (*tactics & kind).max(1 << tactic.index());
    *tactics = *tactics & !kind | strongest;
}

/// The numbers of the bits that are set.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let index = set.trailing_zeros();
        set &= set - 1;
        Some(index)
    })
}
