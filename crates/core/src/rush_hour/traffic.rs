//! The rules as a search sees them.
//!
//! Two facts spare a search most of the positions that it would only find again. The vehicle that has
//! just slid could have slid anywhere else on its free stretch at once, so sliding it again is
//! never needed. And a vehicle that makes no use of a cell which the slide has left could as well have
//! moved before it, so only one order is tried. A third fact spares it looks at vehicles that cannot
//! move: they stay stuck until a cell on their line is left.

use std::ops::Range;

use super::search::lightest::Weighted;
use super::search::{Child, Domain, Groups, Reversible};

use super::board::{Board, MAX_SIDE, Vehicle};
use super::exit::Exit;
use super::layout::{Layout, Track};
use super::packed::Packed;
use crate::search::bitset::Bits;

/// Every vehicle has two bits of [`Groups`], this far apart. In steps they are the groups of its moves
/// forward and backward. In moves the first is the group of all its slides, and the second tells that
/// it is stuck. Vehicles past this number, found on giant boards only, have none.
const GROUPED: usize = 32;
pub const FIRST_BITS: Groups = (1 << GROUPED) - 1;

/// More than any vehicle has places.
const PLACES: usize = MAX_SIDE;

/// One board's rules. A move is a slide of any length or, with `STEPS`, of one cell.
pub struct Traffic<const WORDS: usize, const STEPS: bool> {
    pub layout: Layout<WORDS>,
    pub exit: Exit<WORDS>,
    rules: Vec<Rule<WORDS>>,
    /// Both bits of every vehicle that can ever move.
    all: Groups,
}

/// A vehicle's track, and what there is to know of it in each of its places.
struct Rule<const WORDS: usize> {
    track: Track,
    /// The groups of the lesser vehicles.
    lesser: Groups,
    /// For each place the sides backward and forward.
    stances: [[Side<WORDS>; 2]; PLACES],
}

/// The way from one place to the next.
#[derive(Clone, Copy)]
struct Side<const WORDS: usize> {
    /// What has to be free. All cells where there is no next place: some cell is always occupied.
    entered: Bits<WORDS>,
    /// The bits of the vehicles that gain nothing from what is left: moves they have afterwards they have
    /// before, without getting in the way, and if they are stuck they stay so.
    indifferent: Groups,
}

impl<const WORDS: usize> Rule<WORDS> {
    /// Whether the vehicle can move backward, and whether forward.
    #[inline]
    fn free_sides(&self, position: &Packed<WORDS>) -> [bool; 2] {
        let [back, ahead] = &self.stances[self.track.place(position) % PLACES];
        [back, ahead].map(|side| !side.entered.meets(&position.occupied))
    }

    /// Emits the vehicle's moves in one direction, in which it can move.
    #[inline]
    fn drive<const FORWARD: bool, const STEPS: bool>(
        &self,
        position: &Packed<WORDS>,
        finished: Groups,
        stuck: Groups,
        emit: &mut impl FnMut(Child<Packed<WORDS>>),
    ) {
        let (back, ahead) = (usize::from(!FORWARD), usize::from(FORWARD));
        let mut child = *position;
        let mut place = self.track.place(position) % PLACES;
        let mut side = &self.stances[place][ahead];
        let mut known = self.lesser | stuck;
        loop {
            known &= side.indifferent;
            place = place.wrapping_add_signed(if FORWARD { 1 } else { -1 }) % PLACES;
            let next = &self.stances[place];
            let occupied = child.occupied.or(&side.entered);
            child.occupied = occupied.minus(&next[back].entered);
            self.track
                .add_to(&mut child, if FORWARD { 1 } else { u64::MAX });
            emit(Child {
                position: child,
                finished: finished | if STEPS { 0 } else { known & !FIRST_BITS },
                swappable: if STEPS { known } else { known & FIRST_BITS },
            });
            side = &next[ahead];
            if STEPS || side.entered.meets(&position.occupied) {
                break;
            }
        }
    }
}

impl<const WORDS: usize, const STEPS: bool> Traffic<WORDS, STEPS> {
    pub fn new(board: &Board, layout: Layout<WORDS>) -> Self {
        let mut rules = Vec::with_capacity(layout.tracks.len());
        let mut all = 0;
        for (number, track) in layout.tracks.iter().enumerate() {
            rules.push(Rule {
                track: *track,
                lesser: if STEPS { all } else { all & FIRST_BITS },
                stances: stances(board, &layout, number),
            });
            if track.places > 1 {
                all |= both_bits(number);
            }
        }
        Self {
            exit: Exit::new(board, &layout),
            layout,
            rules,
            all,
        }
    }

    /// The vehicles, by their first bits, that have moves outside the groups in `skip`.
    #[inline]
    const fn asked(&self, skip: Groups) -> Groups {
        let [first, second] = [skip, skip >> GROUPED];
        let none_open = if STEPS {
            first & second
        } else {
            first | second
        };
        self.all & FIRST_BITS & !none_open
    }

    /// Of these vehicles' bits, those of forward and of backward, the ones that can move so. Without a
    /// branch: which vehicles can move is hard to foresee, and wrong guesses are dear.
    #[inline]
    fn movable(&self, position: &Packed<WORDS>, vehicles: Groups) -> Groups {
        let (mut forward, mut backward) = (0, 0);
        let mut open = vehicles;
        while open != 0 {
            let number = open.trailing_zeros();
            let [back, ahead] = self.rules[number as usize].free_sides(position);
            forward |= Groups::from(ahead) << number;
            backward |= Groups::from(back) << number;
            open &= open - 1;
        }
        forward | backward << GROUPED
    }

    /// Emits the moves of vehicles that have no groups.
    fn expand_ungrouped(
        &self,
        position: &Packed<WORDS>,
        emit: &mut impl FnMut(Child<Packed<WORDS>>),
    ) {
        for rule in self.rules.iter().skip(GROUPED) {
            let [back, ahead] = rule.free_sides(position);
            if back {
                rule.drive::<false, STEPS>(position, 0, 0, emit);
            }
            if ahead {
                rule.drive::<true, STEPS>(position, 0, 0, emit);
            }
        }
    }
}

impl<const WORDS: usize, const STEPS: bool> Domain for Traffic<WORDS, STEPS> {
    type Position = Packed<WORDS>;

    #[inline]
    fn expand(
        &self,
        position: &Packed<WORDS>,
        skip: Groups,
        mut emit: impl FnMut(Child<Packed<WORDS>>),
    ) {
        let asked = self.asked(skip);
        let mut open = self.movable(position, asked);
        let stuck = if STEPS {
            open &= !skip;
            0
        } else {
            skip & !FIRST_BITS | (asked & !(open | open >> GROUPED)) << GROUPED
        };
        while open != 0 {
            let bit = open.trailing_zeros() as usize;
            let rule = &self.rules[bit % GROUPED];
            // A step is undone by the other direction; after a slide, no other is needed.
            let finished = 1 << if STEPS { bit ^ GROUPED } else { bit % GROUPED };
            if bit < GROUPED {
                rule.drive::<true, STEPS>(position, finished, stuck, &mut emit);
            } else {
                rule.drive::<false, STEPS>(position, finished, stuck, &mut emit);
            }
            open &= open - 1;
        }
        if WORDS > 1 {
            self.expand_ungrouped(position, &mut emit);
        }
    }
}

impl<const WORDS: usize, const STEPS: bool> Reversible for Traffic<WORDS, STEPS> {}

/// Weighed by the cells that a slide covers; only where every offset is a place.
impl<const WORDS: usize> Weighted for Traffic<WORDS, false> {
    fn weight(&self, from: &Packed<WORDS>, to: &Packed<WORDS>) -> u32 {
        let difference = self.layout.difference(from, to);
        difference.map_or(0, |(_, [from, to])| in_steps(from.abs_diff(to)))
    }

    fn last_weight(&self, position: &Packed<WORDS>) -> Option<u32> {
        let is_last = self.exit.is_free(position);
        is_last.then(|| in_steps(self.exit.places_to_go(position)))
    }
}

fn stances<const WORDS: usize>(
    board: &Board,
    layout: &Layout<WORDS>,
    number: usize,
) -> [[Side<WORDS>; 2]; PLACES] {
    let vehicle = board.vehicles[number];
    let track = &layout.tracks[number];
    let bodies = layout.bodies(track);
    let offsets = layout.offsets(track);
    let lines = Lines::around(board, vehicle);
    let nowhere = Side {
        entered: Bits::ALL,
        indifferent: 0,
    };
    let mut stances = [[nowhere; 2]; PLACES];
    for place in 1..track.places {
        let (first, next) = (*offsets[place - 1].start(), *offsets[place].start());
        stances[place - 1][1] = Side {
            entered: bodies[place].minus(&bodies[place - 1]),
            indifferent: !(lines.across(first..next) | lines.behind),
        };
        stances[place][0] = Side {
            entered: bodies[place - 1].minus(&bodies[place]),
            indifferent: !(lines.across(first + vehicle.length..next + vehicle.length)
                | lines.ahead),
        };
    }
    stances
}

/// The bits of the vehicles that another may come upon.
struct Lines {
    /// By the cell of its line where theirs cross it.
    across: [Groups; MAX_SIDE],
    /// On its own line behind it, and ahead of it.
    behind: Groups,
    ahead: Groups,
}

impl Lines {
    fn around(board: &Board, vehicle: Vehicle) -> Self {
        let mut lines = Self {
            across: [0; MAX_SIDE],
            behind: 0,
            ahead: 0,
        };
        for (number, other) in board.vehicles.iter().enumerate() {
            if other.horizontal != vehicle.horizontal {
                lines.across[other.line] |= both_bits(number);
            } else if other.line == vehicle.line && other.offset < vehicle.offset {
                lines.behind |= both_bits(number);
            } else if other.line == vehicle.line && other.offset > vehicle.offset {
                lines.ahead |= both_bits(number);
            }
        }
        lines
    }

    fn across(&self, cells: Range<usize>) -> Groups {
        self.across[cells].iter().fold(0, |all, line| all | line)
    }
}

/// Both bits of a vehicle.
const fn both_bits(number: usize) -> Groups {
    if number < GROUPED {
        1 << number | 1 << (number + GROUPED)
    } else {
        0
    }
}

/// Steps between places, which are few.
fn in_steps(places: usize) -> u32 {
    u32::try_from(places).unwrap_or(u32::MAX)
}
