//! Links from influence alone: the chains' surroundings meet where their side is the stronger one.
//!
//! One empty point joins two chains if fewer than two enemy stones touch it: each chain has one there. Two
//! empty points join them if no enemy stone touches either.

use super::{Link, Linker, Ways};
use crate::chains::ChainFacts;
use crate::spread::Surroundings;
use aji_goban::{PointSet, Position};

/// The liberties of a chain that ways may begin with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// Where one point may be a whole way.
    shared: PointSet,
    /// Where a way of two points may begin.
    quiet: PointSet,
    /// Those and the quiet points beside them.
    halo: PointSet,
}

impl Linker {
    pub(super) fn by_influence(
        &mut self,
        position: &mut Position,
        chains: &[ChainFacts],
        around: &Surroundings,
        into: &mut Vec<Link>,
    ) {
        let (size, empties) = (position.size(), position.board().empties());
        let mut all_ends = std::mem::take(&mut self.ends);
        all_ends.clear();
        all_ends.extend(chains.iter().map(|chain| {
            let enemy = chain.color.opponent().index();
            let quiet = chain.liberties - around.touched[enemy];
            let halo = quiet.grown(&(empties - around.touched[enemy]), size);
            Ends { shared: chain.liberties - around.crowded[enemy], quiet, halo }
        }));
        for (i, (chain, ends)) in chains.iter().zip(&all_ends).enumerate() {
            let others = chains[i + 1..].iter().zip(&all_ends[i + 1..]);
            for (other, other_ends) in others.filter(|(other, _)| other.color == chain.color) {
                let is_near = ends.shared.intersects(&other_ends.shared)
                    || ends.halo.intersects(&other_ends.quiet);
                if !is_near {
                    continue;
                }
                let shared = ends.shared & other_ends.shared;
                let ways = Ways { ends: [shared | ends.quiet, shared | other_ends.quiet] };
                into.extend(self.along(position, [chain, other], ways));
            }
        }
        self.ends = all_ends;
    }
}
