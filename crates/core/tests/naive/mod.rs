//! Rush Hour written once more, as plainly as possible, to hold the fast one to.

use std::collections::{BTreeMap, HashMap};

use quandary_core::rng::SplitMix64;

pub const RED: u8 = b'X';

/// A board as its cells, row by row.
pub type Cells = Vec<u8>;

/// Every slide: the vehicle, the cells that it moves by, and what the board is then.
pub fn slides(cells: &Cells, width: usize) -> Vec<(u8, i32, Cells)> {
    let mut vehicles: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (cell, &letter) in cells.iter().enumerate() {
        if letter != b'.' && letter != b'x' {
            vehicles.entry(letter).or_default().push(cell);
        }
    }
    let mut slides = Vec::new();
    for (letter, body) in vehicles {
        for direction in [-1, 1] {
            let mut board = cells.clone();
            let mut length = 0;
            while let Some(next) = step(&board, width, &body, letter, direction) {
                length += direction;
                board = next;
                slides.push((letter, length, board.clone()));
            }
        }
    }
    slides
}

fn step(cells: &Cells, width: usize, body: &[usize], letter: u8, direction: i32) -> Option<Cells> {
    let horizontal = body[1] == body[0] + 1;
    let here: Vec<usize> = (0..cells.len())
        .filter(|&cell| cells[cell] == letter)
        .collect();
    let moved = here.iter().map(|&cell| {
        let (row, column) = (
            i32::try_from(cell / width).ok()?,
            i32::try_from(cell % width).ok()?,
        );
        let (row, column) = if horizontal {
            (row, column + direction)
        } else {
            (row + direction, column)
        };
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let cell = row * width + column;
        let free = column < width && cells.get(cell).is_some_and(|&c| c == b'.' || c == letter);
        free.then_some(cell)
    });
    let moved: Vec<usize> = moved.collect::<Option<_>>()?;
    let mut board = cells.clone();
    for cell in here {
        board[cell] = b'.';
    }
    for cell in moved {
        board[cell] = letter;
    }
    Some(board)
}

pub fn is_solved(cells: &Cells, width: usize) -> bool {
    cells
        .iter()
        .rposition(|&letter| letter == RED)
        .is_some_and(|cell| cell % width == width - 1)
}

/// Every board that can be reached, with its distance from the start in moves or in steps.
pub fn distances(start: &Cells, width: usize, steps: bool) -> HashMap<Cells, u32> {
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut queue = vec![start.clone()];
    let mut next = 0;
    while next < queue.len() {
        let board = queue[next].clone();
        next += 1;
        for (_, length, child) in slides(&board, width) {
            if (!steps || length.abs() == 1) && !distances.contains_key(&child) {
                distances.insert(child.clone(), distances[&board] + 1);
                queue.push(child);
            }
        }
    }
    distances
}

/// A random board with a red car, some vehicles and some walls.
pub fn random_board(rng: &mut SplitMix64, width: usize, height: usize, tries: usize) -> Cells {
    let mut cells = vec![b'.'; width * height];
    let mut draw = |below: usize| usize::try_from(rng.below(below as u64)).unwrap_or(0);
    let red = draw(height) * width + draw(width - 1);
    cells[red..red + 2].fill(RED);
    let letters = (b'A'..=b'W').chain(b'a'..=b'n');
    for (letter, _) in letters.zip(0..tries) {
        let length = 2 + draw(2);
        let (columns, rows, stride) = if draw(2) == 0 {
            (width.checked_sub(length), Some(height - 1), 1)
        } else {
            (Some(width - 1), height.checked_sub(length), width)
        };
        let (Some(columns), Some(rows)) = (columns, rows) else {
            continue;
        };
        let first = draw(rows + 1) * width + draw(columns + 1);
        let body: Vec<usize> = (0..length).map(|part| first + part * stride).collect();
        if body.iter().all(|&cell| cells[cell] == b'.') {
            let letter = if draw(12) == 0 { b'x' } else { letter };
            for cell in body {
                cells[cell] = letter;
            }
        }
    }
    cells
}
