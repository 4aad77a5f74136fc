//! The moves that a shortest solution needs, and no others.
//!
//! Four kinds of move make progress: a card goes home; a talon card goes home, or to a pile; the head of
//! a pile moves, with what lies on it, and the card below is turned. The other three only prepare a
//! move, and can wait until right before it:
//!
//! - **aside**: a moved card goes, with its run, from one twin to the other. What for? So that the card that
//!   carried it goes home. (That another card wants its place is no reason: that one can go to the
//!   other twin itself. What lies on the two twins is exchanged then, which makes a difference only
//!   when one of them goes home; and the exchange then costs the one move that was saved.)
//! - **back**: a card comes back from its foundation. What for? To carry a card, or to let the one below it come
//!   back too.
//! - **vacate**: a head with nothing below it moves on. What for? A king wants its column, and there is
//!   no empty one. Until then it is as well where it is: what could lie on it can lie on it there, and the card
//!   that it will lie on stays free.
//!
//! In each case the moves in between find the same cards free without the move that waits, or more of them.
//! So from every position some shortest solution begins with a *chain*: preparing moves, each of which is
//! used within the chain, and a move that makes progress. (Take any shortest solution, and the preparing moves in front
//! with the first move of progress. If one of them is not used there, let it wait until after that; then fewer stand
//! in front, so this comes to an end.) The search goes from the end of one chain to the end of the next.

use super::super::PILES;
use super::super::arrangement::{State, Step, Tables, View, is_king, is_safe_again, offers};
use super::bound::Bound;
use crate::klondike::twins::{self, Cards};
use crate::search::{Budget, Stop};

/// What the preparing moves of a chain have yet to be used for.
#[derive(Clone, Copy, Default)]
struct Debts {
    /// Cards that came back and carry nothing.
    carriers: Cards,
    /// A column was vacated and has no king.
    vacancy: bool,
}

impl Debts {
    const fn are_paid(self) -> bool {
        self.carriers == 0 && !self.vacancy
    }

    const fn after(mut self, step: Step) -> Self {
        match step {
            Step::Home(_) => {}
            Step::Onto(_, carrier) => self.carriers &= !twins::set(carrier),
            Step::ToEmpty(_) => self.vacancy = false,
        }
        self
    }
}

/// What a card's arrival in the tableau means for the chain.
#[derive(Clone, Copy)]
enum Arrival {
    /// It ends there, at that price.
    Progress(u32),
    /// The card has come back and must be used.
    Back,
    /// Its column must be used.
    Vacated,
}

/// After so many positions the search for chains looks at the clock.
const LOOK_EVERY: u32 = 1 << 14;

/// The chains from one position.
pub struct Chains<'a, 'b, 'c, F> {
    pub tables: &'a Tables,
    pub bound: &'b mut Bound<'a>,
    budget: &'b mut Budget<'c>,
    /// Solutions that cost more are not asked for.
    pub limit: u32,
    /// What they would cost at least, of those that begin with preparing moves.
    pub beyond: Option<u32>,
    steps: Vec<Step>,
    emit: F,
    /// How many positions have been passed, and what ended the search for chains before its time.
    passed: u32,
    stopped: Option<Stop>,
}

impl<'a, 'b, 'c, F: FnMut(&mut Bound<'a>, State, &[Step])> Chains<'a, 'b, 'c, F> {
    /// `emit` is called with the position at the end of every chain, its cost, and the steps to it.
    pub const fn new(
        tables: &'a Tables,
        bound: &'b mut Bound<'a>,
        budget: &'b mut Budget<'c>,
        limit: u32,
        emit: F,
    ) -> Self {
        Self {
            tables,
            bound,
            budget,
            limit,
            beyond: None,
            steps: Vec::new(),
            emit,
            passed: 0,
            stopped: None,
        }
    }

    /// Finds all chains. With complete suits, whose cards can come back, there may be millions.
    ///
    /// # Errors
    /// When the budget ends before.
    pub fn find(&mut self, state: State) -> Result<(), Stop> {
        self.go_on(state, Debts::default());
        self.stopped.map_or(Ok(()), Err)
    }

    fn go_on(&mut self, state: State, debts: Debts) {
        self.passed = self.passed.wrapping_add(1);
        if self.passed % LOOK_EVERY == 0 {
            self.stopped = self.stopped.or_else(|| self.budget.check(self.limit).err());
        }
        if self.stopped.is_some() {
            return;
        }
        let view = View::new(state, self.tables);
        self.come_back(state, &view, debts);
        if view.empty == 0 {
            self.vacate(state, &view, debts);
        }
        self.step_aside(state, &view, debts);
        self.take(state, &view, debts);
        self.go_home(state, &view, debts);
        self.turn(state, &view, debts);
    }

    /// A card comes back; never one that would be safe at home again at once, for a shortest solution would
    /// send it back, and never an ace, which carries nothing.
    fn come_back(&mut self, state: State, view: &View, debts: Debts) {
        for suit in (0..4).filter(|&suit| state.height(suit) > 1) {
            let height = state.height(suit);
            let card = twins::bit_at(height - 1, suit);
            let mut lowered = state;
            lowered.lower(suit);
            if is_safe_again(card, lowered) {
                continue;
            }
            let mut debts = debts;
            if height < 13 {
                // If the card above it has come back too, this is what for.
                debts.carriers &= !twins::set(twins::bit_at(height, suit));
            }
            self.lay_out(lowered, view, card, Arrival::Back, debts);
        }
    }

    fn vacate(&mut self, state: State, view: &View, debts: Debts) {
        for pile in (0..PILES).filter(|&pile| state.own(pile) == 1) {
            let card = twins::lowest(self.tables.head(pile, 1));
            let mut lifted = state;
            lifted.lift(card, view, self.tables);
            self.lay_out(lifted, view, card, Arrival::Vacated, debts);
        }
    }

    /// A run moves to the other twin, and the card that carried it goes home.
    fn step_aside(&mut self, state: State, view: &View, debts: Debts) {
        for carrier in twins::each(view.next & view.up & !view.exposed) {
            let twin = twins::twin(carrier);
            if view.exposed & twins::set(twin) == 0 {
                continue;
            }
            let fitting = twins::children(carrier) & view.moved();
            let lies_here = |&card: &u8| {
                twins::carriers(twins::set(card), state.arrangement()) == twins::set(carrier)
            };
            for card in twins::each(fitting).filter(lies_here) {
                let mut moved = state;
                moved.lift(card, view, self.tables);
                moved.lay(card, twin);
                moved.lift(carrier, view, self.tables);
                moved.raise(twins::suit(carrier));
                self.steps.push(Step::Onto(card, twin));
                let debts = debts.after(Step::Onto(card, twin));
                self.progress(moved, Step::Home(carrier), 2, debts);
                self.steps.pop();
            }
        }
    }

    /// A card that is safe at home goes to no pile: it would go home from there at once.
    fn take(&mut self, state: State, view: &View, debts: Debts) {
        offers(state, self.tables.draw(), |offer| {
            let card = self.tables.talon_card(offer.place);
            let price = offer.draws + 1;
            let mut taken = state;
            taken.take(offer.place, offer.below, offer.recycled);
            if view.safe & twins::set(card) == 0 {
                self.lay_out(taken, view, card, Arrival::Progress(price), debts);
            }
            if view.next & twins::set(card) != 0 {
                taken.raise(twins::suit(card));
                self.progress(taken, Step::Home(card), price, debts);
            }
        });
    }

    fn go_home(&mut self, state: State, view: &View, debts: Debts) {
        for card in twins::each(view.exposed & view.next) {
            let mut risen = state;
            risen.lift(card, view, self.tables);
            risen.raise(twins::suit(card));
            self.progress(risen, Step::Home(card), 1, debts);
        }
    }

    /// A head moves, and the card below it is turned.
    fn turn(&mut self, state: State, view: &View, debts: Debts) {
        for pile in (0..PILES).filter(|&pile| state.own(pile) > 1) {
            let card = twins::lowest(self.tables.head(pile, state.own(pile)));
            let mut lifted = state;
            lifted.lift(card, view, self.tables);
            self.lay_out(lifted, view, card, Arrival::Progress(1), debts);
        }
    }

    /// Lays a card that has been lifted wherever it can go in the tableau.
    fn lay_out(&mut self, lifted: State, view: &View, card: u8, arrival: Arrival, debts: Debts) {
        if is_king(card) {
            if view.empty > 0 {
                self.arrive(lifted, Step::ToEmpty(card), arrival, debts);
            }
            return;
        }
        for carrier in twins::each(twins::parents(card) & view.exposed) {
            let mut laid = lifted;
            laid.lay(card, carrier);
            self.arrive(laid, Step::Onto(card, carrier), arrival, debts);
        }
    }

    fn arrive(&mut self, state: State, step: Step, arrival: Arrival, debts: Debts) {
        let mut debts = debts.after(step);
        match arrival {
            Arrival::Progress(price) => return self.progress(state, step, price, debts),
            Arrival::Back => debts.carriers |= twins::set(step.card()),
            Arrival::Vacated => debts.vacancy = true,
        }
        let state = state.at_cost(state.cost() + 1);
        let Some(least) = self.bound.least(state) else {
            return;
        };
        let cost = state.cost() + least;
        if cost > self.limit {
            self.beyond = Some(self.beyond.map_or(cost, |beyond| beyond.min(cost)));
            return;
        }
        self.steps.push(step);
        self.go_on(state, debts);
        self.steps.pop();
    }

    fn progress(&mut self, state: State, step: Step, price: u32, debts: Debts) {
        if !debts.are_paid() {
            return;
        }
        let before = self.steps.len();
        self.steps.push(step);
        let ended = state.at_cost(state.cost() + price);
        let settled = settle(ended, self.tables, &mut self.steps);
        (self.emit)(self.bound, settled, &self.steps);
        self.steps.truncate(before);
    }
}

/// Makes the safe moves of a position.
pub fn settle(mut state: State, tables: &Tables, steps: &mut Vec<Step>) -> State {
    loop {
        let view = View::new(state, tables);
        let tops = view.exposed & view.safe;
        let card = if tops != 0 {
            let card = twins::lowest(tops);
            state.lift(card, &view, tables);
            card
        } else if let Some((card, place)) = safe_waste(state, &view, tables) {
            state.take(place, state.waste() - 1, false);
            card
        } else {
            return state;
        };
        state.raise(twins::suit(card));
        state = state.at_cost(state.cost() + 1);
        steps.push(Step::Home(card));
    }
}

/// The top of the waste and its place in the talon, if it is safe and single cards are drawn.
fn safe_waste(state: State, view: &View, tables: &Tables) -> Option<(u8, u32)> {
    if tables.draw() != 1 || view.safe & tables.talon_cards(state.talon()) == 0 {
        return None;
    }
    let place = state.waste_top()?;
    let card = tables.talon_card(place);
    (view.safe & twins::set(card) != 0).then_some((card, place))
}
