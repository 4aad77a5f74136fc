//! A position's turn: its pushes or pulls are listed, less those that lead nowhere, and each is made and entered.

use crate::search::{Budget, Stop};

use super::super::bits::Bits;
use super::super::bound::Settled;
use super::super::drive::Drive;
use super::super::pushes::{Push, Scene};
use super::super::store::{Entry, Node};
use super::Search;

/// The position being expanded.
struct Here<const W: usize> {
    number: u32,
    node: Node,
    reach: Bits<W>,
    settled: Settled<W>,
}

impl<const W: usize> Search<'_, W> {
    pub(super) fn expand(
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
        let mut boxes = settled.boxes;
        boxes.remove(from);
        boxes.insert(to);
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
                let theirs = partner.and_then(|partner| partner.number_of(&stored, player));
                self.met = self.met.or(theirs.map(|theirs| (number, theirs)));
                Ok(())
            }
        }
    }
}
