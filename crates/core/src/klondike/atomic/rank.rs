//! Which approach first.

use std::cmp::Reverse;

use super::super::PILES;
use super::super::arrangement::State;
use super::approach::Candidate;
use super::ground::Ground;
use super::options::{Options, Ranking};
use crate::klondike::twins;

/// Sorts candidates, best first; equals stay in the order in which they were found.
pub fn rank(candidates: &mut [Candidate], root: State, ground: &Ground, options: &Options) {
    let needs = if options.use_needed_ranks {
        needs(root, ground)
    } else {
        Vec::new()
    };
    let score = |candidate: &Candidate| Reverse(satisfied(&needs, candidate.state, ground));
    let steps = |candidate: &Candidate| candidate.path.len();
    let covered = |candidate: &Candidate| Reverse(candidate.covered);
    match options.ranking_strategy {
        Ranking::Blended => candidates.sort_by_cached_key(|one| {
            let columns = one.touched.count_ones();
            let uses = (one.stock_uses, one.foundation_uses);
            (covered(one), score(one), steps(one), uses, columns)
        }),
        Ranking::MostCovered => {
            candidates.sort_by_cached_key(|one| (covered(one), score(one), steps(one)));
        }
        // Every candidate has turned one card, so as many are face down after each of them.
        Ranking::LeastSteps => candidates.sort_by_cached_key(|one| {
            let empty = ground.view(one.state).empty;
            (steps(one), score(one), Reverse((one.state.home(), empty)))
        }),
    }
}

/// What a column with face-down cards waits for, and how many these are.
enum Need {
    /// A card on which its lowest face-up card can lie.
    Carrier { of: u8, weight: u32 },
    /// A place for a king.
    EmptyColumn { weight: u32 },
}

fn needs(root: State, ground: &Ground) -> Vec<Need> {
    let need = |pile| {
        let (of, weight) = ground.frontier(root, pile)?;
        Some(if twins::parents(of) == 0 {
            Need::EmptyColumn { weight }
        } else {
            Need::Carrier { of, weight }
        })
    };
    (0..PILES).filter_map(need).collect()
}

fn satisfied(needs: &[Need], state: State, ground: &Ground) -> u32 {
    if needs.is_empty() {
        return 0;
    }
    let view = ground.view(state);
    let weight = |need: &Need| match *need {
        Need::Carrier { of, weight } if twins::parents(of) & view.exposed != 0 => weight,
        Need::EmptyColumn { weight } if view.empty > 0 => weight,
        Need::Carrier { .. } | Need::EmptyColumn { .. } => 0,
    };
    needs.iter().map(weight).sum()
}
