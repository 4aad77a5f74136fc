//! One name for all boards that differ only by moves and by letters.

use std::cmp::Ordering;

use super::search::Space;
use super::search::breadth_first::explore;
use crate::search::{Budget, Stop};

use super::board::Board;
use super::layout::Layout;
use super::packed::Packed;
use super::traffic::Traffic;

const POSITIONS_BETWEEN_CHECKS: usize = 1 << 12;
const RED: u8 = b'X';
/// What the others are called, in order of appearance: no `X`, and neither `o` nor `x`, which are no
/// vehicles in the texts that people write.
const NAMES: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnpqrstuvwyz";

/// The least text among all positions that can be reached, the vehicles named in order of appearance.
///
/// # Errors
/// When the budget ends before every position has been seen.
pub fn canonical(board: &Board, budget: &mut Budget) -> Result<String, Stop> {
    if Layout::<1>::fits(board) {
        canonical_in::<1>(board, budget)
    } else {
        canonical_in::<4>(board, budget)
    }
}

fn canonical_in<const WORDS: usize>(board: &Board, budget: &mut Budget) -> Result<String, Stop> {
    let traffic = Traffic::<WORDS, false>::new(board, Layout::new(board));
    let mut space = Space::default();
    explore(&traffic, traffic.layout.start(board), &mut space, budget)?;
    least_text(board, &traffic.layout, space.positions(), budget)
}

/// The board's own text, the vehicles named in order of appearance.
pub fn named_text(board: &Board) -> String {
    let mut owners = Owners::new(board);
    let offsets = board.vehicles.iter().map(|vehicle| vehicle.offset);
    owners.place(board, offsets);
    owners.text().map(char::from).collect()
}

/// The least text among these positions.
///
/// # Errors
/// When the budget ends before.
pub fn least_text<'a, const WORDS: usize>(
    board: &Board,
    layout: &Layout<WORDS>,
    positions: impl Iterator<Item = &'a Packed<WORDS>>,
    budget: &mut Budget,
) -> Result<String, Stop> {
    let mut owners = Owners::new(board);
    let mut least = Vec::new();
    for (number, position) in positions.enumerate() {
        if number % POSITIONS_BETWEEN_CHECKS == 0 {
            budget.check(0)?;
        }
        owners.place(board, layout.places(position));
        owners.write_if_less(&mut least);
        owners.remove(board, layout.places(position));
    }
    Ok(least.into_iter().map(char::from).collect())
}

/// Who stands in each cell.
struct Owners {
    cells: Vec<Owner>,
    red: usize,
}

#[derive(Clone, Copy)]
enum Owner {
    Nobody,
    Wall,
    Vehicle(usize),
}

impl Owners {
    fn new(board: &Board) -> Self {
        let mut cells = vec![Owner::Nobody; board.width * board.height];
        for &cell in &board.walls {
            cells[cell] = Owner::Wall;
        }
        Self {
            cells,
            red: board.red,
        }
    }

    fn place(&mut self, board: &Board, offsets: impl Iterator<Item = usize>) {
        for (number, (vehicle, offset)) in board.vehicles.iter().zip(offsets).enumerate() {
            for cell in vehicle.at(offset).cells(board.width) {
                self.cells[cell] = Owner::Vehicle(number);
            }
        }
    }

    fn remove(&mut self, board: &Board, offsets: impl Iterator<Item = usize>) {
        for (vehicle, offset) in board.vehicles.iter().zip(offsets) {
            for cell in vehicle.at(offset).cells(board.width) {
                self.cells[cell] = Owner::Nobody;
            }
        }
    }

    /// Writes the text over `least` if it is less, or if there is none yet. Most texts are greater by
    /// one of their first cells, and no more of them is read.
    fn write_if_less(&self, least: &mut Vec<u8>) {
        let mut order = Ordering::Equal;
        for (cell, byte) in self.text().enumerate() {
            match least.get_mut(cell) {
                None => least.push(byte),
                Some(old) => {
                    order = order.then(byte.cmp(old));
                    if order.is_gt() {
                        return;
                    }
                    *old = byte;
                }
            }
        }
    }

    fn text(&self) -> impl Iterator<Item = u8> {
        let mut names = [0; NAMES.len() + 1];
        names[self.red] = RED;
        let mut unused = NAMES.iter();
        self.cells.iter().map(move |&owner| match owner {
            Owner::Nobody => b'.',
            Owner::Wall => b'x',
            Owner::Vehicle(number) => {
                if names[number] == 0 {
                    names[number] = unused.next().copied().unwrap_or(RED);
                }
                names[number]
            }
        })
    }
}
