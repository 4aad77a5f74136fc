//! A board as agents see it, and walking on it: an action is one of eight directions, in reading order.
//!
//! A picture has fifteen numbers a cell, of four bytes each; whoever made the board has drawn it, and a step changes what
//! is visited, where the walker is, and how many lives are left.

use std::sync::Arc;

use crate::arena::{Done, Episode};
use crate::rng::SplitMix64;

const WAYS: usize = 8;
const CHANNELS: usize = 15;
const VISITED: usize = 11;
const HERE: usize = 12;
const LIVES: usize = 14;
const BYTES: usize = size_of::<i32>();
const MOST_MISTAKES: u32 = 5;

/// A board made ready to be walked on.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// What an agent sees at the beginning.
    pub picture: Vec<u8>,
    /// Of each cell and direction the cell there and whether it follows the answer; `None` where no connector leads.
    pub ways: Vec<[Option<(usize, bool)>; WAYS]>,
    pub finish: usize,
    /// Whether mistakes are told at the end only.
    pub is_hidden: bool,
    /// The cells from START to where the walker stands.
    pub walked: Vec<usize>,
    pub mistakes: u32,
}

impl Circuit {
    /// Whether everything is where it says: then nothing fails later.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let cells = self.ways.len();
        let mut ends = self.ways.iter().flatten().flatten().map(|&(to, _)| to);
        self.picture.len() == cells * CHANNELS * BYTES
            && !self.walked.is_empty()
            && ends.all(|to| to < cells)
            && self.walked.iter().all(|&cell| cell < cells)
            && self.finish < cells
    }
}

/// An agent on a board.
#[derive(Clone)]
pub struct Walker {
    boards: Arc<[Arc<Circuit>]>,
    board: Arc<Circuit>,
    picture: Vec<u8>,
    is_visited: Vec<bool>,
    here: usize,
    steps: u32,
    mistakes: u32,
    mask: [i8; WAYS],
}

impl Walker {
    /// A walk on one of these boards, all with pictures of one size; `None` if there is none.
    #[must_use]
    pub fn new(boards: Arc<[Arc<Circuit>]>) -> Option<Self> {
        let board = Arc::clone(boards.first()?);
        let mut walker = Self {
            boards,
            board: Arc::clone(&board),
            picture: Vec::new(),
            is_visited: Vec::new(),
            here: 0,
            steps: 0,
            mistakes: 0,
            mask: [0; WAYS],
        };
        walker.enter(board);
        Some(walker)
    }

    fn enter(&mut self, board: Arc<Circuit>) {
        self.picture.clone_from(&board.picture);
        self.is_visited.clear();
        self.is_visited.resize(board.ways.len(), false);
        for &cell in &board.walked {
            self.is_visited[cell] = true;
            self.here = cell;
        }
        self.steps = u32::try_from(board.walked.len() - 1).unwrap_or(u32::MAX);
        self.mistakes = board.mistakes;
        self.board = board;
        self.look_around();
    }

    fn is_won(&self) -> bool {
        self.here == self.board.finish
    }

    fn is_lost(&self) -> bool {
        if self.board.is_hidden {
            self.is_enclosed()
        } else {
            self.mistakes >= MOST_MISTAKES
        }
    }

    /// Whether FINISH cannot be reached any more over cells that were not visited.
    fn is_enclosed(&self) -> bool {
        let mut seen = self.is_visited.clone();
        let mut frontier = vec![self.here];
        while let Some(cell) = frontier.pop() {
            for &(to, _) in self.board.ways[cell].iter().flatten() {
                if to == self.board.finish {
                    return false;
                }
                if !seen[to] {
                    seen[to] = true;
                    frontier.push(to);
                }
            }
        }
        true
    }

    fn look_around(&mut self) {
        let goes_on = !self.is_won() && !self.is_lost();
        for (shown, way) in self.mask.iter_mut().zip(&self.board.ways[self.here]) {
            let is_open = way.is_some_and(|(to, _)| !self.is_visited[to]);
            *shown = (goes_on && is_open).into();
        }
    }

    fn draw(&mut self, cell: usize, channel: usize, number: u8) {
        // Small numbers have their value in the lowest byte.
        self.picture[(cell * CHANNELS + channel) * BYTES] = number;
    }

    fn go(&mut self, to: usize) {
        self.draw(self.here, HERE, 0);
        self.here = to;
        self.draw(to, HERE, 1);
        self.draw(to, VISITED, 1);
        self.is_visited[to] = true;
        self.steps += 1;
    }

    fn lose_a_life(&mut self) {
        for cell in 0..self.board.ways.len() {
            let lives = (cell * CHANNELS + LIVES) * BYTES;
            // What is no part of the board shows no lives.
            self.picture[lives] = self.picture[lives].saturating_sub(1);
        }
    }
}

impl Episode for Walker {
    fn observation_size(&self) -> usize {
        self.picture.len()
    }

    fn actions(&self) -> usize {
        WAYS
    }

    fn begin(&mut self, rng: &mut SplitMix64) {
        let board = Arc::clone(rng.choice(&self.boards));
        self.enter(board);
    }

    fn act(&mut self, action: usize) -> Option<Done> {
        if self.mask[action] == 0 {
            return None;
        }
        let (to, is_right) = self.board.ways[self.here][action]?;
        let before = self.tally();
        self.mistakes += u32::from(!is_right);
        if is_right || self.board.is_hidden {
            self.go(to);
        } else {
            self.lose_a_life();
        }
        self.look_around();
        Some(Done {
            gained: self.tally() - before,
            is_won: self.is_won(),
            is_over: self.is_won() || self.is_lost(),
            ..Done::default()
        })
    }

    fn observe(&self, observation: &mut [u8], mask: &mut [i8]) {
        observation.copy_from_slice(&self.picture);
        mask.copy_from_slice(&self.mask);
    }

    /// Right steps; while a hidden walk goes on, nobody is told.
    fn tally(&self) -> i64 {
        if !self.board.is_hidden {
            return self.steps.into();
        }
        if self.is_won() || self.is_lost() {
            i64::from(self.steps) - i64::from(self.mistakes)
        } else {
            0
        }
    }

    fn copied(&self) -> Box<dyn Episode> {
        Box::new(self.clone())
    }
}
