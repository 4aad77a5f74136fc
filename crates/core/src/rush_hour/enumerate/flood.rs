//! One search from all solved positions of a fleet at once.
//!
//! It goes backward, so it finds every position that has a solution, and each at its distance; what has
//! none is never looked at. Which positions belong together, that is, form a cluster, comes out on
//! the way: a position belongs to what it was found from, and where two parts of the search meet,
//! they are one cluster from then on.

use crate::search::{Budget, Stop};

use super::fleet::{Line, Node};
use super::labels::Labels;
use super::tables::Tables;

/// The positions of a fleet that have a solution.
#[derive(Default)]
pub struct Flood {
    /// By increasing distance.
    pub nodes: Vec<Node>,
    /// Where the nodes of each distance begin, and where the last ones end.
    layers: Vec<usize>,
    /// The part that each position was found by; parts are numbered like the solved positions.
    parts: Labels,
    /// For each part one that it is joined to, itself if none: a chain that ends at the cluster's name.
    joined: Vec<u32>,
    /// By part, where its cluster stands in the list of those that are far enough.
    far: Vec<Option<usize>>,
}

/// The farthest positions of a cluster.
pub struct Far {
    pub distance: usize,
    /// Of these nodes, the one with the least board.
    pub node: usize,
    /// The one whose board is least when all are turned upside down.
    pub mirrored: usize,
    cluster: u32,
}

impl Flood {
    /// Finds everything that a solution can be reached from, the solved positions being given.
    pub fn run(
        &mut self,
        tables: &Tables,
        lines: &[Line],
        solved: &[Node],
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.nodes.clear();
        self.nodes.extend_from_slice(solved);
        self.layers.clear();
        self.layers.push(0);
        self.joined.clear();
        self.parts
            .restart(lines.last().map_or(1, Line::ranks), solved.len());
        for (part, node) in (0..).zip(solved) {
            self.parts.set(node, part);
            self.joined.push(part);
        }
        let mut next = 0;
        while next < self.nodes.len() {
            let end = self.nodes.len();
            self.layers.push(end);
            for number in next..end {
                budget.tick(0)?;
                self.expand(tables, lines, number);
            }
            next = end;
        }
        Ok(())
    }

    #[inline]
    fn expand(&mut self, tables: &Tables, lines: &[Line], number: usize) {
        let node = self.nodes[number];
        let Self {
            nodes,
            parts,
            joined,
            ..
        } = self;
        let mut part = name(joined, parts.get(&node).unwrap_or(0));
        tables.expand(lines, &node, |line, placement| {
            let named = Tables::named(line, &node, placement);
            match parts.get(&named) {
                None => {
                    parts.set(&named, part);
                    let mut found = tables.moved(line, &node, placement, named);
                    found.parent = u32::try_from(number).unwrap_or(u32::MAX);
                    nodes.push(found);
                }
                Some(other) if other != part => {
                    let other = name(joined, other);
                    joined[part.max(other) as usize] = part.min(other);
                    part = part.min(other);
                    parts.set(&named, part);
                }
                Some(_) => {}
            }
        });
    }

    /// The clusters with positions at this distance or farther.
    pub fn far(&mut self, least: usize, tables: &Tables, lines: &[Line]) -> Vec<Far> {
        let mut clusters: Vec<Far> = Vec::new();
        self.far.clear();
        self.far.resize(self.joined.len(), None);
        for distance in (least..self.layers.len() - 1).rev() {
            for node in self.layers[distance]..self.layers[distance + 1] {
                let cluster = self.cluster(node);
                let Some(number) = self.far[cluster as usize] else {
                    self.far[cluster as usize] = Some(clusters.len());
                    clusters.push(Far {
                        distance,
                        node,
                        mirrored: node,
                        cluster,
                    });
                    continue;
                };
                let far = &mut clusters[number];
                if far.distance == distance {
                    let lesser = |old: usize, mirrored: bool| {
                        let order = |node: usize| tables.order(lines, &self.nodes[node], mirrored);
                        if order(node) < order(old) { node } else { old }
                    };
                    far.node = lesser(far.node, false);
                    far.mirrored = lesser(far.mirrored, true);
                }
            }
        }
        clusters
    }

    /// How many positions a cluster has at each distance.
    pub fn histogram(&mut self, far: &Far) -> Vec<u64> {
        let distances = 0..=far.distance;
        let counts = distances.map(|distance| {
            let layer = self.layers[distance]..self.layers[distance + 1];
            let ours = layer.filter(|&node| self.cluster(node) == far.cluster);
            ours.count() as u64
        });
        counts.collect()
    }

    fn cluster(&mut self, node: usize) -> u32 {
        let part = self.parts.get(&self.nodes[node]).unwrap_or(0);
        name(&mut self.joined, part)
    }
}

/// The end of a part's chain; the chain is shortened on the way.
#[inline]
fn name(joined: &mut [u32], mut part: u32) -> u32 {
    while joined[part as usize] != part {
        let next = joined[part as usize];
        joined[part as usize] = joined[next as usize];
        part = next;
    }
    part
}
