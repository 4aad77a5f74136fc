//! Long levels that are hard to solve are raised: from three boxes to as many as are wanted.
//!
//! All positions of three boxes are found in a tenth of a millisecond; those of five take a hundred times as long. So
//! a few plans begin with three, and each is changed until it is long. The best of them get one box more, where that promises
//! most, and are changed again. At the end one is left, and it is changed until it is as long and as hard as was ordered.
//!
//! Changes are kept by late acceptance (Burke and Bykov): what promises no less than the plan of some changes ago is
//! changed on. That leaves hills on which climbing ends.

use std::ops::RangeInclusive;

use crate::search::bitset::Bits;
use crate::search::{Budget, Stop};

use super::compose::{Composed, Composer, Draft, Order, PLAN_COST, best_start};
use super::field::Field;
use super::space::Space;
use super::toil::Toil;
use super::{Alone, between, plans};

/// How many boxes a plan begins with.
const FIRST_BOXES: usize = 3;
/// The sides of the sheet on which a plan is drawn, outer walls included, if the order allows that.
const SHEET: usize = 10;
/// How many squares a plan has.
const SQUARES: RangeInclusive<usize> = 42..=46;
/// How many plans are drawn until one has room for the goals.
const PLANS: usize = 10;
/// How many changes ago the plan was that a changed one is compared with.
const HISTORY: usize = 100;
/// A change that makes no plan counts for so many positions.
const CHANGE_COST: u64 = 100;
/// A position of a plain search takes as long as so many others.
const TOIL_COST: u64 = 10;
/// Sites for one more box are tried until so many positions were looked at.
const SITES_COST: u64 = 5_000_000;
/// What a doubling of the toil counts for.
const TOIL_POINTS: i64 = 20;

/// How plans are raised with so many boxes.
struct Stage {
    /// How many are raised side by side.
    drafts: usize,
    /// Of the pushes that are ordered, in hundredths: what a draft must have that goes on with one box more.
    share: usize,
    /// Positions to look at, for each.
    cost: u64,
}

/// With the first boxes, with one more, and with still more.
const STAGES: [Stage; 3] = [
    Stage {
        drafts: 4,
        share: 0,
        cost: 3_000_000,
    },
    Stage {
        drafts: 3,
        share: 78,
        cost: 8_000_000,
    },
    Stage {
        drafts: 1,
        share: 88,
        cost: 50_000_000,
    },
];

impl<const W: usize> Composer<'_, W> {
    /// A level that is raised from few boxes; none if it did not become what was ordered.
    pub(super) fn raised(
        &mut self,
        aim: usize,
        budget: &mut Budget,
    ) -> Result<Option<Composed>, Stop> {
        let boxes = between(&mut self.rng, self.order.boxes.clone());
        let squares = between(&mut self.rng, SQUARES);
        let first = FIRST_BOXES.min(boxes);
        let mut drafts = Vec::new();
        for count in first..=boxes {
            let is_last = count == boxes;
            let stage = &STAGES[(count - first).min(STAGES.len() - 1)];
            let mut raised = Vec::new();
            for number in 0..stage.drafts {
                let begun = if count == first {
                    self.begun(count, squares, aim, is_last, budget)?
                } else if let Some(draft) = drafts.get(number) {
                    self.with_another_box(draft, aim, is_last, budget)?
                } else {
                    None
                };
                let Some(begun) = begun else {
                    continue;
                };
                let draft = self.changed_late(begun, aim, squares, stage.cost, is_last, budget)?;
                if is_last && draft.is_hard(self.order) {
                    let level = self.finished(&draft, budget)?;
                    if level.is_some() {
                        return Ok(level);
                    }
                }
                raised.push(draft);
            }
            raised.sort_by_key(|draft| std::cmp::Reverse(draft.promise));
            let least = *self.order.pushes.start() * stage.share / 100;
            if raised
                .first()
                .is_none_or(|draft| draft.start.story.pushes < least)
            {
                return Ok(None);
            }
            drafts = raised;
        }
        Ok(None)
    }

    /// A first plan with goals.
    fn begun(
        &mut self,
        boxes: usize,
        squares: usize,
        aim: usize,
        is_last: bool,
        budget: &mut Budget,
    ) -> Result<Option<Draft<W>>, Stop> {
        let side = |sides: &RangeInclusive<usize>| SHEET.clamp(*sides.start(), *sides.end()) - 2;
        let (width, height) = (side(&self.order.widths), side(&self.order.heights));
        let squares = squares.min(width * height);
        for _ in 0..PLANS {
            self.spent += PLAN_COST;
            let field = plans::draw(&mut self.rng, width, height, squares);
            let Some(goals) = plans::lay_goals(&mut self.rng, &field, boxes) else {
                continue;
            };
            let draft = self.judged(field, goals, aim, is_last.then_some(0), budget)?;
            if draft.is_some() {
                return Ok(draft);
            }
        }
        Ok(None)
    }

    /// The draft with one more goal, where that promises most.
    fn with_another_box(
        &mut self,
        draft: &Draft<W>,
        aim: usize,
        is_last: bool,
        budget: &mut Budget,
    ) -> Result<Option<Draft<W>>, Stop> {
        let mut best: Option<Draft<W>> = None;
        let mut sites: Vec<u16> = (draft.field.floor & !draft.goals).iter().collect();
        self.rng.shuffle(&mut sites);
        let enough = self.spent + SITES_COST;
        for square in sites {
            if best.is_some() && self.spent >= enough {
                break;
            }
            let mut goals = draft.goals;
            goals.insert(square);
            let least = best.as_ref().map_or(0, |best| best.promise);
            let least = is_last.then_some(least);
            let more = self.judged(draft.field.clone(), goals, aim, least, budget)?;
            best = match (best, more) {
                (Some(best), Some(more)) if more.promise <= best.promise => Some(best),
                (best, more) => more.or(best),
            };
        }
        Ok(best)
    }

    /// What becomes of a draft that is changed, by late acceptance: until it is hard, or half of what it may cost was in vain.
    fn changed_late(
        &mut self,
        first: Draft<W>,
        aim: usize,
        most_squares: usize,
        cost: u64,
        is_last: bool,
        budget: &mut Budget,
    ) -> Result<Draft<W>, Stop> {
        let mut history = [first.promise; HISTORY];
        let (mut at, mut best) = (first.clone(), first);
        let end = self.spent + cost;
        let mut last_gain = self.spent;
        let mut turn = 0;
        while self.spent < end.min(last_gain + cost / 2) {
            if is_last && best.is_hard(self.order) {
                break;
            }
            self.spent += CHANGE_COST;
            let Some((field, goals)) = self.changed_often(&at, most_squares) else {
                continue;
            };
            let before = &mut history[turn % HISTORY];
            let least = at.promise.min(*before);
            let counted = is_last.then_some(least);
            let Some(changed) = self.judged(field, goals, aim, counted, budget)? else {
                continue;
            };
            turn += 1;
            if changed.promise >= least {
                at = changed;
            }
            if at.promise > best.promise {
                best = at.clone();
                last_gain = self.spent;
            }
            *before = at.promise.max(*before);
        }
        Ok(best)
    }

    /// The plan of a draft with one change, or two, or more, each half as often.
    fn changed_often(
        &mut self,
        draft: &Draft<W>,
        most_squares: usize,
    ) -> Option<(Field<W>, Bits<W>)> {
        let mut plan = plans::change(&mut self.rng, &draft.field, draft.goals, most_squares)?;
        while between(&mut self.rng, 0..=1) == 0 {
            plan = plans::change(&mut self.rng, &plan.0, plan.1, most_squares)?;
        }
        Some(plan)
    }

    /// A plan with the start that promises most; none if it is too large or has none. The toil is counted where
    /// something is to be compared with it, and only if it could reach that.
    fn judged(
        &mut self,
        field: Field<W>,
        goals: Bits<W>,
        aim: usize,
        least: Option<i64>,
        budget: &mut Budget,
    ) -> Result<Option<Draft<W>>, Stop> {
        self.spent += CHANGE_COST;
        let alone = Alone::new(&field, goals);
        let live = alone.live();
        let (room, memory) = (self.order.room, &mut self.memory);
        let Some(mut space) = Space::search(&field, goals, live, aim, room, memory, budget)? else {
            return Ok(None);
        };
        self.spent += space.len() as u64;
        let Some(start) = best_start(&space, goals, &alone, aim) else {
            return Ok(None);
        };
        let counting = Toil::new(&field, goals, live);
        let pushes = start.story.pushes;
        let player = start.reach.first().unwrap_or(0);
        let tangle = pushes - counting.walking.least_pushes(start.boxes, player);
        let figure = |count: usize| i64::try_from(count).unwrap_or(0);
        let mut promise = start.promise() + 2 * figure(tangle) - figure(start.detour);
        let most = 2 * self.order.min_toil;
        let mut toil = 0;
        if least.is_some_and(|least| promise + points(most) >= least) {
            let start = (start.boxes, start.reach);
            toil = counting.count(&mut space, start, pushes, most, budget)?;
            self.spent += TOIL_COST * toil as u64;
            promise += points(toil);
        }
        Ok(Some(Draft {
            field,
            goals,
            start,
            toil,
            promise,
        }))
    }
}

impl<const W: usize> Draft<W> {
    /// Whether it is all that was ordered, and a little more: without its useless floor it may be less.
    fn is_hard(&self, order: &Order) -> bool {
        let story = &self.start.story;
        story.pushes >= *order.pushes.start()
            && self.start.detour >= order.min_detour
            && 4 * story.changes >= 5 * order.min_changes
            && 4 * self.toil >= 5 * order.min_toil
            && story.idle == 0
    }
}

/// What toil counts for: the same again whenever it doubles.
fn points(toil: usize) -> i64 {
    let quarters = (1 + toil as u64).saturating_pow(4).ilog2();
    TOIL_POINTS * i64::from(quarters) / 4
}
