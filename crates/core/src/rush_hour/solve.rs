//! A shortest solution, by whichever measure of length.

use super::search::Space;
use super::search::breadth_first::{Outcome, Until, search};
use super::search::lightest::lightest_path;
use crate::search::{Budget, Stop};

use super::board::{Board, Slide};
use super::layout::Layout;
use super::packed::Packed;
use super::prunings::{Prunings, Reticent};
use super::reduce::reduced;
use super::traffic::Traffic;

/// What makes a solution short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Slides of any length.
    Moves,
    /// Cells slid over.
    Steps,
    /// Slides first; among solutions with the fewest of them, cells.
    MovesThenSteps,
}

/// What a solver found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A shortest solution.
    Solved(Vec<Slide>),
    Unsolvable,
    Stopped(Stop),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// No solution costs less, in the metric's first measure. None where there is no solution.
    pub bound: Option<u32>,
    /// Positions expanded.
    pub nodes: u64,
}

/// Memory that one solve leaves to the next.
#[derive(Default)]
pub struct Workspace {
    small: Space<Packed<1>>,
    large: Space<Packed<4>>,
}

impl Workspace {
    /// Gives back the memory that a big board has left.
    pub fn trim(&mut self) {
        self.small.trim();
        self.large.trim();
    }
}

/// Solves a board.
pub fn solve(
    board: &Board,
    metric: Metric,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Answer {
    solve_with(board, metric, Prunings::ALL, workspace, budget)
}

/// Solves a board with only these prunings: for those who try each of them alone.
pub fn solve_with(
    board: &Board,
    metric: Metric,
    prunings: Prunings,
    workspace: &mut Workspace,
    budget: &mut Budget,
) -> Answer {
    let before = budget.nodes();
    let (verdict, bound) = if board.is_solved() {
        (Verdict::Solved(Vec::new()), Some(0))
    } else if Layout::<1>::fits(board) {
        solve_in(board, metric, prunings, &mut workspace.small, budget)
    } else {
        solve_in(board, metric, prunings, &mut workspace.large, budget)
    };
    Answer {
        verdict,
        bound,
        nodes: budget.nodes() - before,
    }
}

/// The verdict, and the least possible cost.
type Judged = (Verdict, Option<u32>);

fn solve_in<const WORDS: usize>(
    board: &Board,
    metric: Metric,
    prunings: Prunings,
    space: &mut Space<Packed<WORDS>>,
    budget: &mut Budget,
) -> Judged {
    let layout = Layout::new(board);
    let fewer = if prunings.places {
        let Some(reduced) = reduced(board, &layout) else {
            return (Verdict::Unsolvable, None);
        };
        reduced
    } else {
        layout.clone()
    };
    match metric {
        Metric::Moves => fewest_moves(board, fewer, Until::FirstGoal, prunings, space, budget),
        Metric::MovesThenSteps => {
            let until = Until::AllNearestGoals;
            fewest_moves(board, layout, until, prunings, space, budget)
        }
        Metric::Steps => fewest_steps(board, layout, prunings, space, budget),
    }
}

/// Searches with all that the traffic knows, or with part of it.
fn search_with<const WORDS: usize, const STEPS: bool>(
    traffic: &Traffic<WORDS, STEPS>,
    board: &Board,
    is_goal: impl Fn(&Packed<WORDS>) -> bool,
    until: Until,
    prunings: Prunings,
    space: &mut Space<Packed<WORDS>>,
    budget: &mut Budget,
) -> Outcome {
    let start = traffic.layout.start(board);
    if prunings == Prunings::ALL {
        search(traffic, start, is_goal, until, space, budget)
    } else {
        let reticent = Reticent::new(traffic, prunings, STEPS);
        search(&reticent, start, is_goal, until, space, budget)
    }
}

/// The search ends where the red car's way is free, one slide early: that spares it the last layer.
fn fewest_moves<const WORDS: usize>(
    board: &Board,
    layout: Layout<WORDS>,
    until: Until,
    prunings: Prunings,
    space: &mut Space<Packed<WORDS>>,
    budget: &mut Budget,
) -> Judged {
    let traffic = Traffic::<WORDS, false>::new(board, layout);
    let is_goal = |position: &_| traffic.exit.is_free(position);
    match search_with(&traffic, board, is_goal, until, prunings, space, budget) {
        Outcome::Found { node, depth } => {
            let path = match until {
                Until::FirstGoal => Ok(space.path_to(node)),
                Until::AllNearestGoals => lightest_path(&traffic, space, budget),
            };
            let verdict = path.map_or_else(Verdict::Stopped, |path| {
                Verdict::Solved(slides_along(board, &traffic.layout, &path).driven_out())
            });
            (verdict, Some(depth + 1))
        }
        Outcome::Exhausted => (Verdict::Unsolvable, None),
        Outcome::Stopped { stop, depth } => (Verdict::Stopped(stop), Some(depth + 2)),
    }
}

fn fewest_steps<const WORDS: usize>(
    board: &Board,
    layout: Layout<WORDS>,
    prunings: Prunings,
    space: &mut Space<Packed<WORDS>>,
    budget: &mut Budget,
) -> Judged {
    let traffic = Traffic::<WORDS, true>::new(board, layout);
    let is_goal = |position: &_| traffic.exit.places_to_go(position) == 0;
    let until = Until::FirstGoal;
    match search_with(&traffic, board, is_goal, until, prunings, space, budget) {
        Outcome::Found { node, depth } => {
            let path = space.path_to(node);
            let drive = slides_along(board, &traffic.layout, &path);
            (Verdict::Solved(drive.slides), Some(depth))
        }
        Outcome::Exhausted => (Verdict::Unsolvable, None),
        Outcome::Stopped { stop, depth } => (Verdict::Stopped(stop), Some(depth + 1)),
    }
}

/// Slides, and where they have brought the vehicles.
struct Drive {
    board: Board,
    slides: Vec<Slide>,
}

impl Drive {
    /// Slides a vehicle; what it does in a row is one slide.
    fn slide(&mut self, number: usize, to: usize) {
        let vehicle = &mut self.board.vehicles[number];
        let cells = signed(to) - signed(vehicle.offset);
        vehicle.offset = to;
        let letter = vehicle.letter;
        match self.slides.last_mut() {
            Some(last) if last.letter == letter => last.cells += cells,
            _ => self.slides.push(Slide { letter, cells }),
        }
    }

    /// The slides with the red car's last.
    fn driven_out(mut self) -> Vec<Slide> {
        let red = self.board.red_car();
        self.slide(self.board.red, self.board.width - red.length);
        self.slides
    }
}

/// The slides between neighbouring positions, none longer than it has to be.
fn slides_along<const WORDS: usize>(
    board: &Board,
    layout: &Layout<WORDS>,
    path: &[Packed<WORDS>],
) -> Drive {
    let mut drive = Drive {
        board: board.clone(),
        slides: Vec::new(),
    };
    for pair in path.windows(2) {
        if let Some((number, [_, place])) = layout.difference(&pair[0], &pair[1]) {
            let run = &layout.offsets(&layout.tracks[number])[place];
            let offset = drive.board.vehicles[number].offset;
            drive.slide(number, offset.clamp(*run.start(), *run.end()));
        }
    }
    drive
}

/// An offset, which is small, as a number that can be subtracted.
fn signed(offset: usize) -> i32 {
    i32::try_from(offset).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_of_positions_search_alike() {
        for cells in [
            "ZBBBCCZDEE.FZDAA.FGGGH.F..IHJJKKI...",
            ".xZZx...BCDDAABC..EFFCGHE.IIGHJJJ.GH",
            "........B.AA.B...........",
        ] {
            let board = Board::parse(cells, cells.len().isqrt(), b'A').expect("a board");
            for metric in [Metric::Moves, Metric::Steps, Metric::MovesThenSteps] {
                let mut one = Budget::unlimited();
                let mut four = Budget::unlimited();
                let all = Prunings::ALL;
                let narrow = solve_in::<1>(&board, metric, all, &mut Space::default(), &mut one);
                let wide = solve_in::<4>(&board, metric, all, &mut Space::default(), &mut four);
                assert_eq!((narrow, one.nodes()), (wide, four.nodes()));
            }
        }
    }
}
