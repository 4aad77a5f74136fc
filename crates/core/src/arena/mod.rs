//! Games as environments: agents act, episodes end and begin again, and rewards are counted.
//!
//! A game says only what its [`Episode`] is: how one begins, what an action does, and what an agent is shown. When an
//! episode is cut off, what an action is paid, and how many are played at once on several threads, is told here, for
//! all games.

mod crew;
#[cfg(test)]
mod tests;

pub use crew::{Crew, Frame};

use crate::rng::SplitMix64;

/// A game being played by an agent.
pub trait Episode: Send {
    /// How many bytes an observation has.
    fn observation_size(&self) -> usize;

    /// How many actions there are, legal or not.
    fn actions(&self) -> usize;

    /// Begins a new game; `rng` decides which.
    fn begin(&mut self, rng: &mut SplitMix64);

    /// Does what an action says; `None`, and nothing changes, if the rules do not allow it.
    fn act(&mut self, action: usize) -> Option<Done>;

    /// Writes down what the agent sees, and a 1 for every action that is legal.
    fn observe(&self, observation: &mut [u8], mask: &mut [i8]);

    /// What the game counts: boxes at home, or the score.
    fn tally(&self) -> i64;

    /// The same game, as far as it has come, to be played on apart from this one.
    fn copied(&self) -> Box<dyn Episode>;
}

impl Clone for Box<dyn Episode> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

impl<E: Episode + ?Sized> Episode for Box<E> {
    fn observation_size(&self) -> usize {
        (**self).observation_size()
    }

    fn actions(&self) -> usize {
        (**self).actions()
    }

    fn begin(&mut self, rng: &mut SplitMix64) {
        (**self).begin(rng);
    }

    fn act(&mut self, action: usize) -> Option<Done> {
        (**self).act(action)
    }

    fn observe(&self, observation: &mut [u8], mask: &mut [i8]) {
        (**self).observe(observation, mask);
    }

    fn tally(&self) -> i64 {
        (**self).tally()
    }

    fn copied(&self) -> Box<dyn Episode> {
        (**self).copied()
    }
}

/// What a legal action has led to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// By how much the tally has changed.
    pub gained: i64,
    pub is_won: bool,
    /// Won, lost, or with no action left.
    pub is_over: bool,
    /// Not over, but the game can go no further here.
    pub is_cut: bool,
}

/// What an agent is paid, and for how long it may play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// For every action.
    pub per_step: f64,
    /// For every action that is legal.
    pub per_legal: f64,
    /// For every action that is not.
    pub per_illegal: f64,
    /// For every unit by which the tally grows.
    pub per_gain: f64,
    /// For winning.
    pub per_win: f64,
    /// After so many actions an episode is cut off.
    pub most_steps: Option<u64>,
}

impl Terms {
    fn reward(&self, done: Option<Done>) -> f64 {
        let Some(done) = done else {
            return self.per_step + self.per_illegal;
        };
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let gained = done.gained as f64;
        let won = if done.is_won { self.per_win } else { 0.0 };
        self.per_step + self.per_legal + self.per_gain * gained + won
    }
}

/// What an action has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Step {
    pub reward: f64,
    pub is_terminated: bool,
    pub is_truncated: bool,
    pub is_illegal: bool,
}

/// One agent's place: its episode and how far it has come.
#[derive(Clone)]
pub struct Seat<E> {
    pub episode: E,
    steps: u64,
    is_over: bool,
}

impl<E: Episode> Seat<E> {
    pub const fn new(episode: E) -> Self {
        let (steps, is_over) = (0, false);
        Self {
            episode,
            steps,
            is_over,
        }
    }

    /// To be called when the episode has begun anew.
    pub const fn restart(&mut self) {
        self.steps = 0;
        self.is_over = false;
    }

    pub fn begin(&mut self, rng: &mut SplitMix64) {
        self.episode.begin(rng);
        self.restart();
    }

    /// What an action brings; one that there is not is illegal.
    pub fn act(&mut self, action: i64, terms: &Terms) -> Step {
        let action = usize::try_from(action).ok();
        let done = action
            .filter(|&action| action < self.episode.actions() && !self.is_over)
            .and_then(|action| self.episode.act(action));
        self.steps += 1;
        self.is_over |= done.is_some_and(|done| done.is_over);
        let is_cut = done.is_some_and(|done| done.is_cut)
            || terms.most_steps.is_some_and(|most| self.steps >= most);
        Step {
            reward: terms.reward(done),
            is_terminated: self.is_over,
            is_truncated: is_cut && !self.is_over,
            is_illegal: done.is_none(),
        }
    }
}
