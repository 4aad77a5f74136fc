//! The plays that are enough: no card moves before it is needed.
//!
//! Most steps can wait. A search that tries them in every order sees the same game again in
//! thousands of shapes, so here each step but the last of a play must be *needed* by the next. What
//! may be left out follows from rewriting a winning game until it has the wanted form. Two steps
//! are independent in a state if each leaves the other possible and both orders lead to the same
//! state.
//!
//! **Going home and coming back.** A card in the piles that is no head can go home and come back:
//! the one step undoes the other. Call it *light* while it can go home. Sending a light `u` home is
//! independent of every other step but these: laying a card on u's pair when that has room for one
//! only; sending u's twin home then; and bringing back the card below `u` in its suit. Number the
//! cards by their bits, from low ranks to high. The rule: while there are light cards, (1) the
//! lowest may go home; (2) cards lower than all of them may come back; (3) any other step must
//! depend on every one of them, but a light card's going home only on those lower than itself.
//! Where a step of a winning game breaks the rule by a light `u`, send `u` home before it, and let
//! it come back just before the first later step that depends on it; if that is u's own going home,
//! leave out both. This is a winning game too.
//!
//! **Spaces.** A head with nothing under it that moves to another pile makes a space, takes room
//! away, and does nothing else. So it can wait until a king moves into that space, and be left out
//! if the head goes home first. The rule: it moves only if there is no other space, and a king
//! follows at once.
//!
//! **An open talon.** A card of an open talon that is laid on a pile makes room on itself, takes
//! room away, and does nothing else. So it can wait until that room is needed; and if it goes home
//! first, it is sent home from the talon instead. The rule: it counts as light until its room is
//! taken up, and steps of higher cards come before it.
//!
//! **Rewriting ends.** Call a step hard if it cannot be undone and is none of those that wait, and
//! let a king's step and the one that makes a space for it be one. Then every rewriting makes this
//! list smaller, in the order of dictionaries: how many cards of an open talon are laid on piles;
//! after each of these and after each step that makes a space, how many hard steps come, in all; at
//! every hard step, how many cards are off the foundations, in all; for every card from the highest
//! down, at each of its steps that can be undone or that waits, how many lower cards are neither
//! home nor in the talon; after every step that makes a space, how many kings move. (For a step
//! that breaks the first rule is hard, or one of a card higher than `u`, and what is added are
//! steps of `u`.) Safe steps are not counted. Playing along as in the module `safe` leaves out
//! steps that are not safe or takes them with more cards home, so it lets nothing in the list grow.
//! Hence whoever can win can win by all these rules. ∎
//!
//! **Chains.** So it is enough to store states without light cards: [`Deal::settle`] sends them
//! home, lowest first. From such a state a play brings back cards, or lays them on piles from an
//! open talon, in falling order: the *chain*. (Cards that `settle` sent home though they are needed
//! come back in just that order.) It ends with a step that depends on all of them that are still
//! light. The last one is, so this step goes onto its pair, or is its twin's going home. A light
//! card ceases to be so only by a card of the next lower rank, laid on its pair or below it in its
//! suit: so a chain need not go on once a light card is two ranks above its last one.
//!
//! No chain has both twins of a pair. For then both must cease to be light by lower cards of the
//! chain: by two on their pair, which are twins, or by the two below them in their suits, which are
//! twins too; and so on, to below the aces. So the room on a card of the talon is needed only if
//! its pair has no other.
//!
//! What a state allows depends on nothing but the state, so a search may forget how it came there.

use super::bits::{
    Cards, FIRST_TWINS, KINGS, both, each, lowest, pair_of, predecessors, successors,
};
use super::plain::plain_plays;
use super::play::{Play, Space};
use super::room::Room;
use super::safe::safe_cards;
use super::state::{Deal, State, Step};
use super::{Dominances, Options};

impl Deal {
    /// Adds the plays to be tried in a settled state.
    pub fn plays(&self, state: &State, room: &Room, options: Options, plays: &mut Vec<Play>) {
        if options.dominances != Dominances::Proven {
            return plain_plays(state, room, options, plays);
        }
        let mut finder = Finder {
            deal: self,
            options,
            open: self.talon.is_open(),
            useful: 0,
            plays,
        };
        finder.find_useful(state);
        finder.add_unprepared(state, room);
        finder.lengthen(state, room, Play::default(), Cards::MAX);
    }
}

/// Cards for the last steps of plays.
#[derive(Default)]
struct Last {
    turning: Cards,
    homing: Cards,
    picked: Cards,
    picked_home: Cards,
}

struct Finder<'a> {
    deal: &'a Deal,
    options: Options,
    open: bool,
    /// The cards that can be in a chain that ends.
    useful: Cards,
    plays: &'a mut Vec<Play>,
}

impl Finder<'_> {
    /// The last card of a chain takes a head, or a card of a talon that is not open, or lets its
    /// twin go home. Every other one takes a later card of the chain, or is the next of its suit
    /// after one.
    fn find_useful(&mut self, state: &State) {
        let mut taken = state.heads;
        let mut ready = below(state.next);
        if self.open {
            ready |= state.talon.reach;
        } else {
            taken |= state.talon.reach;
        }
        let homing = state.visible & state.next;
        let mut useful = pairs(taken) << 4 | pairs(homing);
        loop {
            let later = useful & ready;
            let more = useful | pairs(later) << 4 | successors(later);
            if more == useful {
                break;
            }
            useful = more;
        }
        self.useful = useful;
    }

    fn add_unprepared(&mut self, state: &State, room: &Room) {
        let reach = state.talon.reach;
        let last = Last {
            turning: state.heads & room.fitting,
            homing: room.homing,
            picked: self.pickable(reach & room.fitting),
            picked_home: reach & state.next,
        };
        self.add(state, room, Play::default(), &last);
    }

    /// Cards of an open talon are laid on piles only within chains.
    const fn pickable(&self, cards: Cards) -> Cards {
        if self.open { 0 } else { cards }
    }

    /// Makes the chain of a play longer by every card that is among those `below`.
    fn lengthen(&mut self, state: &State, room: &Room, play: Play, below: Cards) {
        let below = below & self.useful;
        let mut backs = 0;
        if self.options.worrying_back {
            backs = predecessors(state.next) & !safe_cards(state, self.options) & below;
        }
        let mut picks = 0;
        if self.open {
            picks = state.talon.reach & !room.free & below;
        }
        if self.open && room.spaces == 0 && (backs | picks) & KINGS != 0 {
            self.make_space(state, room, play, backs & KINGS, picks & KINGS);
        }
        for bit in each(backs & room.fitting) {
            self.append(state, play, Step::Back(bit), bit);
        }
        for bit in each(picks & room.fitting) {
            self.append(state, play, Step::TalonPile(bit), bit);
        }
    }

    /// Begins a chain with a king in a space that is made for it.
    fn make_space(&mut self, state: &State, room: &Room, play: Play, backs: Cards, picks: Cards) {
        let turning = state.heads & room.fitting & !self.deal.covering;
        if play.space.is_some() {
            // A second king in one chain: too rare to be lean about.
            let last = Last {
                turning,
                ..Last::default()
            };
            return self.add(state, room, play, &last);
        }
        for head in each(turning) {
            let mut state = *state;
            self.deal.take(&mut state, Step::Turn(head));
            let with_space = |king| Play {
                space: Some(Space { head, king }),
                ..play
            };
            for bit in each(backs) {
                self.append(&state, with_space(bit), Step::Back(bit), bit);
            }
            for bit in each(picks) {
                self.append(&state, with_space(bit), Step::TalonPile(bit), bit);
            }
        }
    }

    /// Appends a card to a chain, ends it there in every possible way, and makes it longer.
    fn append(&mut self, state: &State, mut play: Play, step: Step, bit: u8) {
        let mut state = *state;
        self.deal.take(&mut state, step);
        let room = Room::new(&state);
        match step {
            Step::Back(_) => play.backs |= 1 << bit,
            _ => play.picks |= 1 << bit,
        }
        let mut light = play.picks & room.free;
        if self.options.lifts() {
            light |= room.homing & !state.heads;
        }
        let pair = pair_of(bit);
        let (others, twin) = (light & !pair, pair & !(1 << bit));
        if room.twice & pair == 0 {
            let last = if others == 0 {
                Last {
                    turning: state.heads & room.fitting & pair >> 4,
                    homing: room.homing & twin,
                    picked: self.pickable(state.talon.reach & room.fitting & pair >> 4),
                    picked_home: 0,
                }
            } else {
                Last {
                    homing: light & room.homing & twin,
                    ..Last::default()
                }
            };
            self.add(&state, &room, play, &last);
        }
        let two_ranks_above = others >> (4 * (bit / 4 + 2)) != 0;
        if !two_ranks_above {
            let below = (1 << lowest(light | 1 << bit)) - 1;
            self.lengthen(&state, &room, play, below);
        }
    }

    /// Adds a play for every last step.
    fn add(&mut self, state: &State, room: &Room, play: Play, last: &Last) {
        let with = |step| Play {
            step: Some(step),
            ..play
        };
        let covering = self.deal.covering;
        self.plays
            .extend(each(last.turning & covering).map(Step::Turn).map(with));
        if room.spaces == 0 {
            for bit in each(last.turning & !covering) {
                self.add_with_king(state, with(Step::Turn(bit)), play == Play::default());
            }
        }
        self.plays
            .extend(each(last.homing).map(Step::Home).map(with));
        self.plays
            .extend(each(last.picked).map(Step::TalonPile).map(with));
        self.plays
            .extend(each(last.picked_home).map(Step::TalonHome).map(with));
    }

    /// Adds a play that makes a space at its end, for every king that may come into it.
    fn add_with_king(&mut self, state: &State, play: Play, unprepared: bool) {
        let with = |king| Play {
            king: Some(king),
            ..play
        };
        self.plays
            .extend(each(state.heads & KINGS).map(Step::Turn).map(with));
        if self.open && unprepared {
            return; // These kings begin chains.
        }
        let picked = each(state.talon.reach & KINGS);
        self.plays.extend(picked.map(Step::TalonPile).map(with));
        if self.options.worrying_back && predecessors(state.next) & KINGS != 0 {
            // It comes back when something is to lie on it.
            self.plays.push(play);
        }
    }
}

/// The pairs of which at least one card is in the set.
#[inline]
const fn pairs(cards: Cards) -> Cards {
    both((cards | cards >> 1) & FIRST_TWINS)
}

/// The cards home, given those that come next.
#[inline]
const fn below(next: Cards) -> Cards {
    let mut home = 0;
    let mut tops = predecessors(next);
    while tops != 0 {
        home |= tops;
        tops = predecessors(tops);
    }
    home
}
