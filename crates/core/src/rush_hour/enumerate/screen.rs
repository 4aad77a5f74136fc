//! Which places of the last wall may give a puzzle: one search for all of them.
//!
//! A wall leaves most distances as they are. So a fleet is searched once for every place of its last
//! wall, and for no wall there, at the same time: each of them is a bit, and a position is looked at
//! again only at another distance, for the bits under which it has that distance.
//!
//! A puzzle is the farthest position of its cluster, and nearer without the wall. So a place can only
//! give one if some position is farther with a wall there than without, and no slide leads from it to a
//! farther one, nor do a few. Where that is so, the fleet is measured with that wall on its own; all
//! other places are done with. Such a position is looked for at each distance anew, before any
//! farther one is entered: what is not known by then is farther.
//!
//! A puzzle is also nearer without the vehicles of the first column: a shorter solution without one of
//! them is one without the others too, less their moves. The first column is filled last, and empty
//! before it is filled, so that the distances without it are at hand.

use crate::search::hash::Map;
use crate::search::{Budget, Stop};

use super::fleet::{Line, Lines, Node};
use super::labels::ARRAY_SIZE;
use super::tables::{LONGEST, Tables};

/// A set of places for the last wall, one bit each.
pub type Places = u64;
/// The bit that says that there is no last wall.
pub const NO_WALL: Places = 1 << 63;
/// The bit that says that the others come from several positions.
const SEVERAL: Places = 1 << 62;
/// The least distance of a puzzle that has a wall.
const LEAST: usize = 2;
/// How many positions are looked at to get from one to a farther one. Nearly all ways are short, and who
/// gives up early does no harm.
const PATIENCE: usize = 30;
/// An entry takes four times as much as a label: with so many in an array, two threads stay well below a gigabyte.
const BOOK_SIZE: usize = ARRAY_SIZE / 2;

/// Which places are in the way of which slides.
pub struct Grid {
    /// By line, the rows from the top and then the columns from the left, and then as in the table of sweeps.
    places: Vec<Places>,
    sweeps: usize,
}

/// A position of a layer.
struct Spot {
    node: Node,
    /// The walls with which it belongs to the layer.
    now: Places,
    /// Of these, those with which a farther position is one slide away.
    rising: Places,
    /// The lines that need not be looked at there, see [`Tables::settled`]. None, if it was found from several
    /// positions with different walls; else, with each wall, it is as if there were no others.
    settled: Lines,
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// The walls with which it is no farther than the present layer.
    seen: Places,
    /// Those with which it is in the next one.
    next: Places,
}

/// Entries by rank. Those of fleets with few enough positions, possible or not, stand in an array.
#[derive(Default)]
struct Book {
    array: Vec<Entry>,
    map: Map<u32, Entry>,
    is_array: bool,
    /// What has to be erased before the next fleet.
    used: Vec<u32>,
}

/// Memory that the search of one fleet leaves to the next.
#[derive(Default)]
pub struct Screen {
    book: Book,
    layer: Vec<Spot>,
    ahead: Vec<Spot>,
    /// What is left to look at on the way to a farther position, and the ranks of what was.
    waiting: Vec<(Node, Places)>,
    tried: Vec<u32>,
    record: Record,
}

/// The distances of a fleet, which the same fleet with one more line is compared with.
#[derive(Default)]
struct Record {
    /// The walls with which they are known.
    places: Places,
    /// By rank, its last entry, and then by entry the one before it.
    last: Map<u32, usize>,
    entries: Vec<(usize, Places, Option<usize>)>,
}

/// Which is filled last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FirstColumn {
    /// The distances are recorded.
    Empty,
    /// The distances are compared with those recorded, unless they are forgotten by now.
    Filled,
}

/// What is searched.
#[derive(Clone, Copy)]
pub struct Fleet<'a> {
    pub tables: &'a Tables,
    pub grid: &'a Grid,
    pub lines: &'a [Line],
}

/// The numbers of some places.
pub fn each(places: Places) -> impl Iterator<Item = usize> {
    (0..Places::BITS as usize).filter(move |place| places >> place & 1 != 0)
}

impl Grid {
    /// Of a board on which the last wall may stand on these cells.
    pub fn new(tables: &Tables, width: usize, cells: &[usize]) -> Self {
        let mut places = Vec::new();
        for line in 0..2 * LONGEST {
            let on_line = |cell: usize| match line.checked_sub(LONGEST) {
                None => (cell / width == line).then_some(cell % width),
                Some(column) => (cell % width == column).then_some(cell / width),
            };
            places.extend(tables.sweeps().iter().map(|swept| {
                let is_swept = |cell: usize| on_line(cell).is_some_and(|at| swept >> at & 1 != 0);
                let numbered = cells.iter().enumerate();
                numbered.fold(0, |places, (place, &cell)| {
                    places | Places::from(is_swept(cell)) << place
                })
            }));
        }
        Self {
            places,
            sweeps: tables.sweeps().len(),
        }
    }

    /// The places of which a slide sweeps the cell; from a placement to itself, those that it covers.
    #[inline]
    fn swept(&self, line: &Line, from: usize, to: usize) -> Places {
        self.places[line.place() * self.sweeps + line.sweep(from, to)]
    }
}

impl Screen {
    /// Of these places for the last wall, those with which the fleet may have a puzzle.
    pub fn run(
        &mut self,
        fleet: Fleet,
        solved: &[Node],
        places: Places,
        first_column: FirstColumn,
        budget: &mut Budget,
    ) -> Result<Places, Stop> {
        let Fleet { grid, lines, .. } = fleet;
        if first_column == FirstColumn::Empty {
            self.record.restart(places);
        }
        self.book.restart(lines.last().map_or(1, Line::ranks));
        self.layer.clear();
        self.ahead.clear();
        for &node in solved {
            let covered = lines.iter().fold(0, |covered, line| {
                let placement = line.placement(&node);
                covered | grid.swept(line, placement, placement)
            });
            self.book.mark(node.rank, (places | NO_WALL) & !covered);
            self.ahead.push(Spot::new(node, 0));
        }
        let mut found = !places & !NO_WALL;
        for distance in 0.. {
            self.step();
            let mut wanted = !found;
            if first_column == FirstColumn::Empty {
                wanted = !0;
                for spot in &self.layer {
                    self.record.add(spot.node.rank, distance, spot.now);
                }
            }
            if self.layer.is_empty() || wanted == NO_WALL {
                break;
            }
            for number in 0..self.layer.len() {
                budget.tick(0)?;
                self.expand(fleet, number, wanted);
            }
            if distance < LEAST {
                continue;
            }
            for number in 0..self.layer.len() {
                let Spot {
                    node, now, rising, ..
                } = self.layer[number];
                // Without a wall it is in this layer or an earlier one; if not in this one, it is nearer.
                let mut ends = now & !rising & !found;
                if ends == 0 || now & NO_WALL != 0 {
                    continue;
                }
                if first_column == FirstColumn::Filled {
                    let rank = lines.last().map_or(0, |line| line.rest(node.rank));
                    ends &= self.record.nearer(rank, distance);
                }
                if ends != 0 {
                    budget.tick(0)?;
                    found |= self.explore(fleet, node, ends);
                }
            }
        }
        Ok(found & places)
    }

    /// Forgets the distances that were recorded.
    pub fn forget(&mut self) {
        self.record.restart(0);
    }

    /// Makes the next layer the present one.
    fn step(&mut self) {
        std::mem::swap(&mut self.layer, &mut self.ahead);
        self.ahead.clear();
        for spot in &mut self.layer {
            let entry = self.book.entry(spot.node.rank);
            spot.now = std::mem::take(&mut entry.next);
            if spot.now & SEVERAL != 0 {
                spot.now ^= SEVERAL;
                spot.settled = 0;
            }
            entry.seen |= spot.now;
        }
    }

    #[inline]
    fn expand(&mut self, fleet: Fleet, number: usize, wanted: Places) {
        let Fleet {
            tables,
            grid,
            lines,
        } = fleet;
        let Self {
            book, layer, ahead, ..
        } = self;
        let Spot {
            node, now, settled, ..
        } = layer[number];
        let now = now & wanted;
        let mut rising = 0;
        tables.expand(lines, &node, settled, |line, placement| {
            let from = line.placement(&node);
            let open = now & !grid.swept(line, from, placement);
            if open == 0 {
                return;
            }
            let rank = line.rank(&node, placement);
            let (farther, is_first) = book.mark(rank, open);
            rising |= farther;
            if is_first {
                let moved = tables.moved(line, &node, placement, rank);
                ahead.push(Spot::new(moved, tables.settled(line, from, placement)));
            }
        });
        layer[number].rising = rising;
    }

    /// Those of these walls with which no farther position was found in the cluster of one of the present
    /// layer, from which no slide leads to one.
    fn explore(&mut self, fleet: Fleet, start: Node, ends: Places) -> Places {
        let Fleet {
            tables,
            grid,
            lines,
        } = fleet;
        let Self {
            book,
            waiting,
            tried,
            ..
        } = self;
        let mut left = ends;
        tried.clear();
        waiting.clear();
        waiting.push((start, ends));
        while let Some((node, places)) = waiting.pop() {
            if places & left == 0 || tried.contains(&node.rank) {
                continue;
            }
            if tried.len() == PATIENCE {
                break;
            }
            tried.push(node.rank);
            tables.expand(lines, &node, 0, |line, placement| {
                let open = places & left & !grid.swept(line, line.placement(&node), placement);
                if open == 0 {
                    return;
                }
                let rank = line.rank(&node, placement);
                left &= book.entry(rank).seen | !open;
                if open & left != 0 {
                    waiting.push((tables.moved(line, &node, placement, rank), open));
                }
            });
        }
        left
    }
}

impl Spot {
    const fn new(node: Node, settled: Lines) -> Self {
        Self {
            node,
            now: 0,
            rising: 0,
            settled,
        }
    }
}

impl Record {
    fn restart(&mut self, places: Places) {
        self.places = places;
        self.last.clear();
        self.entries.clear();
    }

    fn add(&mut self, rank: u32, distance: usize, now: Places) {
        let before = self.last.insert(rank, self.entries.len());
        self.entries.push((distance, now, before));
    }

    /// The walls with which it is not known that a position has at least this distance.
    fn nearer(&self, rank: u32, distance: usize) -> Places {
        let mut nearer = !self.places;
        let mut next = self.last.get(&rank).copied();
        while let Some(number) = next {
            let (known, now, before) = self.entries[number];
            if known < distance {
                nearer |= now;
            }
            next = before;
        }
        nearer
    }
}

impl Book {
    /// Forgets everything. From now on ranks are below `ranks`.
    fn restart(&mut self, ranks: usize) {
        for rank in self.used.drain(..) {
            self.array[rank as usize] = Entry::default();
        }
        self.map.clear();
        self.is_array = ranks <= BOOK_SIZE;
        if self.is_array && self.array.len() < ranks {
            self.array
                .resize(ranks.next_power_of_two(), Entry::default());
        }
    }

    #[inline]
    fn entry(&mut self, rank: u32) -> &mut Entry {
        if !self.is_array {
            return self.map.entry(rank).or_default();
        }
        &mut self.array[rank as usize]
    }

    /// Notes that a position can be reached from the present layer with these walls. Those with which it
    /// is farther, and whether they are the first ones.
    #[inline]
    fn mark(&mut self, rank: u32, open: Places) -> (Places, bool) {
        let entry = self.entry(rank);
        let Entry { seen, next } = *entry;
        let farther = open & !seen;
        let new = farther & !next;
        let is_first = next == 0 && new != 0;
        if new != 0 {
            entry.next = next | new | if is_first { 0 } else { SEVERAL };
            if is_first && seen == 0 && self.is_array {
                self.used.push(rank);
            }
        }
        (farther, is_first)
    }
}
