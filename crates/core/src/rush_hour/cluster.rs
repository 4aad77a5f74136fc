//! A cluster, all positions that can be reached from one another, with the distance of each from the
//! nearest solved position: hints, "you are this far away", and what makes a puzzle hard for people
//! all follow from it.

use super::search::Domain;
use super::search::goal_distances::GoalDistances;
use crate::search::{Budget, Stop};

use super::board::{Board, Slide};
use super::canonical::least_text;
use super::layout::Layout;
use super::packed::Packed;
use super::traffic::Traffic;

/// All positions that can be reached from a board, with their distances.
pub struct Cluster(Box<dyn Measured>);

/// Which of the two measures a distance counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Moves,
    Steps,
}

impl Cluster {
    /// Explores and measures.
    ///
    /// # Errors
    /// When the budget ends before.
    pub fn measure(board: Board, unit: Unit, budget: &mut Budget) -> Result<Self, Stop> {
        Ok(Self(match (Layout::<1>::fits(&board), unit) {
            (true, Unit::Moves) => Box::new(InWords::<1, false>::measure(board, budget)?),
            (true, Unit::Steps) => Box::new(InWords::<1, true>::measure(board, budget)?),
            (false, Unit::Moves) => Box::new(InWords::<4, false>::measure(board, budget)?),
            (false, Unit::Steps) => Box::new(InWords::<4, true>::measure(board, budget)?),
        }))
    }

    /// The number of positions.
    #[must_use]
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// How many positions there are at each distance from the nearest solved one; empty if none is.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        self.0.histogram()
    }

    /// The position with that text, if it belongs to the cluster.
    #[must_use]
    pub fn find(&self, cells: &str) -> Option<Found<'_>> {
        let node = self.0.find(cells)?;
        Some(Found {
            cluster: &*self.0,
            node,
        })
    }

    /// The position farthest from any solution, of several the one with the least text; and how far.
    #[must_use]
    pub fn farthest(&self) -> Option<(String, u32)> {
        self.0.farthest()
    }

    /// The least text of all positions, the vehicles named in order of appearance.
    ///
    /// # Errors
    /// When the budget ends before.
    pub fn canonical(&self, budget: &mut Budget) -> Result<String, Stop> {
        self.0.canonical(budget)
    }

    /// The cells that are occupied in every position, walls among them.
    #[must_use]
    pub fn always_blocked(&self) -> Vec<usize> {
        self.0.always_blocked()
    }
}

/// A position of a cluster.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    cluster: &'a dyn Measured,
    node: u32,
}

impl Found<'_> {
    /// The distance from the nearest solved position, if there is one.
    #[must_use]
    pub fn distance(self) -> Option<u32> {
        self.cluster.distance(self.node)
    }

    /// Every slide that begins a shortest solution, in order.
    #[must_use]
    pub fn best_slides(self) -> Vec<Slide> {
        self.cluster.best_slides(self.node)
    }

    /// The number of different shortest solutions, or the greatest number there is if they are more.
    ///
    /// # Errors
    /// When the budget ends before.
    pub fn shortest_solutions(self, budget: &mut Budget) -> Result<u128, Stop> {
        self.cluster.shortest_solutions(self.node, budget)
    }
}

/// A cluster, whatever the shape of its positions.
trait Measured: Send + Sync {
    fn size(&self) -> usize;
    fn histogram(&self) -> &[u64];
    fn find(&self, cells: &str) -> Option<u32>;
    fn farthest(&self) -> Option<(String, u32)>;
    fn canonical(&self, budget: &mut Budget) -> Result<String, Stop>;
    fn always_blocked(&self) -> Vec<usize>;
    fn distance(&self, node: u32) -> Option<u32>;
    fn best_slides(&self, node: u32) -> Vec<Slide>;
    fn shortest_solutions(&self, node: u32, budget: &mut Budget) -> Result<u128, Stop>;
}

struct InWords<const WORDS: usize, const STEPS: bool> {
    board: Board,
    traffic: Traffic<WORDS, STEPS>,
    distances: GoalDistances<Packed<WORDS>>,
}

impl<const WORDS: usize, const STEPS: bool> InWords<WORDS, STEPS> {
    fn measure(board: Board, budget: &mut Budget) -> Result<Self, Stop> {
        let traffic = Traffic::new(&board, Layout::new(&board));
        let start = traffic.layout.start(&board);
        let is_goal = |position: &_| traffic.exit.places_to_go(position) == 0;
        let distances = GoalDistances::measure(&traffic, start, is_goal, budget)?;
        Ok(Self {
            board,
            traffic,
            distances,
        })
    }

    fn text(&self, node: u32) -> String {
        let position = self.distances.space().position(node);
        self.board.text_at(self.traffic.layout.places(position))
    }
}

impl<const WORDS: usize, const STEPS: bool> Measured for InWords<WORDS, STEPS> {
    fn size(&self) -> usize {
        self.distances.space().len()
    }

    fn histogram(&self) -> &[u64] {
        self.distances.histogram()
    }

    fn find(&self, cells: &str) -> Option<u32> {
        let offsets = self.board.offsets_in(cells)?;
        let position = self.traffic.layout.pack(offsets);
        self.distances.space().find(&position)
    }

    fn farthest(&self) -> Option<(String, u32)> {
        let nodes = self.distances.farthest();
        let (text, node) = nodes.map(|node| (self.text(node), node)).min()?;
        Some((text, self.distance(node)?))
    }

    fn canonical(&self, budget: &mut Budget) -> Result<String, Stop> {
        let positions = self.distances.space().positions();
        least_text(&self.board, &self.traffic.layout, positions, budget)
    }

    fn always_blocked(&self) -> Vec<usize> {
        let positions = self.distances.space().positions();
        let occupied = positions.map(|position| position.occupied);
        let Some(common) = occupied.reduce(|common, cells| common.and(&cells)) else {
            return Vec::new();
        };
        let cells = 0..self.board.width * self.board.height;
        cells.filter(|&cell| common.has(cell)).collect()
    }

    fn distance(&self, node: u32) -> Option<u32> {
        self.distances.distance(node)
    }

    fn best_slides(&self, node: u32) -> Vec<Slide> {
        let space = self.distances.space();
        let mut best = Vec::new();
        self.distances.nearer(&self.traffic, node, |neighbour| {
            let (from, to) = (space.position(node), space.position(neighbour));
            best.extend(slide_between(&self.board, &self.traffic.layout, from, to));
        });
        best.sort_unstable();
        best
    }

    fn shortest_solutions(&self, node: u32, budget: &mut Budget) -> Result<u128, Stop> {
        self.distances.shortest_ways(&self.traffic, node, budget)
    }
}

fn slide_between<const WORDS: usize>(
    board: &Board,
    layout: &Layout<WORDS>,
    from: &Packed<WORDS>,
    to: &Packed<WORDS>,
) -> Option<Slide> {
    let (number, [from, to]) = layout.difference(from, to)?;
    Some(Slide {
        letter: board.vehicles[number].letter,
        cells: i32::try_from(to).ok()? - i32::try_from(from).ok()?,
    })
}

/// Every legal slide, in the order of letters and then of cells.
#[must_use]
pub fn slides(board: &Board) -> Vec<Slide> {
    if Layout::<1>::fits(board) {
        slides_in::<1>(board)
    } else {
        slides_in::<4>(board)
    }
}

fn slides_in<const WORDS: usize>(board: &Board) -> Vec<Slide> {
    let traffic = Traffic::<WORDS, false>::new(board, Layout::new(board));
    let start = traffic.layout.start(board);
    let mut slides = Vec::new();
    traffic.expand(&start, 0, |child| {
        slides.extend(slide_between(
            board,
            &traffic.layout,
            &start,
            &child.position,
        ));
    });
    slides.sort_unstable();
    slides
}

/// The number of sequences of 0, 1, … `depth` slides, which go on past solved positions.
///
/// # Errors
/// When the budget ends before.
pub fn perft(board: &Board, depth: u32, budget: &mut Budget) -> Result<Vec<u128>, Stop> {
    if Layout::<1>::fits(board) {
        perft_in::<1>(board, depth, budget)
    } else {
        perft_in::<4>(board, depth, budget)
    }
}

fn perft_in<const WORDS: usize>(
    board: &Board,
    depth: u32,
    budget: &mut Budget,
) -> Result<Vec<u128>, Stop> {
    let traffic = Traffic::<WORDS, false>::new(board, Layout::new(board));
    super::search::perft::perft(&traffic, traffic.layout.start(board), depth, budget)
}
