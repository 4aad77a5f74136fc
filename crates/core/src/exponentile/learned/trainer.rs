//! Learning by temporal differences: after every move, the last settled board's value is drawn towards
//! one more move plus what the next settled board is worth.
//!
//! The step sizes come from temporal coherence (Beal and Smith): a weight whose errors all point the
//! same way learns at full speed, one whose errors cancel out has arrived and slows down. The player
//! that learns always plays what looks best to it; the refills are chance enough to explore.

use super::bytes::numbers;
use super::features::{ACTIVE, Indices, SIZE};
use super::network::Network;
use crate::exponentile::game::Game;
use crate::exponentile::grid::Eight;
use crate::exponentile::rules::{Rules, Spawn, Variant};
use crate::rng::SplitMix64;

/// What a learner is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Of all random numbers.
    pub seed: u64,
    /// What a move is worth now if it will be made one move later.
    pub discount: f32,
    /// How much of an error a step takes away, before coherence.
    pub rate: f32,
}

/// How a game went that was learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    pub score: u64,
    pub moves: u64,
    /// The greatest exponent at the end.
    pub largest: u8,
}

/// A learner: what it knows, how sure it is, and how many games it has played.
#[derive(Clone, Debug)]
pub struct Trainer {
    variant: Variant<Eight>,
    settings: Settings,
    network: Network,
    /// For every weight, the sum of its errors and the sum of their sizes.
    coherence: Vec<[f32; 2]>,
    games: u64,
    moves: u64,
}

/// Between the numbers of two games' seeds, so that other seeds' games are others.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Trainer {
    #[must_use]
    pub fn new(rules: Rules, settings: Settings) -> Self {
        Self {
            variant: usual(rules),
            settings,
            network: Network::blank(),
            coherence: vec![[0.0; 2]; SIZE],
            games: 0,
            moves: 0,
        }
    }

    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }

    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.variant.rules
    }

    #[must_use]
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Games and moves learned from so far.
    #[must_use]
    pub const fn experience(&self) -> (u64, u64) {
        (self.games, self.moves)
    }

    /// Plays a game and learns from it. It depends on the seed and on what was learned before.
    pub fn learn(&mut self) -> Lesson {
        let place = self.games.wrapping_add(1).wrapping_mul(STRIDE);
        let seed = SplitMix64::new(self.settings.seed ^ place).next_u64();
        let mut game = Game::new(&self.variant, seed);
        let mut last: Option<Indices> = None;
        while let Some(best) = self.network.best(&self.variant, &game.board) {
            if let Some(last) = &last {
                self.approach(last, self.settings.discount.mul_add(best.worth, 1.0));
            }
            last = Some(Indices::new(&best.settled.board));
            game.play(&self.variant, best.swap);
        }
        if let Some(last) = &last {
            self.approach(last, 0.0);
        }
        self.games += 1;
        self.moves += game.moves;
        Lesson {
            score: game.score,
            moves: game.moves,
            largest: game.board.largest(),
        }
    }

    /// Draws a board's value towards `target`.
    fn approach(&mut self, seen: &Indices, target: f32) {
        let error = target - self.network.value_of(seen);
        let step = self.settings.rate * error / ACTIVE;
        for index in seen.iter() {
            let [sum, size] = &mut self.coherence[index];
            let coherence = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
            self.network.weights[index] += coherence * step;
            *sum += error;
            *size += error.abs();
        }
    }

    /// All that is needed to go on later.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = magic(self.variant.rules).to_vec();
        let Settings {
            seed,
            discount,
            rate,
        } = self.settings;
        for number in [seed, self.games, self.moves] {
            bytes.extend(number.to_le_bytes());
        }
        let weights = self.network.weights.iter();
        let numbers = [discount, rate].into_iter().chain(weights.copied());
        for number in numbers.chain(self.coherence.iter().flatten().copied()) {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// A learner that goes on from a checkpoint; `None` if the bytes are none of this version.
    #[must_use]
    pub fn resumed(bytes: &[u8]) -> Option<Self> {
        let (begin, rest) = bytes.split_first_chunk()?;
        let mut known = [Rules::Web, Rules::Classic].into_iter();
        let rules = known.find(|&rules| magic(rules) == begin)?;
        let (counts, rest) = rest.split_at_checked(3 * 8)?;
        let counts = numbers(counts)?;
        let numbers = numbers(rest)?.into_iter().map(f32::from_le_bytes);
        let numbers: Vec<f32> = numbers.collect();
        let (&[discount, rate], numbers) = numbers.split_first_chunk()?;
        let (weights, sums) = numbers.split_at_checked(SIZE)?;
        if sums.len() != 2 * SIZE {
            return None;
        }
        let coherence = sums.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        let count = |place: usize| u64::from_le_bytes(counts[place]);
        Some(Self {
            variant: usual(rules),
            settings: Settings {
                seed: count(0),
                discount,
                rate,
            },
            network: Network::new(weights.to_vec())?,
            coherence: coherence.collect(),
            games: count(1),
            moves: count(2),
        })
    }
}

/// The usual board with these rules.
fn usual(rules: Rules) -> Variant<Eight> {
    Variant {
        grid: Eight,
        rules,
        spawn: Spawn::usual(rules),
    }
}

/// What a checkpoint begins with.
const fn magic(rules: Rules) -> &'static [u8; 8] {
    match rules {
        Rules::Web => b"QXTRAINW",
        Rules::Classic => b"QXTRAINC",
    }
}
