//! The solvers on the bench: each way of asking the complete one, by name, and the shortest one.

use quandary_core::klondike::complete::{self, Dominances, Options, Verdict, Workspace};
use quandary_core::klondike::{Board, Move, shortest};
use quandary_core::search::{Budget, Limits};

/// A way of asking the complete solver.
pub struct Way {
    /// What its answers are called in the report.
    pub claim: &'static str,
    pub worrying_back: bool,
    dominances: Dominances,
    shuffle: Option<u64>,
    /// It may expand so many positions.
    nodes: u64,
}

const fn way(
    claim: &'static str,
    worrying_back: bool,
    dominances: Dominances,
    shuffle: Option<u64>,
    nodes: u64,
) -> Way {
    Way {
        claim,
        worrying_back,
        dominances,
        shuffle,
        nodes,
    }
}

const NONE: Dominances = Dominances::NONE;
const SAFE_PILES: Dominances = Dominances { safe: true, ..NONE };
const CHAINS: Dominances = Dominances {
    chains: true,
    picks: true,
    ..NONE
};
const SPACES: Dominances = Dominances {
    spaces: true,
    ..NONE
};
const OPEN: Dominances = Dominances { open: true, ..NONE };

/// All ways, the cheapest first.
pub const WAYS: [Way; 13] = [
    way("proven", true, Dominances::PROVEN, None, 200_000),
    way(
        "proven, shuffled",
        true,
        Dominances::PROVEN,
        Some(7),
        200_000,
    ),
    way("safe", true, Dominances::SAFE, None, 50_000),
    way("safe in piles alone", true, SAFE_PILES, None, 50_000),
    way("chains and picks alone", true, CHAINS, None, 50_000),
    way("spaces alone", true, SPACES, None, 20_000),
    way("open alone", true, OPEN, None, 20_000),
    way("none", true, NONE, None, 20_000),
    way(
        "proven, no worrying back",
        false,
        Dominances::PROVEN,
        None,
        200_000,
    ),
    way(
        "proven, shuffled, no worrying back",
        false,
        Dominances::PROVEN,
        Some(7),
        200_000,
    ),
    way(
        "safe, no worrying back",
        false,
        Dominances::SAFE,
        None,
        50_000,
    ),
    way(
        "spaces alone, no worrying back",
        false,
        SPACES,
        None,
        20_000,
    ),
    way("none, no worrying back", false, NONE, None, 20_000),
];

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Solved(Vec<Move>),
    Unsolvable,
    Nothing,
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

impl Way {
    /// Asks the solver.
    pub fn ask(&self, board: &Board, workspace: &mut Workspace, effort: usize) -> Said {
        let options = Options {
            worrying_back: self.worrying_back,
            dominances: self.dominances,
            shuffle: self.shuffle,
        };
        let mut budget = Budget::new(&limits(self.nodes * effort as u64));
        match complete::solve(board, options, workspace, &mut budget).verdict {
            Verdict::Solved(moves) => Said::Solved(moves),
            Verdict::Unsolvable => Said::Unsolvable,
            Verdict::Stopped(_) => Said::Nothing,
        }
    }
}

/// What the shortest solver says: its moves if it has any, whether they are a shortest solution, and a bound.
pub struct Short {
    pub moves: Option<Vec<Move>>,
    /// The search came to its end.
    pub is_final: bool,
    pub bound: Option<u32>,
}

/// Asks the shortest solver.
#[must_use]
pub fn ask_shortest(board: &Board, nodes: u64) -> Short {
    let answer = shortest::solve(board, &mut Budget::new(&limits(nodes)));
    let (moves, is_final) = match answer.verdict {
        shortest::Verdict::Solved(moves) => (Some(moves), true),
        shortest::Verdict::Unsolvable => (None, true),
        shortest::Verdict::Stopped(_, moves) => (moves, false),
    };
    Short {
        moves,
        is_final,
        bound: answer.bound,
    }
}
