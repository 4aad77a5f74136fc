//! The shortest way between two positions of a path, among the positions that are not far from it.
//!
//! A* over pushes from the first to the second. What is far is said by how many boxes stand elsewhere than in any
//! position of the path between the two; without that limit a search that ends has proven that there is no shorter way.

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::{Entry, Memory, NO_PARENT, Node};
use crate::sokoban::bounds::distances::Distances;
use crate::sokoban::bounds::matching::Matching;
use crate::sokoban::rules::pushes::{Push, Scene};
use crate::sokoban::rules::room::Room;
use crate::sokoban::rules::walks::Walks;

use super::path::Place;
use super::prices::{MATCHINGS, Prices, Sums, rest};

/// What is asked.
#[derive(Clone, Copy)]
pub(super) struct Question<'a, const W: usize> {
    /// The positions of the path, from the first to the last.
    pub places: &'a [Place<W>],
    /// Whether it matters where the player is in the end.
    pub has_sequel: bool,
    /// How many boxes may stand elsewhere.
    pub strays: u32,
    pub aim: Aim,
    /// Only what costs less is of interest.
    pub limit: u32,
    /// Those of the window.
    pub prices: &'a Prices,
}

/// How a search ended.
pub(super) enum Found {
    /// A shorter way.
    Way(Vec<Push>),
    /// There is none.
    Nothing,
}

/// What searches in windows of one path share.
pub(super) struct Windows<'a, const W: usize> {
    room: &'a Room<'a, W>,
    /// From every square.
    distances: Distances,
    memory: &'a mut Memory,
    bytes: usize,
    matching: Matching,
    walks: Walks,
    pushes: Vec<Push>,
    /// The positions of the path that the one being expanded, or one a push further, may be near to.
    close: Vec<usize>,
}

impl<'a, const W: usize> Windows<'a, W> {
    /// None if that takes more than so many bytes.
    pub fn new(room: &'a Room<'a, W>, memory: &'a mut Memory, bytes: usize) -> Option<Self> {
        let squares = room.level.squares();
        let bytes = bytes.checked_sub(Distances::bytes(squares, squares))?;
        let mut everywhere = room.level.clone();
        everywhere.goals = (0..).take(squares).collect();
        Some(Self {
            room,
            distances: Distances::new(&everywhere, &Bits::<W>::EMPTY),
            memory,
            bytes,
            matching: Matching::default(),
            walks: Walks::default(),
            pushes: Vec::new(),
            close: Vec::new(),
        })
    }

    /// What every search in a window needs to know; none if it is plain that no way costs less than the limit.
    pub fn prices(&mut self, places: &[Place<W>], aim: Aim, limit: u32) -> Option<Prices> {
        let last = places.len() - 1;
        let samples = std::array::from_fn(|part| &places[last * part / MATCHINGS]);
        let target = &places[last].boxes;
        let is_hopeless = |rest| aim.promise(0, rest) >= u64::from(limit);
        Prices::new(
            &self.distances,
            target,
            samples,
            &mut self.matching,
            is_hopeless,
        )
    }

    /// Looks for a way that costs less than the limit.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn search(&mut self, question: &Question<W>, budget: &mut Budget) -> Result<Found, Stop> {
        let places = question.places;
        let (first, last) = (&places[0], &places[places.len() - 1]);
        let mut search = Search {
            end: question
                .has_sequel
                .then(|| stands_for(self.room, question.aim, last)),
            target: last.boxes,
            question,
            shared: self,
        };
        search.run(first, budget)
    }
}

/// The square that a position is stored with.
fn stands_for<const W: usize>(room: &Room<W>, aim: Aim, place: &Place<W>) -> u16 {
    if aim.tracks_moves() {
        return place.player;
    }
    let reach = room.reach(place.player, &place.boxes);
    reach.first().unwrap_or(place.player)
}

struct Search<'a, 'b, const W: usize> {
    question: &'a Question<'a, W>,
    target: Bits<W>,
    /// Where the player has to be in the end, if anywhere.
    end: Option<u16>,
    shared: &'a mut Windows<'b, W>,
}

/// The position being expanded.
struct Here<const W: usize> {
    number: u32,
    node: Node,
    place: Place<W>,
    reach: Bits<W>,
    sums: Sums,
    /// How many boxes stand elsewhere than in the nearest position of the path.
    strays: u32,
}

impl<const W: usize> Search<'_, '_, W> {
    fn run(&mut self, first: &Place<W>, budget: &mut Budget) -> Result<Found, Stop> {
        let memory = &mut *self.shared.memory;
        memory.queue.clear();
        let stride = self.shared.room.level.useful.div_ceil(64);
        memory.store.restart(stride, self.shared.bytes);
        let sums = self.question.prices.of(&self.shared.distances, first);
        let Some(rest) = rest(&sums).filter(|&rest| self.is_of_interest(0, rest)) else {
            return Ok(Found::Nothing);
        };
        let node = Node {
            parent: NO_PARENT,
            cost: 0,
            rest,
            is_expanded: false,
            push: 0,
            player: stands_for(self.shared.room, self.question.aim, first),
        };
        self.enter(&first.boxes, node, budget)?;
        while let Some((key, number)) = self.shared.memory.queue.pop() {
            let mut node = self.shared.memory.store.node(number);
            if node.is_expanded || self.key(&node) != key {
                continue;
            }
            let boxes = self.shared.memory.store.boxes::<W>(number);
            if boxes == self.target && self.end.is_none_or(|end| node.player == end) {
                return Ok(Found::Way(self.way_to(number)));
            }
            budget.tick(node.cost)?;
            node.is_expanded = true;
            self.shared.memory.store.set_node(number, &node);
            self.expand(number, node, boxes, budget)?;
        }
        Ok(Found::Nothing)
    }

    fn is_of_interest(&self, cost: u32, rest: u32) -> bool {
        self.question.aim.promise(cost, rest) < u64::from(self.question.limit)
    }

    fn key(&self, node: &Node) -> (u32, u32) {
        let (first, second) = self.question.aim.key(node.cost, node.rest);
        // Near the path any gain will do, and there will be others; what is complete looks for the greatest.
        let haste = if self.question.strays == u32::MAX {
            0
        } else {
            node.rest
        };
        (first + haste, second)
    }

    fn enter(&mut self, boxes: &Bits<W>, node: Node, budget: &mut Budget) -> Result<(), Stop> {
        let key = self.key(&node);
        let Memory { store, queue } = &mut *self.shared.memory;
        match store.find(boxes, node.player) {
            Entry::Old(number) => {
                if node.cost < store.node(number).cost {
                    store.set_node(number, &node);
                    queue.push(key, number);
                }
            }
            Entry::New(slot) => {
                let number = store.add(slot, boxes, &node, 0, budget)?;
                queue.push(key, number);
            }
        }
        Ok(())
    }

    fn expand(
        &mut self,
        number: u32,
        node: Node,
        boxes: Bits<W>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let room = self.shared.room;
        let place = Place {
            boxes,
            player: node.player,
        };
        let here = Here {
            number,
            node,
            place,
            reach: if self.question.aim.tracks_moves() {
                let walks = &mut self.shared.walks;
                walks.measure(room.level, node.player, &boxes)
            } else {
                room.reach(node.player, &boxes)
            },
            sums: self.question.prices.of(&self.shared.distances, &place),
            strays: self.measure_strays(&boxes),
        };
        let mut pushes = std::mem::take(&mut self.shared.pushes);
        pushes.clear();
        let scene = Scene {
            room,
            boxes: &here.place.boxes,
            reach: &here.reach,
        };
        scene.all_pushes(|_| true, &mut pushes);
        for &push in &pushes {
            self.make(&here, push, budget)?;
        }
        self.shared.pushes = pushes;
        Ok(())
    }

    /// Makes a push, and enters where it leads.
    fn make(&mut self, here: &Here<W>, push: Push, budget: &mut Budget) -> Result<(), Stop> {
        let (from, direction) = push;
        let (room, distances) = (self.shared.room, &self.shared.distances);
        let aim = self.question.aim;
        let to = room.level.step(from, direction);
        let cell = distances.cell(from, here.place.player);
        let sums = self
            .question
            .prices
            .after(&here.sums, cell, distances.cell(to, from));
        let steps = if aim.tracks_moves() {
            self.shared.walks.steps_to_push(room.level, push)
        } else {
            1
        };
        let (Some(rest), Some(cost)) = (rest(&sums), aim.after_push(here.node.cost, steps)) else {
            return Ok(());
        };
        if !self.is_of_interest(cost, rest) {
            return Ok(());
        }
        let mut boxes = here.place.boxes;
        boxes.remove(from);
        boxes.insert(to);
        if !self.is_near(&boxes, here.strays) || self.is_stuck(to, &boxes) {
            return Ok(());
        }
        let player = if aim.tracks_moves() {
            from
        } else {
            let reach = room.reach_after(&here.reach, &boxes, from, to);
            reach.first().unwrap_or(from)
        };
        let node = Node {
            parent: here.number,
            cost,
            rest,
            is_expanded: false,
            push: from * 4 + u16::try_from(direction).unwrap_or(0),
            player,
        };
        self.enter(&boxes, node, budget)
    }

    /// Whether a box can never move again, and does not stand where one is wanted.
    fn is_stuck(&self, square: u16, boxes: &Bits<W>) -> bool {
        let room = self.shared.room;
        room.is_held(square, boxes, |_| true)
            && !room.frozen(boxes, |_| true).minus(&self.target).is_empty()
    }

    /// How many boxes stand elsewhere than in the nearest position of the path; notes which are close.
    fn measure_strays(&mut self, boxes: &Bits<W>) -> u32 {
        let most = self.question.strays;
        if most == u32::MAX {
            return 0;
        }
        let close = &mut self.shared.close;
        close.clear();
        let mut least = u32::MAX;
        for (number, place) in self.question.places.iter().enumerate() {
            let strays = boxes.count_beyond(&place.boxes);
            least = least.min(strays);
            // One push brings one box back to the path.
            if strays <= most + 1 {
                close.push(number);
            }
        }
        least
    }

    /// Whether boxes are near the path, one push from others with so many strays.
    fn is_near(&self, boxes: &Bits<W>, strays: u32) -> bool {
        let most = self.question.strays;
        let mut close = self.shared.close.iter();
        strays < most
            || close.any(|&number| boxes.count_beyond(&self.question.places[number].boxes) <= most)
    }

    fn way_to(&self, number: u32) -> Vec<Push> {
        let store = &self.shared.memory.store;
        let mut node = store.node(number);
        let mut pushes = Vec::new();
        while node.parent != NO_PARENT {
            pushes.push((node.push / 4, usize::from(node.push % 4)));
            node = store.node(node.parent);
        }
        pushes.reverse();
        pushes
    }
}
