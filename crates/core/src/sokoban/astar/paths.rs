//! From a position back to where the search began: the pushes that led to it.

use crate::search::bitset::Bits;
use crate::sokoban::rules::pushes::Push;

use super::Search;
use super::store::{Entry, NO_PARENT};

impl<const W: usize> Search<'_, W> {
    /// The number of a position, if it is known; `player` is any square of his region.
    pub fn number_of(&self, boxes: &Bits<W>, player: u16) -> Option<u32> {
        let reach = || self.room.reach(player, boxes);
        let entry = match self.symmetry.least(boxes) {
            None => self.space.store.find(boxes, player),
            Some((image, stored)) => {
                let squares = reach().iter();
                let least = squares
                    .map(|square| self.symmetry.image(image, square))
                    .min();
                self.space.store.find(&stored, least.unwrap_or(player))
            }
        };
        match entry {
            Entry::Old(number) => Some(number),
            Entry::New(_) => None,
        }
    }

    /// This position and all before it, back to the first one.
    fn line(&self, number: u32) -> Vec<u32> {
        let mut numbers = vec![number];
        let mut at = self.space.store.node(number).parent;
        while at != NO_PARENT {
            numbers.push(at);
            at = self.space.store.node(at).parent;
        }
        numbers
    }

    /// The pushes from the start to a position, each turned back from the images that were stored, and the real square for each
    /// square of the position as it is stored.
    pub fn path(&self, number: u32) -> (Vec<Push>, Vec<u16>) {
        let level = self.room.level;
        let mut real: Vec<u16> = (0..).take(level.squares()).collect();
        let mut pushes = Vec::new();
        for step in self.line(number).windows(2).rev() {
            let &[child, parent] = step else { break };
            let push = self.space.store.node(child).push;
            let (from, direction) = (push / 4, usize::from(push % 4));
            let to = level.step(from, direction);
            pushes.push(self.real_push(from, to, &real));
            let boxes = self.space.store.boxes::<W>(parent);
            let boxes = level.moved(boxes, from, to);
            self.turn(&boxes, &mut real);
        }
        (pushes, real)
    }

    /// What the squares really are after a box set has been replaced by its least image.
    fn turn(&self, boxes: &Bits<W>, real: &mut Vec<u16>) {
        if let Some((image, _)) = self.symmetry.least(boxes) {
            let origin = |square| usize::from(self.symmetry.origin(image, square));
            *real = (0..)
                .take(real.len())
                .map(|square| real[origin(square)])
                .collect();
        }
    }

    fn real_push(&self, from: u16, to: u16, real: &[u16]) -> Push {
        let (from, to) = (real[usize::from(from)], real[usize::from(to)]);
        let near = self.room.level.near[usize::from(from)];
        let direction = near.iter().position(|&next| next == to);
        (from, direction.unwrap_or(0))
    }

    /// The pushes of a whole solution: from the start to a position of this search, and on by the pulls of its partner undone.
    pub fn joined(&self, mine: u32, partner: &Self, theirs: u32) -> Vec<Push> {
        let (mut pushes, real) = self.path(mine);
        // The partner's position may be one of which this search has stored an image.
        let boxes = partner.space.store.boxes::<W>(theirs);
        let level = self.room.level;
        let mut image: Vec<u16> = (0..).take(level.squares()).collect();
        if let Some((number, _)) = self.symmetry.least(&boxes) {
            for square in &mut image {
                *square = self.symmetry.image(number, *square);
            }
        }
        for square in &mut image {
            *square = real[usize::from(*square)];
        }
        for number in partner.line(theirs) {
            let node = partner.space.store.node(number);
            if node.parent != NO_PARENT {
                let (pulled_from, direction) = (node.push / 4, usize::from(node.push % 4));
                let pulled_to = level.step(pulled_from, direction);
                pushes.push(self.real_push(pulled_to, pulled_from, &image));
            }
        }
        pushes
    }
}
