//! Proofs that a position is lost, for a checker that trusts nothing in here.
//!
//! A proof is a set of states that contains the start, contains no win, and that no step leaves. It
//! has two parts. States of the game with an *open* talon, from which any card can be taken at any
//! time: what is lost there is lost. And states of the game itself, the *closed* ones, each of whose
//! successors is among them or, opened, among the open ones. docs/proofs.md has the lemmas that say
//! which successors are enough; `chains` finds them, by the same rules as the checker in Python.
//!
//! To find the set, the closed game is walked through, and of every state it is asked first whether
//! it is lost with the talon open. Only the open states that were of use are written down. A game in
//! which few states are left needs no open ones, of which there may be many: that is tried first.

mod chains;
mod fates;
mod model;

#[cfg(test)]
mod tests;

use crate::klondike::Board;
use crate::klondike::complete::state::State;
use crate::klondike::complete::table::Table;
use crate::search::{Budget, Stop};

use fates::Fates;
use model::Game;

/// With no more closed states than these nobody asks for open ones.
const FEW: usize = 2000;

/// What became of a search for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Lost(Proof),
    /// There is nothing to prove.
    Winnable,
    Stopped(Stop),
}

/// States as texts, in the order of dictionaries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    pub open: Vec<String>,
    pub closed: Vec<String>,
}

/// Proves a position lost.
pub fn certify(board: &Board, budget: &mut Budget) -> Outcome {
    match prove(board, budget) {
        Ok(Some(proof)) => Outcome::Lost(proof),
        Ok(None) => Outcome::Winnable,
        Err(stop) => Outcome::Stopped(stop),
    }
}

/// A proof; none if the position can be won.
fn prove(board: &Board, budget: &mut Budget) -> Result<Option<Proof>, Stop> {
    let (game, start) = Game::new(board);
    if !game.is_open() {
        if let Some(closed) = closure(&game, &[start], FEW, 0, budget)? {
            let open = Vec::new();
            return Ok(Some(Proof { open, closed }));
        }
    }
    let mut fates = Fates::new(game.opened(), budget.memory())?;
    let mut excuses = Vec::new();
    let mut closed = Set::new(budget.memory())?;
    closed.add(&game, &start, fates.bytes(), budget)?;
    let mut words = Vec::new();
    while let Some(state) = closed.next() {
        if game.is_won(&state) {
            return Ok(None);
        }
        let opened = fates.game.opened_state(&state);
        if fates.is_lost(&opened, closed.bytes(), budget)? {
            excuses.push(opened);
            continue;
        }
        if game.is_open() {
            return Ok(None);
        }
        budget.tick(0)?;
        words.push(game.text(&state));
        let mut result = Ok(());
        game.successors(&state, &mut |after| {
            if result.is_ok() {
                result = closed.add(&game, &after, fates.bytes(), budget);
            }
        });
        result?;
    }
    words.sort_unstable();
    let held = closed.bytes() + fates.bytes();
    let open = closure(&fates.game, &excuses, usize::MAX, held, budget)?;
    Ok(open.map(|open| Proof {
        open,
        closed: words,
    }))
}

/// All states that some lead to; none if one of them is won, or if there are too many.
fn closure(
    game: &Game,
    from: &[State],
    most: usize,
    held_elsewhere: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<String>>, Stop> {
    let mut set = Set::new(budget.memory())?;
    let mut words = Vec::new();
    for state in from {
        set.add(game, state, held_elsewhere, budget)?;
    }
    while let Some(state) = set.next() {
        if game.is_won(&state) || words.len() == most {
            return Ok(None);
        }
        budget.tick(0)?;
        words.push(game.text(&state));
        let mut result = Ok(());
        game.successors(&state, &mut |after| {
            if result.is_ok() {
                result = set.add(game, &after, held_elsewhere, budget);
            }
        });
        result?;
    }
    words.sort_unstable();
    Ok(Some(words))
}

/// A set of states that is being walked through.
struct Set {
    table: Table,
    waiting: Vec<State>,
}

impl Set {
    fn new(memory: usize) -> Result<Self, Stop> {
        let mut table = Table::new(0);
        table.clear(memory)?;
        Ok(Self {
            table,
            waiting: Vec::new(),
        })
    }

    /// The texts of a proof take about four times the room of the words in the table.
    fn bytes(&self) -> usize {
        5 * self.table.bytes() + self.waiting.capacity() * size_of::<State>()
    }

    fn add(
        &mut self,
        game: &Game,
        state: &State,
        held_elsewhere: usize,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let others = held_elsewhere + self.bytes() - self.table.bytes();
        let memory = budget.memory().checked_sub(others);
        let memory = memory.filter(|&left| left >= self.table.bytes());
        let memory = memory.ok_or(Stop::Memory)?;
        if self.table.insert(game.word(state), memory)? {
            self.waiting.push(*state);
        }
        Ok(())
    }

    fn next(&mut self) -> Option<State> {
        self.waiting.pop()
    }
}
