//! What a position still costs at least: three counts that no move serves twice.
//!
//! **Cards.** Every card that is not home makes a move home. A move of a run counts for its lowest card alone.
//!
//! **Detours.** A card that lies where it was dealt makes a second move if it leaves for another pile and not for
//! home; and its first move is one of its own, since nothing that could carry it along lies below it. A card
//! can leave for home only when no lower card of its suit lies where it was dealt. So think of nothing but the
//! piles as they were dealt: the top card of a pile goes for nothing if that holds, and for one detour if
//! there may be a place for it: a card to lie on that is not face down, or for a king a pile that
//! is gone. Clearing the table in this easier game costs no more detours than the real
//! one: its cards leave in some order, and the same order is possible here. As a card gone never
//! hinders another, what can go for nothing may go at once; where nothing can, every top card is tried. The
//! answer depends on the seven counts of cards alone, so each is worked out once. If there is
//! none, the position is lost.
//!
//! **Draws and talon detours.** What the stock holds must be turned. A talon card lying above a lower one of its
//! suit, in the waste or among cards that will be turned together, either leaves it for a pile, a detour, or stays
//! until after the next redeal. If k of n such cards stay, so does the one below the lowest of them,
//! and at least ⌈(k + 1) / draw⌉ more draws turn them all again; so the cheapest is ⌈(n + 1) / draw⌉ or n.

use super::super::arrangement::{State, Tables, is_king};
use super::super::{DECK, PILES};
use crate::klondike::twins::{self, Cards};

const UNKNOWN: u8 = 0;
const LOST: u8 = u8::MAX;

/// Lower bounds for the positions of one deal.
pub struct Bound<'a> {
    tables: &'a Tables,
    /// By card: the lower ones of its suit.
    lower: [Cards; DECK],
    strides: [usize; PILES],
    /// By the piles' counts: one more than the detours; or `UNKNOWN`, or `LOST`.
    detours: Vec<u8>,
    /// What was found for talons last.
    talons: Vec<Remembered>,
}

/// The bound of a talon.
#[derive(Clone, Copy, Default)]
struct Remembered {
    talon: u32,
    waste: u8,
    last_pass: bool,
    least: u8,
}

const REMEMBERED: usize = 1 << 12;

impl<'a> Bound<'a> {
    pub fn new(tables: &'a Tables) -> Self {
        let mut size = 1;
        let mut strides = [0; PILES];
        for (pile, stride) in strides.iter_mut().enumerate() {
            *stride = size;
            size *= tables.own(pile).len() + 1;
        }
        let lower = |card: u8| tables.home(twins::suit(card), twins::rank(card));
        let mut lowers = [0; DECK];
        for (card, cards) in (0..).zip(&mut lowers) {
            *cards = lower(card);
        }
        Self {
            tables,
            lower: lowers,
            strides,
            detours: vec![UNKNOWN; size],
            talons: vec![Remembered::default(); REMEMBERED],
        }
    }

    /// No solution from here costs less; `None` if there is none.
    #[inline]
    pub fn least(&mut self, state: State) -> Option<u32> {
        let owns = std::array::from_fn(|pile| state.own(pile));
        let detours = match self.detours[self.index(&owns)] {
            UNKNOWN => self.find_detours(owns),
            known => known,
        };
        if detours == LOST {
            return None;
        }
        Some(52 - state.home() + u32::from(detours - 1) + self.talon(state))
    }

    fn index(&self, owns: &[usize; PILES]) -> usize {
        let terms = owns.iter().zip(&self.strides);
        terms.map(|(own, stride)| own * stride).sum()
    }

    fn find_detours(&mut self, owns: [usize; PILES]) -> u8 {
        let index = self.index(&owns);
        if self.detours[index] == UNKNOWN {
            self.detours[index] = self.fewest_detours(owns);
        }
        self.detours[index]
    }

    fn fewest_detours(&mut self, mut owns: [usize; PILES]) -> u8 {
        let (mut hidden, mut heads) = (0, 0);
        for (pile, &own) in owns.iter().enumerate() {
            hidden |= self.tables.hidden(pile, own);
            heads |= self.tables.head(pile, own);
        }
        if heads == 0 {
            return 1;
        }
        let room_for_king = owns.contains(&0);
        let goes_home = |card: u8| self.lower[usize::from(card)] & (hidden | heads) == 0;
        if let Some(card) = twins::each(heads).find(|&card| goes_home(card)) {
            self.tables.take_off(card, &mut owns);
            return self.find_detours(owns);
        }
        let mut fewest = LOST;
        for card in twins::each(heads) {
            let has_place = if is_king(card) {
                room_for_king
            } else {
                twins::parents(card) & !hidden != 0
            };
            if has_place {
                let mut owns = owns;
                self.tables.take_off(card, &mut owns);
                fewest = fewest.min(self.find_detours(owns).saturating_add(1));
            }
        }
        fewest
    }

    fn talon(&mut self, state: State) -> u32 {
        let last_pass = state.redeals() == 0;
        let slot = (state.talon() ^ u32::from(state.waste()) << 7).wrapping_mul(0x9E37_79B1);
        let slot = (slot >> (u32::BITS - REMEMBERED.trailing_zeros())) as usize;
        let known = self.talons[slot];
        let is_it = (known.talon, known.waste, known.last_pass)
            == (state.talon(), state.waste(), last_pass);
        if !is_it {
            self.talons[slot] = Remembered {
                talon: state.talon(),
                waste: state.waste(),
                last_pass,
                least: self.draws_and_detours(state),
            };
        }
        u32::from(self.talons[slot].least)
    }

    fn draws_and_detours(&self, state: State) -> u8 {
        let draw = self.tables.draw();
        let (mut awkward, mut below, mut turned) = (0_u8, 0, 0);
        let mut left = state.talon();
        while left != 0 {
            let card = self.tables.talon_card(left.trailing_zeros());
            left &= left - 1;
            if turned >= state.waste() && (turned - state.waste()) % draw == 0 {
                below = 0;
            }
            awkward += u8::from(self.lower[usize::from(card)] & below != 0);
            below |= twins::set(card);
            turned += 1;
        }
        let draws = (turned - state.waste()).div_ceil(draw);
        let after_redeal = if awkward == 0 || state.redeals() == 0 {
            awkward
        } else {
            (awkward + 1).div_ceil(draw)
        };
        draws + awkward.min(after_redeal)
    }
}
