//! Who recommends which moves. Each advisor looks at one thing and names at most one move, the best that helps it.

use crate::search::bitset::Bits;
use crate::sokoban::rules::level::{WALL, back};
use crate::sokoban::rules::room::Room;

use super::Child;
use super::features::Features;
use super::views::Views;

/// What a move leaves of what an advisor wants gone; none if it does not help.
type Advisor<'a, const W: usize> = Box<dyn Fn(&Child<W>) -> Option<u32> + 'a>;

/// Marks the moves that some advisor recommends.
pub(super) fn advise<const W: usize>(
    here: Features,
    boxes: &Bits<W>,
    reach: &Bits<W>,
    views: &Views<W>,
    room: &Room<W>,
    children: &mut [Child<W>],
    mut is_lost: impl FnMut(&Child<W>) -> bool,
) {
    let mut order: Vec<usize> = (0..children.len()).collect();
    order.sort_by_key(|&at| (children[at].features, children[at].pushes));
    let stuck = most_blocking(room, boxes, reach, views);
    let gain = |before: u32, after: u32| (after < before).then_some(after);
    let advisors: [Advisor<W>; 7] = [
        Box::new(move |child| gain(here.left.into(), child.features.left.into())),
        Box::new(move |child| gain(here.astray.into(), child.features.astray.into())),
        Box::new(move |child| gain(here.parts.into(), child.features.parts.into())),
        Box::new(move |child| gain(here.blocked.into(), child.features.blocked.into())),
        Box::new(move |child| gain(here.hotspots.into(), child.features.hotspots.into())),
        Box::new(move |child| {
            let opens = !child
                .reach
                .minus(reach)
                .minus(&Bits::of([child.from]))
                .is_empty();
            if opens {
                gain(here.stiffness.into(), child.features.stiffness.into())
            } else {
                None
            }
        }),
        Box::new(move |child| {
            let stuck = stuck?;
            let frees = child.from != stuck
                && child.features.parts <= here.parts
                && can_move(room, &child.boxes, &child.reach, stuck);
            frees.then_some(0)
        }),
    ];
    for advisor in &advisors {
        loop {
            let mut best: Option<(u32, usize)> = None;
            for &at in &order {
                if children[at].is_lost {
                    continue;
                }
                if let Some(score) = advisor(&children[at]) {
                    if best.is_none_or(|(known, _)| score < known) {
                        best = Some((score, at));
                    }
                }
            }
            let Some((_, at)) = best else { break };
            if children[at].is_advised {
                break;
            }
            if is_lost(&children[at]) {
                children[at].is_lost = true;
                continue;
            }
            children[at].is_advised = true;
            break;
        }
    }
}

/// The box that keeps most others from goals and that the player cannot push.
fn most_blocking<const W: usize>(
    room: &Room<W>,
    boxes: &Bits<W>,
    reach: &Bits<W>,
    views: &Views<W>,
) -> Option<u16> {
    let blocks = |square: u16| views.hot[usize::from(square)].and(boxes).count();
    let stuck = boxes
        .iter()
        .filter(|&square| blocks(square) > 0 && !can_move(room, boxes, reach, square));
    stuck.max_by_key(|&square| blocks(square))
}

fn can_move<const W: usize>(room: &Room<W>, boxes: &Bits<W>, reach: &Bits<W>, square: u16) -> bool {
    (0..4).any(|direction| {
        let behind = room.level.step(square, back(direction));
        let to = room.level.step(square, direction);
        behind != WALL && to != WALL && reach.has(behind) && !boxes.has(to)
    })
}
