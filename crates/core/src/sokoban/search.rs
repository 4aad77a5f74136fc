//! A*: the position that promises the cheapest solution is expanded next, from the start by pushes or from the goals by pulls.
//!
//! A position is the box set and either the player's square, where steps count, or the least square that he
//! can reach, where only pushes do. A bound may turn out better when a position's turn comes than it was when the
//! position was found; then it waits again. Positions may also be reached again by a cheaper way and are then expanded anew, so that the bound
//! need not be consistent.

mod expand;

use crate::rng::SplitMix64;
use crate::search::{Budget, Stop};

use super::Prunings;
use super::aim::Aim;
use super::bits::Bits;
use super::bound::{Bounds, MOST_TABLE_BYTES};
use super::drive::Drive;
use super::level::Level;
use super::pushes::Push;
use super::room::Room;
use super::store::{Entry, Memory, NO_PARENT, Node};
use super::symmetry::Symmetry;
use super::traps::Traps;
use super::walks::Walks;

/// A search that wanders does so with one position in so many.
const POSITIONS_PER_WANDER: u64 = 4;

/// How a search ended that has a partner, which comes the other way.
pub(super) enum Halt {
    /// At this position everything is solved.
    Solved(u32),
    /// This position is one that the partner knows by that number.
    Met(u32, u32),
    Nothing,
    Stopped(Stop),
}

/// How a search ended.
pub(super) enum End {
    /// With the pushes of a solution; it is the cheapest one if there is anything to minimise.
    Found(Vec<Push>),
    /// There is none, or none that is cheap enough.
    Nothing,
    /// It may go on when there is a new budget, unless it was memory that ended.
    Stopped(Stop),
}

pub(super) struct Search<'a, const W: usize> {
    pub room: Room<'a, W>,
    drive: Drive,
    aim: Aim,
    prunings: Prunings,
    bounds: Bounds<W>,
    pub symmetry: Symmetry,
    pub space: &'a mut Memory,
    bytes: usize,
    expanded: u64,
    /// Where any solution will do: groups of boxes that are lost.
    traps: Option<Traps<W>>,
    /// Expands a position from anywhere now and then, so as not to stay for ever where a lost position promises much.
    wanders: Option<SplitMix64>,
    walks: Walks,
    pushes: Vec<Push>,
    spare: Vec<u16>,
    /// Every solution costs at least so much; none before the start, or if there is no solution.
    proven: Option<u32>,
    /// Only solutions below this cost are looked for.
    limit: u32,
    /// A position that the partner knows, with the number that it has there.
    met: Option<(u32, u32)>,
}

impl<'a, const W: usize> Search<'a, W> {
    pub fn new(
        level: &'a Level,
        aim: Aim,
        prunings: Prunings,
        space: &'a mut Memory,
        bytes: usize,
    ) -> Self {
        Self::driven(level, Drive::Push, aim, prunings, space, bytes)
    }

    /// A search that may also go from the goals to the start, if every box is needed. Then it needs a partner that knows the start.
    pub fn driven(
        level: &'a Level,
        drive: Drive,
        aim: Aim,
        prunings: Prunings,
        space: &'a mut Memory,
        bytes: usize,
    ) -> Self {
        let prunings = prunings.sound_for(level);
        let room = Room::new(level);
        let table_bytes = MOST_TABLE_BYTES.min(bytes / 4);
        let has_traps = prunings.traps && aim == Aim::Any && drive == Drive::Push;
        Self {
            bounds: Bounds::new(&room, drive, prunings, table_bytes),
            room,
            drive,
            aim,
            prunings,
            // The start is seldom its own image.
            symmetry: if prunings.symmetry && drive == Drive::Push {
                Symmetry::new(level)
            } else {
                Symmetry::none()
            },
            space,
            bytes: bytes - table_bytes,
            expanded: 0,
            traps: has_traps.then(|| Traps::new(level.squares())),
            wanders: None,
            walks: Walks::default(),
            pushes: Vec::new(),
            spare: Vec::new(),
            proven: None,
            limit: u32::MAX,
            met: None,
        }
    }

    /// Lets a search for any solution wander.
    pub fn wandering(self, seed: u64) -> Self {
        Self {
            wanders: Some(SplitMix64::new(seed)),
            ..self
        }
    }

    /// Every solution costs at least so much, in the measure that counts first.
    pub const fn proven(&self) -> u32 {
        match self.proven {
            Some(proven) => proven,
            None => 0,
        }
    }

    /// Looks from now on only for solutions that are cheaper than one known, or (where moves count among the fewest
    /// pushes) have no more pushes.
    pub const fn undercut(&mut self, cost: u32) {
        self.limit = match self.aim {
            Aim::PushesThenMoves => cost + 1,
            _ => cost,
        };
    }

    /// Puts the start into the queue, or the solved positions; false if all of them are lost already.
    fn begin(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        let level = self.room.level;
        self.space.queue.clear();
        let stride = level.useful.div_ceil(64);
        self.space.store.restart(stride, self.bytes);
        let is_useful = |&square: &u16| usize::from(square) < level.useful;
        if !level.boxes.iter().all(is_useful) {
            return Ok(false);
        }
        let boxes = Bits::of(self.drive.sources(level).iter().copied());
        match self.drive {
            Drive::Push => self.begin_at(boxes, level.player, budget)?,
            Drive::Pull => {
                let mut left = self.room.floor.minus(&boxes);
                while let Some(player) = left.first() {
                    left = left.minus(&self.room.reach(player, &boxes));
                    self.begin_at(boxes, player, budget)?;
                }
            }
        }
        Ok(self.proven.is_some())
    }

    fn begin_at(&mut self, boxes: Bits<W>, player: u16, budget: &mut Budget) -> Result<(), Stop> {
        let settled = self.bounds.settle(&self.room, boxes, player, Vec::new());
        let Some(rest) = settled.rest() else {
            return Ok(());
        };
        if self.is_lost(&settled.frozen) {
            return Ok(());
        }
        self.proven = Some(self.proven.map_or(rest, |proven| proven.min(rest)));
        let reach = self.room.reach(player, &boxes);
        let node = Node {
            parent: NO_PARENT,
            cost: 0,
            rest,
            is_expanded: false,
            push: 0,
            player: self.stands_for(player, &reach),
        };
        if let Entry::New(slot) = self.space.store.find(&boxes, node.player) {
            self.add(slot, &boxes, &node, budget)?;
        }
        Ok(())
    }

    /// Whether one of these boxes, which cannot move, is not where it belongs.
    #[inline]
    fn is_lost(&self, frozen: &Bits<W>) -> bool {
        match self.drive {
            Drive::Push => !frozen.minus(&self.room.goals).is_empty(),
            Drive::Pull => !frozen.minus(&self.room.start).is_empty(),
        }
    }

    /// Searches until a solution is proven to be the cheapest, or the budget ends.
    pub fn run(&mut self, budget: &mut Budget) -> End {
        match self.run_towards(None, budget) {
            Halt::Solved(number) => End::Found(self.path(number).0),
            Halt::Met(..) | Halt::Nothing => End::Nothing,
            Halt::Stopped(stop) => End::Stopped(stop),
        }
    }

    /// Searches until it meets its partner, or has solved everything alone.
    pub fn run_towards(&mut self, partner: Option<&Self>, budget: &mut Budget) -> Halt {
        if self.proven.is_none() {
            match self.begin(budget) {
                Ok(true) => {}
                Ok(false) => return Halt::Nothing,
                Err(stop) => return Halt::Stopped(stop),
            }
        }
        while let Some((key, number)) = self.next() {
            let node = self.space.store.node(number);
            if node.is_expanded || self.aim.key(node.cost, node.rest) != key {
                continue;
            }
            let promise = self.aim.leading(node.cost) + node.rest;
            if promise >= self.limit {
                continue;
            }
            if self.aim != Aim::Any {
                self.proven = self.proven.max(Some(promise));
            }
            let boxes = self.space.store.boxes::<W>(number);
            if self.drive == Drive::Push && self.room.goals.minus(&boxes).is_empty() {
                return Halt::Solved(number);
            }
            if let Err(stop) = budget.tick(promise) {
                self.space.queue.push(key, number);
                return Halt::Stopped(stop);
            }
            if let Err(stop) = self.expand(number, node, boxes, partner, budget) {
                return Halt::Stopped(stop);
            }
            if let Some((mine, theirs)) = self.met {
                return Halt::Met(mine, theirs);
            }
        }
        Halt::Nothing
    }

    /// The next position to be expanded: the one that promises most, unless the search wanders.
    #[inline]
    fn next(&mut self) -> Option<((u32, u32), u32)> {
        if let Some(rng) = &mut self.wanders {
            if rng.below(POSITIONS_PER_WANDER) == 0 {
                return self.space.queue.pop_anywhere(rng);
            }
        }
        self.space.queue.pop()
    }

    /// The square that a position is stored with.
    #[inline]
    fn stands_for(&self, player: u16, reach: &Bits<W>) -> u16 {
        if self.aim.tracks_moves() {
            player
        } else {
            reach.first().unwrap_or(player)
        }
    }

    fn add(
        &mut self,
        slot: usize,
        boxes: &Bits<W>,
        node: &Node,
        budget: &mut Budget,
    ) -> Result<u32, Stop> {
        let proven = self.proven();
        let number = self.space.store.add(slot, boxes, node, proven, budget)?;
        let key = self.aim.key(node.cost, node.rest);
        self.space.queue.push(key, number);
        Ok(number)
    }
}
