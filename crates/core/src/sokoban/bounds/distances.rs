//! How far one box is from each goal, pushed by a player who has to get around it.
//!
//! A lone box on a square splits the floor into *sides*: the parts between which the player cannot
//! walk without pushing. The distance of a box depends on its square and on the player's side. It
//! is a true lower bound whatever the other boxes do: they only make the player's way longer. And what the player does elsewhere
//! never changes his side of a box that stays, so a push changes one box's distances only. For boxes that are pulled the same
//! holds, with the squares of the start in place of the goals.

use crate::search::bitset::Bits;
use crate::sokoban::rules::drive::{Away, Drive};
use crate::sokoban::rules::level::{Level, WALL};

/// Farther than anything can be.
pub(crate) const FAR: u16 = u16::MAX;
/// What is farther counts as this far, which is still a lower bound, and keeps sums small.
pub(crate) const FARTHEST: u16 = 2000;
/// The most sides that a box can have; one more number stands for parts that do not touch it.
const SIDES: usize = 5;
const APART: u8 = 4;
/// The square does not split the floor.
const WHOLE: u32 = u32::MAX;

/// Distances of one box from all its targets, for a set of squares that are taken for walls.
pub(crate) struct Distances {
    drive: Drive,
    targets: usize,
    squares: usize,
    /// Where the sides of each square begin, or [`WHOLE`].
    splits: Vec<u32>,
    sides: Vec<u8>,
    /// By square, side and target.
    costs: Vec<u16>,
    /// Squares from which some target can be reached.
    is_alive: Vec<bool>,
}

impl Distances {
    /// Distances of boxes that are pushed to goals.
    pub fn new<const W: usize>(level: &Level, walls: &Bits<W>) -> Self {
        Self::driven(Drive::Push, level, walls)
    }

    /// Distances of boxes that are pushed to goals or pulled to the squares of the start.
    pub fn driven<const W: usize>(drive: Drive, level: &Level, walls: &Bits<W>) -> Self {
        let squares = level.squares();
        let targets = drive.targets(level).len();
        let mut distances = Self {
            drive,
            targets,
            squares,
            splits: vec![WHOLE; squares],
            sides: Vec::new(),
            costs: vec![FAR; squares * SIDES * targets],
            is_alive: vec![false; squares],
        };
        distances.split(level, walls);
        distances.measure(level, walls);
        distances
    }

    /// The distances of a box from each target; `player` is where the player stands.
    #[inline]
    pub fn row(&self, square: u16, player: u16) -> &[u16] {
        self.cell_row(self.cell(square, player))
    }

    /// A number for the box's square and the player's side of it together.
    #[inline]
    pub fn cell(&self, square: u16, player: u16) -> usize {
        usize::from(square) * SIDES + usize::from(self.side(square, player))
    }

    /// The distances of a box in a cell from each target.
    #[inline]
    pub fn cell_row(&self, cell: usize) -> &[u16] {
        let at = cell * self.targets;
        &self.costs[at..at + self.targets]
    }

    /// The cells that a box can be in: where a square does not split the floor, there is one side.
    pub fn used_cells(&self) -> impl Iterator<Item = usize> {
        let sides = self.splits.iter().map(|&split| match split {
            WHOLE => 1,
            _ => SIDES,
        });
        let squares = sides.enumerate();
        squares.flat_map(|(square, sides)| square * SIDES..square * SIDES + sides)
    }

    /// How many numbers of cells there are.
    pub const fn cells(&self) -> usize {
        self.squares * SIDES
    }

    #[inline]
    pub fn is_alive(&self, square: u16) -> bool {
        self.is_alive[usize::from(square)]
    }

    /// What distances of this level take at most.
    pub const fn most_bytes(&self) -> usize {
        Self::bytes(self.squares, self.targets)
    }

    /// What distances take at most on so many squares and from so many targets.
    pub const fn bytes(squares: usize, targets: usize) -> usize {
        squares * squares + squares * SIDES * targets * size_of::<u16>()
    }

    #[inline]
    fn index(&self, square: u16, side: u8) -> usize {
        (usize::from(square) * SIDES + usize::from(side)) * self.targets
    }

    /// The player's side of a box on `square`.
    #[inline]
    pub fn side(&self, square: u16, player: u16) -> u8 {
        match self.splits[usize::from(square)] {
            WHOLE => 0,
            split => self.sides[split as usize + usize::from(player)],
        }
    }

    fn split<const W: usize>(&mut self, level: &Level, walls: &Bits<W>) {
        let mut sides = vec![APART; self.squares];
        let mut waiting = Vec::with_capacity(self.squares);
        let is_whole_without = walls.is_empty();
        for square in (0..).take(self.squares) {
            if walls.has(square) || is_whole_without && !touches_corners(level, square) {
                continue;
            }
            sides.fill(APART);
            let mut next = 0;
            let mut seen = 0;
            for &start in &level.near[usize::from(square)] {
                if start == WALL || walls.has(start) || sides[usize::from(start)] != APART {
                    continue;
                }
                sides[usize::from(start)] = next;
                waiting.push(start);
                while let Some(here) = waiting.pop() {
                    seen += 1;
                    for &there in &level.near[usize::from(here)] {
                        if there != WALL
                            && there != square
                            && !walls.has(there)
                            && sides[usize::from(there)] == APART
                        {
                            sides[usize::from(there)] = next;
                            waiting.push(there);
                        }
                    }
                }
                next += 1;
            }
            if next > 1 || seen + 1 < self.squares {
                self.splits[usize::from(square)] = index(self.sides.len());
                self.sides.extend_from_slice(&sides);
            }
        }
    }

    /// Away from each target: a box pulled by the player to where it was pushed from, or the other way round.
    fn measure<const W: usize>(&mut self, level: &Level, walls: &Bits<W>) {
        let is_floor = |square: u16| square != WALL && !walls.has(square);
        let drive = self.drive;
        let mut queue = Vec::with_capacity(self.squares * SIDES);
        for (number, &target) in drive.targets(level).iter().enumerate() {
            queue.clear();
            // In the end the player may be anywhere, but he starts where he stands.
            let sides = match drive {
                Drive::Push => 0..=APART,
                Drive::Pull => {
                    let side = self.side(target, level.player);
                    side..=side
                }
            };
            for side in sides {
                let at = self.index(target, side) + number;
                self.costs[at] = 0;
                if side != APART {
                    queue.push((target, side));
                }
            }
            self.is_alive[usize::from(target)] = true;
            if walls.has(target) {
                continue;
            }
            let mut done = 0;
            while let Some(&(square, side)) = queue.get(done) {
                done += 1;
                let cost = self.costs[self.index(square, side) + number];
                for direction in 0..4 {
                    let Away { to, stands, then } = drive.away(level, square, direction);
                    if !is_floor(stands) || self.side(square, stands) != side {
                        continue;
                    }
                    if !is_floor(to) || !is_floor(then) {
                        continue;
                    }
                    let side = self.side(to, then);
                    let at = self.index(to, side) + number;
                    if self.costs[at] == FAR {
                        self.costs[at] = (cost + 1).min(FARTHEST);
                        self.is_alive[usize::from(to)] = true;
                        queue.push((to, side));
                    }
                }
            }
        }
    }
}

/// Whether two neighbours of a square may be apart without it: not if the way around each corner is open.
fn touches_corners(level: &Level, square: u16) -> bool {
    let near = level.near[usize::from(square)];
    let open = near.iter().filter(|&&next| next != WALL).count();
    let corners = (0..4).filter(|&direction| {
        let (one, two) = (near[direction], near[(direction + 1) % 4]);
        one != WALL && two != WALL && level.step(one, (direction + 1) % 4) != WALL
    });
    // The open neighbours hang together by corners: a tree of them, or the whole ring.
    corners.count() + 1 < open
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "squares times squares fit 32 bits"
)]
const fn index(count: usize) -> u32 {
    count as u32
}
