//! Players that need no learning, from random to rollouts.
//!
//! What decides this game is not points but survival, and the number of swaps that a move leaves is
//! a good measure of it. So the better players here count swaps: over imagined refills (`Mobility`),
//! or at the end of imagined games (`Rollout`).

use super::board::{Board, Swap};
use super::cells::CellSet;
use super::game::Chooser;
use super::grid::Grid;
use super::rules::{Settled, Variant};
use crate::rng::SplitMix64;

/// How a swap is picked without a look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simple {
    /// Any, every one as likely as the others.
    Random,
    /// The real game's autoplay: the first, column by column.
    First,
    /// The first row by row, from the top.
    TopBottom,
    /// The first row by row, from the bottom; with the neighbour to the right before the one above.
    BottomTop,
    /// The most points at once.
    Greedy,
    /// The one that merges the lowest tiles.
    Lowest,
    /// The one that leaves most swaps among the tiles that are there, whatever falls in.
    Sure,
}

impl<G: Grid> Chooser<G> for Simple {
    fn choose(
        &mut self,
        variant: &Variant<G>,
        board: &Board<G>,
        rng: &mut SplitMix64,
    ) -> Option<Swap> {
        let grid = &variant.grid;
        let swaps = board.swaps(grid);
        match self {
            Self::Random => {
                if swaps.is_empty() {
                    return None;
                }
                let chosen = rng.below(u64::from(swaps.count()));
                swaps.list(grid).nth(usize::try_from(chosen).unwrap_or(0))
            }
            Self::First => {
                let from = (swaps.right | swaps.down).first()?;
                Some(swaps.at(grid, from))
            }
            Self::TopBottom => {
                let mut rows = (0..grid.height()).map(|row| grid.row(row));
                let from = rows.find_map(|row| ((swaps.right | swaps.down) & row).first())?;
                Some(swaps.at(grid, from))
            }
            Self::BottomTop => {
                let up = grid.look(swaps.down, 0, -1);
                let mut rows = (0..grid.height()).rev().map(|row| grid.row(row));
                let from = rows.find_map(|row| ((swaps.right | up) & row).first())?;
                let to = if swaps.right.has(from) {
                    grid.after(from, false)
                } else {
                    let (row, column) = (grid.row_of(from), grid.column_of(from));
                    grid.cell((row + grid.height() - 1) % grid.height(), column)
                };
                Some(Swap { from, to })
            }
            Self::Greedy => best_settled(variant, board, |settled| settled.points),
            Self::Lowest => best_settled(variant, board, |settled| u64::MAX - settled.points),
            Self::Sure => best_settled(variant, board, |settled| {
                settled.board.swaps_that_join(grid).count().into()
            }),
        }
    }
}

/// The swap that leads to the best settled board; the first of equal ones.
fn best_settled<G: Grid>(
    variant: &Variant<G>,
    board: &Board<G>,
    worth: impl Fn(&Settled<G>) -> u64,
) -> Option<Swap> {
    let mut best = None;
    for swap in board.swaps(&variant.grid).list(&variant.grid) {
        let Some(settled) = variant.settle(board, swap) else {
            continue;
        };
        let worth = worth(&settled);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, swap));
        }
    }
    best.map(|(_, swap)| swap)
}

/// Imagines `samples` refills of every move, and picks the move that leaves most swaps on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    pub samples: u32,
}

/// Imagines `samples` games of `depth` further moves after every move, each by [`Simple::Sure`], and
/// picks the move after which they lived longest and had most swaps left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    pub samples: u32,
    pub depth: u32,
}

/// More than any board has swaps, so that a move survived counts for more than any number of them.
const SURVIVED: u64 = 1000;

impl<G: Grid> Chooser<G> for Mobility {
    fn choose(
        &mut self,
        variant: &Variant<G>,
        board: &Board<G>,
        rng: &mut SplitMix64,
    ) -> Option<Swap> {
        best_sampled(variant, board, self.samples, rng, |board, _| {
            board.swaps_that_join(&variant.grid).count().into()
        })
    }
}

impl<G: Grid> Chooser<G> for Rollout {
    fn choose(
        &mut self,
        variant: &Variant<G>,
        board: &Board<G>,
        rng: &mut SplitMix64,
    ) -> Option<Swap> {
        best_sampled(variant, board, self.samples, rng, |board, rng| {
            let mut board = *board;
            let mut worth = 0;
            for _ in 0..self.depth {
                let Some(swap) = Simple::Sure.choose(variant, &board, rng) else {
                    return worth;
                };
                let Some(settled) = variant.settle(&board, swap) else {
                    return worth;
                };
                board = variant.cascade(settled, || variant.spawn.draw(rng), |_| {});
                worth += SURVIVED;
            }
            worth + u64::from(board.swaps_that_join(&variant.grid).count())
        })
    }
}

/// The swap whose imagined boards are worth most. All swaps are tried with the same luck, so that
/// they differ by what they are and less by chance.
fn best_sampled<G: Grid>(
    variant: &Variant<G>,
    board: &Board<G>,
    samples: u32,
    rng: &mut SplitMix64,
    worth: impl Fn(&Board<G>, &mut SplitMix64) -> u64,
) -> Option<Swap> {
    let luck = rng.split();
    let mut best = None;
    for swap in board.swaps(&variant.grid).list(&variant.grid) {
        let Some(settled) = variant.settle(board, swap) else {
            continue;
        };
        let mut luck = luck.clone();
        let mut total = 0;
        for _ in 0..samples {
            let mut sample = luck.split();
            let after = variant.cascade(settled, || variant.spawn.draw(&mut sample), |_| {});
            total += worth(&after, &mut sample);
        }
        if best.is_none_or(|(most, _)| total > most) {
            best = Some((total, swap));
        }
    }
    best.map(|(_, swap)| swap)
}

/// Any player that has learned nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untaught {
    Simple(Simple),
    Mobility(Mobility),
    Rollout(Rollout),
}

impl<G: Grid> Chooser<G> for Untaught {
    #[inline]
    fn choose(
        &mut self,
        variant: &Variant<G>,
        board: &Board<G>,
        rng: &mut SplitMix64,
    ) -> Option<Swap> {
        match self {
            Self::Simple(player) => player.choose(variant, board, rng),
            Self::Mobility(player) => player.choose(variant, board, rng),
            Self::Rollout(player) => player.choose(variant, board, rng),
        }
    }
}
