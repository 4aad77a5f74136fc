//! The talon priced truly: every card that can be had now, with the draws that it takes.
//!
//! Draws and recycles touch nothing but the talon, so a shortest solution may as well make them at the last
//! moment, right before it takes a card; then they are part of the price of that card. Passing
//! the same cards twice in between is no use, as the second pass shows what the first one did. So a
//! card is taken from the waste as it is, after some draws, or after drawing to the end, a recycle and
//! some draws; and where two of these reach the same card, the earlier one is as good and cheaper.

use super::state::State;

/// A talon card that can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its place in the talon as it was dealt.
    pub place: u32,
    /// How many cards will be left below it in the waste.
    pub below: u8,
    pub draws: u32,
    pub recycled: bool,
}

/// Calls `offer` for every card that can be had, cheapest first.
#[inline]
pub fn offers(state: State, draw: u8, mut offer: impl FnMut(Offer)) {
    let mut places = [0; 32];
    let count = list(state.talon(), &mut places);
    let (waste, draw) = (state.waste(), draw);
    let mut offered = 0_u32;
    let mut tell = |cards_up: u8, draws: u32, recycled: bool| {
        let below = cards_up - 1;
        if offered >> below & 1 == 0 {
            offered |= 1 << below;
            let place = places[usize::from(below)];
            offer(Offer {
                place,
                below,
                draws,
                recycled,
            });
        }
    };
    if count == 0 {
        return;
    }
    if waste > 0 {
        tell(waste, 0, false);
    }
    let mut draws = 0;
    let mut up = waste;
    while up < count {
        draws += 1;
        up = (up + draw).min(count);
        tell(up, draws, false);
    }
    if state.redeals() == 0 {
        return;
    }
    up = 0;
    while up < count {
        draws += 1;
        up = (up + draw).min(count);
        tell(up, draws, true);
    }
}

/// The members of a set of places in their order; returns how many.
#[inline]
fn list(mut set: u32, places: &mut [u32; 32]) -> u8 {
    let mut count = 0;
    while set != 0 {
        places[usize::from(count)] = set.trailing_zeros();
        count += 1;
        set &= set - 1;
    }
    count
}
