//! What a search does between two states that it stores: a few steps in a row.

use super::Options;
use super::room::Room;
use super::state::{Deal, State, Step};
use crate::klondike::twins::{Cards, highest, lowest};

/// One step, and what prepares it. See the module `lean`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// Cards that come back from the foundations, and cards from the talon to the piles; from the
    /// highest down.
    pub backs: Cards,
    pub picks: Cards,
    pub step: Option<Step>,
    /// What brings a king into the space that the step has made.
    pub king: Option<Step>,
}

impl From<Step> for Play {
    fn from(step: Step) -> Self {
        Self {
            step: Some(step),
            ..Self::default()
        }
    }
}

impl Play {
    /// Its steps in their order.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let mut chain = self.backs | self.picks;
        let prepared = std::iter::from_fn(move || {
            if chain == 0 {
                return None;
            }
            let bit = highest(chain);
            chain &= !(1 << bit);
            Some(if self.backs & 1 << bit != 0 {
                Step::Back(bit)
            } else {
                Step::TalonPile(bit)
            })
        });
        prepared.chain(self.step).chain(self.king)
    }
}

impl Deal {
    /// Takes the steps of a play, and those that follow without a choice.
    #[inline]
    pub fn play(
        &self,
        state: &mut State,
        play: Play,
        options: Options,
        mut record: impl FnMut(Step),
    ) -> Room {
        for step in play.steps() {
            self.take(state, step);
            record(step);
        }
        self.settle(state, options, record)
    }

    /// Takes the steps that need no choice: safe cards go home, and then, where they can come back,
    /// all others that can, from the lowest up; but no kings.
    #[inline]
    pub fn settle(
        &self,
        state: &mut State,
        options: Options,
        mut record: impl FnMut(Step),
    ) -> Room {
        loop {
            let room = Room::new(state);
            let step = self
                .safe_step(state, &room, options)
                .or_else(|| lowest_that_can_return(state, &room, options));
            let Some(step) = step else { return room };
            self.take(state, step);
            record(step);
        }
    }
}

#[inline]
fn lowest_that_can_return(state: &State, room: &Room, options: Options) -> Option<Step> {
    let light = room.light(state);
    let lifts = options.lifts() && light != 0;
    lifts.then(|| Step::Home(lowest(light)))
}
