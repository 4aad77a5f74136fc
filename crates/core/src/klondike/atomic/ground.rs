//! The moves of the atomic solver, and what it plays without searching.
//!
//! It thinks of the stock as the set of cards that can be had now. With single cards drawn and any
//! number of redeals that is every card, and then how far the stock is turned means nothing: positions
//! are kept as if nothing had been drawn.

use super::super::arrangement::{Offer, State, Step, Tables, UNLIMITED, View, is_king, offers};
use super::super::{Board, PILES};
use super::options::Options;
use crate::klondike::twins::{self, Cards, KINGS};

/// The kinds of move that the phases of an approach tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    TableauToFoundation,
    StockToFoundation,
    StockToTableau,
    FoundationToTableau,
    TableauToTableau,
}

/// A move made.
#[derive(Clone, Copy)]
pub struct Made {
    pub state: State,
    pub step: Step,
    pub kind: Kind,
    /// The pile in which it turned a card.
    pub turned: Option<usize>,
    /// Whether it leaves a column empty.
    pub empties: bool,
}

/// The deal that is searched.
pub struct Ground {
    tables: Tables,
    all_stock: bool,
    /// Whether safe stock cards go home by themselves.
    safe_stock: bool,
}

impl Ground {
    pub fn new(board: &Board, options: &Options) -> (Self, State) {
        let (tables, mut state) = Tables::new(board);
        let is_endless = state.redeals() == UNLIMITED;
        let all_stock = board.draw() == 1 && is_endless;
        if all_stock {
            state = state.with_waste(0);
        }
        // Where redeals are limited, taking a card may cost one.
        let safe_stock = all_stock || (options.safe_stock_moves && is_endless);
        let ground = Self {
            tables,
            all_stock,
            safe_stock,
        };
        (ground, state)
    }

    pub fn view(&self, state: State) -> View {
        View::new(state, &self.tables)
    }

    /// The card on the face-down cards of a pile, and how many these are; `None` if there are none.
    pub fn frontier(&self, state: State, pile: usize) -> Option<(u8, u32)> {
        let hidden = self.tables.hidden(pile, state.own(pile)).count_ones();
        let head = self.tables.head(pile, state.own(pile));
        (hidden > 0).then(|| (twins::lowest(head), hidden))
    }

    /// Calls `make` for every move.
    pub fn moves(&self, state: State, make: &mut impl FnMut(Made)) {
        let view = self.view(state);
        self.home_moves(state, &view, make);
        self.stock_moves(state, &view, make);
        self.foundation_moves(state, &view, make);
        self.pile_moves(state, &view, make);
        self.aside_moves(state, &view, make);
    }

    fn home_moves(&self, state: State, view: &View, make: &mut impl FnMut(Made)) {
        for card in twins::each(view.exposed & view.next) {
            let mut risen = state;
            let (turned, empties) = self.lift(&mut risen, view, card);
            risen.raise(twins::suit(card));
            make(Made {
                state: risen,
                step: Step::Home(card),
                kind: Kind::TableauToFoundation,
                turned,
                empties,
            });
        }
    }

    fn stock_moves(&self, state: State, view: &View, make: &mut impl FnMut(Made)) {
        offers(state, self.tables.draw(), |offer| {
            let (card, taken) = self.take(state, offer);
            let plain = |state, step, kind| Made {
                state,
                step,
                kind,
                turned: None,
                empties: false,
            };
            if view.next & twins::set(card) != 0 {
                let mut risen = taken;
                risen.raise(twins::suit(card));
                make(plain(risen, Step::Home(card), Kind::StockToFoundation));
            }
            for_each_place(view, card, |step| {
                make(plain(laid(taken, step), step, Kind::StockToTableau));
            });
        });
    }

    /// An ace is never moved back: nothing can lie on it.
    #[expect(clippy::unused_self, reason = "it is one of the kinds of move")]
    fn foundation_moves(&self, state: State, view: &View, make: &mut impl FnMut(Made)) {
        for suit in (0..4).filter(|&suit| state.height(suit) > 1) {
            let card = twins::bit_at(state.height(suit) - 1, suit);
            let mut lowered = state;
            lowered.lower(suit);
            for_each_place(view, card, |step| {
                make(Made {
                    state: laid(lowered, step),
                    step,
                    kind: Kind::FoundationToTableau,
                    turned: None,
                    empties: false,
                });
            });
        }
    }

    /// The head of a pile moves with all that lies on it.
    fn pile_moves(&self, state: State, view: &View, make: &mut impl FnMut(Made)) {
        for card in twins::each(view.heads) {
            let mut lifted = state;
            let (turned, empties) = self.lift(&mut lifted, view, card);
            for_each_place(view, card, |step| {
                make(Made {
                    state: laid(lifted, step),
                    step,
                    kind: Kind::TableauToTableau,
                    turned,
                    empties,
                });
            });
        }
    }

    /// A part of a run moves to the other card on which it can lie.
    fn aside_moves(&self, state: State, view: &View, make: &mut impl FnMut(Made)) {
        for card in twins::each(view.moved() & !KINGS) {
            let mut lifted = state;
            self.lift(&mut lifted, view, card);
            // The one on which it lies is not exposed.
            for_each_place(view, card, |step| {
                make(Made {
                    state: laid(lifted, step),
                    step,
                    kind: Kind::TableauToTableau,
                    turned: None,
                    empties: false,
                });
            });
        }
    }

    /// The pile in which lifting a card turned one, and whether it left a column empty.
    fn lift(&self, state: &mut State, view: &View, card: u8) -> (Option<usize>, bool) {
        state.lift(card, view, &self.tables);
        if view.heads & twins::set(card) == 0 {
            return (None, is_king(card));
        }
        let pile = self.tables.pile_of(card);
        let hidden = self.tables.own(pile)[0] != card;
        (hidden.then_some(pile), !hidden)
    }

    fn take(&self, state: State, offer: Offer) -> (u8, State) {
        let below = if self.all_stock { 0 } else { offer.below };
        let mut taken = state;
        taken.take(offer.place, below, offer.recycled);
        (self.tables.talon_card(offer.place), taken)
    }

    /// Makes the safe moves home that turn no card. From the stock only if all of it can be had, or if an
    /// option asks for it: taking a card changes which others can be had.
    pub fn normalise(&self, mut state: State, steps: &mut Vec<Step>) -> State {
        loop {
            let view = self.view(state);
            let covering = (0..PILES).filter_map(|pile| self.frontier(state, pile));
            let covering: Cards = covering.map(|(card, _)| twins::set(card)).sum();
            let tops = view.exposed & view.safe & !covering;
            let stock = if self.safe_stock { view.safe } else { 0 };
            match self.one_home(state, &view, tops, stock, steps) {
                Some(risen) => state = risen,
                None => return state,
            }
        }
    }

    /// One of these tops or else of these stock cards goes home, if there is one that can.
    fn one_home(
        &self,
        mut state: State,
        view: &View,
        tops: Cards,
        stock: Cards,
        steps: &mut Vec<Step>,
    ) -> Option<State> {
        if tops == 0 {
            return self.stock_home(state, stock, steps);
        }
        let card = twins::lowest(tops);
        state.lift(card, view, &self.tables);
        state.raise(twins::suit(card));
        steps.push(Step::Home(card));
        Some(state)
    }

    /// One of these cards goes home from the stock, if it can be had.
    fn stock_home(&self, state: State, cards: Cards, steps: &mut Vec<Step>) -> Option<State> {
        let mut found = None;
        offers(state, self.tables.draw(), |offer| {
            let (card, taken) = self.take(state, offer);
            if found.is_none() && cards & twins::set(card) != 0 {
                found = Some((card, taken));
            }
        });
        let (card, mut taken) = found?;
        taken.raise(twins::suit(card));
        steps.push(Step::Home(card));
        Some(taken)
    }

    /// With all cards of the tableau face up: sends home what can go, until nothing can; the steps if that
    /// was everything.
    pub fn finish(&self, mut state: State) -> Option<Vec<Step>> {
        if !state.is_all_up() {
            return None;
        }
        let mut steps = Vec::new();
        while state.home() < 52 {
            let view = self.view(state);
            let tops = view.exposed & view.next;
            state = self.one_home(state, &view, tops, view.next, &mut steps)?;
        }
        Some(steps)
    }

    /// The column in which a face-up card lies, as a bit: its pile's, or one that stands for the king on
    /// which the column is built.
    pub fn column(&self, state: State, view: &View, mut card: u8) -> u16 {
        while view.heads & twins::set(card) == 0 {
            if is_king(card) {
                return 1 << (PILES + usize::from(twins::suit(card)));
            }
            card = twins::lowest(twins::carriers(twins::set(card), state.arrangement()));
        }
        1 << self.tables.pile_of(card)
    }

    /// The columns that a step takes cards from or to.
    pub fn touched(&self, before: State, made: &Made) -> u16 {
        let view = self.view(before);
        let from = if view.up & twins::set(made.step.card()) == 0 {
            0
        } else {
            self.column(before, &view, made.step.card())
        };
        let to = match made.step {
            Step::Home(_) => 0,
            Step::Onto(_, carrier) => self.column(before, &view, carrier),
            Step::ToEmpty(card) => self.column(made.state, &self.view(made.state), card),
        };
        from | to
    }

    /// The move that a step is.
    pub fn replay(&self, state: State, step: Step) -> Option<State> {
        let mut found = None;
        self.moves(state, &mut |made: Made| {
            if made.step == step {
                found = Some(made.state);
            }
        });
        found
    }
}

fn for_each_place(view: &View, card: u8, mut place: impl FnMut(Step)) {
    if is_king(card) {
        if view.empty > 0 {
            place(Step::ToEmpty(card));
        }
        return;
    }
    for carrier in twins::each(twins::parents(card) & view.exposed) {
        place(Step::Onto(card, carrier));
    }
}

const fn laid(mut lifted: State, step: Step) -> State {
    if let Step::Onto(card, carrier) = step {
        lifted.lay(card, carrier);
    }
    lifted
}
