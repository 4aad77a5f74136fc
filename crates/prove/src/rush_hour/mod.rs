//! Rush Hour's claims: optima in three metrics, bounds, "unsolvable", distances of whole spaces, minimality, and what the
//! generator says of its puzzles.

mod lot;
mod space;
mod strata;

#[cfg(test)]
mod tests;

use quandary_core::rng::SplitMix64;
use quandary_core::rush_hour::{
    Board, Cluster, Found, Metric, Part, Prunings, Slide, Unit, Verdict, Workspace, canonical,
    minimal, slides, solve_with,
};
use quandary_core::search::{Budget, Limits};

use self::lot::{Lot, Offsets};
use self::space::{Count, Space};
use crate::dice::below;
use crate::game::{Findings, Game, Scope, Stratum};

const MOST_POSITIONS: usize = 6_000;
const MOST_POSITIONS_NOW_AND_THEN: usize = 60_000;
const NOW_AND_THEN: usize = 100;
/// Minimality asks for a search without each part, so only one board in so many is asked.
const MINIMAL_OF: usize = 5;
/// So many positions of a space are looked at one by one.
const SAMPLE: usize = 40;

/// A board, and for one that the generator made, what it says: the moves and the number of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    lot: Lot,
    made: Option<(u32, usize)>,
}

/// The bench's memory for Rush Hour.
#[derive(Default)]
pub struct RushHour {
    workspace: Workspace,
    space: Space,
}

/// The metrics, what their claims are called, and what their bounds are.
const METRICS: [(Metric, &str, &str); 3] = [
    (Metric::Moves, "moves", "moves: bound"),
    (Metric::Steps, "steps", "steps: bound"),
    (Metric::MovesThenSteps, "moves,steps", "moves,steps: bound"),
];

const SPACES: [&str; 9] = [
    "legal moves",
    "space: size",
    "space: histogram",
    "space: distances",
    "space: best moves",
    "space: shortest solutions",
    "space: farthest",
    "space: always blocked",
    "space: canonical form",
];

impl Game for RushHour {
    type Case = Case;
    const NAME: &'static str = "rush-hour";
    const WEIGHT: u32 = 2;

    fn strata() -> Vec<Stratum<Case>> {
        strata::strata()
    }

    fn check(&mut self, case: &Case, scope: Scope) -> Findings {
        let mut findings = Findings::default();
        let lot = &case.lot;
        let cells = lot.cells(&lot.start);
        let board = Board::parse(&cells, lot.width, lot.vehicles[lot.red].letter)
            .expect("only boards are drawn");
        let mut rng = SplitMix64::new(cells.bytes().fold(0, |sum, byte| {
            SplitMix64::new(sum ^ u64::from(byte)).next_u64()
        }));
        let most = if scope.effort > 1 || below(&mut rng, NOW_AND_THEN) == 0 {
            MOST_POSITIONS_NOW_AND_THEN * scope.effort
        } else {
            MOST_POSITIONS
        };
        if !self.space.explore(lot, most) {
            findings.too_large = true;
            return findings;
        }
        let moves = self.space.distances(lot, Count::Moves);
        let steps = self.space.distances(lot, Count::Steps);
        findings.is_lost = moves[0].is_none();
        let truth = [&moves[..], &steps[..]];
        self.solutions(lot, &board, truth, scope, &mut rng, &mut findings);
        if scope.holds(&SPACES) {
            self.spaces(lot, &board, truth, &mut rng, &mut findings);
        }
        if let Some((claimed, size)) = case.made {
            findings.equal("generator: moves", &Some(claimed), &moves[0]);
            findings.equal("generator: size", &size, &self.space.len());
        }
        let asks = scope.effort > 1 || case.made.is_some() || below(&mut rng, MINIMAL_OF) == 0;
        if scope.holds(&["minimal", "generator: minimal"]) && asks {
            self.minimality(case, &board, moves[0], most, &mut findings);
        }
        findings
    }

    fn smaller(case: &Case) -> Vec<Case> {
        let smaller = case.lot.smaller().into_iter();
        smaller.map(|lot| Case { lot, made: None }).collect()
    }

    fn write(case: &Case) -> String {
        match case.made {
            Some((moves, size)) => format!("{moves} {} {size}", case.lot.line()),
            None => case.lot.line(),
        }
    }

    fn read(text: &str) -> Result<Case, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<u32>().map_err(|error| error.to_string());
        match words[..] {
            [line] => Ok(Case {
                lot: Lot::from_line(line)?,
                made: None,
            }),
            [moves, line, size] => Ok(Case {
                lot: Lot::from_line(line)?,
                made: Some((number(moves)?, number(size)? as usize)),
            }),
            _ => Err(format!("{text:?} is no board")),
        }
    }

    fn command(text: &str) -> String {
        let board = text.split_whitespace().find(|word| word.len() > 8);
        let rows = board.unwrap_or(text).replace('/', "\\n");
        format!("quandary solve rush-hour $'{rows}'")
    }
}

impl RushHour {
    fn solutions(
        &mut self,
        lot: &Lot,
        board: &Board,
        [moves, steps]: [&[Option<u32>]; 2],
        scope: Scope,
        rng: &mut SplitMix64,
        findings: &mut Findings,
    ) {
        let least_steps = self.space.shortest(moves)[0].0;
        for (metric, claim, bound_claim) in METRICS {
            let least = if metric == Metric::Steps {
                steps[0]
            } else {
                moves[0]
            };
            for (name, prunings) in Prunings::NAMED {
                if !scope.holds(&[claim, name, bound_claim]) {
                    continue;
                }
                // The solver as users know it is called by its metric, with less by what is left of it.
                let claim = if prunings == Prunings::default() {
                    claim
                } else {
                    name
                };
                let budget = &mut Budget::unlimited();
                let answer = solve_with(board, metric, prunings, &mut self.workspace, budget);
                findings.equal(claim, &answer.bound, &least);
                match (answer.verdict, least) {
                    (Verdict::Solved(slides), Some(least)) => {
                        let mut truth = (least, None);
                        if metric == Metric::MovesThenSteps {
                            truth.1 = Some(least_steps);
                        }
                        findings.check(claim, fault_of(lot, &slides, metric, truth));
                    }
                    (Verdict::Unsolvable, None) => findings.check(claim, None),
                    (verdict, _) => {
                        let told = format!("{metric:?}: {verdict:?}, but the truth is {least:?}");
                        findings.check(claim, Some(told));
                    }
                }
            }
            let Some(least) = least else { continue };
            let limits = Limits {
                nodes: Some(rng.below(80)),
                ..Limits::default()
            };
            let budget = &mut Budget::new(&limits);
            let prunings = Prunings::default();
            let answer = solve_with(board, metric, prunings, &mut self.workspace, budget);
            let is_bound = answer.bound.is_some_and(|bound| bound <= least);
            let told = format!("{:?}, but the optimum is {least}", answer.bound);
            findings.check(bound_claim, (!is_bound).then_some(told));
        }
    }

    /// Everything that a cluster says of its positions.
    fn spaces(
        &self,
        lot: &Lot,
        board: &Board,
        truth: [&[Option<u32>]; 2],
        rng: &mut SplitMix64,
        findings: &mut Findings,
    ) {
        for (unit, distances) in [Unit::Moves, Unit::Steps].into_iter().zip(truth) {
            let cluster = Cluster::measure(board.clone(), unit, &mut Budget::unlimited());
            let cluster = cluster.expect("no limit");
            findings.equal("space: size", &cluster.size(), &self.space.len());
            findings.equal(
                "space: histogram",
                &cluster.histogram().to_vec(),
                &histogram(distances),
            );
            let farthest = (0..).zip(distances).filter(|&(_, &far)| far.is_some());
            let greatest = farthest.clone().map(|(_, &far)| far).max().flatten();
            let texts = farthest.filter(|&(_, &far)| far == greatest);
            let texts = texts.map(|(number, _)| lot.cells(&self.space.offsets(number)));
            let expected = texts.min().zip(greatest);
            findings.equal("space: farthest", &cluster.farthest(), &expected);
            let ways = (unit == Unit::Moves).then(|| self.space.shortest(distances));
            let sample = self.space.len().min(SAMPLE);
            for _ in 0..sample {
                let number = below(rng, self.space.len());
                self.one_position(lot, &cluster, unit, distances, number, findings);
                if let (Some(ways), Some(_)) = (&ways, distances[number]) {
                    let cells = lot.cells(&self.space.offsets(numbered(number)));
                    let found = cluster.find(&cells);
                    let count = |found: Found| found.shortest_solutions(&mut Budget::unlimited());
                    let truth = Some(Ok(ways[number].1));
                    findings.equal("space: shortest solutions", &found.map(count), &truth);
                }
            }
            if unit == Unit::Moves {
                findings.equal(
                    "space: always blocked",
                    &cluster.always_blocked(),
                    &self.always_blocked(lot),
                );
                let number = numbered(below(rng, self.space.len()));
                self.same_form(lot, &cluster, number, findings);
            }
        }
    }

    fn one_position(
        &self,
        lot: &Lot,
        cluster: &Cluster,
        unit: Unit,
        distances: &[Option<u32>],
        number: usize,
        findings: &mut Findings,
    ) {
        let offsets = self.space.offsets(numbered(number));
        let cells = lot.cells(&offsets);
        let slide = |edge: &space::Edge| Slide {
            letter: lot.vehicles[edge.vehicle].letter,
            cells: edge.cells,
        };
        let edges = &self.space.edges[number];
        let mut all: Vec<Slide> = edges.iter().map(slide).collect();
        all.sort_unstable();
        let here = Board::parse_without_goal(&cells, lot.width).expect("a board");
        findings.equal("legal moves", &slides(&here), &all);
        let Some(found) = cluster.find(&cells) else {
            let told = format!("{cells} is not found");
            findings.check("space: distances", Some(told));
            return;
        };
        findings.equal("space: distances", &found.distance(), &distances[number]);
        let counts = |edge: &&space::Edge| unit == Unit::Moves || edge.cells.abs() == 1;
        let nearer = |edge: &&space::Edge| {
            let to = distances[edge.to as usize];
            to.is_some() && to.map(|far| far + 1) == distances[number]
        };
        let best = edges.iter().filter(counts).filter(nearer).map(slide);
        let mut best: Vec<Slide> = best.collect();
        best.sort_unstable();
        findings.equal("space: best moves", &found.best_slides(), &best);
    }

    fn always_blocked(&self, lot: &Lot) -> Vec<usize> {
        let mut blocked = lot.blocked(&lot.start);
        for number in 0..numbered(self.space.len()) {
            let here = lot.blocked(&self.space.offsets(number));
            blocked.retain(|cell| here.binary_search(cell).is_ok());
        }
        blocked
    }

    /// All positions of a cluster have one canonical form.
    fn same_form(&self, lot: &Lot, cluster: &Cluster, number: u32, findings: &mut Findings) {
        let cells = lot.cells(&self.space.offsets(number));
        let red = lot.vehicles[lot.red].letter;
        let board = Board::parse(&cells, lot.width, red).expect("a board");
        let budget = &mut Budget::unlimited();
        findings.equal(
            "space: canonical form",
            &canonical(&board, budget),
            &cluster.canonical(&mut Budget::unlimited()),
        );
    }

    /// Which parts could be left out, by measuring the board without each.
    fn minimality(
        &mut self,
        case: &Case,
        board: &Board,
        optimum: Option<u32>,
        most: usize,
        findings: &mut Findings,
    ) {
        let lot = &case.lot;
        let mut expected = Vec::new();
        let vehicles = (0..lot.vehicles.len()).filter(|&number| number != lot.red);
        let vehicles = vehicles.map(|number| {
            let part = Part::Vehicle(lot.vehicles[number].letter);
            (part, lot.without_vehicle(number))
        });
        let walls = lot.walls.iter().enumerate().map(|(number, &cell)| {
            let mut smaller = lot.clone();
            smaller.walls.remove(number);
            (Part::Wall(cell), smaller)
        });
        for (part, smaller) in vehicles.chain(walls) {
            if !self.space.explore(&smaller, most) {
                findings.unchecked.push("minimal");
                return;
            }
            if self.space.distances(&smaller, Count::Moves)[0] == optimum {
                expected.push(part);
            }
        }
        let claimed = minimal(board, &mut self.workspace, &mut Budget::unlimited());
        if case.made.is_some() {
            findings.equal("generator: minimal", &Ok((optimum, Vec::new())), &claimed);
        }
        findings.equal("minimal", &claimed, &Ok((optimum, expected)));
    }
}

/// A position's number, of which there are few.
fn numbered(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn histogram(distances: &[Option<u32>]) -> Vec<u64> {
    let greatest = distances.iter().flatten().max();
    let mut histogram = vec![0; greatest.map_or(0, |&far| far as usize + 1)];
    for &far in distances.iter().flatten() {
        histogram[far as usize] += 1;
    }
    histogram
}

/// What is wrong with a solution that should have this cost, and perhaps so many steps.
fn fault_of(
    lot: &Lot,
    slides: &[Slide],
    metric: Metric,
    truth: (u32, Option<u32>),
) -> Option<String> {
    let mut offsets: Offsets = lot.start;
    for slide in slides {
        let mut to = None;
        lot.slides(&offsets, |vehicle, offset| {
            let cells = i32::from(offset) - i32::from(offsets[vehicle]);
            if (lot.vehicles[vehicle].letter, cells) == (slide.letter, slide.cells) {
                to = Some((vehicle, offset));
            }
        });
        let Some((vehicle, offset)) = to else {
            return Some(format!("{metric:?}: {slide:?} is not legal"));
        };
        offsets[vehicle] = offset;
    }
    let steps: u32 = slides.iter().map(|slide| slide.cells.unsigned_abs()).sum();
    let moves = u32::try_from(slides.len()).unwrap_or(u32::MAX);
    let cost = if metric == Metric::Steps {
        steps
    } else {
        moves
    };
    let is_right =
        lot.is_solved(&offsets) && cost == truth.0 && truth.1.is_none_or(|least| least == steps);
    (!is_right).then(|| {
        format!("{metric:?}: {slides:?}, {moves} moves and {steps} steps instead of {truth:?}")
    })
}
