//! The players that go by a learned value.

use std::sync::Arc;

use super::network::{Candidate, Network};
use crate::exponentile::board::{Board, Swap};
use crate::exponentile::game::Chooser;
use crate::exponentile::grid::Eight;
use crate::exponentile::rules::Variant;
use crate::rng::SplitMix64;

/// Goes by the learned value alone, or looks a move further.
#[derive(Clone, Debug)]
pub struct Learned {
    pub network: Arc<Network>,
    /// How many refills of each move are imagined, to see what the best reply is worth; 0 for none.
    pub samples: u32,
    /// How many of the moves that look best are looked at so.
    pub breadth: usize,
}

impl Chooser<Eight> for Learned {
    fn choose(
        &mut self,
        variant: &Variant<Eight>,
        board: &Board<Eight>,
        rng: &mut SplitMix64,
    ) -> Option<Swap> {
        if self.samples == 0 {
            return Some(self.network.best(variant, board)?.swap);
        }
        let mut candidates: Vec<Candidate> = self.network.candidates(variant, board).collect();
        candidates.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        candidates.truncate(self.breadth);
        // All moves are tried with the same luck, so that they differ less by chance.
        let luck = rng.split();
        let mut best: Option<(f32, Swap)> = None;
        for candidate in &candidates {
            let mut luck = luck.clone();
            let mut total = 0.0;
            for _ in 0..self.samples {
                let mut sample = luck.split();
                let refill = || variant.spawn.draw(&mut sample);
                let after = variant.cascade(candidate.settled, refill, |_| {});
                let reply = self.network.best(variant, &after);
                total += reply.map_or(0.0, |reply| reply.worth);
            }
            if best.is_none_or(|(most, _)| total > most) {
                best = Some((total, candidate.swap));
            }
        }
        best.map(|(_, swap)| swap)
    }
}
