//! Makes a packing plan, backwards from the solved position.
//!
//! Boxes are pulled off the goals, and a box that can be pulled to a square where a box stands at the start is gone: the
//! fewer boxes are left, the easier it is for the others, so that there is nothing to choose but the order. Where no box
//! can be got rid of, one is pulled aside, and the search has to choose which and whereto. Read from its end the
//! way is a plan. What is relaxed: boxes that are not yet packed are never in the way.

use crate::search::bitset::Bits;
use crate::search::hash::Set;
use crate::search::{Budget, Stop};
use crate::sokoban::rules::room::Room;

use super::homes::Homes;
use super::macros::{Macros, Place};
use super::plan::Step;

const NONE: u32 = u32::MAX;

/// A position on the way back.
#[derive(Clone)]
struct Back<const W: usize> {
    boxes: Bits<W>,
    reach: Bits<W>,
    /// The last deed on the way here.
    last: u32,
    parkings: u32,
    homes: Homes<W>,
}

impl<const W: usize> Back<W> {
    /// A position in which nothing was done yet.
    fn at(boxes: Bits<W>, reach: Bits<W>) -> Self {
        Self {
            boxes,
            reach,
            last: NONE,
            parkings: 0,
            homes: Homes::default(),
        }
    }
}

/// What was done on the way back: a chain.
struct Deed<const W: usize> {
    before: u32,
    step: Step<W>,
}

/// Looks for a plan.
struct Planner<'a, 'r, const W: usize> {
    room: &'r Room<'a, W>,
    starts: Bits<W>,
    /// Whether every square of the start serves one box only.
    is_strict: bool,
    macros: Macros<W>,
    deeds: Vec<Deed<W>>,
}

/// The steps of a plan for a level.
///
/// # Errors
/// When time is up.
pub(super) fn steps<const W: usize>(
    room: &Room<W>,
    patience: usize,
    budget: &mut Budget,
) -> Result<Vec<Step<W>>, Stop> {
    let mut strict = Planner::new(room, true);
    let best = strict.search(patience, budget)?;
    if best.boxes.is_empty() {
        return Ok(strict.steps(&best));
    }
    // A plan for boxes that come from anywhere is better than half a plan.
    let mut lenient = Planner::new(room, false);
    let best = lenient.search(patience, budget)?;
    Ok(lenient.steps(&best))
}

impl<'a, 'r, const W: usize> Planner<'a, 'r, W> {
    /// A planner; where it is strict, every square of the start serves one box only.
    fn new(room: &'r Room<'a, W>, is_strict: bool) -> Self {
        Self {
            room,
            starts: Bits::of(room.level.boxes.iter().copied()),
            is_strict,
            macros: Macros::new(room.level.squares()),
            deeds: Vec::new(),
        }
    }

    /// The position with the fewest boxes left that it finds, expanding no more than `patience` positions in which nothing
    /// can be got rid of.
    fn search(&mut self, patience: usize, budget: &mut Budget) -> Result<Back<W>, Stop> {
        let boxes = self.room.goals;
        let mut unseen = self.room.floor.minus(&boxes);
        let mut waiting = Vec::new();
        while let Some(start) = unseen.first() {
            let reach = self.room.reach(start, &boxes);
            unseen = unseen.minus(&reach);
            let mut back = Back::at(boxes, reach);
            self.clear(&mut back, budget)?;
            if back.boxes.is_empty() {
                return Ok(back);
            }
            waiting.push(back);
        }
        let mut seen = Set::default();
        let fewest = |back: &Back<W>| back.boxes.count();
        let Some(mut best) = waiting.iter().min_by_key(|back| fewest(back)).cloned() else {
            return Ok(Back::at(boxes, Bits::EMPTY));
        };
        for _ in 0..patience {
            // The least toil first, then what was found last.
            let next = (0..waiting.len()).rev();
            let Some(next) = next.min_by_key(|&at| self.toil(&waiting[at])) else {
                break;
            };
            let back = waiting.remove(next);
            for mut child in self.park(&back) {
                if !seen.insert((child.boxes, child.reach.first())) {
                    continue;
                }
                self.clear(&mut child, budget)?;
                if child.boxes.is_empty() {
                    return Ok(child);
                }
                if fewest(&child) < fewest(&best) {
                    best = child.clone();
                }
                waiting.push(child);
            }
        }
        Ok(best)
    }

    /// How far a position is from the end: a box that is only aside is half done.
    fn toil(&self, back: &Back<W>) -> u32 {
        2 * back.boxes.and(&self.room.goals).count()
            + back.boxes.minus(&self.room.goals).count()
            + back.parkings
    }

    /// Gets rid of boxes until no more can go.
    fn clear(&mut self, back: &mut Back<W>, budget: &mut Budget) -> Result<(), Stop> {
        while !back.boxes.is_empty() {
            budget.add(1);
            let mut best: Option<((u32, u32), u16, Bits<W>, Place<W>)> = None;
            for square in back.boxes.iter() {
                budget.check(0)?;
                let is_goal = self.room.goals.has(square);
                self.macros
                    .pull(self.room, &back.boxes, square, &back.reach);
                let places = self.macros.all_places();
                let is_exit = |place: &&Place<W>| {
                    self.starts.has(place.square) && (place.pushes > 0 || !is_goal)
                };
                let Some(exit) = places.iter().find(is_exit).copied() else {
                    continue;
                };
                let basin = Bits::of(places.iter().map(|place| place.square));
                let width = basin.and(&self.starts).count();
                let pulls = u32::from(exit.pushes);
                // One that could go to many places first, then a near one.
                let score = (width, u32::MAX - pulls);
                if best.as_ref().is_none_or(|(known, ..)| score > *known)
                    && (!self.is_strict || back.homes.clone().take(&basin.and(&self.starts)))
                {
                    best = Some((score, square, basin, exit));
                }
            }
            let Some((_, square, basin, exit)) = best else {
                self.leave_at_home(back);
                break;
            };
            self.remove(back, square, basin);
            back.reach = self
                .room
                .reach(exit.reach.first().unwrap_or(exit.region), &back.boxes);
        }
        Ok(())
    }

    /// Boxes that stand on goals at the start, and that nobody can reach, may stay there.
    fn leave_at_home(&mut self, back: &mut Back<W>) {
        let home = back.boxes.and(&self.starts).and(&self.room.goals);
        if home == back.boxes {
            for square in home.iter() {
                self.remove(back, square, Bits::of([square]));
            }
        }
    }

    fn remove(&mut self, back: &mut Back<W>, square: u16, basin: Bits<W>) {
        back.homes.take(&basin.and(&self.starts));
        back.boxes.remove(square);
        back.last = self.done(back.last, square, None, basin);
    }

    #[expect(clippy::cast_possible_truncation, reason = "far fewer than 2^32")]
    fn done(&mut self, before: u32, to: u16, parked: Option<u16>, basin: Bits<W>) -> u32 {
        let step = Step { to, parked, basin };
        self.deeds.push(Deed { before, step });
        self.deeds.len() as u32 - 1
    }

    /// Every box pulled aside: as far as it goes, and to where the player can reach most.
    fn park(&mut self, back: &Back<W>) -> Vec<Back<W>> {
        let mut children = Vec::new();
        for square in back.boxes.iter() {
            self.macros
                .pull(self.room, &back.boxes, square, &back.reach);
            let places = self.macros.places();
            let far = places.iter().max_by_key(|place| place.pushes);
            let open = places
                .iter()
                .max_by_key(|place| (place.reach.count(), place.pushes));
            let near = places
                .iter()
                .min_by_key(|place| (u32::MAX - place.reach.count(), place.pushes));
            let chosen: Vec<_> = [far, open, near].into_iter().flatten().copied().collect();
            for place in chosen {
                let mut boxes = back.boxes;
                boxes.remove(square);
                boxes.insert(place.square);
                let basin = Bits::of([place.square]);
                let last = self.done(back.last, square, Some(place.square), basin);
                children.push(Back {
                    boxes,
                    reach: place.reach,
                    last,
                    parkings: back.parkings + 1,
                    homes: back.homes.clone(),
                });
            }
        }
        children
    }

    /// The way to a position, from its end: the steps of a plan. What could not be got rid of is packed first, in some order.
    fn steps(&self, back: &Back<W>) -> Vec<Step<W>> {
        let first = back.boxes.iter().map(|to| Step {
            to,
            parked: None,
            basin: self.room.floor,
        });
        let mut steps: Vec<_> = first.collect();
        let mut at = back.last;
        while at != NONE {
            let deed = &self.deeds[at as usize];
            steps.push(deed.step.clone());
            at = deed.before;
        }
        steps
    }
}
