//! The search for all positions that no lemma excuses.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::search::bitset::Bits;
use crate::search::hash::Map;
use crate::search::{Budget, Stop};
use crate::sokoban::rules::level::Level;

use super::prices::Prices;
use super::traps::{Ground, Trap, Traps};
use super::{Claim, Group, Proof};

/// Where moves count as well, a push counts as many moves as no solution has.
const MANY: u64 = 1 << 40;
/// What a position takes beside its boxes, with its share of the table and of the queue.
const BYTES_A_POSITION: usize = 64;

/// What pushes and the steps of walks cost, and what a better solution would have to stay below.
#[derive(Clone, Copy)]
struct Costs {
    push: u64,
    step: u64,
    limit: u64,
}

impl Costs {
    fn of(claim: Claim) -> Self {
        let (push, step, limit) = match claim {
            Claim::Unsolvable => (0, 0, 1),
            Claim::Pushes(pushes) => (1, 0, pushes.into()),
            Claim::Moves(moves) => (1, 1, moves.into()),
            Claim::PushesThenMoves(pushes, moves) => {
                (MANY + 1, 1, MANY * u64::from(pushes) + u64::from(moves))
            }
        };
        Self { push, step, limit }
    }

    /// How many pushes cost as much as is missing at this cost.
    fn needed(&self, cost: u64) -> i64 {
        let missing = self.limit.saturating_sub(cost);
        i64::try_from(missing.div_ceil(self.push.max(1))).unwrap_or(i64::MAX)
    }
}

/// A position and the least cost of coming there.
struct Node<const W: usize> {
    boxes: Bits<W>,
    player: u16,
    cost: u64,
}

/// The positions found, by boxes and the player's place: the first that he can reach, unless steps count.
struct Found<const W: usize> {
    nodes: Vec<Node<W>>,
    numbers: Map<(Bits<W>, u16), u32>,
}

impl<const W: usize> Default for Found<W> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            numbers: Map::default(),
        }
    }
}

/// A push: the position after it and what it costs to come there, and the square of the box.
struct Pushed<const W: usize> {
    boxes: Bits<W>,
    player: u16,
    cost: u64,
    to: u16,
}

pub(super) struct Prover<'a, const W: usize> {
    ground: Ground<'a, W>,
    costs: Costs,
    prices: Prices,
    traps: Traps<W>,
    /// The number of each square in reading order.
    ranks: Vec<u16>,
    is_learning: bool,
    cells: Vec<usize>,
}

impl<'a, const W: usize> Prover<'a, W> {
    pub fn new(level: &'a Level, claim: Claim) -> Self {
        let mut squares: Vec<u16> = (0..).take(level.squares()).collect();
        squares.sort_unstable_by_key(|&square| level.place(square));
        let mut ranks = vec![0; squares.len()];
        for (rank, &square) in (0..).zip(&squares) {
            ranks[usize::from(square)] = rank;
        }
        Self {
            ground: Ground::new(level),
            costs: Costs::of(claim),
            prices: Prices::new(level, claim != Claim::Unsolvable),
            traps: Traps::new(level.squares()),
            ranks,
            is_learning: true,
            cells: Vec::new(),
        }
    }

    /// The proof; none if the claim is false.
    pub fn prove(mut self, budget: &mut Budget) -> Result<Option<Proof>, Stop> {
        if self.costs.push == 0 && !self.is_start_excused() {
            let (boxes, player) = (self.ground.room.start, self.ground.room.level.player);
            self.traps.learn_any(&self.ground, &boxes, player, budget)?;
        }
        if self.search(budget)?.is_none() {
            return Ok(None);
        }
        self.is_learning = false;
        self.prices.sort();
        let mut traps = std::mem::replace(&mut self.traps, Traps::new(0));
        traps.sort(|trap| self.sequence(trap));
        self.traps = traps;
        let Some(found) = self.search(budget)? else {
            return Ok(None);
        };
        self.note_what_is_used(&found);
        let mut positions: Vec<_> = found.nodes.iter().map(|node| self.position(node)).collect();
        positions.sort_unstable();
        let traps = self.traps.used(&self.ground);
        let traps = traps.iter().map(|trap| self.group(&trap.boxes, &trap.zone));
        let goals = &self.ground.room.level.goals;
        let mut order: Vec<usize> = (0..goals.len()).collect();
        order.sort_unstable_by_key(|&goal| self.ranks[usize::from(goals[goal])]);
        let in_order = |prices: &[i32]| order.iter().map(|&goal| prices[goal]).collect();
        Ok(Some(Proof {
            prices: self.prices.used().map(in_order).collect(),
            traps: traps.collect(),
            positions,
        }))
    }

    fn group(&self, boxes: &Bits<W>, places: &Bits<W>) -> Group {
        let rank = |square: u16| self.ranks[usize::from(square)];
        let mut boxes: Vec<u16> = boxes.iter().map(rank).collect();
        boxes.sort_unstable();
        (boxes, places.iter().map(rank).min().unwrap_or(0))
    }

    fn position(&self, node: &Node<W>) -> Group {
        let places = if self.costs.step > 0 {
            Bits::of([node.player])
        } else {
            self.ground.room.reach(node.player, &node.boxes)
        };
        self.group(&node.boxes, &places)
    }

    /// Traps are in the order of their texts: the boxes, then the player.
    fn sequence(&self, trap: &Trap<W>) -> Vec<u16> {
        let (mut squares, player) = self.group(&trap.boxes, &trap.zone);
        squares.push(player);
        squares
    }

    /// All positions that nothing excuses; none if one of them is solved.
    fn search(&mut self, budget: &mut Budget) -> Result<Option<Found<W>>, Stop> {
        let room = &self.ground.room;
        let (boxes, player) = (room.start, room.level.player);
        let reach = room.reach(player, &boxes);
        let mut found = Found::default();
        if self.is_start_excused() {
            return Ok(Some(found));
        }
        let mut waiting = BinaryHeap::from([Reverse((0, 0))]);
        found.numbers.insert((boxes, self.place(player, &reach)), 0);
        found.nodes.push(Node {
            boxes,
            player,
            cost: 0,
        });
        let mut pushes = Vec::new();
        while let Some(Reverse((cost, number))) = waiting.pop() {
            let node = &found.nodes[number as usize];
            if cost > node.cost {
                continue;
            }
            if self.ground.room.goals.minus(&node.boxes).is_empty() {
                return Ok(None);
            }
            budget.tick(u32::try_from(cost / self.costs.push.max(1)).unwrap_or(u32::MAX))?;
            if found.nodes.len() * (size_of::<Node<W>>() * 2 + BYTES_A_POSITION) > budget.memory() {
                return Err(Stop::Memory);
            }
            let reach = self.pushes(node, &mut pushes);
            for pushed in pushes.drain(..) {
                let after = self.reach_after(&reach, &pushed);
                let name = (pushed.boxes, self.place(pushed.player, &after));
                let number = match found.numbers.get(&name) {
                    Some(&number) => {
                        let known = &mut found.nodes[number as usize];
                        if pushed.cost >= known.cost {
                            continue;
                        }
                        known.cost = pushed.cost;
                        number
                    }
                    None if self.is_excused(&pushed, &after) => continue,
                    None => {
                        let number = u32::try_from(found.nodes.len()).map_err(|_| Stop::Memory)?;
                        found.numbers.insert(name, number);
                        let Pushed {
                            boxes,
                            player,
                            cost,
                            ..
                        } = pushed;
                        found.nodes.push(Node {
                            boxes,
                            player,
                            cost,
                        });
                        number
                    }
                };
                waiting.push(Reverse((pushed.cost, number)));
            }
        }
        Ok(Some(found))
    }

    /// Asks what excuses the pushes that lead out of the positions found, as the checker will.
    fn note_what_is_used(&mut self, found: &Found<W>) {
        self.prices.sort();
        self.traps.forget_uses();
        if found.nodes.is_empty() {
            self.is_start_excused();
        }
        let mut pushes = Vec::new();
        for node in &found.nodes {
            let reach = self.pushes(node, &mut pushes);
            for pushed in pushes.drain(..) {
                let after = self.reach_after(&reach, &pushed);
                if !found
                    .numbers
                    .contains_key(&(pushed.boxes, self.place(pushed.player, &after)))
                {
                    self.is_excused(&pushed, &after);
                }
            }
        }
    }

    fn reach_after(&self, before: &Bits<W>, pushed: &Pushed<W>) -> Bits<W> {
        let Pushed {
            boxes, player, to, ..
        } = pushed;
        self.ground.room.reach_after(before, boxes, *player, *to)
    }

    fn place(&self, player: u16, reach: &Bits<W>) -> u16 {
        if self.costs.step > 0 {
            player
        } else {
            reach.first().unwrap_or(player)
        }
    }

    /// Lists every push from a position that does not lose the box; where the player can get.
    fn pushes(&self, node: &Node<W>, pushes: &mut Vec<Pushed<W>>) -> Bits<W> {
        let room = &self.ground.room;
        let mut cost = node.cost + self.costs.push;
        let mut ring = if self.costs.step > 0 {
            Bits::of([node.player])
        } else {
            room.reach(node.player, &node.boxes)
        };
        let mut reach = ring;
        while !ring.is_empty() {
            let found = self.ground.pushes(&node.boxes, &ring);
            pushes.extend(found.map(|(boxes, player, to)| Pushed {
                boxes,
                player,
                cost,
                to,
            }));
            ring = room.beside(&ring).minus(&reach).minus(&node.boxes);
            reach = reach.or(&ring);
            cost += self.costs.step;
        }
        reach
    }

    fn is_excused(&mut self, pushed: &Pushed<W>, reach: &Bits<W>) -> bool {
        let Pushed {
            boxes,
            player,
            cost,
            to,
        } = pushed;
        self.are_dear(boxes, *player, *cost)
            || self.traps.hold(boxes, *player, *to)
            || self.is_learning && self.traps.learn(&self.ground, boxes, reach, *to)
    }

    fn is_start_excused(&mut self) -> bool {
        let (boxes, player) = (self.ground.room.start, self.ground.room.level.player);
        let mut squares = boxes.iter();
        squares.any(|square| self.ground.is_lost(square, player))
            || self.are_dear(&boxes, player, 0)
            || boxes
                .iter()
                .any(|square| self.traps.hold(&boxes, player, square))
    }

    /// Whether prices show that a solution would cost too much.
    fn are_dear(&mut self, boxes: &Bits<W>, player: u16, cost: u64) -> bool {
        let needed = self.costs.needed(cost);
        let distances = &self.ground.distances;
        self.cells.clear();
        self.cells
            .extend(boxes.iter().map(|square| distances.cell(square, player)));
        needed <= 0
            || self.prices.show(&self.cells, needed)
            || self.is_learning && self.prices.learn(distances, &self.cells, needed)
    }
}
