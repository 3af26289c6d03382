//! Attention (注意): which partial board to look at first.

use crate::coefficients::Coefficients;
use crate::element::{Element, Values, View};
use crate::reasons;
use crate::roles::Roles;
use aji_goban::{Point, PointSet, Size};

/// A partial board with the attention it gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attended {
    /// Which partial board of the segmentation.
    pub board: usize,
    /// The sum of the coefficients of its elements.
    pub attention: f32,
    /// Its part of the whole attention, 0 to 1: exp(attention) over the sum of all.
    pub share: f32,
}

/// The attention all partial boards of a position get.
#[derive(Clone, Debug)]
pub struct Attention {
    size: Size,
    ranked: Vec<Attended>,
    values: Vec<Values>,
    /// The strength of every open point, by its roles.
    strengths: Vec<f32>,
    weights: Vec<f32>,
}

/// The focus of a partial board holds this part of its points' strength.
pub const FOCUS: f32 = 0.8;

impl Attention {
    /// Looks at everything in view.
    pub fn of(view: &View<'_>, coefficients: &Coefficients) -> Attention {
        let values = view.values();
        let stage = view.situation.stage;
        let mut ranked: Vec<Attended> = values
            .iter()
            .enumerate()
            .map(|(board, values)| Attended {
                board,
                attention: coefficients.attention(stage, values),
                share: 0.0,
            })
            .collect();
        // Boards come in the order of their names, which decides between equals.
        ranked.sort_by(|a, b| b.attention.total_cmp(&a.attention).then(a.board.cmp(&b.board)));
        let most = ranked.first().map_or(0.0, |first| first.attention);
        let strength = |attended: &Attended| (attended.attention - most).exp();
        let sum: f32 = ranked.iter().map(strength).sum();
        ranked.iter_mut().for_each(|attended| attended.share = strength(attended) / sum);
        let size = view.segmentation.size();
        let strengths = strengths(view, coefficients);
        let weights = Vec::new();
        let mut attention = Attention { size, ranked, values, strengths, weights };
        attention.weights = attention.weigh(view);
        attention
    }

    /// Each point's part: every partial board shares its attention out among its open points, by their strengths.
    fn weigh(&self, view: &View<'_>) -> Vec<f32> {
        let mut weights = vec![0.0; self.size.n_points()];
        for attended in &self.ranked {
            let open = &view.segmentation.boards()[attended.board].open;
            let part = attended.share / self.strength_of(open).max(f32::MIN_POSITIVE);
            for at in open.iter().map(|point| row_major(point, self.size)) {
                weights[at] += part * self.strengths[at];
            }
        }
        let most = weights.iter().copied().fold(0.0, f32::max);
        if most > 0.0 {
            weights.iter_mut().for_each(|weight| *weight /= most);
        }
        weights
    }

    fn strength_of(&self, points: &PointSet) -> f32 {
        points.iter().map(|point| self.strengths[row_major(point, self.size)]).sum()
    }

    /// The fewest open points of a partial board that hold this part of their strength together: where to look on it.
    /// (People complained of parts that have nothing to do with the matter, §3.)
    pub fn focus(&self, board: usize, part: f32, view: &View<'_>) -> PointSet {
        let open = &view.segmentation.boards()[board].open;
        let strength = |point: &Point| self.strengths[row_major(*point, self.size)];
        let mut ordered: Vec<Point> = open.iter().collect();
        ordered.sort_by(|a, b| strength(b).total_cmp(&strength(a)).then(a.cmp(b)));
        let wanted = part * self.strength_of(open);
        let (mut focus, mut held) = (PointSet::EMPTY, 0.0);
        for point in ordered {
            if held >= wanted {
                break;
            }
            held += strength(&point);
            focus.insert(point);
        }
        focus
    }

    /// The focus of the first `n` partial boards together.
    pub fn focus_of_first(&self, n: usize, part: f32, view: &View<'_>) -> PointSet {
        let mut points = PointSet::EMPTY;
        for attended in self.ranked.iter().take(n) {
            points |= self.focus(attended.board, part, view);
        }
        points
    }

    /// The partial boards, the most attended first.
    pub fn ranked(&self) -> &[Attended] {
        &self.ranked
    }

    /// The most attended partial board; nothing if there is no partial board at all.
    pub fn attended(&self) -> Option<&Attended> {
        self.ranked.first()
    }

    /// The elements of a partial board.
    pub fn values(&self, board: usize) -> &Values {
        &self.values[board]
    }

    /// How much each point is attended to, row by row from the upper left; the most attended has 1, points that are no
    /// part of anything 0.
    pub fn point_weights(&self) -> &[f32] {
        &self.weights
    }

    /// The weight of one point.
    pub fn weight(&self, point: Point) -> f32 {
        self.weights[row_major(point, self.size)]
    }

    /// The strength of a point's roles, whatever partial boards it belongs to; the strongest has 1.
    pub fn strength(&self, point: Point) -> f32 {
        self.strengths[row_major(point, self.size)]
    }

    /// The open points of the first `n` partial boards together.
    pub fn points_of_first(&self, n: usize, view: &View<'_>) -> PointSet {
        let mut points = PointSet::EMPTY;
        for attended in self.ranked.iter().take(n) {
            points |= view.segmentation.boards()[attended.board].open;
        }
        points
    }

    /// Why a partial board gets more attention than others, the weightiest reason first.
    pub fn reasons(
        &self,
        board: usize,
        view: &View<'_>,
        coefficients: &Coefficients,
    ) -> Vec<String> {
        let stage = view.situation.stage;
        let mut parts: Vec<(f32, Element)> = Vec::new();
        for &element in Element::ALL {
            let part =
                |values: &Values| coefficients.part(stage, element, values[element as usize]);
            let mean = self.values.iter().map(part).sum::<f32>() / self.values.len() as f32;
            parts.push((part(&self.values[board]) - mean, element));
        }
        parts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        parts
            .into_iter()
            .take_while(|(more, _)| *more > MORE)
            .take(N_REASONS)
            .map(|(_, element)| reasons::words(element, board, view, &self.values[board]))
            .collect()
    }
}

/// The strength of every open point, by its roles; 0 elsewhere.
fn strengths(view: &View<'_>, coefficients: &Coefficients) -> Vec<f32> {
    let size = view.segmentation.size();
    let roles = Roles::of(view.segmentation, view.situation);
    let mut logs = vec![f32::NEG_INFINITY; size.n_points()];
    for point in *view.segmentation.open() {
        logs[row_major(point, size)] =
            coefficients.point(view.situation.stage, &roles.roles(point));
    }
    let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logs.iter().map(|log| if log.is_finite() { (log - most).exp() } else { 0.0 }).collect()
}

/// Elements that add less than this to the average are no reason: a factor of e^0.15 in likelihood.
const MORE: f32 = 0.15;
const N_REASONS: usize = 4;

/// Where a point stands in arrays by rows.
pub fn row_major(point: Point, size: Size) -> usize {
    point.row(size) * size.lines() + point.column(size)
}
