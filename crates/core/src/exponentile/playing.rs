//! `ExponenTile` for agents: an action is a swap by its number.
//!
//! Swaps are numbered as Python lists the pairs of neighbours: column by column, down each column, to the right before
//! down. With the classic rules it can matter which of two tiles is moved onto which, where both of them match; so these
//! rules have every swap a second time, told from its other end, and those are legal only where it matters.

use std::sync::Arc;

use super::board::{Board, Swap};
use super::cells::CellSet;
use super::game::Game;
use super::grid::Grid;
use super::rules::{Rules, Variant};
use crate::arena::{Done, Episode};
use crate::rng::SplitMix64;

/// Where games begin.
#[derive(Clone, Debug)]
pub enum Beginnings<G: Grid> {
    /// With any seed, on a board that has a legal swap.
    Seeds,
    /// With one of these.
    Games(Arc<[Game<G>]>),
}

/// An agent at a board.
#[derive(Clone)]
pub struct Swapping<G: Grid> {
    variant: Arc<Variant<G>>,
    beginnings: Beginnings<G>,
    /// All swaps of the board.
    swaps: Arc<[Swap]>,
    /// The number of a cell's swaps with the cell to its right and with the one below.
    numbers: Arc<[[usize; 2]]>,
    game: Game<G>,
    /// The largest tile that can be merged into one which a board still holds.
    greatest: u8,
    mask: Vec<i8>,
    is_over: bool,
}

impl<G: Grid> Swapping<G> {
    /// A game of this variant; it has begun only with [`Self::enter`] or [`Episode::begin`].
    pub fn new(variant: Arc<Variant<G>>, beginnings: Beginnings<G>) -> Self {
        let grid = variant.grid;
        let (mut swaps, mut numbers) = (
            Vec::new(),
            vec![[usize::MAX; 2]; grid.width() * grid.height()],
        );
        for (from, own) in numbers.iter_mut().enumerate() {
            for is_down in [false, true] {
                let to = grid.after(from, is_down);
                let swap = Swap { from, to };
                let is_past_the_edge = (to < from) && !grid.is_torus();
                if !is_past_the_edge && grid.are_neighbours(swap) {
                    own[usize::from(is_down)] = swaps.len();
                    swaps.push(swap);
                }
            }
        }
        let ways = match variant.rules {
            Rules::Classic => 2,
            Rules::Web => 1,
        };
        // A group is at most a whole row and a whole column, and adds two less than its tiles to the exponent.
        let most_added = u8::try_from(grid.width() + grid.height() - 3).unwrap_or(u8::MAX);
        Self {
            mask: vec![0; swaps.len() * ways],
            greatest: Board::<G>::greatest().saturating_sub(most_added),
            game: Game::resumed(Board::empty(), 0),
            swaps: swaps.into(),
            numbers: numbers.into(),
            variant,
            beginnings,
            is_over: true,
        }
    }

    /// Goes on with this game.
    pub fn enter(&mut self, game: Game<G>) {
        self.game = game;
        if self
            .game
            .board
            .lines(&self.variant.grid)
            .matched()
            .is_empty()
        {
            self.look_around();
        } else {
            self.look_around_carefully();
        }
    }

    pub const fn game(&self) -> &Game<G> {
        &self.game
    }

    /// Whether there is no legal swap.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Which swaps are legal on a board that play has led to: such a board has no lines.
    fn look_around(&mut self) {
        let joins = self.game.board.joins(&self.variant.grid);
        let (right, down) = (joins.right | joins.left, joins.down | joins.up);
        self.is_over = (right | down).is_empty();
        self.mask.fill(0);
        self.allow(0, right, down);
        if self.variant.rules == Rules::Classic {
            let (right, down) = (joins.right & joins.left, joins.down & joins.up);
            self.allow(self.swaps.len(), right, down);
        }
    }

    /// Marks the swaps of these cells with those to their right, and with those below.
    fn allow(&mut self, first: usize, right: G::Cells, down: G::Cells) {
        for (cells, side) in [(right, 0), (down, 1)] {
            for cell in cells.cells() {
                self.mask[first + self.numbers[cell][side]] = 1;
            }
        }
    }

    /// The same for any board. One that somebody made up may have lines, which match whatever is swapped.
    fn look_around_carefully(&mut self) {
        let grid = &self.variant.grid;
        self.mask.fill(0);
        for (number, &swap) in self.swaps.iter().enumerate() {
            let mut after = self.game.board;
            after.swap(swap);
            let matched = after.lines(grid).matched();
            let ends = [matched.has(swap.from), matched.has(swap.to)];
            self.mask[number] = ends.contains(&true).into();
            if self.variant.rules == Rules::Classic {
                self.mask[self.swaps.len() + number] = (ends == [true; 2]).into();
            }
        }
        self.is_over = self.mask.iter().all(|&is_legal| is_legal == 0);
    }
}

impl<G: Grid> Episode for Swapping<G> {
    fn observation_size(&self) -> usize {
        self.numbers.len()
    }

    fn actions(&self) -> usize {
        self.mask.len()
    }

    fn begin(&mut self, rng: &mut SplitMix64) {
        if let Beginnings::Games(games) = &self.beginnings {
            let game = rng.choice(games).clone();
            self.enter(game);
            return;
        }
        loop {
            // Seeds of games have 63 bits.
            self.enter(Game::new(&self.variant, rng.next_u64() >> 1));
            if !self.is_over {
                return;
            }
        }
    }

    fn act(&mut self, action: usize) -> Option<Done> {
        if self.mask[action] == 0 {
            return None;
        }
        let count = self.swaps.len();
        let Swap { from, to } = self.swaps[action % count];
        let swap = if action < count {
            Swap { from, to }
        } else {
            Swap { from: to, to: from }
        };
        let before = self.game.score;
        if !self.game.play(&self.variant, swap) {
            return None;
        }
        self.look_around();
        let points = self.game.score - before;
        Some(Done {
            gained: i64::try_from(points).unwrap_or(i64::MAX),
            is_won: false,
            is_over: self.is_over,
            is_cut: self.game.board.largest() > self.greatest,
        })
    }

    fn observe(&self, observation: &mut [u8], mask: &mut [i8]) {
        let (grid, board) = (&self.variant.grid, &self.game.board);
        // On the usual board all of this is known to the compiler.
        for (row, tiles) in observation.chunks_exact_mut(grid.width()).enumerate() {
            for (column, tile) in tiles.iter_mut().enumerate() {
                *tile = board.tile(grid.cell(row, column));
            }
        }
        mask.copy_from_slice(&self.mask);
    }

    fn tally(&self) -> i64 {
        i64::try_from(self.game.score).unwrap_or(i64::MAX)
    }

    fn copied(&self) -> Box<dyn Episode> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AnyGrid, Eight, Spawn};
    use super::*;

    fn swapping<G: Grid>(grid: G, rules: Rules) -> Swapping<G> {
        let spawn = Spawn::usual(rules);
        let variant = Variant { grid, rules, spawn };
        Swapping::new(Arc::new(variant), Beginnings::Seeds)
    }

    #[test]
    fn every_pair_of_neighbours_has_a_number() {
        assert_eq!(swapping(Eight, Rules::Web).actions(), 112);
        assert_eq!(swapping(Eight, Rules::Classic).actions(), 224);
        let torus = AnyGrid::new(4, 3, true).expect("a size that there is");
        assert_eq!(swapping(torus, Rules::Web).actions(), 24);
    }

    #[test]
    fn a_careful_look_sees_the_same() {
        for rules in [Rules::Web, Rules::Classic] {
            let mut play = swapping(Eight, rules);
            let mut rng = SplitMix64::new(11);
            for _ in 0..50 {
                play.begin(&mut rng);
                let quickly = play.mask.clone();
                play.look_around_carefully();
                assert_eq!(play.mask, quickly);
            }
        }
    }

    #[test]
    fn legal_actions_are_those_that_can_be_played() {
        for rules in [Rules::Web, Rules::Classic] {
            let mut play = swapping(Eight, rules);
            let mut rng = SplitMix64::new(5);
            play.begin(&mut rng);
            for _ in 0..300 {
                let legal: Vec<usize> = (0..play.actions())
                    .filter(|&at| play.mask[at] == 1)
                    .collect();
                let Some(&action) = legal.get(legal.len() / 2) else {
                    play.begin(&mut rng);
                    continue;
                };
                let refused = (0..play.actions())
                    .find(|at| !legal.contains(at))
                    .expect("one");
                let before = play.game.board;
                assert_eq!(play.act(refused), None);
                assert_eq!(play.game.board, before);
                assert!(play.act(action).is_some());
            }
        }
    }
}
