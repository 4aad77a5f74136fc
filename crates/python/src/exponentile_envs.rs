//! `ExponenTile`'s environments for Python.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use quandary_core::arena::{Episode, Seat, Step, Terms};
use quandary_core::exponentile::{Beginnings, Game, Grid, Swapping, Variant};

use crate::envs::{Arena, Desk, PyStep, PyTerms, to_py, to_terms};
use crate::exponentile::{PyTable, Table, tiles, to_board};

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
struct At<G: Grid>(Seat<Swapping<G>>, Arc<Variant<G>>);

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
pub struct Solo {
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
        let terms = to_terms(terms);
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
    Box::new(At(Seat::new(episode), variant))
}

/// Many agents, each at a board of its own; games begin with any seed, or with one of `games`.
#[pyfunction]
pub fn arena(
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
