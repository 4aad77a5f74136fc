//! What a position costs at least: the matching, frozen boxes as walls for it, and what pairs of boxes cost each other.

pub(crate) mod distances;
pub(crate) mod matching;
pub(crate) mod pairs;

use std::sync::Arc;

use crate::search::bitset::Bits;
use crate::search::hash::Map;
use crate::search::{Budget, Stop};
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::drive::Drive;
use crate::sokoban::rules::room::Room;

use distances::{Distances, FAR};
use matching::Matching;
use pairs::{LOST, Pairs};

/// The tables take at most so many bytes: one half is for those of frozen boxes, the other for that of pairs.
pub(crate) const MOST_TABLE_BYTES: usize = 128 << 20;
/// Up to so many surpluses the best pairing is looked for; of more, a good one is taken.
const FEW: usize = 9;
/// The table of pairs is made when so many of its steps go to each position expanded.
const STEPS_PER_POSITION: u64 = 75;

/// Bounds of positions, and of those one push further.
pub(crate) struct Bounds<const W: usize> {
    drive: Drive,
    prunings: Prunings,
    base: Arc<Distances>,
    tables: Map<Bits<W>, Arc<Distances>>,
    /// The tables of frozen boxes are forgotten when they take more.
    frozen_bytes: usize,
    matching: Matching,
    other: Matching,
    pairs: Option<Pairs>,
    /// Positions to be expanded before the table of pairs is made.
    patience: Option<u64>,
    surpluses: Surpluses,
}

/// The position of which [`Bounds::after`] speaks.
pub(crate) struct Settled<const W: usize> {
    pub boxes: Bits<W>,
    pub frozen: Bits<W>,
    pub table: Arc<Distances>,
    squares: Vec<u16>,
    /// Whether a box's distances are those without frozen boxes, so that its surpluses hold.
    is_plain: Vec<bool>,
    rest: Option<u32>,
}

/// Two boxes, by row, and what they cost each other.
type Edge = (u8, usize, usize);

#[derive(Default)]
struct Surpluses {
    settled: Vec<Edge>,
    after: Vec<Edge>,
}

impl<const W: usize> Bounds<W> {
    /// Bounds whose tables take at most so many bytes.
    pub fn new(room: &Room<W>, drive: Drive, prunings: Prunings, table_bytes: usize) -> Self {
        let level = room.level;
        let has_pairs = prunings.pairs && Pairs::fits(level, table_bytes / 2);
        let patience = if prunings.pairs_early {
            0
        } else {
            Pairs::size(level).1 / STEPS_PER_POSITION
        };
        Self {
            drive,
            prunings,
            frozen_bytes: table_bytes / 2,
            base: Arc::new(Distances::driven(drive, level, &Bits::<W>::EMPTY)),
            tables: Map::default(),
            matching: Matching::default(),
            other: Matching::default(),
            pairs: None,
            patience: has_pairs.then_some(patience),
            surpluses: Surpluses::default(),
        }
    }

    /// Makes the table of pairs once the search has taken long enough to make it worth while.
    ///
    /// # Errors
    /// When the budget ends meanwhile.
    #[inline]
    pub fn grow(
        &mut self,
        room: &Room<W>,
        expanded: u64,
        proven: u32,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if self.patience.is_some_and(|patience| expanded >= patience) {
            self.patience = None;
            self.pairs = Some(Pairs::new(room, self.drive, &self.base, proven, budget)?);
        }
        Ok(())
    }

    pub fn base(&self) -> &Distances {
        &self.base
    }

    /// The boxes that can never move again.
    pub fn frozen(&self, room: &Room<W>, boxes: &Bits<W>) -> Bits<W> {
        let is_alive = |square| self.base.is_alive(square);
        match self.drive {
            _ if !self.prunings.freezes => Bits::EMPTY,
            Drive::Push => room.frozen(boxes, is_alive),
            Drive::Pull => room.stuck(boxes, is_alive),
        }
    }

    /// The same after a push or pull to a square. Nothing has come to those known before unless the box on that square is held, which
    /// a look around it mostly rules out.
    #[inline]
    pub fn frozen_after(
        &self,
        room: &Room<W>,
        boxes: &Bits<W>,
        to: u16,
        before: &Bits<W>,
    ) -> Bits<W> {
        let is_alive = |square| self.base.is_alive(square);
        let may_freeze = match self.drive {
            Drive::Push => room.is_held(to, boxes, is_alive),
            Drive::Pull => room.is_stuck(to, boxes, is_alive),
        };
        if self.prunings.freezes && may_freeze {
            self.frozen(room, boxes)
        } else {
            *before
        }
    }

    /// The distances with these boxes for walls.
    fn table(&mut self, room: &Room<W>, frozen: &Bits<W>) -> Arc<Distances> {
        if frozen.is_empty() || !self.prunings.walls {
            return Arc::clone(&self.base);
        }
        if self.tables.len() * self.base.most_bytes() > self.frozen_bytes {
            self.tables.clear();
        }
        let new = || Arc::new(Distances::driven(self.drive, room.level, frozen));
        Arc::clone(self.tables.entry(*frozen).or_insert_with(new))
    }

    /// Works a position out, for the bounds of its children.
    pub fn settle(
        &mut self,
        room: &Room<W>,
        boxes: Bits<W>,
        player: u16,
        spare: Vec<u16>,
    ) -> Settled<W> {
        let frozen = self.frozen(room, &boxes);
        let table = self.table(room, &frozen);
        let mut squares = spare;
        squares.clear();
        squares.extend(boxes.iter());
        let rest = if room.level.has_sink() {
            drained(&table, squares.iter().copied(), player)
        } else {
            self.matching.restart(squares.len(), room.level.goals.len());
            for (row, &square) in squares.iter().enumerate() {
                self.matching.set_row(row, table.row(square, player));
            }
            self.matching.solve()
        };
        let mut settled = Settled {
            boxes,
            frozen,
            table,
            squares,
            is_plain: Vec::new(),
            rest,
        };
        if settled.rest.is_some() && self.pairs.is_some() {
            self.settle_pairs(&mut settled, player);
        }
        settled
    }

    fn settle_pairs(&mut self, settled: &mut Settled<W>, player: u16) {
        let Some(pairs) = &self.pairs else { return };
        if !settled.frozen.is_empty() {
            let plain = |&square: &u16| {
                is_plain(
                    settled.table.row(square, player),
                    self.base.row(square, player),
                )
            };
            settled.is_plain = settled.squares.iter().map(plain).collect();
        }
        let edges = &mut self.surpluses.settled;
        edges.clear();
        for (row, &one) in settled.squares.iter().enumerate() {
            for (column, &other) in settled.squares[..row].iter().enumerate() {
                let surplus = pairs.surplus(one, other, player);
                if surplus == LOST {
                    settled.rest = None;
                    return;
                }
                if surplus > 0 && settled.is_plain(row) && settled.is_plain(column) {
                    edges.push((surplus, row, column));
                }
            }
        }
        edges.sort_unstable_by(|one, other| other.cmp(one));
        settled.rest = settled.rest.map(|rest| rest + best_pairing(edges));
    }

    /// What a position costs at least, one push after the settled one and with the player where he stands then; none if it
    /// is lost.
    pub fn after(
        &mut self,
        room: &Room<W>,
        settled: &Settled<W>,
        (from, to): (u16, u16),
        player: u16,
        boxes: &Bits<W>,
        frozen: &Bits<W>,
    ) -> Option<u32> {
        if *frozen != settled.frozen && self.prunings.walls {
            let table = self.table(room, frozen);
            self.other
                .restart(settled.squares.len(), room.level.goals.len());
            for (row, square) in boxes.iter().enumerate() {
                self.other.set_row(row, table.row(square, player));
            }
            return self.other.solve();
        }
        let row = settled.squares.iter().position(|&square| square == from)?;
        let costs = settled.table.row(to, player);
        let rest = if room.level.has_sink() {
            drained(&settled.table, boxes.iter(), player)?
        } else {
            self.matching.with_row(row, costs)?
        };
        let Some(pairs) = &self.pairs else {
            return Some(rest);
        };
        let edges = &mut self.surpluses.after;
        edges.clear();
        let is_plain = settled.frozen.is_empty() || is_plain(costs, self.base.row(to, player));
        for (column, &other) in settled.squares.iter().enumerate() {
            if column == row || to == room.level.sink {
                continue;
            }
            let surplus = pairs.surplus(to, other, player);
            if surplus == LOST {
                return None;
            }
            if surplus > 0 && is_plain && settled.is_plain(column) {
                edges.push((surplus, row, column));
            }
        }
        let kept = self.surpluses.settled.iter();
        edges.extend(kept.filter(|&&(_, one, other)| one != row && other != row));
        edges.sort_unstable_by(|one, other| other.cmp(one));
        Some(rest + best_pairing(edges))
    }
}

impl<const W: usize> Settled<W> {
    /// What the position costs at least; none if it is lost.
    pub const fn rest(&self) -> Option<u32> {
        self.rest
    }

    fn is_plain(&self, row: usize) -> bool {
        self.is_plain.get(row).is_none_or(|is_plain| *is_plain)
    }

    /// Gives its memory back, for the next position.
    pub fn into_spare(self) -> Vec<u16> {
        self.squares
    }
}

/// What boxes cost at least that all go to the same place; none if one of them cannot.
fn drained(table: &Distances, squares: impl Iterator<Item = u16>, player: u16) -> Option<u32> {
    let costs = squares.map(|square| table.row(square, player)[0]);
    costs
        .map(|cost| (cost != FAR).then_some(u32::from(cost)))
        .sum()
}

/// Whether distances with walls are those without, for every goal that can still be reached.
fn is_plain(walled: &[u16], plain: &[u16]) -> bool {
    let mut both = walled.iter().zip(plain);
    both.all(|(&walled, &plain)| walled == FAR || walled == plain)
}

/// The greatest sum of surpluses, no box twice, or nearly so; they come sorted, the greatest first.
fn best_pairing(edges: &[Edge]) -> u32 {
    let fits = |(_, one, other): Edge, taken: &[Edge]| {
        let mut taken = taken.iter();
        taken.all(|&(_, a, b)| one != a && one != b && other != a && other != b)
    };
    if edges.len() <= FEW {
        return exact_pairing(edges, 0);
    }
    let mut taken: Vec<Edge> = Vec::new();
    for &edge in edges {
        if fits(edge, &taken) {
            taken.push(edge);
        }
    }
    taken.iter().map(|edge| u32::from(edge.0)).sum()
}

/// Takes the first edge or leaves it; `used` has a bit for each box (two rows may share one: then less is found).
fn exact_pairing(edges: &[Edge], used: u64) -> u32 {
    let Some((&(surplus, one, other), rest)) = edges.split_first() else {
        return 0;
    };
    let ends = 1 << (one % 64) | 1 << (other % 64);
    let without = exact_pairing(rest, used);
    if used & ends != 0 {
        return without;
    }
    without.max(u32::from(surplus) + exact_pairing(rest, used | ends))
}
