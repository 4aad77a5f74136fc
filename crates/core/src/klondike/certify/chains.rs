//! The settled states that one irreversible step leads to, from all states of a class at once.
//!
//! Cards are *light* while they can go back to where they wait, home or in an open talon. A state
//! of the class matters only if the step depends on every light card: those are found by bringing
//! cards into the piles in falling order, the *chains*. See docs/proofs.md for why these are all.

use crate::klondike::complete::room::Room;
use crate::klondike::complete::state::{State, Step};
use crate::klondike::twins::{Cards, each, lowest, pair_of, predecessors};

use super::model::{Game, light};

impl Game {
    /// Calls `found` with every settled state that has to be in a set with this settled one.
    pub fn successors(&self, state: &State, found: &mut impl FnMut(State)) {
        let room = Room::new(state);
        for head in each(state.heads & room.fitting) {
            found(self.settled(self.after(state, Step::Turn(head))));
        }
        for head in each(state.heads & room.free & state.next) {
            found(self.settled(self.sent_home(state, head)));
        }
        if !self.is_open() {
            for card in each(state.talon.reach & room.fitting) {
                found(self.settled(self.after(state, Step::TalonPile(card))));
            }
        }
        for card in each(state.talon.reach & state.next) {
            found(self.settled(self.sent_home(state, card)));
        }
        self.lengthen(state, &room, Cards::MAX, 0, found);
    }

    /// Lengthens a chain by every card `below` its last one. Those of the talon are `lent`.
    fn lengthen(
        &self,
        state: &State,
        room: &Room,
        below: Cards,
        lent: Cards,
        found: &mut impl FnMut(State),
    ) {
        for card in each(predecessors(state.next) & room.fitting & below) {
            self.extend(&self.after(state, Step::Back(card)), card, lent, found);
        }
        if self.is_open() {
            for card in each(state.talon.reach & room.fitting & below) {
                self.extend(
                    &self.after(state, Step::TalonPile(card)),
                    card,
                    lent | 1 << card,
                    found,
                );
            }
        }
    }

    /// Goes on from a chain with this last card.
    fn extend(&self, state: &State, last: u8, lent: Cards, found: &mut impl FnMut(State)) {
        let room = Room::new(state);
        let light = light(state, &room, lent);
        let pair = pair_of(last);
        let twin = pair & !(1 << last);
        let others = light & !pair;
        let two_ranks_above = others >> (4 * (last / 4 + 2)) != 0;
        if two_ranks_above || lowest(light & !twin) != last {
            return;
        }
        if others == 0 && room.twice & pair == 0 {
            for head in each(state.heads & pair >> 4) {
                found(self.settled(self.after(state, Step::Turn(head))));
            }
            for head in each(state.heads & twin & state.next) {
                found(self.settled(self.sent_home(state, head)));
            }
            if !self.is_open() {
                for card in each(state.talon.reach & pair >> 4) {
                    found(self.settled(self.after(state, Step::TalonPile(card))));
                }
            }
            for card in each(light & twin) {
                found(self.settled(self.lifted(state, card, lent)));
            }
        }
        self.lengthen(state, &room, (1 << last) - 1, lent, found);
    }
}
