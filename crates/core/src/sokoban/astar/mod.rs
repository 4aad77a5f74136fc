//! A*: the position that promises the cheapest solution is expanded next, from the start by pushes or from the goals by pulls.
//!
//! A position is the box set and either the player's square, where steps count, or the least square that he
//! can reach, where only pushes do. A bound may turn out better when a position's turn comes than it was when the
//! position was found; then it waits again. Positions may also be reached again by a cheaper way and are then expanded anew, so that the bound
//! need not be consistent.

pub(crate) mod aim;
mod paths;
pub(crate) mod store;

use crate::rng::SplitMix64;
use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::bounds::{Bounds, MOST_TABLE_BYTES, Settled};
use crate::sokoban::deadlocks::traps::Traps;
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::drive::Drive;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::pushes::{Push, Scene};
use crate::sokoban::rules::room::Room;
use crate::sokoban::rules::symmetry::Symmetry;
use crate::sokoban::rules::walks::Walks;

use aim::Aim;
use store::{Entry, Memory, NO_PARENT, Node};

/// A search that wanders does so with one position in so many.
const POSITIONS_PER_WANDER: u64 = 4;

/// How a search ended that has a partner, which comes the other way.
pub(crate) enum Halt {
    /// At this position everything is solved.
    Solved(u32),
    /// This position is one that the partner knows by that number.
    Met(u32, u32),
    Nothing,
    Stopped(Stop),
}

/// How a search ended.
pub(crate) enum End {
    /// With the pushes of a solution; it is the cheapest one if there is anything to minimise.
    Found(Vec<Push>),
    /// There is none, or none that is cheap enough.
    Nothing,
    /// It may go on when there is a new budget, unless it was memory that ended.
    Stopped(Stop),
}

pub(crate) struct Search<'a, const W: usize> {
    pub room: Room<'a, W>,
    drive: Drive,
    aim: Aim,
    prunings: Prunings,
    bounds: Bounds<W>,
    pub symmetry: Symmetry,
    pub space: &'a mut Memory,
    bytes: usize,
    expanded: u64,
    /// Groups of boxes that are lost: where any solution will do, and where one asks for them.
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
    /// A position that the partner knows: what the whole way costs, and the numbers of the position here and there.
    met: Option<(u32, (u32, u32))>,
    /// The position whose turn it was when a budget ended: it comes first when the search goes on, so that turns change nothing.
    interrupted: Option<((u32, u32), u32)>,
}

/// The position being expanded.
struct Here<const W: usize> {
    number: u32,
    node: Node,
    reach: Bits<W>,
    settled: Settled<W>,
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
            interrupted: None,
        }
    }

    /// Lets a search for any solution wander.
    pub fn wandering(self, seed: u64) -> Self {
        Self {
            wanders: Some(SplitMix64::new(seed)),
            ..self
        }
    }

    /// Looks from now on for groups of boxes that are lost: small searches in which most easy levels would lose time.
    pub fn learn_traps(&mut self) {
        if self.prunings.traps && self.drive == Drive::Push {
            self.traps = Some(Traps::new(self.room.level.squares()));
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

    /// Searches until it meets its partner by a way that is cheap enough, or has solved everything alone. It may go on after a meeting.
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
            if self.drive == Drive::Push && self.room.is_solved(&boxes) {
                return Halt::Solved(number);
            }
            if let Err(stop) = budget.tick(promise) {
                self.interrupted = Some((key, number));
                return Halt::Stopped(stop);
            }
            if let Err(stop) = self.expand(number, node, boxes, partner, budget) {
                return Halt::Stopped(stop);
            }
            if let Some((_, (mine, theirs))) = self.met.take() {
                return Halt::Met(mine, theirs);
            }
        }
        Halt::Nothing
    }

    /// A position's turn: its pushes or pulls are listed, less those that lead nowhere, and each is made and entered.
    fn expand(
        &mut self,
        number: u32,
        mut node: Node,
        boxes: Bits<W>,
        partner: Option<&Self>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.expanded += 1;
        if self.is_trapped(&boxes, node.player) {
            node.is_expanded = true;
            self.space.store.set_node(number, &node);
            return Ok(());
        }
        let proven = self.proven();
        self.bounds
            .grow(&self.room, self.expanded, proven, budget)?;
        let spare = std::mem::take(&mut self.spare);
        let settled = self.bounds.settle(&self.room, boxes, node.player, spare);
        let rest = settled.rest();
        if rest.is_some_and(|rest| rest > node.rest) {
            node.rest = rest.unwrap_or(node.rest);
            self.space.store.set_node(number, &node);
            let key = self.aim.key(node.cost, node.rest);
            self.space.queue.push(key, number);
            self.spare = settled.into_spare();
            return Ok(());
        }
        node.is_expanded = true;
        self.space.store.set_node(number, &node);
        if rest.is_some() {
            let here = Here {
                number,
                node,
                reach: if self.aim.tracks_moves() {
                    self.walks.measure(self.room.level, node.player, &boxes)
                } else {
                    self.room.reach(node.player, &boxes)
                },
                settled,
            };
            self.list_pushes(&here);
            for turn in 0..self.pushes.len() {
                self.make(&here, self.pushes[turn], partner, budget)?;
            }
            self.spare = here.settled.into_spare();
        }
        Ok(())
    }

    /// Whether a group of boxes is lost, as far as that can be seen soon.
    fn is_trapped(&mut self, boxes: &Bits<W>, player: u16) -> bool {
        let Some(traps) = &mut self.traps else {
            return false;
        };
        if traps.hold_any(boxes, player) {
            return true;
        }
        let reach = self.room.reach(player, boxes);
        let scene = Scene {
            room: &self.room,
            boxes,
            reach: &reach,
        };
        traps.find(&scene, self.bounds.base(), player, self.expanded)
    }

    fn list_pushes(&mut self, here: &Here<W>) {
        let level = self.room.level;
        let mut pushes = std::mem::take(&mut self.pushes);
        pushes.clear();
        let scene = Scene {
            room: &self.room,
            boxes: &here.settled.boxes,
            reach: &here.reach,
        };
        let table = &here.settled.table;
        // A box that is not needed may well be lost.
        let is_alive = |square| level.has_spare_boxes() || table.is_alive(square);
        if self.drive == Drive::Pull {
            scene.all_pulls(is_alive, &mut pushes);
            self.pushes = pushes;
            return;
        }
        let side = |square, player| table.side(square, player);
        // Pushes in another order are as many, but the walks between them are not as long.
        let may_reorder = !self.aim.tracks_moves();
        let is_restricted = may_reorder
            && (self.prunings.tunnels && scene.forced_push(here.node.player, side, &mut pushes)
                || self.prunings.corrals && scene.corral_pushes(is_alive, &mut pushes));
        if !is_restricted {
            scene.all_pushes(is_alive, &mut pushes);
        }
        self.pushes = pushes;
    }

    /// Makes a push, and enters where it leads.
    fn make(
        &mut self,
        here: &Here<W>,
        push: Push,
        partner: Option<&Self>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let (from, direction) = push;
        let level = self.room.level;
        let to = level.step(from, direction);
        let settled = &here.settled;
        let boxes = level.moved(settled.boxes, from, to);
        let known = &settled.frozen;
        let frozen = self.bounds.frozen_after(&self.room, &boxes, to, known);
        if self.is_lost(&frozen) {
            return Ok(());
        }
        let stands = self.drive.player_after(level, from, to, direction);
        let traps = self.traps.as_ref();
        if traps.is_some_and(|traps| traps.hold_box(&boxes, stands, to)) {
            return Ok(());
        }
        let mut player = stands;
        let mut stored = boxes;
        let image = self.symmetry.least(&boxes);
        if self.aim.tracks_moves() {
            if let Some((number, image)) = image {
                stored = image;
                player = self.symmetry.image(number, stands);
            }
        } else {
            let reach = match self.drive {
                Drive::Push => self.room.reach_after(&here.reach, &boxes, from, to),
                Drive::Pull => {
                    let moved = (from, to);
                    self.room
                        .reach_after_pull(&here.reach, &boxes, moved, stands)
                }
            };
            player = reach.first().unwrap_or(stands);
            if let Some((number, image)) = image {
                stored = image;
                let squares = reach.iter();
                let squares = squares.map(|square| self.symmetry.image(number, square));
                player = squares.min().unwrap_or(player);
            }
        }
        let steps = if self.aim.tracks_moves() {
            self.walks.steps_to_push(level, push)
        } else {
            1
        };
        let Some(cost) = self.aim.after_push(here.node.cost, steps) else {
            return Err(Stop::Memory);
        };
        let push = from * 4 + u16::try_from(direction).unwrap_or(0);
        let parent = here.number;
        match self.space.store.find(&stored, player) {
            Entry::Old(number) => {
                let old = self.space.store.node(number);
                if cost < old.cost {
                    let node = Node {
                        parent,
                        cost,
                        push,
                        is_expanded: false,
                        ..old
                    };
                    self.space.store.set_node(number, &node);
                    let key = self.aim.key(cost, node.rest);
                    self.space.queue.push(key, number);
                    self.note_meeting(number, cost, partner, (&stored, player));
                }
                Ok(())
            }
            Entry::New(slot) => {
                let moved = (from, to);
                let Some(rest) = self
                    .bounds
                    .after(&self.room, settled, moved, stands, &boxes, &frozen)
                else {
                    return Ok(());
                };
                if self.aim.leading(cost) + rest >= self.limit {
                    return Ok(());
                }
                let node = Node {
                    parent,
                    cost,
                    // One push cannot bring a solution nearer by more than one.
                    rest: rest.max(here.node.rest.saturating_sub(1)),
                    is_expanded: false,
                    push,
                    player,
                };
                let number = self.add(slot, &stored, &node, budget)?;
                self.note_meeting(number, cost, partner, (&stored, player));
                Ok(())
            }
        }
    }

    /// Where the partner knows a position, there is a solution: the cheapest that a single expansion finds is kept, if it is cheap enough.
    fn note_meeting(
        &mut self,
        number: u32,
        cost: u32,
        partner: Option<&Self>,
        (boxes, player): (&Bits<W>, u16),
    ) {
        let Some(partner) = partner else { return };
        let Some(theirs) = partner.number_of(boxes, player) else {
            return;
        };
        let whole = cost + partner.space.store.node(theirs).cost;
        let least = self.met.map_or(self.limit, |(known, _)| known);
        if whole < least {
            self.met = Some((whole, (number, theirs)));
        }
    }

    /// The next position to be expanded: the one that promises most, unless the search wanders.
    #[inline]
    fn next(&mut self) -> Option<((u32, u32), u32)> {
        if let Some(interrupted) = self.interrupted.take() {
            return Some(interrupted);
        }
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
