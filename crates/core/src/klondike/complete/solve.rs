//! Wins a position or proves it lost.

use crate::klondike::{Board, Move};
use crate::search::{Budget, Stop};

use super::open::OpenGame;
use super::play::Play;
use super::search::{Manner, Outcome, Search};
use super::seen::Seen;
use super::state::{Deal, State, Step};
use super::table::Table;
use super::translate::translate;

/// A search that starts badly may take a thousand times as long as one that tries plays in another
/// order, so a few short ones come first. What they learn of the open game is kept.
const HASTY_ATTEMPTS: u64 = 10;
const HASTY_STATES: u64 = 2000;

/// Which plays a search leaves out, all of them for reasons that are proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dominances {
    /// None: every step is tried.
    None,
    /// Safe cards go home at once.
    Safe,
    /// Also, nothing moves before it is needed, and nothing is tried that is lost with the talon
    /// open.
    #[default]
    Proven,
}

/// What a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Cards may come back from the foundations.
    pub worrying_back: bool,
    pub dominances: Dominances,
    /// Tries plays in an order made from that seed.
    pub shuffle: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            worrying_back: true,
            dominances: Dominances::Proven,
            shuffle: None,
        }
    }
}

impl Options {
    /// Whether cards that can come back are sent home wherever they can be.
    #[inline]
    pub(super) const fn lifts(self) -> bool {
        self.worrying_back && matches!(self.dominances, Dominances::Proven)
    }
}

/// What a solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Solved(Vec<Move>),
    Unsolvable,
    Stopped(Stop),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// States from which plays were tried.
    pub nodes: u64,
}

/// Memory that one solve leaves to the next.
pub struct Workspace {
    table: Table,
    open: OpenGame,
    search: Search,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            table: Table::new(0),
            open: OpenGame::default(),
            search: Search::default(),
        }
    }
}

impl Workspace {
    /// Gives back the memory that a big search has left.
    pub fn trim(&mut self) {
        self.table.trim();
        self.open.trim();
    }
}

/// Wins a position or proves it lost.
///
/// # Panics
/// When what the search found does not win on the table: that would be a mistake in here.
pub fn solve(
    board: &Board,
    options: Options,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Answer {
    let before = budget.nodes();
    let (deal, start) = Deal::new(board);
    let verdict = match search(&deal, &start, options, workspace, budget) {
        Ok(Some(plays)) => {
            let steps = all_steps(&deal, start, options, &plays);
            let moves = translate(board, &steps);
            Verdict::Solved(moves.expect("what wins in the search wins on the table"))
        }
        Ok(None) => Verdict::Unsolvable,
        Err(stop) => Verdict::Stopped(stop),
    };
    Answer {
        verdict,
        nodes: budget.nodes() - before,
    }
}

/// The plays that win; none if there are none.
fn search(
    deal: &Deal,
    start: &State,
    options: Options,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Result<Option<Vec<Play>>, Stop> {
    let Workspace {
        table,
        open,
        search,
    } = workspace;
    open.clear(budget.memory())?;
    let asks = options.dominances == Dominances::Proven && !deal.talon.is_open();
    let mut book = Seen {
        table,
        open: asks.then(|| (deal.opened(), open)),
        options,
    };
    for attempt in 0..HASTY_ATTEMPTS {
        book.clear(budget)?;
        let manner = Manner {
            states: Some(HASTY_STATES),
            ..Manner::new(seed_of(attempt, options))
        };
        let outcome = search.run(deal, start, options, manner, &mut book, budget)?;
        if outcome != Outcome::GaveUp {
            return Ok(outcome.plays());
        }
    }
    book.clear(budget)?;
    let manner = Manner::new(options.shuffle);
    let outcome = search.run(deal, start, options, manner, &mut book, budget)?;
    Ok(outcome.plays())
}

/// The first attempt is in the natural order, the others are not.
fn seed_of(attempt: u64, options: Options) -> Option<u64> {
    if attempt == 0 {
        options.shuffle
    } else {
        Some(attempt ^ options.shuffle.unwrap_or(0))
    }
}

/// The steps of plays, with those in between that need no choice.
fn all_steps(deal: &Deal, mut state: State, options: Options, plays: &[Play]) -> Vec<Step> {
    let mut steps = Vec::new();
    deal.settle(&mut state, options, |step| steps.push(step));
    for &play in plays {
        deal.play(&mut state, play, options, |step| steps.push(step));
    }
    steps
}
