//! Stock and waste as the set of cards that can be taken now.
//!
//! Drawing and turning the waste over change nothing but which cards come to lie on top, so the
//! search never plays those moves: it only asks which cards they lead to, and takes one. The cards
//! left keep their order for the whole game; numbered from the bottom of the waste they are 0 …
//! n-1, with `waste` of them turned already. By drawing alone, those numbered waste-1,
//! waste-1+draw, waste-1+2·draw, … come on top, and the last one; after turning over, draw-1,
//! 2·draw-1, … and the last one. Taking number p leaves a waste of p.
//!
//! With redeals without limit the waste matters only where drawing alone reaches a card that
//! turning over does not. If it is a whole number of draws, or all cards, it does not matter: such
//! states are written with an empty waste. A talon drawn card by card without limit is *open*: all
//! its cards can be taken always.

use crate::klondike::twins::{Cards, bit_of};
use crate::klondike::{Board, TALON};

/// The talon's cards at the start, and the rules for taking them.
#[derive(Clone, Debug)]
pub struct Talon {
    /// Bit numbers, waste from the bottom up, then stock from the next to be drawn.
    cards: [u8; TALON],
    /// By bit number, where a card is in `cards`.
    place: [u8; 64],
    draw: u32,
    limited: bool,
}

/// The talon within a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Which of the talon's cards are left, by their place at the start.
    pub places: u32,
    /// How many of them are in the waste, as far as it matters.
    pub waste: u32,
    /// How often the waste may still be turned over; 0 if without limit.
    pub redeals: u32,
    /// The cards that can be taken now.
    pub reach: Cards,
}

impl Talon {
    pub fn new(board: &Board) -> (Self, Left) {
        let mut cards = [0; TALON];
        let mut place = [0; 64];
        for ((at, bit), &card) in (0..).zip(&mut cards).zip(board.talon()) {
            *bit = bit_of(card);
            place[usize::from(*bit)] = at;
        }
        let count = board.talon().len();
        // No card needs more than one redeal, so as many as cards are as good as no limit.
        let redeals = board.redeals().filter(|&left| (left as usize) < count);
        let talon = Self {
            cards,
            place,
            draw: board.draw().into(),
            limited: redeals.is_some(),
        };
        let waste = u32::try_from(board.waste().len()).unwrap_or(0);
        let left = talon.settled((1 << count) - 1, waste, redeals.unwrap_or(0));
        (talon, left)
    }

    /// The same cards in an open talon.
    pub fn opened(&self) -> Self {
        Self {
            draw: 1,
            limited: false,
            ..self.clone()
        }
    }

    /// What is left if the talon with these cards left is an open one.
    pub fn open(&self, left: Left) -> Left {
        let reach = each_place(left.places).fold(0, |set, at| set | 1 << self.cards[at as usize]);
        Left {
            waste: 0,
            redeals: 0,
            reach,
            ..left
        }
    }

    /// Whether all cards can be taken at any time.
    #[inline]
    pub const fn is_open(&self) -> bool {
        self.draw == 1 && !self.limited
    }

    /// Whether redeals are limited.
    #[inline]
    pub const fn is_limited(&self) -> bool {
        self.limited
    }

    /// What is left when a card that can be taken is taken.
    #[inline]
    pub fn take(&self, left: Left, bit: u8) -> Left {
        let place = 1 << self.place[usize::from(bit)];
        let places = left.places & !place;
        if self.is_open() {
            return Left {
                places,
                reach: left.reach & !(1 << bit),
                ..left
            };
        }
        let number = (left.places & (place - 1)).count_ones();
        let turned_over = !self.comes_by_drawing(left, number);
        let redeals = left.redeals.saturating_sub(turned_over.into());
        self.settled(places, number, redeals)
    }

    /// What is left when a card of an open talon comes back to it.
    pub fn put_back(&self, left: Left, bit: u8) -> Left {
        Left {
            places: left.places | 1 << self.place[usize::from(bit)],
            reach: left.reach | 1 << bit,
            ..left
        }
    }

    /// The cards that can be taken without taking away any other.
    ///
    /// In an open talon these are all. Else, with redeals without limit and the waste at a whole
    /// number of draws, it is the last card: without it all others come on top as before, the one
    /// before it always, and what can be taken after that is at least as much as before.
    #[inline]
    pub const fn harmless(&self, left: Left) -> Cards {
        if self.is_open() {
            left.reach
        } else if self.limited || left.waste != 0 || left.places == 0 {
            0
        } else {
            1 << self.cards[left.places.ilog2() as usize]
        }
    }

    /// Whether a card comes on top without turning the waste over.
    #[inline]
    const fn comes_by_drawing(&self, left: Left, number: u32) -> bool {
        let turned = number + 1;
        turned == left.places.count_ones()
            || turned >= left.waste && (turned - left.waste) % self.draw == 0
    }

    /// Keeps of waste and redeals only what matters.
    fn settled(&self, places: u32, waste: u32, redeals: u32) -> Left {
        let count = places.count_ones();
        let matters = self.limited || waste % self.draw != 0 && waste != count;
        let mut left = Left {
            places,
            waste: if matters { waste } else { 0 },
            redeals: redeals.min(count),
            reach: 0,
        };
        left.reach = self.reach(left);
        left
    }

    fn reach(&self, left: Left) -> Cards {
        let turns_over = !self.limited || left.redeals > 0;
        let mut reach = 0;
        for (number, place) in (0..).zip(each_place(left.places)) {
            let after_turning = turns_over && (number + 1) % self.draw == 0;
            if after_turning || self.comes_by_drawing(left, number) {
                reach |= 1 << self.cards[place as usize];
            }
        }
        reach
    }
}

fn each_place(mut places: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (places != 0).then(|| {
            let place = places.trailing_zeros();
            places &= places - 1;
            place
        })
    })
}
