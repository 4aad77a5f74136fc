//! The last few boxes: here a plain search sees what features do not, the end, or that there is none.

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::astar::{End, Search};
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::pushes::Push;

/// Positions of one try.
const PATIENCE: u64 = 1500;
/// Bytes of one try.
const BYTES: usize = 16 << 20;

/// What a try has shown.
pub(super) enum Outlook {
    /// These pushes solve it.
    Solved(Vec<Push>),
    Lost,
    Unclear,
}

/// Tries to finish positions. Reusable.
#[derive(Default)]
pub(super) struct Finisher {
    memory: Memory,
    /// Positions spent.
    pub spent: u64,
}

impl Finisher {
    /// Tries to finish from a position with at most so many pushes.
    ///
    /// # Errors
    /// When the budget ends.
    pub fn look<const W: usize>(
        &mut self,
        level: &Level,
        boxes: &Bits<W>,
        player: u16,
        most: u32,
        budget: &mut Budget,
    ) -> Result<Outlook, Stop> {
        let mut here = level.clone();
        here.boxes = boxes.iter().collect();
        here.player = player;
        let prunings = Prunings {
            pairs: false,
            ..Prunings::ALL
        };
        let mut search = Search::<W>::new(&here, Aim::Any, prunings, &mut self.memory, BYTES);
        search.undercut(most.saturating_add(1));
        let before = budget.nodes();
        let end = budget.beyond(PATIENCE, |budget| search.run(budget));
        self.spent += budget.nodes() - before;
        match end {
            End::Found(pushes) => Ok(Outlook::Solved(pushes)),
            End::Nothing => Ok(Outlook::Lost),
            End::Stopped(Stop::Nodes | Stop::Memory) => Ok(Outlook::Unclear),
            End::Stopped(stop) => Err(stop),
        }
    }
}
