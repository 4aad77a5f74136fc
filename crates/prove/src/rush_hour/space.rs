//! All positions of a board, and their distances from the nearest solved one, by plain breadth-first search. Every slide
//! can be taken back, so a search from the solved positions outwards measures the ways to them.

use std::collections::VecDeque;

use super::lot::{Lot, Offsets};
use crate::visited::Visited;

/// One slide: where it leads, the vehicle, and by how many cells to the right or down.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub to: u32,
    pub vehicle: usize,
    pub cells: i32,
}

/// All positions that a board can reach; the board itself is number 0.
#[derive(Default)]
pub struct Space {
    visited: Visited<4>,
    pub edges: Vec<Vec<Edge>>,
}

/// What a distance counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Moves,
    Steps,
}

fn key(offsets: &Offsets) -> [u64; 4] {
    let mut key = [0; 4];
    for (word, eight) in key.iter_mut().zip(offsets.chunks_exact(8)) {
        *word = eight
            .iter()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
    key
}

impl Space {
    /// Finds all positions; `false` if there are more than `most`.
    pub fn explore(&mut self, lot: &Lot, most: usize) -> bool {
        self.visited.clear();
        self.edges.clear();
        self.visited.add(&key(&lot.start));
        let mut number = 0;
        while (number as usize) < self.visited.len() {
            let offsets = self.offsets(number);
            let mut edges = Vec::new();
            lot.slides(&offsets, |vehicle, to| {
                let mut child = offsets;
                child[vehicle] = to;
                edges.push(Edge {
                    to: self.visited.add(&key(&child)).0,
                    vehicle,
                    cells: i32::from(to) - i32::from(offsets[vehicle]),
                });
            });
            self.edges.push(edges);
            if self.visited.len() > most {
                return false;
            }
            number += 1;
        }
        true
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Where the vehicles are in a position.
    #[must_use]
    pub fn offsets(&self, number: u32) -> Offsets {
        let mut offsets = Offsets::default();
        for (eight, word) in offsets.chunks_exact_mut(8).zip(self.visited.key(number)) {
            eight.copy_from_slice(&word.to_be_bytes());
        }
        offsets
    }

    /// Every position's distance from the nearest solved one; none where there is none.
    #[must_use]
    pub fn distances(&self, lot: &Lot, count: Count) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.len()];
        let mut waiting = VecDeque::new();
        for (number, distance) in (0..).zip(&mut distances) {
            if lot.is_solved(&self.offsets(number)) {
                *distance = Some(0);
                waiting.push_back(number);
            }
        }
        while let Some(number) = waiting.pop_front() {
            let next = distances[number as usize].map(|distance: u32| distance + 1);
            for edge in &self.edges[number as usize] {
                let counts = count == Count::Moves || edge.cells.abs() == 1;
                if counts && distances[edge.to as usize].is_none() {
                    distances[edge.to as usize] = next;
                    waiting.push_back(edge.to);
                }
            }
        }
        distances
    }

    /// For every position, the fewest steps of all its solutions with the fewest moves, and how many such
    /// solutions there are, by whatever number of steps. `distances` are in moves.
    #[must_use]
    pub fn shortest(&self, distances: &[Option<u32>]) -> Vec<(u32, u128)> {
        let mut order: Vec<usize> = (0..self.len())
            .filter(|&number| distances[number].is_some())
            .collect();
        order.sort_by_key(|&number| distances[number]);
        let mut shortest = vec![(u32::MAX, 0_u128); self.len()];
        for number in order {
            if distances[number] == Some(0) {
                shortest[number] = (0, 1);
                continue;
            }
            for edge in &self.edges[number] {
                let to = edge.to as usize;
                if distances[to].map(|distance| distance + 1) == distances[number] {
                    let (steps, ways) = shortest[to];
                    let least = shortest[number].0.min(steps + edge.cells.unsigned_abs());
                    shortest[number] = (least, shortest[number].1.saturating_add(ways));
                }
            }
        }
        shortest
    }
}
