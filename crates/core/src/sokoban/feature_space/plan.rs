//! The packing plan: in which order the goals are to be filled, and what has to be parked meanwhile; and how far a position is with it.

use crate::search::bitset::Bits;

/// More steps than this do not fit the masks.
pub(super) const MOST_STEPS: usize = 128;
/// Nobody has this step.
const FREE: u16 = u16::MAX;

/// One step of a plan: a box comes to a square, from anywhere or from where it was parked.
#[derive(Clone, Debug)]
pub(super) struct Step<const W: usize> {
    pub to: u16,
    pub parked: Option<u16>,
    /// The squares from which a box can come there, once all steps before are made.
    pub basin: Bits<W>,
}

/// A plan, and what it says of positions.
pub(super) struct Plan<const W: usize> {
    /// The squares that are full after each number of steps.
    full: Vec<Bits<W>>,
    /// For each square, the steps to which a box on it can contribute.
    uses: Vec<u128>,
    /// For each number of steps made, the steps left that need a new box.
    left: Vec<u128>,
}

/// How far a position is with the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// Steps that are made.
    pub packed: usize,
    /// Boxes that can no longer do their part.
    pub astray: u32,
}

/// Which box has which step to do.
pub(super) struct Roles {
    pub progress: Progress,
    /// By step, the square of the box.
    owner: [u16; MOST_STEPS],
}

impl<const W: usize> Plan<W> {
    pub fn new(squares: usize, steps: Vec<Step<W>>) -> Self {
        let mut steps = steps;
        steps.truncate(MOST_STEPS);
        let mut full = vec![Bits::EMPTY];
        let mut uses = vec![0; squares];
        for (number, step) in steps.iter().enumerate() {
            let mut after = full[number];
            if let Some(parked) = step.parked {
                after.remove(parked);
            } else {
                for square in step.basin.iter() {
                    uses[usize::from(square)] |= 1 << number;
                }
            }
            after.insert(step.to);
            full.push(after);
        }
        let needs_box = |&number: &usize| steps[number].parked.is_none();
        let left = (0..=steps.len()).map(|made| {
            let left = (made..steps.len()).filter(needs_box);
            left.fold(0, |mask, number| mask | 1 << number)
        });
        Self {
            left: left.collect(),
            full,
            uses,
        }
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.full.len() - 1
    }

    /// How many steps are made.
    #[inline]
    fn packed(&self, boxes: &Bits<W>) -> usize {
        let is_full = |full: &Bits<W>| full.minus(boxes).is_empty();
        self.full.iter().rposition(is_full).unwrap_or(0)
    }

    /// The squares that are full after so many steps.
    pub fn full(&self, packed: usize) -> &Bits<W> {
        &self.full[packed]
    }

    /// How far a position is, and which box has which step to do.
    pub fn roles(&self, boxes: &Bits<W>) -> Roles {
        let packed = self.packed(boxes);
        let mut owner = [FREE; MOST_STEPS];
        let left = self.left[packed];
        let mut astray = 0;
        for square in boxes.minus(&self.full[packed]).iter() {
            let mut tried = 0;
            if !self.assign(square, left, &mut tried, &mut owner) {
                astray += 1;
            }
        }
        Roles {
            progress: Progress { packed, astray },
            owner,
        }
    }

    /// How far a position is in which one box has moved. Mostly the box can still do its step, and then so can all others.
    pub fn progress_after(
        &self,
        roles: &Roles,
        (from, to): (u16, u16),
        boxes: &Bits<W>,
    ) -> Progress {
        let before = roles.progress;
        if before.astray == 0 && self.packed(boxes) == before.packed {
            let step = roles.owner.iter().position(|&owner| owner == from);
            if step.is_some_and(|step| self.uses[usize::from(to)] >> step & 1 != 0) {
                return before;
            }
        }
        self.roles(boxes).progress
    }

    /// Gives a box a step of its own, from which others may have to give way to other steps.
    fn assign(
        &self,
        square: u16,
        left: u128,
        tried: &mut u128,
        owner: &mut [u16; MOST_STEPS],
    ) -> bool {
        let mut steps = self.uses[usize::from(square)] & left & !*tried;
        let mut all = steps;
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            if owner[step] == FREE {
                owner[step] = square;
                return true;
            }
        }
        while all != 0 {
            let step = all.trailing_zeros() as usize;
            *tried |= 1 << step;
            if self.assign(owner[step], left, tried, owner) {
                owner[step] = square;
                return true;
            }
            all &= all - 1;
            all &= !*tried;
        }
        false
    }
}
