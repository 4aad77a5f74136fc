//! `ExponenTile` for Python: the rules, what the learned player has learned, the players and the environments.
//!
//! A position is any object with the fields of the game's `Position`. A table is read of it: all but the score, the
//! number of moves and the state of chance, of which players know nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use quandary_core::arena::{Episode, Seat as AgentSeat, Step, Terms};
use quandary_core::exponentile::learned::{self, Learned, Settings};
use quandary_core::exponentile::{
    self as core, AnyGrid, Beginnings, Board, Chooser, Eight, Extent, Grid, Mobility, Rollout,
    Rules, SIDES, Simple, Spawn, Swap, Swapping, Untaught, Variant, simulate as play_game,
};
use quandary_core::rng::SplitMix64;
use quandary_core::search::{self, batch};

use crate::budget::{Cancel, Limits, run};
use crate::clock::timed;
use crate::envs::{Arena, Desk, PyStep, PyTerms, to_py};
use crate::solving::Batch;

/// `ExponenTile`: the rules, the players, and how they learn.
#[pymodule]
pub mod exponentile {
    #[pymodule_export]
    use super::{
        Game, Lesson, Manner, Network, Player, Record, Resolved, Solo, Trainer, arena, play,
        resolve, simulate, start, swaps,
    };
}

/// Source and target.
type PySwap = (usize, usize);

/// One field of an object.
fn field<'py, T: FromPyObjectOwned<'py, Error = PyErr>>(
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
) -> PyResult<T> {
    object.getattr(name)?.extract()
}

/// Python counts cells row by row, the core column by column.
fn to_core<G: Grid>(grid: &G, cell: usize) -> PyResult<usize> {
    let (row, column) = (cell / grid.width(), cell % grid.width());
    if row >= grid.height() {
        return Err(value_error(format!("there is no cell {cell}")));
    }
    Ok(grid.cell(row, column))
}

fn to_python<G: Grid>(grid: &G, cell: usize) -> usize {
    grid.row_of(cell) * grid.width() + grid.column_of(cell)
}

fn to_swap<G: Grid>(grid: &G, (source, target): PySwap) -> PyResult<Swap> {
    let swap = Swap {
        from: to_core(grid, source)?,
        to: to_core(grid, target)?,
    };
    if !grid.are_neighbours(swap) {
        let message = format!("cells {source} and {target} are no neighbours");
        return Err(value_error(message));
    }
    Ok(swap)
}

fn from_swap<G: Grid>(grid: &G, swap: Swap) -> PySwap {
    (to_python(grid, swap.from), to_python(grid, swap.to))
}

fn value_error(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// The tiles row by row.
fn tiles<G: Grid>(grid: &G, board: &Board<G>) -> Vec<u8> {
    let rows = 0..grid.height();
    rows.flat_map(|row| (0..grid.width()).map(move |column| (row, column)))
        .map(|(row, column)| board.tile(grid.cell(row, column)))
        .collect()
}

/// A board and its variant, on the fast grid where that can hold it.
#[derive(Clone)]
enum Table {
    Eight(Variant<Eight>, Board<Eight>),
    Any(Box<Variant<AnyGrid>>, Board<AnyGrid>),
}

/// The greatest exponents that are let in: a merge adds at most 13 on the usual board, 29 on the
/// biggest one, and must still fit.
const GREATEST_ON_EIGHT: u8 = 18;
const GREATEST: u8 = 34;

impl Table {
    /// What a position shows to everybody.
    fn read(position: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = position.py();
        Self::new(
            &field::<Vec<u8>>(position, intern!(py, "cells"))?,
            field(position, intern!(py, "width"))?,
            field::<String>(position, intern!(py, "rules"))?
                .parse()
                .map_err(value_error)?,
            field(position, intern!(py, "spawn"))?,
            field(position, intern!(py, "torus"))?,
        )
    }

    fn new(
        cells: &[u8],
        width: usize,
        rules: Rules,
        spawn: Vec<u8>,
        is_torus: bool,
    ) -> PyResult<Self> {
        if !SIDES.contains(&width) || cells.len() % width != 0 {
            return Err(value_error("the width does not fit the number of cells"));
        }
        let height = cells.len() / width;
        let greatest = cells.iter().chain(&spawn).max().copied().unwrap_or(0);
        if greatest > GREATEST {
            return Err(value_error(format!("tiles go up to 2^{GREATEST} here")));
        }
        let spawn = Spawn::new(spawn).ok_or_else(|| value_error("there are no such new tiles"))?;
        if (width, height, is_torus) == (8, 8, false) && greatest <= GREATEST_ON_EIGHT {
            let grid = Eight;
            let board = to_board(&grid, cells)?;
            return Ok(Self::Eight(Variant { grid, rules, spawn }, board));
        }
        let grid = AnyGrid::new(width, height, is_torus)
            .ok_or_else(|| value_error("a board is 3 to 16 cells wide and high"))?;
        let board = to_board(&grid, cells)?;
        let variant = Box::new(Variant { grid, rules, spawn });
        Ok(Self::Any(variant, board))
    }
}

fn to_board<G: Grid>(grid: &G, cells: &[u8]) -> PyResult<Board<G>> {
    let mut board = Board::empty();
    for (number, &exponent) in cells.iter().enumerate() {
        if exponent == 0 {
            return Err(value_error("a board has no empty cells"));
        }
        board.put(to_core(grid, number)?, exponent);
    }
    Ok(board)
}

/// Does the same on either grid.
macro_rules! on_table {
    ($table:expr, |$variant:ident, $board:ident| $work:expr) => {
        match $table {
            Table::Eight($variant, $board) => $work,
            Table::Any($variant, $board) => $work,
        }
    };
}

/// A position as the core gives it back.
#[pyclass(frozen, get_all, eq, module = "quandary._native.exponentile")]
#[derive(PartialEq)]
struct Game {
    cells: Vec<u8>,
    width: usize,
    rules: &'static str,
    spawn: Vec<u8>,
    torus: bool,
    chance: u64,
    score: u64,
    moves: u64,
}

impl Game {
    fn new<G: Grid>(variant: &Variant<G>, game: &core::Game<G>) -> Self {
        Self {
            cells: tiles(&variant.grid, &game.board),
            width: variant.grid.width(),
            rules: variant.rules.name(),
            spawn: variant.spawn.exponents().to_vec(),
            torus: variant.grid.is_torus(),
            chance: game.rng.state(),
            score: game.score,
            moves: game.moves,
        }
    }
}

/// The game of a position.
fn read_game<G: Grid>(position: &Bound<'_, PyAny>, board: Board<G>) -> PyResult<core::Game<G>> {
    let py = position.py();
    let chance = field(position, intern!(py, "chance"))?;
    Ok(core::Game {
        score: field(position, intern!(py, "score"))?,
        moves: field(position, intern!(py, "moves"))?,
        ..core::Game::resumed(board, chance)
    })
}

/// Every legal swap: column by column, down each column, to the right before down.
#[pyfunction]
fn swaps(position: &Bound<'_, PyAny>) -> PyResult<Vec<PySwap>> {
    Ok(on_table!(&Table::read(position)?, |variant, board| {
        let grid = &variant.grid;
        let swaps = board.swaps(grid).list(grid);
        swaps.map(|swap| from_swap(grid, swap)).collect()
    }))
}

/// The game of a seed.
#[pyfunction]
fn start(
    width: usize,
    height: usize,
    rules: &str,
    spawn: Vec<u8>,
    torus: bool,
    seed: u64,
) -> PyResult<Game> {
    let blank = vec![1; width * height];
    let rules = rules.parse().map_err(value_error)?;
    let table = Table::new(&blank, width, rules, spawn, torus)?;
    Ok(on_table!(&table, |variant, _board| {
        Game::new(variant, &core::Game::new(variant, seed))
    }))
}

/// Plays a legal swap.
#[pyfunction]
fn play(position: &Bound<'_, PyAny>, swap: PySwap) -> PyResult<Game> {
    on_table!(&Table::read(position)?, |variant, board| {
        let mut game = read_game(position, *board)?;
        if !game.play(variant, to_swap(&variant.grid, swap)?) {
            return Err(value_error("the swap matches nothing"));
        }
        Ok(Game::new(variant, &game))
    })
}

/// What a swap has led to: the points of each wave, and how many new tiles were used.
#[pyclass(frozen, get_all, module = "quandary._native.exponentile")]
struct Resolved {
    cells: Vec<u8>,
    points: Vec<u64>,
    used: usize,
}

/// Plays a legal swap with these new tiles.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn resolve(position: &Bound<'_, PyAny>, swap: PySwap, refills: Vec<u8>) -> PyResult<Resolved> {
    on_table!(&Table::read(position)?, |variant, board| {
        let swap = to_swap(&variant.grid, swap)?;
        let settled = variant.settle(board, swap);
        let settled = settled.ok_or_else(|| value_error("the swap matches nothing"))?;
        let mut points = vec![settled.points];
        let mut used = 0;
        // When they have run out, tiles that match nothing end the cascade.
        let refill = || {
            used += 1;
            refills.get(used - 1).copied().unwrap_or(0)
        };
        let after = variant.cascade(settled, refill, |wave| points.push(wave));
        if used > refills.len() {
            return Err(value_error("the new tiles have run out"));
        }
        Ok(Resolved {
            cells: tiles(&variant.grid, &after),
            points,
            used,
        })
    })
}

/// What the learned player has learned.
#[pyclass(frozen, module = "quandary._native.exponentile")]
struct Network {
    core: Arc<learned::Network>,
}

#[pymethods]
impl Network {
    /// Reads the bytes of a file of weights.
    #[new]
    fn new(weights: &[u8]) -> PyResult<Self> {
        let network = learned::Network::from_bytes(weights);
        let network = network.ok_or_else(|| value_error("these are no weights of this version"))?;
        Ok(Self {
            core: Arc::new(network),
        })
    }

    /// The bytes that make it again, rounded to two each.
    fn to_bytes(&self) -> Vec<u8> {
        self.core.to_bytes()
    }
}

/// A game that was learned from.
#[pyclass(frozen, get_all, module = "quandary._native.exponentile")]
struct Lesson {
    score: u64,
    moves: u64,
    largest: u8,
}

/// A learner, which plays games and gets better.
#[pyclass(frozen, module = "quandary._native.exponentile")]
struct Trainer {
    core: Mutex<learned::Trainer>,
}

#[pymethods]
impl Trainer {
    #[new]
    #[pyo3(signature = (rules, *, seed, discount, rate))]
    fn new(rules: &str, seed: u64, discount: f32, rate: f32) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(value_error)?;
        let settings = Settings {
            seed,
            discount,
            rate,
        };
        Ok(Self {
            core: Mutex::new(learned::Trainer::new(rules, settings)),
        })
    }

    /// A learner that goes on from a checkpoint.
    #[staticmethod]
    fn resumed(checkpoint: &[u8]) -> PyResult<Self> {
        let trainer = learned::Trainer::resumed(checkpoint);
        let trainer =
            trainer.ok_or_else(|| value_error("this is no checkpoint of this version"))?;
        Ok(Self {
            core: Mutex::new(trainer),
        })
    }

    /// Plays so many games, or until a limit is reached, and learns from them.
    #[pyo3(signature = (games, *, limits=None))]
    fn learn(
        &self,
        py: Python<'_>,
        games: usize,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Vec<Lesson>> {
        run(py, limits, None, |budget| {
            let mut trainer = self.lock();
            let mut lessons = Vec::with_capacity(games);
            while lessons.len() < games && budget.check(0).is_ok() {
                let lesson = trainer.learn();
                lessons.push(Lesson {
                    score: lesson.score,
                    moves: lesson.moves,
                    largest: lesson.largest,
                });
            }
            lessons
        })
    }

    /// Games learned from so far.
    #[getter]
    fn games(&self) -> u64 {
        self.lock().experience().0
    }

    /// Moves learned from so far.
    #[getter]
    fn moves(&self) -> u64 {
        self.lock().experience().1
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.lock().rules().name()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.lock().settings().seed
    }

    #[getter]
    fn discount(&self) -> f32 {
        self.lock().settings().discount
    }

    #[getter]
    fn rate(&self) -> f32 {
        self.lock().settings().rate
    }

    /// All that is needed to go on later.
    fn checkpoint(&self) -> Vec<u8> {
        self.lock().checkpoint()
    }

    /// What it has learned so far.
    fn network(&self) -> Network {
        Network {
            core: Arc::new(self.lock().network().clone()),
        }
    }
}

impl Trainer {
    fn lock(&self) -> MutexGuard<'_, learned::Trainer> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those who decide.
#[derive(Clone)]
enum Decider {
    Untaught(Untaught),
    Learned(Learned),
}

/// How somebody plays, by name and numbers.
#[pyclass(frozen, module = "quandary._native.exponentile")]
struct Manner {
    decider: Decider,
}

#[pymethods]
impl Manner {
    #[new]
    #[pyo3(signature = (name, *, samples=0, depth=0, breadth=usize::MAX, network=None))]
    fn new(
        name: &str,
        samples: u32,
        depth: u32,
        breadth: usize,
        network: Option<&Bound<'_, Network>>,
    ) -> PyResult<Self> {
        if name == "learned" {
            let network = network.ok_or_else(|| value_error("learned needs a network"))?;
            let decider = Decider::Learned(Learned {
                network: Arc::clone(&network.get().core),
                samples,
                breadth,
            });
            return Ok(Self { decider });
        }
        let untaught = match name {
            "random" => Untaught::Simple(Simple::Random),
            "first" => Untaught::Simple(Simple::First),
            "top-bottom" => Untaught::Simple(Simple::TopBottom),
            "bottom-top" => Untaught::Simple(Simple::BottomTop),
            "greedy" => Untaught::Simple(Simple::Greedy),
            "lowest" => Untaught::Simple(Simple::Lowest),
            "mobility" => Untaught::Mobility(Mobility { samples }),
            "rollout" => Untaught::Rollout(Rollout { samples, depth }),
            _ => return Err(value_error(format!("there is no player {name:?}"))),
        };
        let decider = Decider::Untaught(untaught);
        Ok(Self { decider })
    }
}

/// Someone with a board before them. What was learned on the usual board does not help on another.
enum Seat {
    Eight(Variant<Eight>, Board<Eight>, Decider),
    Any(Box<Variant<AnyGrid>>, Board<AnyGrid>, Untaught),
}

impl Seat {
    fn new(position: &Bound<'_, PyAny>, decider: &Decider) -> PyResult<Self> {
        Ok(match (Table::read(position)?, decider) {
            (Table::Eight(variant, board), _) => Self::Eight(variant, board, decider.clone()),
            (Table::Any(variant, board), Decider::Untaught(player)) => {
                Self::Any(variant, board, *player)
            }
            (Table::Any(..), Decider::Learned(_)) => {
                return Err(value_error("learned plays on 8x8 boards with edges"));
            }
        })
    }

    fn choose(&self, rng: &mut SplitMix64) -> Option<PySwap> {
        match self {
            Self::Eight(variant, board, decider) => {
                let swap = match decider.clone() {
                    Decider::Untaught(mut player) => player.choose(variant, board, rng),
                    Decider::Learned(mut player) => player.choose(variant, board, rng),
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
    ) -> Record {
        match self {
            Self::Eight(variant, board, decider) => {
                let game = core::Game::resumed(*board, chance);
                let record = match decider.clone() {
                    Decider::Untaught(mut player) => {
                        play_game(variant, game, &mut player, rng, extent, is_cancelled)
                    }
                    Decider::Learned(mut player) => {
                        play_game(variant, game, &mut player, rng, extent, is_cancelled)
                    }
                };
                to_record(&variant.grid, &record)
            }
            Self::Any(variant, board, player) => {
                let game = core::Game::resumed(*board, chance);
                let mut player = *player;
                let record = play_game(variant, game, &mut player, rng, extent, is_cancelled);
                to_record(&variant.grid, &record)
            }
        }
    }
}

/// What became of a game.
#[pyclass(frozen, get_all, module = "quandary._native.exponentile")]
struct Record {
    score: u64,
    moves: u64,
    largest: u8,
    early_score: u64,
    is_over: bool,
    swaps: Vec<PySwap>,
}

fn to_record<G: Grid>(grid: &G, record: &core::Record) -> Record {
    let swaps = record.swaps.iter();
    Record {
        score: record.score,
        moves: record.moves,
        largest: record.largest,
        early_score: record.early_score,
        is_over: record.is_over,
        swaps: swaps.map(|&swap| from_swap(grid, swap)).collect(),
    }
}

/// A player's own generator, unlike the one of a game with the same seed.
fn luck(seed: u64) -> SplitMix64 {
    SplitMix64::new(seed).split()
}

/// Somebody who plays, one decision at a time.
#[pyclass(frozen, module = "quandary._native.exponentile")]
struct Player {
    decider: Decider,
    rng: Mutex<SplitMix64>,
}

#[pymethods]
impl Player {
    #[new]
    fn new(manner: &Bound<'_, Manner>, seed: u64) -> Self {
        Self {
            decider: manner.get().decider.clone(),
            rng: Mutex::new(luck(seed)),
        }
    }

    /// The swap to play in this position; None if there is none.
    fn choose(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<PySwap>> {
        let seat = Seat::new(position, &self.decider)?;
        Ok(position.py().detach(|| {
            let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
            seat.choose(&mut rng)
        }))
    }
}

/// Plays whole games on `jobs` threads, each from a position and a player's seed; see `Batch`.
#[pyfunction]
#[pyo3(signature = (games, manner, *, jobs, most_moves=None, early_moves=None, keep_swaps=false, cancel=None))]
fn simulate(
    games: Vec<(Bound<'_, PyAny>, u64)>,
    manner: &Bound<'_, Manner>,
    jobs: usize,
    most_moves: Option<u64>,
    early_moves: Option<u64>,
    keep_swaps: bool,
    cancel: Option<&Bound<'_, Cancel>>,
) -> PyResult<Batch> {
    let seats = games.into_iter().map(|(position, seed)| {
        let seat = Seat::new(&position, &manner.get().decider)?;
        let chance = field(&position, intern!(position.py(), "chance"))?;
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
        timed(|| seat.play(*chance, &mut luck(*seed), extent, is_cancelled))
    };
    let running = batch::Batch::start(seats, jobs, || (), play);
    Ok(Batch::new(running, |_, record| Ok(record)))
}

/// An agent's place, on whatever grid.
trait Place: Send + Sync {
    fn start(&mut self, seed: u64) -> bool;
    fn resume(&mut self, position: &Bound<'_, PyAny>) -> PyResult<()>;
    fn act(&mut self, action: i64, terms: &Terms) -> Step;
    fn state(&self) -> Game;
    fn episode(&self) -> &dyn Episode;
}

/// A seat, and the variant that is played there.
struct At<G: Grid>(AgentSeat<Swapping<G>>, Arc<Variant<G>>);

impl<G: Grid> Place for At<G> {
    fn start(&mut self, seed: u64) -> bool {
        let Self(seat, variant) = self;
        seat.episode.enter(core::Game::new(variant, seed));
        seat.restart();
        !seat.episode.is_over()
    }

    fn resume(&mut self, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let Self(seat, variant) = self;
        seat.episode.enter(to_game(&variant.grid, position)?);
        seat.restart();
        Ok(())
    }

    fn act(&mut self, action: i64, terms: &Terms) -> Step {
        self.0.act(action, terms)
    }

    fn state(&self) -> Game {
        let Self(seat, variant) = self;
        Game::new(variant, seat.episode.game())
    }

    fn episode(&self) -> &dyn Episode {
        &self.0.episode
    }
}

/// The game of a position, on a grid that is there already.
fn to_game<G: Grid>(grid: &G, position: &Bound<'_, PyAny>) -> PyResult<core::Game<G>> {
    let cells: Vec<u8> = field(position, intern!(position.py(), "cells"))?;
    read_game(position, to_board(grid, &cells)?)
}

/// One agent at a board.
#[pyclass(module = "quandary._native.exponentile")]
struct Solo {
    place: Box<dyn Place>,
    terms: Terms,
    desk: Desk,
}

#[pymethods]
impl Solo {
    #[new]
    fn new(
        position: &Bound<'_, PyAny>,
        terms: PyTerms,
        observation: PyBuffer<u8>,
        mask: PyBuffer<i8>,
    ) -> PyResult<Self> {
        let place: Box<dyn Place> = match Table::read(position)? {
            Table::Eight(variant, _) => new_place(variant),
            Table::Any(variant, _) => new_place(*variant),
        };
        let desk = Desk::new(position.py(), observation, mask, place.episode())?;
        let terms = terms.into();
        Ok(Self { place, terms, desk })
    }

    /// Begins the game of a seed; whether there is a legal swap.
    fn start(&mut self, py: Python<'_>, seed: u64) -> PyResult<bool> {
        let can_move = self.place.start(seed);
        self.desk.show(py, self.place.episode())?;
        Ok(can_move)
    }

    /// Goes on with a game.
    fn resume(&mut self, position: &Bound<'_, PyAny>) -> PyResult<()> {
        self.place.resume(position)?;
        self.desk.show(position.py(), self.place.episode())
    }

    /// What a swap by its number brings.
    fn act(&mut self, py: Python<'_>, action: i64) -> PyResult<PyStep> {
        let step = self.place.act(action, &self.terms);
        self.desk.show(py, self.place.episode())?;
        Ok(to_py(step, self.place.episode().tally()))
    }

    /// The game as it stands.
    fn state(&self) -> Game {
        self.place.state()
    }
}

fn new_place<G: Grid>(variant: Variant<G>) -> Box<dyn Place> {
    let variant = Arc::new(variant);
    let episode = Swapping::new(Arc::clone(&variant), Beginnings::Seeds);
    Box::new(At(AgentSeat::new(episode), variant))
}

/// Many agents, each at a board of its own; games begin with any seed, or with one of `games`.
#[pyfunction]
fn arena(
    position: &Bound<'_, PyAny>,
    games: Option<Vec<Bound<'_, PyAny>>>,
    count: usize,
    threads: usize,
    terms: PyTerms,
) -> PyResult<Arena> {
    let episode = match Table::read(position)? {
        Table::Eight(variant, _) => new_episode(variant, games),
        Table::Any(variant, _) => new_episode(*variant, games),
    };
    Ok(Arena::of(&episode?, count, threads, terms))
}

fn new_episode<G: Grid>(
    variant: Variant<G>,
    games: Option<Vec<Bound<'_, PyAny>>>,
) -> PyResult<Box<dyn Episode>> {
    let games = games.map(|games| {
        let games = games.iter().map(|game| to_game(&variant.grid, game));
        games.collect::<PyResult<Arc<[_]>>>()
    });
    let beginnings = games
        .transpose()?
        .map_or(Beginnings::Seeds, Beginnings::Games);
    Ok(Box::new(Swapping::new(Arc::new(variant), beginnings)))
}
