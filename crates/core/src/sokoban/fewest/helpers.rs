//! Who looks for solutions while others prove how many pushes they take at least.
//!
//! The engines for any solution find a first one, and windows make it shorter. A feature-space search looks for a solution that takes
//! no more pushes than are proven; it begins anew whenever more are.

use crate::search::{Budget, Stop};
use crate::sokoban::astar::End;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::feature_space::FeatureSpace;
use crate::sokoban::improve::Shortener;
use crate::sokoban::portfolio::{Finders, Racer};
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::room::Room;

use super::Contest;

/// Parts of the memory that they take: two for the engines, one for windows, one for the search with a limit.
pub(super) const PARTS: usize = 4;
/// A turn of theirs has at most so many positions, while those of the steady searches go on growing: what they find they mostly find soon, and one
/// of their positions costs ten of the others'.
const LONGEST_TURN: u64 = 1 << 14;

pub(super) struct Helpers<'a, const W: usize> {
    room: &'a Room<'a, W>,
    bytes: usize,
    finder: Finder<'a, W>,
    /// The search with a limit, and the limit; none when it has found nothing.
    limited: Option<FeatureSpace<'a, W>>,
    limit: u32,
}

/// Who looks for a solution without a limit, and then for shorter ones.
enum Finder<'a, const W: usize> {
    First(Finders<'a>, &'a mut Memory),
    Shorter(Box<Shortener<'a, W>>),
    Over,
}

impl<'a, const W: usize> Helpers<'a, W> {
    /// Each of them has so many bytes.
    pub fn new(
        room: &'a Room<'a, W>,
        prunings: Prunings,
        [greedy, backward, windows]: [&'a mut Memory; 3],
        bytes: usize,
    ) -> Self {
        let finders = Finders::new::<W>(room.level, prunings, [greedy, backward], bytes);
        Self {
            room,
            bytes,
            finder: Finder::First(finders, windows),
            limited: None,
            limit: 0,
        }
    }

    /// Whether nobody is left who might find something while no more is proven.
    pub const fn are_over(&self) -> bool {
        matches!(self.finder, Finder::Over) && self.limited.is_none()
    }

    /// A turn for each of them; how everything ends, if it does.
    pub fn run(&mut self, turn: u64, contest: &mut Contest<W>, budget: &mut Budget) -> Option<End> {
        let nodes = turn.min(LONGEST_TURN);
        let end = match &mut self.finder {
            Finder::First(finders, _) => budget.within(nodes, |budget| finders.run(budget)),
            Finder::Shorter(shortener) => {
                if let Some(best) = &contest.best {
                    shortener.adopt(best, budget);
                }
                let ran = budget.within(nodes, |budget| shortener.run(budget));
                let end = contest.adopt(shortener.pushes());
                if end.is_some() {
                    return end;
                }
                End::Stopped(ran.err().unwrap_or(Stop::Memory))
            }
            Finder::Over => End::Stopped(Stop::Memory),
        };
        match end {
            End::Found(pushes) => {
                if let Finder::First(_, memory) = std::mem::replace(&mut self.finder, Finder::Over)
                {
                    let shortener = Shortener::new(self.room, pushes.clone(), memory, self.bytes);
                    self.finder = shortener.map_or(Finder::Over, |shortener| {
                        Finder::Shorter(Box::new(shortener))
                    });
                }
                if let Some(end) = contest.adopt(&pushes) {
                    return Some(end);
                }
            }
            End::Nothing => return Some(End::Nothing),
            End::Stopped(Stop::Memory) => self.finder = Finder::Over,
            End::Stopped(Stop::Nodes) if !budget.is_out_of_nodes() => {}
            End::Stopped(stop) => return Some(End::Stopped(stop)),
        }
        self.run_limited(nodes, contest, budget)
    }

    fn run_limited(
        &mut self,
        nodes: u64,
        contest: &mut Contest<W>,
        budget: &mut Budget,
    ) -> Option<End> {
        let proven = contest.proven();
        if self.limit != proven && FeatureSpace::<W>::fits(self.room.level) {
            self.limit = proven;
            self.limited = Some(FeatureSpace::new(self.room.level, self.bytes).at_most(proven));
        }
        let limited = self.limited.as_mut()?;
        match budget.within(nodes, |budget| limited.run(budget)) {
            End::Found(pushes) => contest.adopt(&pushes),
            End::Nothing | End::Stopped(Stop::Memory) => {
                self.limited = None;
                None
            }
            End::Stopped(Stop::Nodes) if !budget.is_out_of_nodes() => None,
            End::Stopped(stop) => Some(End::Stopped(stop)),
        }
    }
}
