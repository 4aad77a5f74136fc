//! The plays that are enough: no card moves before it is needed.
//!
//! Most steps can wait. A search that tries them in every order sees the same game again in
//! thousands of shapes, so here each step but the last of a play must be *needed* by the next. What
//! may be left out follows from rewriting a winning game until it has the wanted form.
//!
//! **Words.** Two steps are independent in a state if each leaves the other possible and both orders
//! lead to the same state. A card below the kings that lies in the piles and is no head can go home
//! and come back: the one step undoes the other. Call it *light* while it can go home. **Kings are
//! never light**: one that goes home leaves a space, and one that comes back takes one, so they do
//! not wait as others do. (A version that let them wait called positions lost that can be won: the
//! rule for spaces and the rule for light cards undid each other for ever.) A *maker* only empties a
//! pile: a head with nothing under it moves on, or a bare king at the bottom goes home. An *entry* is
//! a king's step into a space: from its foundation, from the talon, or as a head. A *pick* lays a
//! card of an open talon, other than a king, on a pile. *Hard* are all steps but makers, picks, and
//! cards below the kings that come back or, being no heads, go home. Safe steps never count.
//!
//! **Light cards** (switch `chains`). Sending a light `u` home is independent of every other step but
//! these: laying a card on u's pair when that has room for one only; sending u's twin home then; and
//! bringing back the card below `u` in its suit. Number the cards by their bits, from low ranks to
//! high. The rule: while there are light cards, (1) the lowest may go home; (2) cards lower than all
//! of them may come back; (3) any other step must depend on every one of them, but a light card's
//! going home only on those lower than itself; and an entry that follows its maker need not, if the
//! maker did. Where a step of a winning game breaks the rule by a light `u`, send `u` home before it,
//! and let it come back just before the first later step that depends on it; if that is u's own going
//! home, leave out both. While `u` is home, nobody takes its place, for in the game as it was `u` lay
//! there. So this is a winning game too, and it has the same spaces at any time.
//!
//! **Spaces** (switch `spaces`). A maker makes a space, takes room away, and does nothing else. So it
//! can wait until a king comes into that space. It is left out if nobody comes, if its head goes home
//! first, or if the king that left is the one to come. The rule: a maker is played only if there is
//! no space, and another king's entry follows at once. An entry depends on no light card.
//!
//! **An open talon** (switch `picks`). A pick makes room on its card, takes room away, and does
//! nothing else. So it can wait until that room is needed; and if its card goes home first, it is
//! sent home from the talon instead. The rule: the card counts as light until its room is taken up,
//! and steps of higher cards come before it.
//!
//! **Rewriting ends.** Compare winning games by this list, in the order of dictionaries:
//! (a) the number of picks and makers; (b) after each of them, the hard steps to come, in all; (c) at
//! each hard step, the cards off the foundations, in all; (d) for each card below the kings from the
//! highest down, at each of its picks and other steps that are not hard, one more than the lower
//! cards that are neither home nor in the talon, in all; (e) after each maker, the steps until the
//! next hard one, in all. Each rewriting makes it smaller:
//! - *A maker waits.* Take the last one before a hard step. Past a hard step, (b) falls; past others
//!   of which none is a maker, (e) falls and nothing before it changes. Left out, (a) falls.
//! - *A pick waits*: past a hard step, or past a maker together with its entry, (b) falls; past a
//!   step of a higher card, (d) falls at that card. Left out, (a) falls.
//! - *A light card goes home* before a hard step, or before a maker and its entry: (a) and (b) stay
//!   as they are, and (c) falls. Before a higher card's step that is not hard: (a) to (c) stay or
//!   fall, and (d) falls at that card; what is added are steps of `u`, which is lower.
//!
//! No rewriting of light cards changes the number of spaces. Playing along as in the module `safe`
//! leaves out steps that are not safe or takes them with more cards home, so it lets nothing in the
//! list grow. Hence whoever can win can win by all these rules. ∎
//!
//! **Settled states are enough.** A state is settled if nothing is safe and nothing light:
//! [`Deal::settle`] sends these home, the lowest light card first. What becomes light by that is
//! higher than what went, so the cards that a state has more than its settled one could come back
//! in falling order, each lower than all that are light: they are a *chain*. Value a settled state by
//! the least game from any state that settles to it by light cards alone. That game does not begin
//! with the lowest light card's going home, nor with a lower one's coming back, for then the game
//! after that step would be smaller and belong to the same settled state. So it begins with picks,
//! which continue the chain in falling order, if with any, and then a step that depends on all cards
//! that are still light: chain and step are a *play*. What comes after it is a smaller game, and
//! settling it lets nothing grow. So plays lead to a win. ∎
//!
//! **Which chains are tried.** The last card of a chain is light, so the last step goes onto its
//! pair, or is its twin's going home. And a chain may be asked to have no card too many: one without
//! which all later steps of the play are possible can be left out, and settles to the same.
//! - *No chain has both twins of a pair.* One of them would be too many, unless two later cards lie
//!   on their pair, or the two below them in their suits have come back. Not one of these is the
//!   last step, which goes onto a lower pair. So they are two lower twins of the chain, and so on, to
//!   below the aces. Hence a card of an open talon is picked only if its pair has no room.
//! - *A chain does not go on below a light card two ranks above its last one*, other than that one's
//!   twin. It would stay light to the end, since only cards of the next lower rank, on its pair or
//!   below it in its suit, change that. So the last step could only be a light card's going home. The
//!   card two ranks above is none of the chain, or it would be too many; so it has become light by
//!   its twin, which is of the chain. Then it goes home first: the chain as far as that twin, and the
//!   card's going home, are a play to a state of which the rest of the chain is one, with the same end
//!   and one such card less.
//! - *Useful cards* are those that can take a last step, or a later card of the chain, or that are
//!   next of their suit after one.
//!
//! What a state allows depends on nothing but the state, so a search may forget how it came there.

use super::Options;
use super::play::Play;
use super::room::Room;
use super::safe::safe_cards;
use super::state::{Deal, State, Step};
use crate::klondike::twins::{
    Cards, FIRST_TWINS, KINGS, both, each, lowest, pair_of, predecessors, successors,
};

impl Deal {
    /// Adds the plays to be tried in a settled state.
    pub fn plays(&self, state: &State, room: &Room, options: Options, plays: &mut Vec<Play>) {
        let mut finder = Finder {
            deal: self,
            options,
            lays_late: options.dominances.picks && options.lifts() && self.talon.is_open(),
            useful: 0,
            plays,
        };
        finder.add_unprepared(state, room);
        if options.lifts() {
            finder.find_useful(state);
            finder.lengthen(state, room, Play::default(), !KINGS);
        }
        if !finder.lays_late {
            // What takes room and gives it back later is tried last: wins are found sooner so.
            let laid = each(state.talon.reach & room.fitting & !KINGS);
            plays.extend(laid.map(Step::TalonPile).map(Play::from));
        }
    }
}

/// Cards for the last steps of plays.
#[derive(Default)]
struct Last {
    turning: Cards,
    homing: Cards,
    coming_back: Cards,
    picked: Cards,
    picked_home: Cards,
}

struct Finder<'a> {
    deal: &'a Deal,
    options: Options,
    /// Cards of the talon that are no kings are laid on piles only within chains.
    lays_late: bool,
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
        if self.lays_late {
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
        let mut last = Last {
            turning: state.heads & room.fitting,
            homing: room.homing,
            coming_back: self.coming_back(state) & room.fitting,
            picked: reach & room.fitting & KINGS,
            picked_home: reach & state.next,
        };
        if self.options.lifts() {
            last.coming_back &= KINGS;
        }
        self.add(state, room, Play::default(), &last);
    }

    /// The cards that may come back from their foundations.
    fn coming_back(&self, state: &State) -> Cards {
        if self.options.worrying_back {
            predecessors(state.next) & !safe_cards(state, self.options)
        } else {
            0
        }
    }

    /// Makes the chain of a play longer by every card that is among those `below`.
    fn lengthen(&mut self, state: &State, room: &Room, play: Play, below: Cards) {
        let fitting = room.fitting & below & self.useful;
        for bit in each(self.coming_back(state) & fitting) {
            self.append(state, play, Step::Back(bit), bit);
        }
        if self.lays_late {
            for bit in each(state.talon.reach & !room.free & fitting) {
                self.append(state, play, Step::TalonPile(bit), bit);
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
        let light = play.picks & room.free | room.light(&state);
        let pair = pair_of(bit);
        let (others, twin) = (light & !pair, pair & !(1 << bit));
        if room.twice & pair == 0 {
            let last = if others == 0 {
                let taken = room.fitting & pair >> 4;
                Last {
                    turning: state.heads & taken,
                    homing: room.homing & twin,
                    picked: if self.lays_late {
                        0
                    } else {
                        state.talon.reach & taken
                    },
                    ..Last::default()
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
        // What only empties a pile.
        let (mut leaving, mut lifted) = (0, 0);
        if self.options.dominances.spaces {
            leaving = last.turning & !self.deal.covering;
            lifted = last.homing & KINGS & !state.heads;
        }
        self.plays
            .extend(each(last.turning & !leaving).map(Step::Turn).map(with));
        self.plays
            .extend(each(last.homing & !lifted).map(Step::Home).map(with));
        self.plays
            .extend(each(last.picked_home).map(Step::TalonHome).map(with));
        self.plays
            .extend(each(last.picked).map(Step::TalonPile).map(with));
        self.plays
            .extend(each(last.coming_back).map(Step::Back).map(with));
        if room.spaces == 0 {
            for bit in each(leaving) {
                self.add_with_king(state, with(Step::Turn(bit)));
            }
            for bit in each(lifted) {
                self.add_with_king(state, with(Step::Home(bit)));
            }
        }
    }

    /// Adds a play that makes a space at its end, for every king that can come into it.
    fn add_with_king(&mut self, state: &State, play: Play) {
        let with = |king| Play {
            king: Some(king),
            ..play
        };
        self.plays
            .extend(each(state.heads & KINGS).map(Step::Turn).map(with));
        let picked = each(state.talon.reach & KINGS);
        self.plays.extend(picked.map(Step::TalonPile).map(with));
        let back = each(self.coming_back(state) & KINGS);
        self.plays.extend(back.map(Step::Back).map(with));
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
