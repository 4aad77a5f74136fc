//! `ExponenTile`'s players for Python: one decision at a time, or whole games on many threads.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use quandary_core::cpu::thread_seconds;
use quandary_core::exponentile::learned::Learned;
use quandary_core::exponentile::{
    AnyGrid, Board, Chooser, Eight, Extent, Game, Grid, Mobility, Record, Rollout, Simple,
    Untaught, Variant, simulate as play_game,
};
use quandary_core::rng::SplitMix64;
use quandary_core::search::{self, batch};

use crate::budget::{Cancel, next};
use crate::exponentile::{PySwap, PyTable, Table, from_swap, value_error};
use crate::exponentile_learning::Network;

/// How somebody plays, by name and numbers.
#[derive(Clone)]
enum Manner {
    Untaught(Untaught),
    Learned(Learned),
}

impl Manner {
    fn new(
        name: &str,
        samples: u32,
        depth: u32,
        breadth: usize,
        network: Option<&Bound<'_, Network>>,
    ) -> PyResult<Self> {
        if name == "learned" {
            let network = network.ok_or_else(|| value_error("learned needs a network"))?;
            return Ok(Self::Learned(Learned {
                network: Arc::clone(&network.get().core),
                samples,
                breadth,
            }));
        }
        let simple = match name {
            "random" => Simple::Random,
            "first" => Simple::First,
            "top-bottom" => Simple::TopBottom,
            "bottom-top" => Simple::BottomTop,
            "greedy" => Simple::Greedy,
            "lowest" => Simple::Lowest,
            "mobility" => return Ok(Self::Untaught(Untaught::Mobility(Mobility { samples }))),
            "rollout" => {
                let rollout = Rollout { samples, depth };
                return Ok(Self::Untaught(Untaught::Rollout(rollout)));
            }
            _ => return Err(value_error(format!("there is no player {name:?}"))),
        };
        Ok(Self::Untaught(Untaught::Simple(simple)))
    }
}

/// Someone with a board before them. What was learned on the usual board does not help on another.
enum Seat {
    Eight(Variant<Eight>, Board<Eight>, Manner),
    Any(Box<Variant<AnyGrid>>, Board<AnyGrid>, Untaught),
}

impl Seat {
    fn new(table: PyTable, manner: &Manner) -> PyResult<Self> {
        Ok(match (Table::new(table)?, manner) {
            (Table::Eight(variant, board), _) => Self::Eight(variant, board, manner.clone()),
            (Table::Any(variant, board), Manner::Untaught(player)) => {
                Self::Any(variant, board, *player)
            }
            (Table::Any(..), Manner::Learned(_)) => {
                return Err(value_error("learned plays on 8x8 boards with edges"));
            }
        })
    }

    fn choose(&self, rng: &mut SplitMix64) -> Option<PySwap> {
        match self {
            Self::Eight(variant, board, manner) => {
                let swap = match manner.clone() {
                    Manner::Untaught(mut player) => player.choose(variant, board, rng),
                    Manner::Learned(mut player) => player.choose(variant, board, rng),
                };
                swap.map(|swap| from_swap(&variant.grid, swap))
            }
            Self::Any(variant, board, player) => {
                let swap = { *player }.choose(variant, board, rng);
                swap.map(|swap| from_swap(&variant.grid, swap))
            }
        }
    }

    fn play(
        &self,
        chance: u64,
        rng: &mut SplitMix64,
        extent: Extent,
        is_cancelled: impl Fn() -> bool,
    ) -> PyRecord {
        match self {
            Self::Eight(variant, board, manner) => {
                let game = Game::resumed(*board, chance);
                let record = match manner.clone() {
                    Manner::Untaught(mut player) => {
                        play_game(variant, game, &mut player, rng, extent, is_cancelled)
                    }
                    Manner::Learned(mut player) => {
                        play_game(variant, game, &mut player, rng, extent, is_cancelled)
                    }
                };
                to_record(&variant.grid, &record)
            }
            Self::Any(variant, board, player) => {
                let game = Game::resumed(*board, chance);
                let mut player = *player;
                let record = play_game(variant, game, &mut player, rng, extent, is_cancelled);
                to_record(&variant.grid, &record)
            }
        }
    }
}

fn to_record<G: Grid>(grid: &G, record: &Record) -> PyRecord {
    let swaps = record.swaps.iter();
    (
        record.score,
        record.moves,
        record.largest,
        record.early_score,
        record.is_over,
        swaps.map(|&swap| from_swap(grid, swap)).collect(),
    )
}

/// A player's own generator, unlike the one of a game with the same seed.
fn luck(seed: u64) -> SplitMix64 {
    SplitMix64::new(seed).split()
}

/// Somebody who plays, one decision at a time.
#[pyclass(frozen, module = "quandary._native.exponentile")]
pub struct Player {
    manner: Manner,
    rng: Mutex<SplitMix64>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, seed, *, samples=0, depth=0, breadth=usize::MAX, network=None))]
    fn new(
        name: &str,
        seed: u64,
        samples: u32,
        depth: u32,
        breadth: usize,
        network: Option<&Bound<'_, Network>>,
    ) -> PyResult<Self> {
        Ok(Self {
            manner: Manner::new(name, samples, depth, breadth, network)?,
            rng: Mutex::new(luck(seed)),
        })
    }

    /// The swap to play on this board; None if there is none.
    fn choose(&self, py: Python<'_>, table: PyTable) -> PyResult<Option<PySwap>> {
        let seat = Seat::new(table, &self.manner)?;
        Ok(py.detach(|| {
            let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
            seat.choose(&mut rng)
        }))
    }
}

/// Score, moves, greatest exponent, early score, whether it is over, swaps.
type PyRecord = (u64, u64, u8, u64, bool, Vec<PySwap>);
type Timed = (PyRecord, f64);

/// Plays whole games on `jobs` threads, each from a board, its chance and a player's seed; see `Batch`.
#[pyfunction]
#[pyo3(signature = (games, name, *, jobs, samples=0, depth=0, breadth=usize::MAX, network=None, most_moves=None, early_moves=None, keep_swaps=false, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn simulate(
    games: Vec<(PyTable, u64, u64)>,
    name: &str,
    jobs: usize,
    samples: u32,
    depth: u32,
    breadth: usize,
    network: Option<&Bound<'_, Network>>,
    most_moves: Option<u64>,
    early_moves: Option<u64>,
    keep_swaps: bool,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Batch> {
    let manner = Manner::new(name, samples, depth, breadth, network)?;
    let seats = games.into_iter().map(|(table, chance, seed)| {
        let seat = Seat::new(table, &manner)?;
        Ok((seat, chance, seed))
    });
    let seats = seats.collect::<PyResult<Vec<_>>>()?;
    let extent = Extent {
        most_moves,
        early_moves,
        keeps_swaps: keep_swaps,
    };
    let cancel = cancel.map(|cancel| cancel.get().flag.clone());
    let play = move |(seat, chance, seed): &(Seat, u64, u64),
                     (): &mut (),
                     dropped: &search::Cancel| {
        let is_cancelled =
            || dropped.is_cancelled() || cancel.as_ref().is_some_and(search::Cancel::is_cancelled);
        let begun = thread_seconds();
        let record = seat.play(*chance, &mut luck(*seed), extent, is_cancelled);
        (record, thread_seconds() - begun)
    };
    Ok(Batch {
        running: Mutex::new(Some(batch::Batch::start(seats, jobs, || (), play))),
    })
}

/// An iterator of `(record, CPU seconds)` in the order of the games.
#[pyclass(frozen, module = "quandary._native.exponentile")]
pub struct Batch {
    running: Mutex<Option<batch::Batch<Timed>>>,
}

#[pymethods]
impl Batch {
    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Timed>> {
        // Taken out while waiting, so that what is raised meanwhile drops it and stops the workers.
        let taken = self.lock().take();
        let Some(mut batch) = taken else {
            return Ok(None);
        };
        let record = next(py, &mut batch)?;
        if record.is_some() {
            *self.lock() = Some(batch);
        }
        Ok(record)
    }
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Option<batch::Batch<Timed>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
