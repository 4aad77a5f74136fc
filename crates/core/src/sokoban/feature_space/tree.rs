//! The tree of positions that were tried, and the cells in which untried moves wait for their turn.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::search::bitset::Bits;
use crate::search::hash::{Map, Set};

use super::Child;
use super::features::{Cell, Cells, Order, WEIGHT_AT};

pub(super) const NO_PARENT: u32 = u32::MAX;

/// A position in the tree, and the move that led there.
pub(super) struct Node<const W: usize> {
    pub boxes: Bits<W>,
    /// The least square that the player can reach.
    pub region: u16,
    pub from: u16,
    pub to: u16,
    pub parent: u32,
    pub weight: u32,
    /// Pushes on the way here.
    pub pushes: u32,
    /// The best cell on the way here.
    pub cell: Cell,
}

/// A move that nobody has tried yet. The lightest comes first, of equally light ones the best, then the oldest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Untried {
    /// Weight, features and pushes, in this order.
    key: u64,
    pub parent: u32,
    pub from: u16,
    pub to: u16,
    /// The least square that the player can reach then.
    pub region: u16,
    pub pushes: u16,
}

impl Untried {
    /// What leads to a position from which a tree begins.
    pub const NONE: Self = Self {
        key: 0,
        parent: NO_PARENT,
        from: 0,
        to: 0,
        region: 0,
        pushes: 0,
    };
}

/// What a move weighs that leads away from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weighing {
    /// What all moves on the way weigh together: plans of recommended moves come first, then those with one other move, and so on.
    Whole,
    /// What the move itself weighs.
    Last,
}

/// How a tree searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub weighing: Weighing,
    /// What is important to it.
    pub order: Order,
    pub cells: Cells,
    /// Whether every other turn is the best cell's.
    pub favours_best: bool,
}

/// A search tree.
pub(super) struct Tree<const W: usize> {
    pub manner: Manner,
    pub nodes: Vec<Node<W>>,
    cells: Vec<BinaryHeap<Reverse<Untried>>>,
    numbers: Map<Cell, usize>,
    turn: usize,
    /// The cells in which moves may wait, by name: the best first.
    best: BTreeMap<Cell, usize>,
    is_bests_turn: bool,
    /// How many moves wait in all cells.
    waiting: usize,
    seen: Set<(Bits<W>, u16)>,
}

impl<const W: usize> Tree<W> {
    pub fn new(manner: Manner) -> Self {
        Self {
            manner,
            best: BTreeMap::new(),
            is_bests_turn: false,
            nodes: Vec::new(),
            cells: Vec::new(),
            numbers: Map::default(),
            turn: 0,
            waiting: 0,
            seen: Set::default(),
        }
    }

    /// Whether a position was tried, in this tree.
    #[inline]
    pub fn has(&self, boxes: &Bits<W>, region: u16) -> bool {
        self.seen.contains(&(*boxes, region))
    }

    /// Marks a position as tried; false if it was already.
    pub fn enter(&mut self, boxes: &Bits<W>, region: u16) -> bool {
        self.seen.insert((*boxes, region))
    }

    #[expect(clippy::cast_possible_truncation, reason = "memory ends before")]
    pub fn add(&mut self, node: Node<W>) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    pub fn node(&self, number: u32) -> &Node<W> {
        &self.nodes[number as usize]
    }

    /// What positions weigh to which this move leads.
    pub const fn weight_after(&self, untried: &Untried) -> u32 {
        match self.manner.weighing {
            Weighing::Whole => (untried.key >> WEIGHT_AT) as u32,
            Weighing::Last => 0,
        }
    }

    /// Lets the moves of a position wait in its cell.
    pub fn wait(&mut self, parent: u32, children: &[Child<W>]) {
        let (weight, cell) = (self.node(parent).weight, self.node(parent).cell);
        let next = self.cells.len();
        let number = *self.numbers.entry(cell).or_insert(next);
        if number == next {
            self.cells.push(BinaryHeap::new());
        }
        self.best.insert(cell, number);
        for child in children.iter().filter(|child| !child.is_lost) {
            self.waiting += 1;
            self.cells[number].push(Reverse(Untried {
                key: child.features.key(
                    self.manner.order,
                    weight + u32::from(!child.is_advised),
                    child.pushes,
                ),
                parent,
                from: child.from,
                to: child.to,
                region: child.region,
                pushes: child.pushes,
            }));
        }
    }

    /// The first move of the cell whose turn it is, or of the best cell.
    pub fn next_move(&mut self) -> Option<Untried> {
        self.is_bests_turn = !self.is_bests_turn;
        if self.manner.favours_best && self.is_bests_turn {
            while let Some(best) = self.best.first_entry() {
                if let Some(Reverse(untried)) = self.cells[*best.get()].pop() {
                    self.waiting -= 1;
                    return Some(untried);
                }
                best.remove();
            }
        }
        for _ in 0..self.cells.len() {
            self.turn = (self.turn + 1) % self.cells.len();
            if let Some(Reverse(untried)) = self.cells[self.turn].pop() {
                self.waiting -= 1;
                return Some(untried);
            }
        }
        None
    }

    /// What the tree takes at most; a list that grows takes up to three times what it holds.
    pub fn bytes(&self) -> usize {
        let node = size_of::<Node<W>>() + size_of::<(Bits<W>, u16)>();
        3 * (self.nodes.len() * node + self.waiting * size_of::<Untried>())
    }

    /// Drops the worse half of the moves that wait in each cell.
    pub fn forget_worst(&mut self) {
        self.waiting = 0;
        for cell in &mut self.cells {
            let mut moves = std::mem::take(cell).into_vec();
            moves.sort_unstable_by(|one, other| other.cmp(one));
            moves.truncate(moves.len() / 2 + 1);
            moves.shrink_to_fit();
            self.waiting += moves.len();
            *cell = moves.into();
        }
    }

    /// The numbers of the positions from the start to this one.
    pub fn line(&self, number: u32) -> Vec<u32> {
        let mut line = vec![number];
        let mut at = self.node(number).parent;
        while at != NO_PARENT {
            line.push(at);
            at = self.node(at).parent;
        }
        line.reverse();
        line
    }
}
