//! The feature-space search in other guises of the level: from other sides, and to openings instead of goals.
//!
//! Whether it finds a solution soon is often a matter of luck, of which of two equal moves comes first. From another side the level is the
//! same and the luck is not; so after a while other sides get a part of the time. What takes long from one side and a moment from another then
//! takes a few moments. What cannot be packed from the front may come apart from the back: so openings get a part of the time, too.

use std::sync::OnceLock;

use crate::search::Budget;
use crate::sokoban::astar::End;
use crate::sokoban::feature_space::FeatureSpace;
use crate::sokoban::feature_space::opening::{Opener, Openings};
use crate::sokoban::rules::level::Level;
use crate::sokoban::rules::view::{Side, TURNED, UPSIDE_DOWN, View};

use super::{Entrant, Racer};

/// When each side enters the race, and one part in how many it has of the share and the memory that the level's own side has.
const SIDES: [(Side, u64, u32); 2] = [(UPSIDE_DOWN, 200_000, 3), (TURNED, 1_000_000, 8)];

/// The same for the search to openings.
const OPENINGS_START: u64 = 50_000;
const OPENINGS_PART: u32 = 4;

/// The level in other guises, where somebody has looked at it so.
#[derive(Default)]
pub(super) struct Guises {
    views: [OnceLock<View>; SIDES.len()],
    pub openings: Openings,
}

/// A search from another side.
struct Aside<'a, const W: usize> {
    view: &'a View,
    search: FeatureSpace<'a, W>,
}

impl<const W: usize> Racer for Aside<'_, W> {
    fn run(&mut self, budget: &mut Budget) -> End {
        match self.search.run(budget) {
            End::Found(pushes) => End::Found(self.view.back(&pushes)),
            end => end,
        }
    }
}

/// The searches in these guises, where the one of the level as it is has this share and so many bytes.
pub(super) fn entrants<'a, const W: usize>(
    level: &'a Level,
    guises: &'a Guises,
    share: u64,
    bytes: usize,
) -> impl Iterator<Item = Entrant<'a>> {
    let views = guises.views.iter().zip(SIDES);
    let views = views.map(move |(view, (side, start, part))| {
        let aside = Entrant::new(share / u64::from(part), move || {
            let view = view.get_or_init(|| View::new(level, side));
            let search = FeatureSpace::<W>::new(&view.level, bytes / part as usize);
            Aside { view, search }
        });
        aside.after(start)
    });
    let opener = Entrant::new(share / u64::from(OPENINGS_PART), move || {
        Opener::<W>::new(level, &guises.openings, bytes / OPENINGS_PART as usize)
    });
    std::iter::once(opener.after(OPENINGS_START)).chain(views)
}
