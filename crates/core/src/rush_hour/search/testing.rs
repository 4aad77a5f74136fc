//! A game to test searches on: counters that move up or down by one. Its distances are sums, its
//! counts of ways are multinomials, and any two counters' moves can be swapped.

use super::lightest::Weighted;
use super::{Child, Domain, Groups, Position, Reversible};

pub const COUNTERS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counts(pub [u8; COUNTERS]);

impl Position for Counts {
    fn same(&self, other: &Self) -> bool {
        self == other
    }

    /// Bad on purpose: everything collides with much else.
    fn hash(&self) -> u64 {
        self.0.iter().map(|&count| u64::from(count)).sum::<u64>() << 60
    }
}

/// Counters from 0 to `limit`; they can only go up unless `reversible`.
pub struct Counters {
    pub limit: u8,
    pub reversible: bool,
    pub groups: bool,
}

impl Domain for Counters {
    type Position = Counts;

    fn expand(&self, position: &Counts, skip: Groups, mut emit: impl FnMut(Child<Counts>)) {
        for bit in 0..2 * COUNTERS {
            let counter = bit / 2;
            let up = bit % 2 == 0;
            let count = position.0[counter];
            let blocked = if up {
                count == self.limit
            } else {
                count == 0 || !self.reversible
            };
            if blocked || self.groups && skip >> bit & 1 != 0 {
                continue;
            }
            let mut child = *position;
            child.0[counter] = if up { count + 1 } else { count - 1 };
            emit(Child {
                position: child,
                finished: if self.groups { 1 << (bit ^ 1) } else { 0 },
                swappable: if self.groups {
                    (1 << (2 * counter)) - 1
                } else {
                    0
                },
            });
        }
    }
}

impl Reversible for Counters {}

/// The first counter is heavy when the second is low.
impl Weighted for Counters {
    fn weight(&self, from: &Counts, to: &Counts) -> u32 {
        let heavy = from.0[0] != to.0[0] && from.0[1] < 2;
        if heavy { 10 } else { 1 }
    }

    fn last_weight(&self, position: &Counts) -> Option<u32> {
        match position.0 {
            [2, 2, 0] => Some(0),
            [2, 1, 1] => Some(100),
            _ => None,
        }
    }
}
