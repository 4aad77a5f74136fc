//! Boards at random, and random changes to them.
//!
//! On every draft the red car comes first, alone among the horizontal vehicles of its row, and no line
//! is filled by its own vehicles: they could never move. Letters are handed out anew with every
//! change, in the order of the list.

use crate::rng::SplitMix64;
use crate::rush_hour::board::{Board, Vehicle};

/// The red car and the others: as many as one alphabet can name.
const MOST_VEHICLES: usize = 26;
const LENGTHS: [usize; 2] = [2, 3];
/// One change in so many moves a wall, if there is one.
const CHANGES_PER_WALL: u64 = 8;

/// A board with so many walls, if there is room, and a random number of vehicles.
pub fn random(width: usize, height: usize, walls: usize, rng: &mut SplitMix64) -> Board {
    let mut board = only_red(width, height);
    for _ in 0..walls {
        add_wall(&mut board, rng);
    }
    for _ in 0..=below(rng, most_vehicles(&board) - 2) {
        add_vehicle(&mut board, rng);
    }
    relettered(board)
}

/// The board after one change: a vehicle elsewhere, one more or one less, or a wall elsewhere.
pub fn changed(board: &Board, rng: &mut SplitMix64) -> Board {
    let mut board = board.clone();
    if !board.walls.is_empty() && rng.below(CHANGES_PER_WALL) == 0 {
        let wall = below(rng, board.walls.len());
        board.walls.remove(wall);
        add_wall(&mut board, rng);
        return board;
    }
    // Three in five move a vehicle, which is to remove one and to add one.
    let (removes, adds) = match rng.below(5) {
        0 => (false, true),
        1 => (true, false),
        _ => (true, true),
    };
    let others = board.vehicles.len() - 1;
    if others > 0 && (removes || board.vehicles.len() >= most_vehicles(&board)) {
        let vehicle = 1 + below(rng, others);
        board.vehicles.remove(vehicle);
    }
    if adds {
        add_vehicle(&mut board, rng);
    }
    relettered(board)
}

/// The vehicles' letters in the order of the list, `A` for the red car.
pub fn relettered(mut board: Board) -> Board {
    for (letter, vehicle) in (b'A'..).zip(&mut board.vehicles) {
        vehicle.letter = letter;
    }
    board
}

fn only_red(width: usize, height: usize) -> Board {
    let red = Vehicle {
        letter: b'A',
        horizontal: true,
        line: (height - 1) / 2,
        offset: 0,
        length: 2,
    };
    Board {
        width,
        height,
        vehicles: vec![red],
        walls: Vec::new(),
        red: 0,
    }
}

/// About what the hardest boards have, 13 on 6x6; with more nearly everything is stuck.
fn most_vehicles(board: &Board) -> usize {
    (board.width * board.height * 13 / 36).clamp(3, MOST_VEHICLES)
}

fn add_vehicle(board: &mut Board, rng: &mut SplitMix64) {
    let places = places(board);
    if !places.is_empty() {
        board.vehicles.push(places[below(rng, places.len())]);
    }
}

fn add_wall(board: &mut Board, rng: &mut SplitMix64) {
    let taken = taken(board);
    let row = board.red_car().line;
    let is_free = |&cell: &usize| !taken[cell] && cell / board.width != row;
    let free: Vec<usize> = (0..taken.len()).filter(is_free).collect();
    if !free.is_empty() {
        board.walls.push(free[below(rng, free.len())]);
        board.walls.sort_unstable();
    }
}

/// Every vehicle that could be added.
fn places(board: &Board) -> Vec<Vehicle> {
    let taken = taken(board);
    let mut places = Vec::new();
    for horizontal in [true, false] {
        let (lines, side) = if horizontal {
            (board.height, board.width)
        } else {
            (board.width, board.height)
        };
        for line in 0..lines {
            let on_line = |other: &&Vehicle| other.horizontal == horizontal && other.line == line;
            let used: usize = (board.vehicles.iter().filter(on_line))
                .map(|v| v.length)
                .sum();
            if horizontal && line == board.red_car().line {
                continue;
            }
            for length in LENGTHS.into_iter().filter(|length| used + length < side) {
                places.extend((0..=side - length).map(|offset| Vehicle {
                    letter: 0,
                    horizontal,
                    line,
                    offset,
                    length,
                }));
            }
        }
    }
    places.retain(|vehicle| vehicle.cells(board.width).all(|cell| !taken[cell]));
    places
}

fn taken(board: &Board) -> Vec<bool> {
    let mut taken = vec![false; board.width * board.height];
    let vehicles = board.vehicles.iter();
    let covered = vehicles.flat_map(|vehicle| vehicle.cells(board.width));
    for cell in covered.chain(board.walls.iter().copied()) {
        taken[cell] = true;
    }
    taken
}

/// A random number below a small bound.
fn below(rng: &mut SplitMix64, bound: usize) -> usize {
    usize::try_from(rng.below(bound as u64)).unwrap_or(0)
}
