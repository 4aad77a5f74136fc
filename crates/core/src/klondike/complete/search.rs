//! Depth first, over a book that knows which states have been seen.

use crate::rng::SplitMix64;
use crate::search::{Budget, Stop};

use super::Options;
use super::play::Play;
use super::state::{Deal, State, Step};

/// What a book says of a state that a search comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing yet: go on from there.
    New,
    /// It cannot be won, or everything behind it is being tried already.
    Closed,
    Won,
}

/// What is known about states.
pub trait Book {
    /// Looks up a settled state and enters it if it is new.
    ///
    /// # Errors
    /// When a budget ends.
    fn enter(&mut self, deal: &Deal, state: &State, budget: &mut Budget) -> Result<Entry, Stop>;

    /// Everything behind the state that was entered last has been tried, without a win. If
    /// `can_return`, there may be a way from it to states that are still being tried.
    fn leave(&mut self, can_return: bool);
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The plays to a state that is won, or of which the book says so.
    Won(Vec<Play>),
    Lost,
    /// After as many states as it was allowed.
    GaveUp,
}

impl Outcome {
    /// The plays that win, if any do.
    pub fn plays(self) -> Option<Vec<Play>> {
        match self {
            Self::Won(plays) => Some(plays),
            Self::Lost | Self::GaveUp => None,
        }
    }
}

/// How a search goes about it.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Tries the plays of a state in random order.
    pub shuffled: Option<SplitMix64>,
    /// Gives up after entering that many states.
    pub states: Option<u64>,
}

impl Manner {
    /// With the plays shuffled by that seed, and for as long as it takes.
    pub fn new(seed: Option<u64>) -> Self {
        Self {
            shuffled: seed.map(SplitMix64::new),
            states: None,
        }
    }
}

struct Frame {
    state: State,
    can_return: bool,
    /// Its plays are those from `first`; those before `next` have been tried.
    first: usize,
    next: usize,
}

/// The memory of a search, kept for the next one.
#[derive(Default)]
pub struct Search {
    frames: Vec<Frame>,
    plays: Vec<Play>,
}

impl Search {
    /// Searches from a state, settled or not.
    ///
    /// # Errors
    /// When a budget ends.
    pub fn run(
        &mut self,
        deal: &Deal,
        start: &State,
        options: Options,
        mut manner: Manner,
        book: &mut impl Book,
        budget: &mut Budget,
    ) -> Result<Outcome, Stop> {
        self.frames.clear();
        self.plays.clear();
        let mut states_left = manner.states.unwrap_or(u64::MAX);
        let mut state = *start;
        let mut can_return = false;
        let mut room = deal.settle(&mut state, options, |_| ());
        loop {
            let entry = if deal.is_won(&state) {
                Entry::Won
            } else {
                book.enter(deal, &state, budget)?
            };
            match entry {
                Entry::Won => return Ok(Outcome::Won(self.path())),
                Entry::Closed => {}
                Entry::New if states_left == 0 => return Ok(Outcome::GaveUp),
                Entry::New => {
                    states_left -= 1;
                    budget.tick(self.depth())?;
                    let first = self.plays.len();
                    deal.plays(&state, &room, options, &mut self.plays);
                    if let Some(rng) = &mut manner.shuffled {
                        rng.shuffle(&mut self.plays[first..]);
                    }
                    self.frames.push(Frame {
                        state,
                        can_return,
                        first,
                        next: first,
                    });
                }
            }
            let Some((from, play)) = self.next_play(book) else {
                return Ok(Outcome::Lost);
            };
            state = from;
            can_return = is_reversible(&state, play, options);
            room = deal.play(&mut state, play, options, |_| ());
        }
    }

    /// The next play to be tried, and the state from which; none if all have been.
    fn next_play(&mut self, book: &mut impl Book) -> Option<(State, Play)> {
        while let Some(frame) = self.frames.last_mut() {
            // The plays of the last frame are the last of all.
            if let Some(&play) = self.plays.get(frame.next) {
                frame.next += 1;
                return Some((frame.state, play));
            }
            book.leave(frame.can_return);
            self.plays.truncate(frame.first);
            self.frames.pop();
        }
        None
    }

    fn path(&self) -> Vec<Play> {
        let frames = self.frames.iter();
        frames.map(|frame| self.plays[frame.next - 1]).collect()
    }

    fn depth(&self) -> u32 {
        u32::try_from(self.frames.len()).unwrap_or(u32::MAX)
    }
}

/// Whether a play only moves cards that can go home and come back. All others move a head or take
/// from the talon, for good.
fn is_reversible(state: &State, play: Play, options: Options) -> bool {
    let can_be_undone = |step: Step| match step {
        Step::Home(bit) => state.heads & 1 << bit == 0,
        Step::Back(_) => true,
        Step::Turn(_) | Step::TalonHome(_) | Step::TalonPile(_) => false,
    };
    options.worrying_back && play.steps().all(can_be_undone)
}
