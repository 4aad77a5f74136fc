//! Puzzles to order, by seed.
//!
//! What is searched is not positions but whole clusters. One look at a cluster finds its farthest
//! position, and that is where its puzzle starts: so how a board is arranged does not matter, only
//! which vehicles it has, and hard puzzles are far easier to find among clusters than among
//! positions.
//!
//! The search is late acceptance hill climbing (Burke and Bykov, 2008): a changed board is accepted if
//! it is no worse than the one before, or no worse than the one so many steps ago. It compares and
//! never computes with fractions, chance or the clock, so a seed makes the same puzzle on every machine.
//! What it finds is stripped of all that does nothing.

mod draft;
mod strip;

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use crate::rng::SplitMix64;
use crate::search::{Budget, Stop};

use super::board::{Board, MAX_SIDE};
use super::canonical::named_text;
use super::cluster::{Cluster, Unit};
use super::solve::Workspace;

/// The widths and heights that a board may be made with.
pub const SIDES: RangeInclusive<usize> = 3..=MAX_SIDE;
/// How many steps back a board is compared with.
const MEMORY: usize = 100;
/// So many boards without a better one, and the search starts afresh.
const PATIENCE: u32 = 2000;
/// Boards that are looked at after the first that will do, for a better one of its kind.
const SECOND_LOOKS: u64 = 50;

/// What kind of puzzle is wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    pub width: usize,
    pub height: usize,
    /// How many walls to begin with; those that do nothing are taken away.
    pub walls: usize,
    /// The first puzzle with so many moves will do. Without it, the hardest is wanted.
    pub min_moves: Option<u32>,
    pub max_moves: Option<u32>,
    /// How many boards to look at.
    pub effort: u64,
    /// Larger clusters are passed over.
    pub cluster_limit: u64,
}

/// A puzzle of which every vehicle and every wall is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub cells: String,
    /// The optimum.
    pub moves: u32,
    /// The number of positions that can be reached.
    pub size: usize,
}

/// Makes a puzzle; none if the effort ends before one is found.
///
/// # Errors
/// When the budget ends before.
///
/// # Panics
/// When the sides are not within [`SIDES`].
pub fn generate(seed: u64, wish: &Wish, budget: &mut Budget) -> Result<Option<Puzzle>, Stop> {
    let sides = [wish.width, wish.height];
    assert!(
        sides.iter().all(|side| SIDES.contains(side)),
        "no such board"
    );
    let mut rng = SplitMix64::new(seed);
    let mut choice = Choice::default();
    let mut climb: Option<Climb> = None;
    let mut boards_left = wish.effort;
    while boards_left > 0 {
        boards_left -= 1;
        budget.tick(0)?;
        let board = match &climb {
            Some(climb) => draft::changed(&climb.at.board, &mut rng),
            None => draft::random(wish.width, wish.height, wish.walls, &mut rng),
        };
        let Some(rated) = Rated::of(board, wish.cluster_limit, budget)? else {
            continue;
        };
        if choice.consider(&rated, wish, budget)? {
            boards_left = boards_left.min(SECOND_LOOKS);
        }
        climb = match climb {
            Some(climb) => climb.onwards(rated, wish),
            None => Some(Climb::from(rated, wish)),
        };
    }
    Ok(choice.puzzle.map(Puzzle::from))
}

/// The puzzle to hand out, and what it takes to judge another.
#[derive(Default)]
struct Choice {
    puzzle: Option<Rated>,
    workspace: Workspace,
}

impl Choice {
    /// Takes the board, stripped, if that is what was wished for and better than what there is; and says
    /// whether it is the first to do.
    ///
    /// # Errors
    /// When the budget ends before.
    fn consider(&mut self, rated: &Rated, wish: &Wish, budget: &mut Budget) -> Result<bool, Stop> {
        if !wish.allows(rated.moves) || !self.is_improved_by(rated, wish) {
            return Ok(false);
        }
        let stripped = strip::stripped(rated.clone(), &mut self.workspace, budget)?;
        let Some(puzzle) = stripped.filter(|puzzle| wish.allows(puzzle.moves)) else {
            return Ok(false);
        };
        let is_first = self.puzzle.is_none() && wish.is_met_by(&puzzle);
        if self.is_improved_by(&puzzle, wish) {
            self.puzzle = Some(puzzle);
        }
        Ok(is_first)
    }

    /// Where the first that fits will do, a fuller board is the better one: with few vehicles there is
    /// little to think about. Else it is the one with more moves.
    fn is_improved_by(&self, new: &Rated, wish: &Wish) -> bool {
        self.puzzle.as_ref().is_none_or(|old| {
            if wish.min_moves.is_some() {
                new.board.vehicles.len() > old.board.vehicles.len()
            } else {
                new.moves > old.moves
            }
        })
    }
}

impl Wish {
    fn allows(&self, moves: u32) -> bool {
        self.min_moves.is_none_or(|least| moves >= least)
            && self.max_moves.is_none_or(|most| moves <= most)
    }

    /// Whether there is no need to look for another.
    fn is_met_by(&self, puzzle: &Rated) -> bool {
        let enough = self.min_moves.or(self.max_moves);
        enough.is_some_and(|enough| puzzle.moves >= enough)
    }
}

/// A board at its farthest position.
#[derive(Clone)]
struct Rated {
    board: Board,
    moves: u32,
    size: usize,
}

impl Rated {
    /// None if it cannot be solved, or has more than so many positions.
    ///
    /// # Errors
    /// When the budget ends before.
    fn of(board: Board, most_positions: u64, budget: &mut Budget) -> Result<Option<Self>, Stop> {
        // Each position is looked at twice: when it is found, and when it is measured.
        let cluster = within(2 * most_positions, budget, |budget| {
            Cluster::measure(board.clone(), Unit::Moves, budget)
        })?;
        Ok(cluster.and_then(|cluster| Self::farthest_of(&cluster, board)))
    }

    fn farthest_of(cluster: &Cluster, mut board: Board) -> Option<Self> {
        let (cells, moves) = cluster.farthest()?;
        let offsets = board.offsets_in(&cells)?;
        for (vehicle, offset) in board.vehicles.iter_mut().zip(offsets) {
            vehicle.offset = offset;
        }
        Some(Self {
            board,
            moves,
            size: cluster.size(),
        })
    }

    /// Greater is better: more moves, as long as they are not too many, and in a small cluster, where they
    /// are harder to come by.
    fn score(&self, wish: &Wish) -> Score {
        let excess = wish
            .max_moves
            .map_or(0, |most| self.moves.saturating_sub(most));
        let moves = self.moves.saturating_sub(excess.saturating_mul(2));
        (moves, Reverse(self.size))
    }
}

/// What `work` finds within so many positions; none if they are not enough, which is the same on every machine.
///
/// # Errors
/// When the budget ends before: then nobody can say.
fn within<T>(
    nodes: u64,
    budget: &mut Budget,
    work: impl FnOnce(&mut Budget) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    match budget.within(nodes, work) {
        Ok(found) => Ok(Some(found)),
        Err(Stop::Nodes) if !budget.is_out_of_nodes() => Ok(None),
        Err(stop) => Err(stop),
    }
}

type Score = (u32, Reverse<usize>);

/// One search, from a random board upwards.
struct Climb {
    at: Rated,
    /// The scores of the last steps, the oldest of them at `step`.
    memory: [Score; MEMORY],
    step: usize,
    best: Score,
    /// Steps since `best`.
    idle: u32,
}

impl Climb {
    fn from(at: Rated, wish: &Wish) -> Self {
        let score = at.score(wish);
        Self {
            at,
            memory: [score; MEMORY],
            step: 0,
            best: score,
            idle: 0,
        }
    }

    /// Goes on to a changed board if it is good enough; none when there has been no progress for long.
    fn onwards(mut self, rated: Rated, wish: &Wish) -> Option<Self> {
        let score = rated.score(wish);
        let now = self.at.score(wish);
        let then = &mut self.memory[self.step];
        self.step = (self.step + 1) % MEMORY;
        if score >= now || score >= *then {
            *then = score;
            self.at = rated;
        } else {
            *then = now;
        }
        if score > self.best {
            self.best = score;
            self.idle = 0;
        } else {
            self.idle += 1;
        }
        (self.idle < PATIENCE).then_some(self)
    }
}

impl From<Rated> for Puzzle {
    fn from(rated: Rated) -> Self {
        Self {
            cells: named_text(&rated.board),
            moves: rated.moves,
            size: rated.size,
        }
    }
}
