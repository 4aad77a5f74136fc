//! One search from all solved positions of a fleet at once.
//!
//! It goes backward, so it finds every position that has a solution, and each at its distance; what has
//! none is never looked at. Which positions belong together, that is, form a cluster, comes out on
//! the way: a position belongs to what it was found from, and where two parts of the search meet,
//! they are one cluster from then on.

use crate::search::{Budget, Stop};

use super::fleet::{Line, Lines, Node};
use super::labels::Labels;
use super::tables::Tables;

/// The positions of a fleet that have a solution.
#[derive(Default)]
pub struct Flood {
    /// By increasing distance.
    pub nodes: Vec<Node>,
    /// By node, the lines that need not be looked at there.
    settled: Vec<Lines>,
    /// Where the nodes of each distance begin, and where the last ones end.
    layers: Vec<usize>,
    /// The part that each position was found by; parts are numbered like the solved positions.
    parts: Labels,
    /// For each part one that it is joined to, itself if none: a chain that ends at the cluster's name.
    joined: Vec<u32>,
    /// By part, the distance of the farthest position that it found; in the end, if it names a cluster,
    /// of all that the cluster has.
    farthest: Vec<usize>,
    /// By cluster, where it stands in the list of those that are far enough.
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
        self.settled.clear();
        self.settled.resize(solved.len(), 0);
        self.farthest.clear();
        self.farthest.resize(solved.len(), 0);
        self.joined.clear();
        self.parts
            .restart(lines.last().map_or(1, Line::ranks), solved.len());
        for (part, node) in (0..).zip(solved) {
            self.parts.set(node.rank, part);
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
        let distance = self.layers.len() - 1;
        let Self {
            nodes,
            settled,
            parts,
            joined,
            farthest,
            ..
        } = self;
        let mut part = name(joined, parts.get(node.rank).unwrap_or(0));
        tables.expand(lines, &node, settled[number], |line, placement| {
            let rank = line.rank(&node, placement);
            match parts.get(rank) {
                None => {
                    parts.set(rank, part);
                    let mut found = tables.moved(line, &node, placement, rank);
                    found.parent = u32::try_from(number).unwrap_or(u32::MAX);
                    nodes.push(found);
                    settled.push(tables.settled(line, line.placement(&node), placement));
                    farthest[part as usize] = distance;
                }
                Some(other) if other != part => {
                    let other = name(joined, other);
                    joined[part.max(other) as usize] = part.min(other);
                    part = part.min(other);
                    parts.set(rank, part);
                }
                Some(_) => {}
            }
        });
    }

    /// The clusters with positions at this distance or farther.
    pub fn far(&mut self, least: usize, tables: &Tables, lines: &[Line]) -> Vec<Far> {
        // In which layers clusters end.
        let mut ends = vec![false; self.layers.len()];
        for part in 0..self.joined.len() {
            let next = self.joined[part];
            let cluster = name(&mut self.joined, next) as usize;
            self.farthest[cluster] = self.farthest[cluster].max(self.farthest[part]);
        }
        for (part, &distance) in self.farthest.iter().enumerate() {
            ends[distance] |= self.joined[part] as usize == part;
        }
        let mut clusters: Vec<Far> = Vec::new();
        self.far.clear();
        self.far.resize(self.joined.len(), None);
        for distance in (least..self.layers.len() - 1)
            .rev()
            .filter(|&distance| ends[distance])
        {
            for node in self.layers[distance]..self.layers[distance + 1] {
                let cluster = self.cluster(node);
                if self.farthest[cluster as usize] != distance {
                    continue;
                }
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
                let lesser = |old: usize, mirrored: bool| {
                    let order = |node: usize| tables.order(lines, &self.nodes[node], mirrored);
                    if order(node) < order(old) { node } else { old }
                };
                far.node = lesser(far.node, false);
                far.mirrored = lesser(far.mirrored, true);
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
        let part = self.parts.get(self.nodes[node].rank).unwrap_or(0);
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
