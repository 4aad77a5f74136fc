//! Many episodes at once, on threads that stay.
//!
//! Every thread owns its share of the episodes for good; orders and frames go to and fro, and the frames are used
//! again. So nothing is shared, and a step costs two messages a thread. The caller's own thread does the first share.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::{Episode, Seat, Step, Terms};
use crate::rng::SplitMix64;

/// What a share of the episodes looks like after a step: everything one after the other, episode by episode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub observations: Vec<u8>,
    pub masks: Vec<i8>,
    pub tallies: Vec<i64>,
    pub rewards: Vec<f64>,
    pub terminated: Vec<u8>,
    pub truncated: Vec<u8>,
    pub illegal: Vec<u8>,
}

enum Order {
    /// Begin anew, with these seeds.
    Reset(Vec<u64>),
    /// Act; an episode that ended the last time begins anew instead.
    Step(Vec<i64>),
    /// Begin those anew that have ended, and leave the others alone.
    Renew,
    /// Hand over a copy of your share.
    Copy,
}

/// Episodes that are stepped together.
pub struct Crew<E> {
    own: Share<E>,
    own_frame: Frame,
    workers: Vec<Worker<E>>,
}

struct Worker<E> {
    episodes: usize,
    orders: Option<Sender<(Order, Frame)>>,
    frames: Receiver<Frame>,
    frame: Frame,
    copies: Receiver<Share<E>>,
    thread: Option<JoinHandle<()>>,
}

impl<E: Episode + Clone + 'static> Crew<E> {
    /// Shares the episodes among `threads` threads, of which one is whoever calls.
    #[must_use]
    pub fn new(mut episodes: Vec<E>, threads: usize, terms: Terms) -> Self {
        let count = episodes.len();
        let threads = threads.clamp(1, count.max(1));
        let mut workers = Vec::new();
        for number in (1..threads).rev() {
            let share = Share::new(episodes.split_off(count * number / threads), terms);
            workers.push(Worker::start(share));
        }
        workers.reverse();
        Self {
            own: Share::new(episodes, terms),
            own_frame: Frame::default(),
            workers,
        }
    }

    /// How many episodes there are.
    #[must_use]
    pub fn size(&self) -> usize {
        let theirs = self.workers.iter().map(|worker| worker.episodes);
        self.own.places.len() + theirs.sum::<usize>()
    }

    /// Begins all episodes anew, each with its own seed.
    ///
    /// # Panics
    /// When there is not one seed for every episode, or when a thread has ended.
    pub fn reset(&mut self, seeds: &[u64]) {
        assert_eq!(seeds.len(), self.size(), "a seed for every episode");
        self.order(|range| Order::Reset(seeds[range].to_vec()));
    }

    /// Acts in all episodes; one that ended the last time begins anew instead.
    ///
    /// # Panics
    /// When there is not one action for every episode, or when a thread has ended.
    pub fn step(&mut self, actions: &[i64]) {
        assert_eq!(actions.len(), self.size(), "an action for every episode");
        self.order(|range| Order::Step(actions[range].to_vec()));
    }

    /// Begins those anew that have ended, at once and not with the next step; what their last action has brought stays.
    ///
    /// # Panics
    /// When a thread has ended.
    pub fn renew(&mut self) {
        self.order(|_| Order::Renew);
    }

    /// All episodes as far as they have come, on threads of their own.
    ///
    /// # Panics
    /// When a thread has ended.
    #[must_use]
    pub fn copy(&mut self) -> Self {
        Self {
            own: self.own.clone(),
            own_frame: self.own_frame.clone(),
            workers: self.workers.iter_mut().map(Worker::copy).collect(),
        }
    }

    /// How things stand, share by share, in the order of the episodes.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let theirs = self.workers.iter().map(|worker| &worker.frame);
        std::iter::once(&self.own_frame).chain(theirs)
    }

    fn order(&mut self, order_for: impl Fn(std::ops::Range<usize>) -> Order) {
        let own = self.own.places.len();
        let mut first = own;
        for worker in &mut self.workers {
            let range = first..first + worker.episodes;
            first = range.end;
            let frame = std::mem::take(&mut worker.frame);
            let orders = worker.orders.as_ref().expect("open until it is dropped");
            // A thread that has ended is noticed below.
            drop(orders.send((order_for(range), frame)));
        }
        self.own.follow(&order_for(0..own), &mut self.own_frame);
        for worker in &mut self.workers {
            worker.frame = worker.frames.recv().expect("a thread has ended");
        }
    }
}

impl<E: Episode + Clone + 'static> Worker<E> {
    fn start(mut share: Share<E>) -> Self {
        let (orders, inbox) = mpsc::channel::<(Order, Frame)>();
        let (outbox, frames) = mpsc::channel();
        let (copybox, copies) = mpsc::channel();
        let episodes = share.places.len();
        let thread = thread::spawn(move || {
            while let Ok((order, mut frame)) = inbox.recv() {
                if matches!(order, Order::Copy) {
                    // Who does not take it is noticed below.
                    drop(copybox.send(share.clone()));
                } else {
                    share.follow(&order, &mut frame);
                }
                if outbox.send(frame).is_err() {
                    break;
                }
            }
        });
        Self {
            episodes,
            orders: Some(orders),
            frames,
            frame: Frame::default(),
            copies,
            thread: Some(thread),
        }
    }

    fn copy(&mut self) -> Self {
        let mut copy = Self::start(self.share());
        copy.frame.clone_from(&self.frame);
        copy
    }

    /// A copy of the share.
    fn share(&mut self) -> Share<E> {
        let orders = self.orders.as_ref().expect("open until it is dropped");
        drop(orders.send((Order::Copy, std::mem::take(&mut self.frame))));
        let share = self.copies.recv().expect("a thread has ended");
        self.frame = self.frames.recv().expect("a thread has ended");
        share
    }
}

impl<E> Drop for Worker<E> {
    fn drop(&mut self) {
        // Without orders to come, the thread ends.
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The episodes of one thread.
#[derive(Clone)]
struct Share<E> {
    places: Vec<Place<E>>,
    terms: Terms,
}

#[derive(Clone)]
struct Place<E> {
    seat: Seat<E>,
    rng: SplitMix64,
    has_ended: bool,
}

impl<E: Episode> Share<E> {
    fn new(episodes: Vec<E>, terms: Terms) -> Self {
        let place = |episode| Place {
            seat: Seat::new(episode),
            rng: SplitMix64::new(0),
            has_ended: false,
        };
        Self {
            places: episodes.into_iter().map(place).collect(),
            terms,
        }
    }

    fn follow(&mut self, order: &Order, frame: &mut Frame) {
        frame.fit(&self.places);
        for (number, place) in self.places.iter_mut().enumerate() {
            let step = match order {
                Order::Renew => {
                    if place.has_ended {
                        place.begin();
                        frame.show(number, &place.seat.episode);
                    }
                    continue;
                }
                Order::Reset(seeds) => {
                    place.rng = SplitMix64::new(seeds[number]);
                    place.begin()
                }
                Order::Step(_) if place.has_ended => place.begin(),
                Order::Copy => continue,
                Order::Step(actions) => place.act(actions[number], &self.terms),
            };
            frame.note(number, &place.seat.episode, step);
        }
    }
}

impl<E: Episode> Place<E> {
    fn begin(&mut self) -> Step {
        self.seat.begin(&mut self.rng);
        self.has_ended = false;
        Step::default()
    }

    fn act(&mut self, action: i64, terms: &Terms) -> Step {
        let step = self.seat.act(action, terms);
        self.has_ended = step.is_terminated || step.is_truncated;
        step
    }
}

impl Frame {
    /// Makes room for so many episodes; once there is room, nothing happens.
    fn fit<E: Episode>(&mut self, places: &[Place<E>]) {
        let count = places.len();
        let of_each = |size: fn(&E) -> usize| {
            let size = places.first().map_or(0, |place| size(&place.seat.episode));
            size * count
        };
        self.observations.resize(of_each(E::observation_size), 0);
        self.masks.resize(of_each(E::actions), 0);
        self.tallies.resize(count, 0);
        self.rewards.resize(count, 0.0);
        self.terminated.resize(count, 0);
        self.truncated.resize(count, 0);
        self.illegal.resize(count, 0);
    }

    fn show<E: Episode>(&mut self, number: usize, episode: &E) {
        let (size, actions) = (episode.observation_size(), episode.actions());
        let observation = &mut self.observations[number * size..][..size];
        episode.observe(observation, &mut self.masks[number * actions..][..actions]);
        self.tallies[number] = episode.tally();
    }

    fn note<E: Episode>(&mut self, number: usize, episode: &E, step: Step) {
        self.show(number, episode);
        self.rewards[number] = step.reward;
        self.terminated[number] = step.is_terminated.into();
        self.truncated[number] = step.is_truncated.into();
        self.illegal[number] = step.is_illegal.into();
    }
}
