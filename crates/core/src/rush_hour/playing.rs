//! Rush Hour for agents: an action is a vehicle and how far it slides.
//!
//! A board is a picture of small numbers, as agents see it: 0 is free, 1 a wall, 2 the red car, then the others. What
//! is not part of the board is wall, so that nothing slides out of it.

use std::sync::Arc;

use crate::arena::{Done, Episode};
use crate::rng::SplitMix64;

const FREE: u8 = 0;
/// The number of the red car in a picture; the vehicles are counted from there.
const RED: u8 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Vehicle {
    first: usize,
    length: usize,
    /// From one of its cells to the next; 0 where there is no such vehicle.
    stride: usize,
}

/// A board made ready to be played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    picture: Vec<u8>,
    width: usize,
    vehicles: Vec<Vehicle>,
    /// Where the red car is out: the last column of the board.
    exit: usize,
}

impl Lot {
    /// A picture with so many columns, of a board with so many, with room for `most` vehicles; `None` if it is none.
    #[must_use]
    pub fn new(picture: Vec<u8>, width: usize, columns: usize, most: usize) -> Option<Self> {
        if width == 0 || columns == 0 || columns > width || picture.len() % width != 0 {
            return None;
        }
        let mut vehicles = vec![Vehicle::default(); most];
        for (cell, &code) in picture.iter().enumerate().filter(|&(_, &code)| code >= RED) {
            let vehicle = vehicles.get_mut(usize::from(code - RED))?;
            match vehicle.length {
                0 => vehicle.first = cell,
                1 => vehicle.stride = cell - vehicle.first,
                _ => {}
            }
            vehicle.length += 1;
        }
        let is_straight = |vehicle: &&Vehicle| vehicle.stride == 1 || vehicle.stride == width;
        let are_straight = vehicles
            .iter()
            .filter(|vehicle| vehicle.length > 0)
            .all(|vehicle| is_straight(&vehicle));
        (are_straight && vehicles.first()?.stride == 1).then_some(Self {
            picture,
            width,
            vehicles,
            exit: columns - 1,
        })
    }
}

/// An agent at a board.
#[derive(Clone)]
pub struct Sliding {
    lots: Arc<[Lot]>,
    picture: Vec<u8>,
    vehicles: Vec<Vehicle>,
    width: usize,
    exit: usize,
    /// The farthest that a vehicle can slide.
    farthest: usize,
    mask: Vec<i8>,
}

impl Sliding {
    /// Play that begins on one of these boards, all of one size; `None` if there is none.
    #[must_use]
    pub fn new(lots: Arc<[Lot]>, farthest: usize) -> Option<Self> {
        let first = lots.first()?.clone();
        let mut sliding = Self {
            mask: vec![0; first.vehicles.len() * 2 * farthest],
            picture: Vec::new(),
            vehicles: Vec::new(),
            width: first.width,
            exit: 0,
            farthest,
            lots,
        };
        sliding.enter(&first);
        Some(sliding)
    }

    fn enter(&mut self, lot: &Lot) {
        self.picture.clone_from(&lot.picture);
        self.vehicles.clone_from(&lot.vehicles);
        self.exit = lot.exit;
        self.look_around();
    }

    fn is_solved(&self) -> bool {
        let red = self.vehicles[0];
        (red.first + red.length - 1) % self.width == self.exit
    }

    /// How many cells are free before and behind a vehicle.
    fn room(&self, vehicle: Vehicle) -> (usize, usize) {
        let Vehicle {
            first,
            length,
            stride,
        } = vehicle;
        let last = first + (length - 1) * stride;
        let (back, ahead) = if stride == 1 {
            (first % self.width, self.width - 1 - last % self.width)
        } else {
            (first / stride, (self.picture.len() - 1 - last) / stride)
        };
        let free = |most: usize, at: &dyn Fn(usize) -> usize| {
            (1..=most)
                .take_while(|&far| self.picture[at(far)] == FREE)
                .count()
        };
        let back = free(back, &|far| first - far * stride);
        (back, free(ahead, &|far| last + far * stride))
    }

    fn look_around(&mut self) {
        self.mask.fill(0);
        if self.is_solved() {
            return;
        }
        for number in 0..self.vehicles.len() {
            let vehicle = self.vehicles[number];
            if vehicle.length == 0 {
                continue;
            }
            let (back, ahead) = self.room(vehicle);
            let middle = (2 * number + 1) * self.farthest;
            self.mask[middle - back..middle + ahead].fill(1);
        }
    }
}

impl Episode for Sliding {
    fn observation_size(&self) -> usize {
        self.picture.len()
    }

    fn actions(&self) -> usize {
        self.mask.len()
    }

    fn begin(&mut self, rng: &mut SplitMix64) {
        let lots = Arc::clone(&self.lots);
        self.enter(rng.choice(&lots));
    }

    fn act(&mut self, action: usize) -> Option<Done> {
        if self.mask[action] == 0 {
            return None;
        }
        let (number, place) = (action / (2 * self.farthest), action % (2 * self.farthest));
        let Vehicle {
            first,
            length,
            stride,
        } = self.vehicles[number];
        let code = self.picture[first];
        let to = if place < self.farthest {
            first - (self.farthest - place) * stride
        } else {
            first + (place - self.farthest + 1) * stride
        };
        for (start, shown) in [(first, FREE), (to, code)] {
            for cell in 0..length {
                self.picture[start + cell * stride] = shown;
            }
        }
        self.vehicles[number].first = to;
        self.look_around();
        let is_won = self.is_solved();
        Some(Done {
            is_won,
            is_over: is_won,
            ..Done::default()
        })
    }

    fn observe(&self, observation: &mut [u8], mask: &mut [i8]) {
        observation.copy_from_slice(&self.picture);
        mask.copy_from_slice(&self.mask);
    }

    fn tally(&self) -> i64 {
        0
    }

    fn copied(&self) -> Box<dyn Episode> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_car_slides_out_and_nothing_slides_through_anything() {
        // A wall to the right is not part of the board.
        let picture = vec![2, 2, 0, 3, 1, 0, 0, 0, 3, 1];
        let lot = Lot::new(picture, 5, 4, 2).expect("a board");
        let mut play = Sliding::new(Arc::from([lot]), 3).expect("a lot");
        assert_eq!(play.mask, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(play.act(4), None);
        let done = play.act(3).expect("one to the right");
        assert!(!done.is_over);
        assert_eq!(play.picture[..5], [0, 2, 2, 3, 1]);
    }

    #[test]
    fn the_red_car_at_the_edge_ends_it() {
        let lot = Lot::new(vec![2, 2, 0, 1], 4, 3, 1).expect("a board");
        let mut play = Sliding::new(Arc::from([lot]), 2).expect("a lot");
        let done = play.act(2).expect("one to the right");
        assert!(done.is_won && done.is_over);
        assert_eq!(play.mask, [0; 4]);
    }

    #[test]
    fn what_is_no_board_is_refused() {
        assert!(Lot::new(vec![2, 0, 0, 2], 4, 4, 1).is_none());
        assert!(Lot::new(vec![2, 2, 3, 3], 4, 4, 1).is_none());
        assert!(Lot::new(vec![0; 4], 4, 4, 1).is_none());
    }
}
