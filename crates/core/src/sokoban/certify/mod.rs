//! Writes proofs for Python's `games/sokoban/checker.py`; docs/proofs.md says why they are proofs.
//!
//! A proof is all positions that a plain search looks at when it leaves out only what three lemmas excuse:
//! boxes that could not come home alone, sums of prices, and traps. None of the solver's other ideas is
//! used, and nobody has to believe anything that is done here.
//!
//! First all positions are searched while prices and traps are learned, wherever one is missed. Then they are
//! searched anew with all that was learned, and what the checker will find to be of use is written down.

mod prices;
mod search;
mod traps;

use crate::search::{Budget, Stop};
use crate::sokoban::rules::level::Level;

use search::Prover;

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Unsolvable,
    /// No solution has fewer pushes.
    Pushes(u32),
    /// No solution has fewer moves.
    Moves(u32),
    /// No solution has fewer pushes, or as many pushes and fewer moves.
    PushesThenMoves(u32, u32),
}

/// Boxes and the player: squares of the floor, counted in reading order.
pub type Group = (Vec<u16>, u16);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// In each list a price for each goal, in reading order.
    pub prices: Vec<Vec<i32>>,
    pub traps: Vec<Group>,
    pub positions: Vec<Group>,
}

/// A proof of the claim; none if it is false.
///
/// # Errors
/// When the budget ends.
pub fn certify(level: &Level, claim: Claim, budget: &mut Budget) -> Result<Option<Proof>, Stop> {
    match level.squares() {
        0..=64 => Prover::<1>::new(level, claim).prove(budget),
        65..=128 => Prover::<2>::new(level, claim).prove(budget),
        129..=256 => Prover::<4>::new(level, claim).prove(budget),
        257..=512 => Prover::<8>::new(level, claim).prove(budget),
        513..=1024 => Prover::<16>::new(level, claim).prove(budget),
        _ => Prover::<256>::new(level, claim).prove(budget),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DETOUR: [&str; 7] = [
        "#######", "# @.###", "#$$$###", "#.#  .#", "#     #", "#     #", "#######",
    ];

    fn proof(rows: &[&str], claim: Claim) -> Option<Proof> {
        let level = Level::parse(rows).expect("a level");
        certify(&level, claim, &mut Budget::unlimited()).expect("no limits")
    }

    #[test]
    fn what_is_true_is_proven_and_what_is_false_is_not() {
        let proven = proof(&DETOUR, Claim::Pushes(12)).expect("a proof");
        let start = (vec![4, 5, 6], 0);
        assert!(proven.positions.contains(&start), "{proven:?}");
        assert!(proven.positions.is_sorted() && proven.positions.len() > 30);
        assert!(
            proof(&DETOUR, Claim::Pushes(11)).is_some(),
            "less is no lie"
        );
        assert_eq!(proof(&DETOUR, Claim::Pushes(13)), None);
        assert_eq!(proof(&DETOUR, Claim::Unsolvable), None);
    }

    #[test]
    fn two_boxes_that_block_each_other_are_a_trap_whatever_else_there_is() {
        let rows = [
            "########", "#  .   #", "# $$  .#", "# $$@  #", "# .   .#", "########",
        ];
        let proven = proof(&rows, Claim::Unsolvable).expect("a proof");
        assert_eq!(proven.positions, []);
        assert!(!proven.traps.is_empty());
        assert!(proven.traps.iter().all(|(boxes, _)| boxes.len() <= 4));
    }
}
