//! Whether a table can be won at all, by trying everything.
//!
//! Depth first over all tables that can be reached, with no idea of what a good move is. Two things make it small, and
//! neither leaves anything out. The stock's own moves are taken in one go: a table's successors are
//! those of every turn of the stock that it can reach. And where the redeals are free, a waste that the deal from the
//! whole stock passes through is written as an empty one: such tables reach each other by turning the stock alone.

use quandary_core::klondike::Move;

use super::key::{Key, decode, encode};
use super::table::Table;
use crate::visited::Visited;

/// What trying everything found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    Won,
    Lost,
    /// More tables than may be looked at.
    TooLarge,
}

/// An exhaustive search, and its memory.
#[derive(Default)]
pub struct Everything {
    visited: Visited<8>,
    parents: Vec<u32>,
    open: Vec<u32>,
    moves: Vec<Move>,
    /// The won table's number, after a search that found one.
    won: Option<u32>,
}

impl Everything {
    /// Whether the table can be won, looking at no more than `most` tables.
    pub fn search(&mut self, start: &Table, worrying_back: bool, most: usize) -> Truth {
        self.visited.clear();
        self.parents.clear();
        self.open.clear();
        self.won = None;
        self.enter(start, 0);
        while let Some(number) = self.open.pop() {
            let table = decode(self.visited.key(number), start.draw);
            if table.is_won() {
                self.won = Some(number);
                return Truth::Won;
            }
            if self.visited.len() > most {
                return Truth::TooLarge;
            }
            let mut moves = std::mem::take(&mut self.moves);
            for (turn, turned) in turns(&table).into_iter().enumerate() {
                moves.clear();
                if turn == 0 {
                    turned.card_moves(worrying_back, &mut moves);
                } else {
                    turned.waste_moves(&mut moves);
                }
                for &play in &moves {
                    let mut child = turned;
                    child.play(play);
                    self.enter(&child, number);
                }
            }
            self.moves = moves;
        }
        Truth::Lost
    }

    fn enter(&mut self, table: &Table, parent: u32) {
        let (number, is_new) = self.visited.add(&state(table));
        if is_new {
            self.parents.push(parent);
            self.open.push(number);
        }
    }

    /// The tables from the start to the end, by number, after a search that won.
    fn way(&self) -> Vec<u32> {
        let mut way: Vec<u32> = self.won.into_iter().collect();
        while let Some(&last) = way.last().filter(|&&last| last != 0) {
            way.push(self.parents[last as usize]);
        }
        way.reverse();
        way
    }

    /// So many of the tables between start and end, all of which can be won, after a search that won.
    pub fn won_on_the_way(&self, most: usize, draw: u8) -> impl Iterator<Item = Table> {
        let way = self.way();
        let apart = (way.len() / most.max(1)).max(1);
        let some = way.into_iter().skip(1).step_by(apart);
        some.map(move |number| decode(self.visited.key(number), draw))
    }

    /// The moves that win, after a search that said so.
    #[must_use]
    pub fn line(&self, start: &Table, worrying_back: bool) -> Option<Vec<Move>> {
        self.won?;
        let mut table = *start;
        let mut line = Vec::new();
        for &number in self.way().iter().skip(1) {
            let step = step_to(&table, self.visited.key(number), worrying_back)?;
            for &play in &step {
                table.play(play);
            }
            line.extend(step);
        }
        Some(line)
    }
}

/// The table with the stock turned as often as it takes to see all that it can show, itself first.
fn turns(table: &Table) -> Vec<Table> {
    let mut turned = vec![*table];
    let mut last = *table;
    while let Some(play) = last.stock_move() {
        last.play(play);
        if turned.contains(&last) {
            break;
        }
        turned.push(last);
    }
    turned
}

/// A table's key; where the redeals are free, one key for all tables that turn into one another.
fn state(table: &Table) -> Key {
    let mut same = *table;
    let is_dealt = table.waste % table.draw == 0 || table.stock().is_empty();
    if table.redeals.is_none() && is_dealt {
        same.waste = 0;
    }
    encode(&same)
}

/// Turns of the stock, and then a move, that lead to a state.
fn step_to(table: &Table, target: &Key, worrying_back: bool) -> Option<Vec<Move>> {
    let mut step = Vec::new();
    for turned in turns(table) {
        let mut moves = Vec::new();
        turned.card_moves(worrying_back, &mut moves);
        for play in moves {
            let mut child = turned;
            child.play(play);
            if state(&child) == *target {
                step.push(play);
                return Some(step);
            }
        }
        step.extend(turned.stock_move());
    }
    None
}
