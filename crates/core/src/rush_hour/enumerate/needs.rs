//! Whether a puzzle needs all its vehicles and walls.
//!
//! A solution of a puzzle still works when a vehicle is taken away, without that vehicle's moves. So a
//! vehicle that some shortest solution moves is needed: without it there is a shorter one. Only the
//! others and the walls have to be tried, and each trial is a search for a *shorter* solution, which
//! may give up as soon as there are as many vehicles in the red car's way as moves left.

use crate::search::{Budget, Stop};

use super::fleet::{Line, Node};
use super::flood::Flood;
use super::labels::Labels;
use super::tables::Tables;

/// Memory that one trial leaves to the next.
#[derive(Default)]
pub struct Trials {
    lines: Vec<Line>,
    nodes: Vec<Node>,
    seen: Labels,
}

/// A node of a flood, and its distance.
#[derive(Clone, Copy)]
pub struct Start {
    pub node: usize,
    pub moves: usize,
}

impl Trials {
    /// Whether there would be a shorter solution without any one of the vehicles and walls.
    pub fn are_all_needed(
        &mut self,
        tables: &Tables,
        lines: &[Line],
        walls: &[usize],
        flood: &Flood,
        start: Start,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let node = &flood.nodes[start.node];
        let walled = tables.walled(walls);
        for (number, vehicle) in unmoved(tables, lines, flood, start) {
            self.remove(tables, lines, node, walled, Some((number, vehicle)));
            if !self.is_solved_within(start.moves - 1, tables, budget)? {
                return Ok(false);
            }
        }
        for wall in walls {
            let left: Vec<usize> = (walls.iter().copied())
                .filter(|other| other != wall)
                .collect();
            self.remove(tables, lines, node, tables.walled(&left), None);
            if !self.is_solved_within(start.moves - 1, tables, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Prepares the search from a position with these walls and without one of its vehicles.
    fn remove(
        &mut self,
        tables: &Tables,
        lines: &[Line],
        node: &Node,
        walled: Node,
        removed: Option<(usize, usize)>,
    ) {
        self.lines.clear();
        let mut left = walled;
        for (place, line) in lines.iter().enumerate() {
            let fillings = &tables.axes[line.direction].fillings;
            let (mut filling, mut placement) = (line.filling, line.placement(node));
            if let Some((_, vehicle)) = removed.filter(|&(number, _)| number == place) {
                (filling, placement) = fillings[filling].without[placement][vehicle];
            }
            if fillings[filling].lengths.is_empty() {
                continue;
            }
            let before = self.lines.last();
            let line = Line::new(tables, line.direction, line.number, filling, before);
            left = tables.placed(&line, &left, placement);
            self.lines.push(line);
        }
        self.seen
            .restart(self.lines.last().map_or(1, Line::ranks), 1);
        self.seen.set(left.rank, 0);
        self.nodes.clear();
        self.nodes.push(left);
    }

    fn is_solved_within(
        &mut self,
        moves: usize,
        tables: &Tables,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Self { lines, nodes, seen } = self;
        let mut is_solved = moves > 0 && in_the_way(lines, &nodes[0]) == 0;
        let mut next = 0;
        // A position that is `depth` moves away, with the way free, makes a solution of one more.
        for depth in 1..moves {
            let end = nodes.len();
            while next < end && !is_solved {
                budget.tick(0)?;
                let node = nodes[next];
                next += 1;
                tables.expand(lines, &node, 0, |line, placement| {
                    let rank = line.rank(&node, placement);
                    if seen.get(rank).is_some() {
                        return;
                    }
                    seen.set(rank, 0);
                    let found = tables.moved(line, &node, placement, rank);
                    let blockers = in_the_way(lines, &found);
                    is_solved |= blockers == 0;
                    if depth + blockers < moves {
                        nodes.push(found);
                    }
                });
            }
        }
        Ok(is_solved)
    }
}

/// How many vehicles stand between the red car, which is on the first line, and the right edge.
fn in_the_way(lines: &[Line], node: &Node) -> usize {
    let red = &lines[0];
    let front = red.placement(node) + 2;
    (red.crossed(node) >> front).count_ones() as usize
}

/// The vehicles that the solution found by the flood does not move, as line and vehicle; not the red car.
fn unmoved(tables: &Tables, lines: &[Line], flood: &Flood, start: Start) -> Vec<(usize, usize)> {
    let filling = |line: &Line| &tables.axes[line.direction].fillings[line.filling];
    let vehicles = |number: usize| {
        (0..filling(&lines[number]).lengths.len()).map(move |vehicle| (number, vehicle))
    };
    let mut still: Vec<(usize, usize)> = (1..lines.len()).flat_map(vehicles).collect();
    let mut from = flood.nodes[start.node];
    for _ in 0..start.moves {
        let to = flood.nodes[from.parent as usize];
        for (number, line) in lines.iter().enumerate() {
            let moved_vehicle = filling(line).mover(line.placement(&from), line.placement(&to));
            still.retain(|&(line, vehicle)| line != number || Some(vehicle) != moved_vehicle);
        }
        from = to;
    }
    still
}
