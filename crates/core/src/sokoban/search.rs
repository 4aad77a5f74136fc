//! A*: the position that promises the cheapest solution is expanded next.
//!
//! A position is the box set and either the player's square, where steps count, or the least square that he
//! can reach, where only pushes do. A bound may turn out better when a position's turn comes than it was when the
//! position was found; then it waits again. Positions may also be reached again by a cheaper way and are then expanded anew, so that the bound
//! need not be consistent.

use crate::search::{Budget, Stop};

use super::Prunings;
use super::aim::Aim;
use super::bits::Bits;
use super::bound::{Bounds, MOST_TABLE_BYTES, Settled};
use super::level::Level;
use super::pushes::{Push, Scene};
use super::room::Room;
use super::store::{Entry, Memory, NO_PARENT, Node};
use super::symmetry::Symmetry;
use super::walks::Walks;

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
    room: Room<'a, W>,
    aim: Aim,
    prunings: Prunings,
    bounds: Bounds<W>,
    symmetry: Symmetry,
    space: &'a mut Memory,
    bytes: usize,
    expanded: u64,
    walks: Walks,
    pushes: Vec<Push>,
    spare: Vec<u16>,
    /// Every solution costs at least so much; none before the start, or if there is no solution.
    proven: Option<u32>,
    /// Only solutions below this cost are looked for.
    limit: u32,
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
        let prunings = prunings.sound_for(level);
        let room = Room::new(level);
        let table_bytes = MOST_TABLE_BYTES.min(bytes / 4);
        Self {
            bounds: Bounds::new(&room, prunings, table_bytes),
            room,
            aim,
            prunings,
            symmetry: if prunings.symmetry {
                Symmetry::new(level)
            } else {
                Symmetry::none()
            },
            space,
            bytes: bytes - table_bytes,
            expanded: 0,
            walks: Walks::default(),
            pushes: Vec::new(),
            spare: Vec::new(),
            proven: None,
            limit: u32::MAX,
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

    /// Puts the start into the queue; false if it is lost already.
    fn begin(&mut self, budget: &mut Budget) -> Result<bool, Stop> {
        let level = self.room.level;
        let boxes = Bits::of(level.boxes.iter().copied());
        self.space.queue.clear();
        let stride = level.useful.div_ceil(64);
        self.space.store.restart(stride, self.bytes);
        if boxes
            .iter()
            .any(|square| usize::from(square) >= level.useful)
        {
            return Ok(false);
        }
        let settled = self
            .bounds
            .settle(&self.room, boxes, level.player, Vec::new());
        let Some(rest) = settled.rest() else {
            return Ok(false);
        };
        if !settled.frozen.minus(&self.room.goals).is_empty() {
            return Ok(false);
        }
        self.proven = Some(rest);
        let reach = self.room.reach(level.player, &boxes);
        let node = Node {
            parent: NO_PARENT,
            cost: 0,
            rest,
            is_expanded: false,
            push: 0,
            player: self.stands_for(level.player, &reach),
        };
        if let Entry::New(slot) = self.space.store.find(&boxes, node.player) {
            self.add(slot, &boxes, &node, budget)?;
        }
        Ok(true)
    }

    /// Searches until a solution is proven to be the cheapest, or the budget ends.
    pub fn run(&mut self, budget: &mut Budget) -> End {
        if self.proven.is_none() {
            match self.begin(budget) {
                Ok(true) => {}
                Ok(false) => return End::Nothing,
                Err(stop) => return End::Stopped(stop),
            }
        }
        while let Some((key, number)) = self.space.queue.pop() {
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
            if self.room.goals.minus(&boxes).is_empty() {
                return End::Found(self.path(number));
            }
            if let Err(stop) = budget.tick(promise) {
                self.space.queue.push(key, number);
                return End::Stopped(stop);
            }
            if let Err(stop) = self.expand(number, node, boxes, budget) {
                return End::Stopped(stop);
            }
        }
        End::Nothing
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

    fn expand(
        &mut self,
        number: u32,
        mut node: Node,
        boxes: Bits<W>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.expanded += 1;
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
                self.make(&here, self.pushes[turn], budget)?;
            }
            self.spare = here.settled.into_spare();
        }
        Ok(())
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
    fn make(&mut self, here: &Here<W>, push: Push, budget: &mut Budget) -> Result<(), Stop> {
        let (from, direction) = push;
        let level = self.room.level;
        let to = level.step(from, direction);
        let settled = &here.settled;
        let mut boxes = settled.boxes;
        boxes.remove(from);
        boxes.insert(to);
        let mut frozen = settled.frozen;
        let base = self.bounds.base();
        let is_alive = |square| base.is_alive(square);
        if self.prunings.freezes && self.room.is_held(to, &boxes, is_alive) {
            frozen = self.bounds.frozen(&self.room, &boxes);
            if !frozen.minus(&self.room.goals).is_empty() {
                return Ok(());
            }
        }
        let mut player = from;
        let mut stored = boxes;
        let image = self.symmetry.least(&boxes);
        if self.aim.tracks_moves() {
            if let Some((number, image)) = image {
                stored = image;
                player = self.symmetry.image(number, from);
            }
        } else {
            let reach = self.room.reach_after(&here.reach, &boxes, from, to);
            player = reach.first().unwrap_or(from);
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
                }
                Ok(())
            }
            Entry::New(slot) => {
                let moved = (from, to);
                let Some(rest) = self
                    .bounds
                    .after(&self.room, settled, moved, &boxes, &frozen)
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
                self.add(slot, &stored, &node, budget)
            }
        }
    }

    fn add(
        &mut self,
        slot: usize,
        boxes: &Bits<W>,
        node: &Node,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let proven = self.proven();
        let number = self.space.store.add(slot, boxes, node, proven, budget)?;
        let key = self.aim.key(node.cost, node.rest);
        self.space.queue.push(key, number);
        Ok(())
    }

    /// The pushes from the start to a position, each turned back from the images that were stored.
    fn path(&self, number: u32) -> Vec<Push> {
        let level = self.room.level;
        let mut numbers = vec![number];
        let mut at = self.space.store.node(number).parent;
        while at != NO_PARENT {
            numbers.push(at);
            at = self.space.store.node(at).parent;
        }
        let mut real: Vec<u16> = (0..).take(level.squares()).collect();
        let mut pushes = Vec::new();
        for step in numbers.windows(2).rev() {
            let &[child, parent] = step else { break };
            let push = self.space.store.node(child).push;
            let (from, direction) = (push / 4, usize::from(push % 4));
            let to = level.step(from, direction);
            let (real_from, real_to) = (real[usize::from(from)], real[usize::from(to)]);
            let near = level.near[usize::from(real_from)];
            let real_direction = near.iter().position(|&next| next == real_to);
            pushes.push((real_from, real_direction.unwrap_or(direction)));
            let mut boxes = self.space.store.boxes::<W>(parent);
            boxes.remove(from);
            boxes.insert(to);
            if let Some((image, _)) = self.symmetry.least(&boxes) {
                let origin = |square| usize::from(self.symmetry.origin(image, square));
                real = (0..)
                    .take(level.squares())
                    .map(|square| real[origin(square)])
                    .collect();
            }
        }
        pushes
    }
}
