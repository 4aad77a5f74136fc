//! Every step that the rules allow: the reference that the leaner plays are held to.

use super::Options;
use super::bits::{each, predecessors};
use super::play::Play;
use super::room::Room;
use super::safe::safe_cards;
use super::state::{State, Step};

/// Adds every step, but for those back from a foundation that would be undone at once.
pub fn plain_plays(state: &State, room: &Room, options: Options, plays: &mut Vec<Play>) {
    let reach = state.talon.reach;
    let steps = each(state.heads & room.fitting).map(Step::Turn);
    let steps = steps.chain(each(room.homing).map(Step::Home));
    let steps = steps.chain(each(reach & room.fitting).map(Step::TalonPile));
    let steps = steps.chain(each(reach & state.next).map(Step::TalonHome));
    plays.extend(steps.map(Play::from));
    if options.worrying_back {
        let back = predecessors(state.next) & room.fitting & !safe_cards(state, options);
        plays.extend(each(back).map(Step::Back).map(Play::from));
    }
}
