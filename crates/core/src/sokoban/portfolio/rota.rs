//! Who has how much of the time, by the kind of level.

use crate::sokoban::rules::level::Level;

/// Shares are counted against this one.
pub(super) const WHOLE_SHARE: u64 = 16;
/// On larger levels the feature-space search is more often the one that solves them.
const SMALL: usize = 60;
/// So many goals side by side are a goal room.
const GOAL_ROOM: usize = 9;

/// How the race begins, and what it gives to whom.
pub(super) struct Rota {
    /// After so many positions the steady search has had its time.
    pub steady_start: u64,
    /// Where so few positions decide, the feature-space search would only make its tables.
    pub features_start: u64,
    pub features_share: u64,
}

impl Rota {
    pub fn of(level: &Level) -> &'static Self {
        match level.squares() {
            0..=SMALL => &SMALL_LEVEL,
            _ if has_goal_room(level) => &GOAL_ROOM_LEVEL,
            _ => &LARGE_LEVEL,
        }
    }
}

const SMALL_LEVEL: Rota = Rota {
    steady_start: 30_000,
    features_start: 20_000,
    features_share: WHOLE_SHARE,
};
const LARGE_LEVEL: Rota = Rota {
    steady_start: 30_000,
    features_start: 5_000,
    features_share: 3 * WHOLE_SHARE,
};
/// These are most of all for the feature-space search. A position takes the meeting search six times as long here, so that this share leaves it a
/// sixth of the time.
const GOAL_ROOM_LEVEL: Rota = Rota {
    steady_start: 4_000,
    features_start: 2_000,
    features_share: 32 * WHOLE_SHARE,
};

/// Whether many goals lie side by side, so that the order in which they are filled matters.
fn has_goal_room(level: &Level) -> bool {
    let mut left = level.goals.clone();
    while let Some(goal) = left.pop() {
        let mut group = vec![goal];
        let mut done = 0;
        while let Some(&square) = group.get(done) {
            let near = level.near[usize::from(square)];
            let (beside, others): (Vec<_>, _) = left.iter().partition(|goal| near.contains(goal));
            group.extend::<Vec<u16>>(beside);
            left = others;
            done += 1;
        }
        if group.len() >= GOAL_ROOM {
            return true;
        }
    }
    false
}
