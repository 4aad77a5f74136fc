//! Wins a position or proves it lost.

use std::str::FromStr;

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
/// order, so a few short ones come first. Half of all deals are won before the open game is worth
/// asking; what the later attempts learn of it is kept.
const ATTEMPTS: [Attempts; 2] = [
    Attempts {
        count: 8,
        states: 100,
        ask: false,
    },
    Attempts {
        count: 10,
        states: 2000,
        ask: true,
    },
];

/// Some short searches, each in an order of its own.
struct Attempts {
    count: u64,
    /// After how many states they give up.
    states: u64,
    /// Whether they ask the open game.
    ask: bool,
}

/// What a search leaves out, each for a reason that is proven where it is used; tests switch each of
/// them on and off to see that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Dominances {
    /// Safe cards of the piles go home at once: see the module `safe`.
    pub safe: bool,
    /// So do safe cards of the talon that can be taken without taking away any other; nothing
    /// without `safe`.
    pub harmless: bool,
    /// Cards that can go home and come back stay home until they are needed: see the module `lean`.
    pub chains: bool,
    /// A pile is emptied only for a king that comes at once: see the module `lean`.
    pub spaces: bool,
    /// Cards of an open talon are laid on piles only when their room is needed; nothing without
    /// `chains`.
    pub picks: bool,
    /// Nothing is tried that is lost with the talon open: see the module `open`.
    pub open: bool,
}

impl Dominances {
    /// Every step is tried.
    pub const NONE: Self = Self {
        safe: false,
        harmless: false,
        chains: false,
        spaces: false,
        picks: false,
        open: false,
    };
    /// Safe cards go home at once.
    pub const SAFE: Self = Self {
        safe: true,
        harmless: true,
        ..Self::NONE
    };
    /// Everything that is proven.
    pub const PROVEN: Self = Self {
        safe: true,
        harmless: true,
        chains: true,
        spaces: true,
        picks: true,
        open: true,
    };
}

impl FromStr for Dominances {
    type Err = String;

    /// Names with commas between them: of a set (`none`, `safe`, `proven`), of a switch to be on
    /// (`chains`), or to be off (`proven,-chains`).
    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Self::NONE;
        for word in text.split(',') {
            let (name, on) = word
                .strip_prefix('-')
                .map_or((word, true), |name| (name, false));
            match name {
                "none" if on => {}
                "safe" if on => (all.safe, all.harmless) = (true, true),
                "proven" if on => all = Self::PROVEN,
                "safe" => all.safe = false,
                "harmless" => all.harmless = on,
                "chains" => all.chains = on,
                "spaces" => all.spaces = on,
                "picks" => all.picks = on,
                "open" => all.open = on,
                _ => return Err(format!("there is no dominance {word:?}")),
            }
        }
        Ok(all)
    }
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
            dominances: Dominances::PROVEN,
            shuffle: None,
        }
    }
}

impl Options {
    /// Whether cards that can come back are sent home wherever they can be.
    #[inline]
    pub(super) const fn lifts(self) -> bool {
        self.worrying_back && self.dominances.chains
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
    let mut book = Seen {
        table,
        open: None,
        options,
    };
    let asks = options.dominances.open && !deal.talon.is_open();
    let mut open = asks.then(|| (deal.opened(), open));
    for attempts in ATTEMPTS {
        if attempts.ask {
            book.open = book.open.or_else(|| open.take());
        }
        for attempt in 0..attempts.count {
            book.clear(budget)?;
            let manner = Manner {
                states: Some(attempts.states),
                ..Manner::new(seed_of(attempt, options))
            };
            let outcome = search.run(deal, start, options, manner, &mut book, budget)?;
            if outcome != Outcome::GaveUp {
                return Ok(outcome.plays());
            }
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
