//! Cards that are better home than anywhere else.
//!
//! Let `x` of rank r (the ace is 0) be the next of its suit, and let it be possible to send it
//! home. If both suits of the other colour have at least r-1 cards home, and the other suit of x's
//! colour at least r-2, then whoever can win at all can win after sending `x` home.
//!
//! *Proof.* Call low: the ranks up to r of x's suit; those up to r-1 of the other colour; those up to
//! r-2 of the other suit of x's colour. By what is assumed, every suit lacks at most one low card,
//! which is its next. What lies on a low card is low too. Take a winning game from here, and play
//! along with `x` home from the beginning,
//! doing every move of a card that is not low. When a low card moves that is not home with us, we
//! send it home instead, and before it the low cards that lie on it: each of them is the next of
//! its suit. Low cards that come back in that game stay home in ours. So at any time we have home
//! what that game has there, perhaps some low cards more, and everything else is where it is there,
//! but that a card which `x` covered may lie open earlier. No move of a card that is not low is
//! lost by this: it never goes onto a low card, and finds at home what it needs. When that game is
//! won, so is ours. ∎
//!
//! Nothing in this changes when `x` comes from the talon, as long as taking it there takes nothing
//! else away: see [`Talon::harmless`](super::talon::Talon::harmless). If cards never come back from
//! their foundations, it suffices as well that both suits of the other colour have r cards home:
//! nothing can come to lie on `x` any more.
//!
//! So a search may send safe cards home at once and try nothing else. *Proof.* In the argument
//! above, every move of ours that is not one of that game sends home a low card, which is safe at
//! that time; and a move that is safe in that game is safe in ours. So the number of moves that are
//! not safe never grows by it, and after finitely many safe moves it is the turn of one that is
//! not. ∎
//!
//! A card that would be safe again at once need not come back from its foundation.

use super::Options;
use super::room::Room;
use super::state::{Deal, State, Step};
use crate::klondike::twins::{Cards, SUIT_CARDS, lowest};

/// The cards that are safe once they can go home.
#[inline]
pub fn safe_cards(state: &State, options: Options) -> Cards {
    if !options.dominances.safe {
        return 0;
    }
    let [clubs, diamonds, hearts, spades] = [0, 1, 2, 3].map(|suit| state.height(suit));
    let (black, red) = (clubs.min(spades), diamonds.min(hearts));
    let below = |opposite: u32, other: u32| {
        let mut ranks = (opposite + 2).min(other + 3);
        if !options.worrying_back {
            ranks = ranks.max(opposite + 1);
        }
        (1 << (4 * ranks)) - 1
    };
    below(red, spades) & SUIT_CARDS[0]
        | below(black, hearts) & SUIT_CARDS[1]
        | below(black, diamonds) & SUIT_CARDS[2]
        | below(red, clubs) & SUIT_CARDS[3]
}

impl Deal {
    /// A safe card that can go home, if there is one.
    #[inline]
    pub fn safe_step(&self, state: &State, room: &Room, options: Options) -> Option<Step> {
        let safe = safe_cards(state, options) & state.next;
        let homing = room.homing & safe;
        if homing != 0 {
            return Some(Step::Home(lowest(homing)));
        }
        if !options.dominances.harmless {
            return None;
        }
        let taken = self.talon.harmless(state.talon) & safe;
        (taken != 0).then(|| Step::TalonHome(lowest(taken)))
    }
}
