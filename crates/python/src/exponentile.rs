//! `ExponenTile` for Python: the rules, what the learned player has learned, the players and the environments.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quandary_core::arena::{Episode, Seat as AgentSeat, Step, Terms};
use quandary_core::cpu::thread_seconds;
use quandary_core::exponentile::learned::{self, Learned, Settings};
use quandary_core::exponentile::{
    AnyGrid, Beginnings, Board, Chooser, Eight, Extent, Game, Grid, Mobility, Record, Rollout,
    Rules, SIDES, Simple, Spawn, Swap, Swapping, Untaught, Variant, simulate as play_game,
};
use quandary_core::rng::SplitMix64;
use quandary_core::search::{self, batch};

use crate::budget::{Cancel, Limits, next, run};
use crate::envs::{Arena, Desk, PyStep, PyTerms, to_py};

/// `ExponenTile`: the rules, the players, and how they learn.
#[pymodule]
pub mod exponentile {
    #[pymodule_export]
    use super::{
        Batch, Network, Player, Solo, Trainer, arena, play, resolve, simulate, start, swaps,
    };
}

/// The exponents row by row, the width, the rules, the exponents of new tiles, whether it is a torus.
type PyTable = (Vec<u8>, usize, String, Vec<u8>, bool);
type PySwap = (usize, usize);

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
fn tiles<G: Grid>(grid: &G, board: &Board<G>) -> Vec<u32> {
    let rows = 0..grid.height();
    rows.flat_map(|row| (0..grid.width()).map(move |column| (row, column)))
        .map(|(row, column)| board.tile(grid.cell(row, column)).into())
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
    fn new((cells, width, rules, spawn, is_torus): PyTable) -> PyResult<Self> {
        let rules: Rules = rules.parse().map_err(value_error)?;
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
            let board = to_board(&grid, &cells)?;
            return Ok(Self::Eight(Variant { grid, rules, spawn }, board));
        }
        let grid = AnyGrid::new(width, height, is_torus)
            .ok_or_else(|| value_error("a board is 3 to 16 cells wide and high"))?;
        let board = to_board(&grid, &cells)?;
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

/// Every legal swap: column by column, down each column, to the right before down.
#[pyfunction]
fn swaps(table: PyTable) -> PyResult<Vec<PySwap>> {
    Ok(on_table!(&Table::new(table)?, |variant, board| {
        let grid = &variant.grid;
        let swaps = board.swaps(grid).list(grid);
        swaps.map(|swap| from_swap(grid, swap)).collect()
    }))
}

/// The board of a seed, and the state of its generator: `(cells, chance)`.
#[pyfunction]
fn start(
    width: usize,
    height: usize,
    rules: &str,
    spawn: Vec<u8>,
    torus: bool,
    seed: u64,
) -> PyResult<(Vec<u32>, u64)> {
    let blank = vec![1; width * height];
    let table = Table::new((blank, width, rules.to_owned(), spawn, torus))?;
    Ok(on_table!(&table, |variant, _board| {
        let game = Game::new(variant, seed);
        (tiles(&variant.grid, &game.board), game.rng.state())
    }))
}

/// Plays a legal swap: `(cells, points, chance)`.
#[pyfunction]
fn play(table: PyTable, swap: PySwap, chance: u64) -> PyResult<(Vec<u32>, u64, u64)> {
    on_table!(&Table::new(table)?, |variant, board| {
        let mut game = Game::resumed(*board, chance);
        if !game.play(variant, to_swap(&variant.grid, swap)?) {
            return Err(value_error("the swap matches nothing"));
        }
        let cells = tiles(&variant.grid, &game.board);
        Ok((cells, game.score, game.rng.state()))
    })
}

/// Plays a legal swap with these new tiles: `(cells, points of each wave, tiles used)`.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python's becomes a vector"
)]
fn resolve(
    table: PyTable,
    swap: PySwap,
    refills: Vec<u8>,
) -> PyResult<(Vec<u32>, Vec<u64>, usize)> {
    on_table!(&Table::new(table)?, |variant, board| {
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
        Ok((tiles(&variant.grid, &after), points, used))
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

/// Score, moves, greatest exponent.
type PyLesson = (u64, u64, u8);

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

    /// Plays so many games, or until cancelled, and learns from them: `(score, moves, largest)` of each.
    #[pyo3(signature = (games, *, limits=None))]
    fn learn(
        &self,
        py: Python<'_>,
        games: usize,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Vec<PyLesson>> {
        run(py, limits, None, |budget| {
            let mut trainer = self.lock();
            let mut lessons = Vec::with_capacity(games);
            while lessons.len() < games && budget.check(0).is_ok() {
                let lesson = trainer.learn();
                lessons.push((lesson.score, lesson.moves, lesson.largest));
            }
            lessons
        })
    }

    /// Games and moves learned from so far.
    #[getter]
    fn experience(&self) -> (u64, u64) {
        self.lock().experience()
    }

    /// Rules, seed, discount and rate.
    #[getter]
    fn settings(&self) -> (&'static str, u64, f32, f32) {
        let trainer = self.lock();
        let settings = trainer.settings();
        let rules = trainer.rules().name();
        (rules, settings.seed, settings.discount, settings.rate)
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
struct Player {
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
fn simulate(
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
struct Batch {
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

/// The cells row by row, the chance to come, the score and the moves.
type PyGame = (Vec<u8>, u64, u64, u64);

/// An agent's place, on whatever grid.
trait Place: Send + Sync {
    fn start(&mut self, seed: u64) -> bool;
    fn resume(&mut self, game: PyGame) -> PyResult<()>;
    fn act(&mut self, action: i64, terms: &Terms) -> Step;
    fn state(&self) -> (Vec<u32>, u64, u64, u64);
    fn episode(&self) -> &dyn Episode;
}

/// A seat, and the variant that is played there.
struct At<G: Grid>(AgentSeat<Swapping<G>>, Arc<Variant<G>>);

impl<G: Grid> Place for At<G> {
    fn start(&mut self, seed: u64) -> bool {
        let Self(seat, variant) = self;
        seat.episode.enter(Game::new(variant, seed));
        seat.restart();
        !seat.episode.is_over()
    }

    fn resume(&mut self, game: PyGame) -> PyResult<()> {
        let Self(seat, variant) = self;
        seat.episode.enter(to_game(&variant.grid, &game)?);
        seat.restart();
        Ok(())
    }

    fn act(&mut self, action: i64, terms: &Terms) -> Step {
        self.0.act(action, terms)
    }

    fn state(&self) -> (Vec<u32>, u64, u64, u64) {
        let Self(seat, variant) = self;
        let game = seat.episode.game();
        let cells = tiles(&variant.grid, &game.board);
        (cells, game.rng.state(), game.score, game.moves)
    }

    fn episode(&self) -> &dyn Episode {
        &self.0.episode
    }
}

fn to_game<G: Grid>(grid: &G, (cells, chance, score, moves): &PyGame) -> PyResult<Game<G>> {
    let board = to_board(grid, cells)?;
    let (score, moves) = (*score, *moves);
    Ok(Game {
        score,
        moves,
        ..Game::resumed(board, *chance)
    })
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
        py: Python<'_>,
        table: PyTable,
        terms: PyTerms,
        observation: PyBuffer<u8>,
        mask: PyBuffer<i8>,
    ) -> PyResult<Self> {
        let place: Box<dyn Place> = match Table::new(table)? {
            Table::Eight(variant, _) => new_place(variant),
            Table::Any(variant, _) => new_place(*variant),
        };
        let desk = Desk::new(py, observation, mask, place.episode())?;
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
    fn resume(&mut self, py: Python<'_>, game: PyGame) -> PyResult<()> {
        self.place.resume(game)?;
        self.desk.show(py, self.place.episode())
    }

    /// What a swap by its number brings.
    fn act(&mut self, py: Python<'_>, action: i64) -> PyResult<PyStep> {
        let step = self.place.act(action, &self.terms);
        self.desk.show(py, self.place.episode())?;
        Ok(to_py(step, self.place.episode().tally()))
    }

    /// The game as it stands: the cells, the chance to come, the score and the moves.
    fn state(&self) -> (Vec<u32>, u64, u64, u64) {
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
    table: PyTable,
    games: Option<Vec<PyGame>>,
    count: usize,
    threads: usize,
    terms: PyTerms,
) -> PyResult<Arena> {
    let episodes = match Table::new(table)? {
        Table::Eight(variant, _) => new_episodes(variant, games, count),
        Table::Any(variant, _) => new_episodes(*variant, games, count),
    };
    Ok(Arena::new(episodes?, threads, terms))
}

fn new_episodes<G: Grid>(
    variant: Variant<G>,
    games: Option<Vec<PyGame>>,
    count: usize,
) -> PyResult<Vec<Box<dyn Episode>>> {
    let games = games.map(|games| {
        let games = games.iter().map(|game| to_game(&variant.grid, game));
        games.collect::<PyResult<Arc<[_]>>>()
    });
    let beginnings = games
        .transpose()?
        .map_or(Beginnings::Seeds, Beginnings::Games);
    let variant = Arc::new(variant);
    let episode = || Swapping::new(Arc::clone(&variant), beginnings.clone());
    Ok((0..count)
        .map(|_| Box::new(episode()) as Box<dyn Episode>)
        .collect())
}
