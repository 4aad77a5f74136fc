//! Approaches: the ways from an atomic position to the next card that is turned.
//!
//! A breadth-first search in three phases, each of which is given up for the next only if it turns no
//! card at all: moves up to the foundations alone; then also moves down from foundation and stock, but
//! none between piles; then all moves. It does not stop at the first flip: every position with a newly
//! turned card that it comes to is a candidate, with the shortest way there.

use std::ops::Range;

use super::super::arrangement::{State, Step};
use super::ground::{Ground, Kind, Made};
use super::options::Options;
use crate::search::hash::{Map, Set};
use crate::search::{Budget, Stop};

/// A way to a position in which a card has just been turned (or, when all are, to the end).
pub struct Candidate {
    pub state: State,
    pub path: Box<[Step]>,
    /// Face-down cards in its column before the flip.
    pub covered: u32,
    pub stock_uses: u32,
    pub foundation_uses: u32,
    /// The columns touched, a bit each; the lowest seven are piles with cards of their own.
    pub touched: u16,
}

impl Candidate {
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.path)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Up,
    Down,
    All,
}

impl Phase {
    const fn allows(self, kind: Kind) -> bool {
        match kind {
            Kind::TableauToFoundation | Kind::StockToFoundation => true,
            Kind::StockToTableau | Kind::FoundationToTableau => !matches!(self, Self::Up),
            Kind::TableauToTableau => matches!(self, Self::All),
        }
    }
}

/// A position on the way, and what the way has used.
#[derive(Clone, Copy)]
struct Local {
    state: State,
    parent: u32,
    step: Option<Step>,
    steps: u32,
    stock_uses: u32,
    foundation_uses: u32,
    touched: u16,
}

/// Finds the candidates from one atomic position.
pub struct Approach<'a, 'b> {
    pub ground: &'a Ground,
    pub options: &'a Options,
    pub budget: &'a mut Budget<'b>,
    /// Flips so far.
    pub flips: u32,
    /// Bytes that others hold.
    pub held: usize,
}

impl Approach<'_, '_> {
    /// All candidates of the first phase that has any, in the order in which they were found.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn find(mut self, root: State) -> Result<Vec<Candidate>, Stop> {
        for phase in [Phase::Up, Phase::Down, Phase::All] {
            let candidates = self.run(root, phase)?;
            if !candidates.is_empty() {
                return Ok(candidates);
            }
        }
        Ok(Vec::new())
    }

    fn run(&mut self, root: State, phase: Phase) -> Result<Vec<Candidate>, Stop> {
        let mut nodes_left = self.options.max_local_nodes;
        let mut found = Found::default();
        let mut known = Known::new(root);
        for _ in 0..self.options.steps_at(self.flips) {
            for at in known.next_layer() {
                for made in self.moves(known.queue[at].state, phase) {
                    if nodes_left == 0 {
                        return Ok(found.candidates(&known.queue));
                    }
                    nodes_left -= 1;
                    self.budget.tick(self.flips)?;
                    let child = self.child(&known.queue[at], at, &made);
                    if self.is_flip(&made) {
                        found.add(child, self.covered(root, &made));
                    } else {
                        known.add(child, self.is_put_off(&made));
                    }
                }
                if self.held + known.bytes() > self.budget.memory() {
                    return Err(Stop::Memory);
                }
            }
        }
        Ok(found.candidates(&known.queue))
    }

    fn moves(&self, state: State, phase: Phase) -> Vec<Made> {
        let mut moves = Vec::new();
        self.ground.moves(state, &mut |made: Made| {
            if phase.allows(made.kind) {
                moves.push(made);
            }
        });
        moves
    }

    /// A column is not lightly emptied. (Kings that go to an empty one leave none behind: a king at the
    /// bottom of a column has no need to move.)
    fn is_put_off(&self, made: &Made) -> bool {
        let empties = made.empties && made.kind == Kind::TableauToTableau;
        self.options.avoid_empty_unless_king && empties
    }

    fn child(&self, from: &Local, parent: usize, made: &Made) -> Local {
        let stock = matches!(made.kind, Kind::StockToFoundation | Kind::StockToTableau);
        let foundation = made.kind == Kind::FoundationToTableau;
        // What goes home by itself is no step of the way, and not after a flip, which ends it.
        let state = if made.turned.is_some() {
            made.state
        } else {
            self.ground.normalise(made.state, &mut Vec::new())
        };
        Local {
            state,
            parent: index(parent),
            step: Some(made.step),
            steps: from.steps + 1,
            stock_uses: from.stock_uses + u32::from(stock),
            foundation_uses: from.foundation_uses + u32::from(foundation),
            touched: from.touched | self.ground.touched(from.state, made),
        }
    }

    /// Whether a card was turned; or, if there is none left to turn, whether all can go home now.
    fn is_flip(&self, made: &Made) -> bool {
        made.turned.is_some() || self.ground.finish(made.state).is_some()
    }

    fn covered(&self, root: State, made: &Made) -> u32 {
        let frontier = made
            .turned
            .and_then(|pile| self.ground.frontier(root, pile));
        frontier.map_or(0, |(_, hidden)| hidden)
    }
}

impl Local {
    const fn root(state: State) -> Self {
        Self {
            state,
            parent: u32::MAX,
            step: None,
            steps: 0,
            stock_uses: 0,
            foundation_uses: 0,
            touched: 0,
        }
    }
}

/// The positions found, in the order in which they are looked at.
struct Known {
    queue: Vec<Local>,
    /// Come after all others with as many steps.
    put_off: Vec<Local>,
    seen: Set<State>,
    /// So many of the queue are in layers that have begun.
    begun: usize,
}

impl Known {
    fn new(root: State) -> Self {
        Self {
            queue: vec![Local::root(root)],
            put_off: Vec::new(),
            seen: Set::from_iter([root]),
            begun: 0,
        }
    }

    fn add(&mut self, local: Local, is_put_off: bool) {
        if self.seen.insert(local.state) {
            let queue = if is_put_off {
                &mut self.put_off
            } else {
                &mut self.queue
            };
            queue.push(local);
        }
    }

    /// The positions with one step more than those of the layer before.
    fn next_layer(&mut self) -> Range<usize> {
        self.queue.append(&mut self.put_off);
        let layer = self.begun..self.queue.len();
        self.begun = layer.end;
        layer
    }

    fn bytes(&self) -> usize {
        // A list may be half empty, and so may the table of those seen.
        2 * self.seen.len() * (size_of::<Local>() + size_of::<State>())
    }
}

/// The flips found, one for each position after it.
#[derive(Default)]
struct Found {
    flips: Vec<(Local, u32)>,
    by_state: Map<State, usize>,
}

impl Found {
    /// Of the shortest ways to a position, the one with the fewest stock cards, then cards back from foundations.
    fn add(&mut self, flip: Local, covered: u32) {
        let uses = |local: &Local| (local.steps, local.stock_uses, local.foundation_uses);
        if let Some(&number) = self.by_state.get(&flip.state) {
            let known = &mut self.flips[number].0;
            if uses(&flip) < uses(known) {
                *known = flip;
            }
        } else {
            self.by_state.insert(flip.state, self.flips.len());
            self.flips.push((flip, covered));
        }
    }

    fn candidates(&self, queue: &[Local]) -> Vec<Candidate> {
        let candidate = |&(flip, covered): &(Local, u32)| Candidate {
            state: flip.state,
            path: path(&flip, queue),
            covered,
            stock_uses: flip.stock_uses,
            foundation_uses: flip.foundation_uses,
            touched: flip.touched,
        };
        self.flips.iter().map(candidate).collect()
    }
}

fn path(flip: &Local, queue: &[Local]) -> Box<[Step]> {
    let mut steps = Vec::new();
    let mut at = flip;
    while let Some(step) = at.step {
        steps.push(step);
        at = &queue[at.parent as usize];
    }
    steps.reverse();
    steps.into_boxed_slice()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "local searches are far smaller"
)]
const fn index(at: usize) -> u32 {
    at as u32
}
