//! A game from its seed on, and players that play it.

use super::board::{Board, Swap};
use super::grid::Grid;
use super::rules::Variant;
use crate::rng::SplitMix64;

/// A game in progress: its board, and the chance that is still to come.
#[derive(Clone, Debug)]
pub struct Game<G: Grid> {
    pub board: Board<G>,
    pub rng: SplitMix64,
    pub score: u64,
    pub moves: u64,
}

impl<G: Grid> Game<G> {
    /// The game that a seed makes.
    #[must_use]
    pub fn new(variant: &Variant<G>, seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        Self {
            board: variant.start(&mut rng),
            rng,
            score: 0,
            moves: 0,
        }
    }

    /// A game that goes on from a board and the state of its generator.
    #[must_use]
    pub const fn resumed(board: Board<G>, chance: u64) -> Self {
        Self {
            board,
            rng: SplitMix64::new(chance),
            score: 0,
            moves: 0,
        }
    }

    /// Plays a swap; `false`, and nothing changes, if it matches nothing.
    #[inline]
    pub fn play(&mut self, variant: &Variant<G>, swap: Swap) -> bool {
        let Some(settled) = variant.settle(&self.board, swap) else {
            return false;
        };
        let mut points = settled.points;
        self.board = variant.cascade(
            settled,
            || variant.spawn.draw(&mut self.rng),
            |more| points += more,
        );
        self.score += points;
        self.moves += 1;
        true
    }
}

/// Somebody who plays: sees a board, and picks a swap by what it sees.
pub trait Chooser<G: Grid> {
    /// A legal swap; `None` if there is none. `rng` is the player's own.
    fn choose(
        &mut self,
        variant: &Variant<G>,
        board: &Board<G>,
        rng: &mut SplitMix64,
    ) -> Option<Swap>;
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub score: u64,
    pub moves: u64,
    /// The greatest exponent on the board at the end.
    pub largest: u8,
    /// The score after as many moves as were asked for; the last score if the game was shorter.
    pub early_score: u64,
    /// Whether no legal swap was left.
    pub is_over: bool,
    /// What was played, if asked for.
    pub swaps: Vec<Swap>,
}

/// How far a game is played, and what is kept of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    pub most_moves: Option<u64>,
    /// After how many moves the score is noted.
    pub early_moves: Option<u64>,
    pub keeps_swaps: bool,
}

/// Moves between two looks at the cancel flags.
const MOVES_BETWEEN_LOOKS: u64 = 64;

/// Plays a game to its end, to the last move allowed, or until cancelled.
pub fn simulate<G: Grid>(
    variant: &Variant<G>,
    mut game: Game<G>,
    player: &mut (impl Chooser<G> + ?Sized),
    rng: &mut SplitMix64,
    extent: Extent,
    is_cancelled: impl Fn() -> bool,
) -> Record {
    let begun = game.moves;
    let early_moves = extent.early_moves.unwrap_or(u64::MAX);
    let (mut early_score, mut swaps, mut is_over) = (None, Vec::new(), false);
    loop {
        let made = game.moves - begun;
        if made == early_moves {
            early_score = Some(game.score);
        }
        let is_time_to_look = made % MOVES_BETWEEN_LOOKS == 0;
        if is_time_to_look && is_cancelled() || extent.most_moves.is_some_and(|most| made >= most) {
            break;
        }
        let Some(swap) = player.choose(variant, &game.board, rng) else {
            is_over = true;
            break;
        };
        game.play(variant, swap);
        if extent.keeps_swaps {
            swaps.push(swap);
        }
    }
    Record {
        score: game.score,
        moves: game.moves - begun,
        largest: game.board.largest(),
        early_score: early_score.unwrap_or(game.score),
        is_over,
        swaps,
    }
}
