//! The fewest pushes, with the proof, where every box is needed.
//!
//! Searches of several kinds take turns. A steady one pushes from the start, another pulls from the solved positions: each proves by itself
//! that no solution takes fewer pushes than it says, and where one comes to a position that the other knows, the two ways together are a
//! solution. Beside them helpers look for solutions (`helpers.rs`). What they find limits both proofs, and it is the
//! answer if it takes no more pushes than one of them has proven.
//!
//! Where there is a goal room with one door, only what happens outside is searched (`door.rs`).

mod door;
mod helpers;

use crate::search::{Budget, Stop};
use crate::sokoban::astar::aim::Aim;
use crate::sokoban::astar::store::Memory;
use crate::sokoban::astar::{End, Halt, Search};
use crate::sokoban::prunings::Prunings;
use crate::sokoban::rules::drive::Drive;
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::play::lurd;
use crate::sokoban::rules::pushes::Push;
use crate::sokoban::rules::room::Room;
use crate::sokoban::solve::{Judged, Verdict, Workspace};

use door::Door;
use helpers::{Helpers, PARTS};

/// The first turns are no longer than this.
const FIRST_TURN: u64 = 20_000;
/// Turns grow up to this, so that the last one before the end of a budget does not take most of it.
const LONGEST_TURN: u64 = 1 << 18;
/// What each of the helpers has of the memory: one part in so many.
const HELPERS_PART: usize = 32;
/// What the search that pulls has of the rest of the memory, and of the other's turns while it has not proven more: one part in so many. On
/// most levels it proves less with as many positions.
const PULLING_PART: usize = 4;
/// So many positions are looked at before groups of boxes are.
const WITHOUT_TRAPS: u64 = 1_000;

/// The numbers of the two steady searches.
const PUSHING: usize = 0;
const PULLING: usize = 1;

/// The fewest pushes; the search that pushes looks at so many positions before the others begin.
pub(super) fn fewest_pushes<const W: usize>(
    level: &Level,
    prunings: Prunings,
    workspace: &mut Workspace,
    head_start: u64,
    budget: &mut Budget,
) -> Judged {
    let part = budget.memory() / HELPERS_PART;
    let rest = budget.memory() - PARTS * part;
    let pulled_bytes = rest / PULLING_PART;
    let Workspace {
        steady,
        greedy,
        backward,
    } = workspace;
    let pushed_bytes = rest - pulled_bytes;
    let mut pushing = Search::<W>::new(level, Aim::Pushes, prunings, steady, pushed_bytes);
    // Easy levels shall not wait for what only the others need.
    let first = head_start.min(WITHOUT_TRAPS);
    let mut end = budget.within(first, |budget| pushing.run(budget));
    if matches!(end, End::Stopped(Stop::Nodes)) && !budget.is_out_of_nodes() {
        pushing.learn_traps();
        end = budget.within(head_start - first, |budget| pushing.run(budget));
    }
    let has_memory = match end {
        End::Stopped(Stop::Memory) => false,
        End::Stopped(Stop::Nodes) if !budget.is_out_of_nodes() => true,
        end => return judged(level, end, None, pushing.proven()),
    };
    let (mut pulled, mut windows) = (Memory::default(), Memory::default());
    let room = Room::<W>::new(level);
    let door = Door::find(&room);
    let mut contest = if let Some(door) = &door {
        let known = pushing.proven();
        let bytes = pushed_bytes;
        let mut outside = Search::new(&door.outside, Aim::Pushes, prunings, pushing.space, bytes);
        outside.learn_traps();
        Contest {
            known,
            ..Contest::new(outside, level, prunings, &mut pulled, pulled_bytes).behind(door)
        }
    } else {
        let contest = Contest::new(pushing, level, prunings, &mut pulled, pulled_bytes);
        Contest {
            goes_on: [has_memory, true],
            ..contest
        }
    };
    let memories = [greedy, backward, &mut windows];
    let mut helpers = Helpers::new(&room, prunings, memories, part);
    let (mut turn, mut last) = (head_start.min(FIRST_TURN), u64::MAX);
    let end = loop {
        let end = helpers
            .run(turn, &mut contest, budget)
            .or_else(|| contest.advance(PUSHING, turn, budget))
            .or_else(|| contest.advance(PULLING, contest.pulls(turn), budget));
        if let Some(end) = end {
            break end;
        }
        turn = (turn * 2).min(LONGEST_TURN);
        if contest.goes_on == [false; 2] {
            // Nothing more will be proven, but for a while a solution may still be found that meets the bound.
            last = last.min(budget.nodes().saturating_mul(2));
            if helpers.are_over() || budget.nodes() >= last {
                break End::Stopped(Stop::Memory);
            }
        }
    };
    let (best, proven) = (contest.best.take(), contest.proven());
    judged(level, end, best, proven)
}

/// The answer: an end, the best solution known by then, and how many pushes are proven. Where nothing was left to search there is nothing shorter than the best.
fn judged(level: &Level, end: End, best: Option<Vec<Push>>, proven: u32) -> Judged {
    let solved = |pushes: Vec<Push>| {
        let bound = u32::try_from(pushes.len()).ok();
        (Verdict::Solved(lurd(level, &pushes)), bound)
    };
    match end {
        End::Found(pushes) => solved(pushes),
        End::Nothing => best.map_or((Verdict::Unsolvable, None), solved),
        End::Stopped(stop) => {
            let best = best.map(|pushes| lurd(level, &pushes));
            (Verdict::Stopped(stop, best), Some(proven))
        }
    }
}

/// The two steady searches, and the shortest solution that anyone has found.
struct Contest<'a, const W: usize> {
    searches: [Search<'a, W>; 2],
    /// Whether each may go on: one without memory has proven what it has, and is still met by the other.
    goes_on: [bool; 2],
    /// Whether the one that pulls has begun. Before, there is nothing to meet.
    has_pulled: bool,
    best: Option<Vec<Push>>,
    /// Where the search that pushes is only about what happens outside a door.
    door: Option<&'a Door>,
    level: &'a Level,
    /// What was proven before.
    known: u32,
}

impl<'a, const W: usize> Contest<'a, W> {
    /// A search that pushes, which has begun, and one that pulls; every box of the level must be needed.
    fn new(
        pushing: Search<'a, W>,
        level: &'a Level,
        prunings: Prunings,
        pulled: &'a mut Memory,
        bytes: usize,
    ) -> Self {
        let pulling = Search::driven(level, Drive::Pull, Aim::Pushes, prunings, pulled, bytes);
        Self {
            searches: [pushing, pulling],
            goes_on: [true; 2],
            has_pulled: false,
            best: None,
            door: None,
            level,
            known: 0,
        }
    }

    /// Takes the search that pushes for one of what happens outside a door; nobody pulls.
    fn behind(self, door: &'a Door) -> Self {
        Self {
            door: Some(door),
            goes_on: [true, false],
            ..self
        }
    }

    fn pushes_inside(&self) -> u32 {
        self.door.map_or(0, Door::pushes_inside)
    }

    /// Every solution takes at least so many pushes.
    fn proven(&self) -> u32 {
        let proven = self.searches.iter().map(Search::proven);
        let proven = proven.max().unwrap_or(0) + self.pushes_inside();
        proven.max(self.known)
    }

    /// What the search that pulls looks at in a turn of the other.
    fn pulls(&self, turn: u64) -> u64 {
        let [pushing, pulling] = &self.searches;
        if pulling.proven() > pushing.proven() {
            turn
        } else {
            turn / PULLING_PART as u64
        }
    }

    /// Takes a solution if it is shorter than the best one: then both searches look for shorter ones only. How everything ends, if that is
    /// the answer.
    fn adopt(&mut self, pushes: &[Push]) -> Option<End> {
        let best = self.best.as_ref();
        if best.is_none_or(|best| pushes.len() < best.len()) {
            let cost = u32::try_from(pushes.len()).unwrap_or(u32::MAX);
            let cost = cost.saturating_sub(self.pushes_inside());
            for search in &mut self.searches {
                search.undercut(cost);
            }
            self.best = Some(pushes.to_vec());
        }
        self.end()
    }

    /// The best solution is the answer if it takes no more pushes than are proven.
    fn end(&self) -> Option<End> {
        let best = self.best.as_ref()?;
        (best.len() <= self.proven() as usize).then(|| End::Found(best.clone()))
    }

    /// Lets one of the searches look at so many positions; how everything ends, if it does.
    fn advance(&mut self, way: usize, nodes: u64, budget: &mut Budget) -> Option<End> {
        let until = budget.nodes().saturating_add(nodes);
        while self.goes_on[way] {
            let [pushing, pulling] = &mut self.searches;
            let (search, partner) = if way == PUSHING {
                (pushing, self.has_pulled.then_some(&*pulling))
            } else {
                self.has_pulled = true;
                (pulling, Some(&*pushing))
            };
            let left = until.saturating_sub(budget.nodes());
            match budget.within(left, |budget| search.run_towards(partner, budget)) {
                Halt::Solved(number) => {
                    let (pushes, _) = self.searches[PUSHING].path(number);
                    return Some(End::Found(match self.door {
                        Some(door) => door.whole(self.level, &pushes),
                        None => pushes,
                    }));
                }
                Halt::Met(mine, theirs) => {
                    let [pushing, pulling] = &self.searches;
                    let pushes = if way == PUSHING {
                        pushing.joined(mine, pulling, theirs)
                    } else {
                        pushing.joined(theirs, pulling, mine)
                    };
                    if let Some(end) = self.adopt(&pushes) {
                        return Some(end);
                    }
                }
                Halt::Nothing => return Some(End::Nothing),
                Halt::Stopped(Stop::Memory) => self.goes_on[way] = false,
                Halt::Stopped(Stop::Nodes) if !budget.is_out_of_nodes() => break,
                Halt::Stopped(stop) => return Some(End::Stopped(stop)),
            }
        }
        self.end()
    }
}

#[cfg(test)]
mod shapes;
#[cfg(test)]
mod tests;
