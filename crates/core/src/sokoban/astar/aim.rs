//! What a search minimises, and how that is counted.
//!
//! A cost is one number. Where two measures count, pushes stand in its upper bits and moves in its lower ones, so that it is
//! compared in that order.

const MOVE_BITS: u32 = 19;
const MOST_MOVES: u32 = 1 << MOVE_BITS;
const MOST_PUSHES: u32 = 1 << (u32::BITS - MOVE_BITS);

/// What a search minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Aim {
    Pushes,
    Moves,
    /// Moves among the solutions with the fewest pushes. These must be known, and be set as the limit. On such a
    /// solution no position is reached with more pushes than necessary; so of two ways to it the one with more pushes
    /// does not matter, nor, of two with equally many, the one with more moves.
    PushesThenMoves,
    /// Nothing: the first solution will do.
    Any,
}

impl Aim {
    /// Whether it matters where in his region the player stands.
    pub const fn tracks_moves(self) -> bool {
        matches!(self, Self::Moves | Self::PushesThenMoves)
    }

    /// The part of a cost that counts first.
    #[inline]
    pub const fn leading(self, cost: u32) -> u32 {
        match self {
            Self::PushesThenMoves => cost >> MOVE_BITS,
            _ => cost,
        }
    }

    /// The order of expansion: what the solution costs at least, then what is nearest to a solution. Where pushes are
    /// limited to the fewest already, moves alone decide.
    #[inline]
    pub const fn key(self, cost: u32, rest: u32) -> (u32, u32) {
        match self {
            Self::Pushes | Self::Moves => (cost + rest, rest),
            Self::PushesThenMoves => (cost % MOST_MOVES + rest, rest),
            Self::Any => (cost / 8 + rest, rest),
        }
    }

    /// A whole solution's cost at least, in both measures where two count: what is left of the pushes are moves as well.
    #[inline]
    pub fn promise(self, cost: u32, rest: u32) -> u64 {
        let rest = u64::from(rest);
        u64::from(cost)
            + match self {
                Self::PushesThenMoves => rest << MOVE_BITS | rest,
                _ => rest,
            }
    }

    /// So many pushes and moves as a cost; none if it is too large to be counted.
    pub fn cost(self, pushes: u32, moves: u32) -> Option<u32> {
        match self {
            Self::Pushes | Self::Any => Some(pushes),
            Self::Moves => Some(moves),
            Self::PushesThenMoves => {
                let fits = moves < MOST_MOVES && pushes < MOST_PUSHES;
                fits.then_some(pushes << MOVE_BITS | moves)
            }
        }
    }

    /// The cost with one push more, that takes so many steps; none if it is too large to be counted.
    #[inline]
    pub fn after_push(self, cost: u32, steps: u32) -> Option<u32> {
        match self {
            Self::Pushes | Self::Any => Some(cost + 1),
            Self::Moves => Some(cost + steps),
            Self::PushesThenMoves => self.cost((cost >> MOVE_BITS) + 1, cost % MOST_MOVES + steps),
        }
    }
}
