//! What never changes during a search: where cards were dealt, and tables that follow from it.

use super::super::{Board, DECK, PILES, Pile, TALON};
use super::state::{State, UNLIMITED};
use crate::klondike::twins::{self, Cards, KINGS, SUIT_CARDS};

/// More of its own cards than a pile ever has.
const OWN_LIMIT: usize = 8;

/// The deal behind a search.
pub struct Tables {
    /// Each pile's own cards from the bottom up.
    own: [Vec<u8>; PILES],
    /// By pile and the number of its own cards left: the card on top of them.
    heads: [[Cards; OWN_LIMIT]; PILES],
    /// By pile and the number of its own cards left: those below the head.
    hidden: [[Cards; OWN_LIMIT]; PILES],
    pile_of: [u8; DECK],
    talon: Vec<u8>,
    /// Eight places of the talon at a time: their sets of cards.
    talon_cards: [[Cards; 256]; 3],
    draw: u8,
}

impl Tables {
    /// The tables for a board, and the board as a state.
    pub fn new(board: &Board) -> (Self, State) {
        let own = std::array::from_fn(|pile| own_cards(&board.piles()[pile]));
        let talon: Vec<u8> = board
            .talon()
            .iter()
            .map(|&card| twins::bit_of(card))
            .collect();
        let mut tables = Self {
            heads: tabulate(&own, |own| own.last().map_or(0, |&head| twins::set(head))),
            hidden: tabulate(&own, |own| {
                let below = &own[..own.len().saturating_sub(1)];
                below.iter().map(|&card| twins::set(card)).sum()
            }),
            pile_of: [0; DECK],
            talon_cards: tabulate_talon(&talon),
            own,
            talon,
            draw: board.draw(),
        };
        for (number, own) in (0..).zip(&tables.own) {
            for &card in own {
                tables.pile_of[usize::from(card)] = number;
            }
        }
        let state = tables.state(board);
        (tables, state)
    }

    #[expect(clippy::cast_possible_truncation, reason = "no more than 24 cards")]
    fn state(&self, board: &Board) -> State {
        let talon = (1 << self.talon.len()) - 1;
        // A pass in which no card is taken is no use, so there are never more useful passes than cards.
        let redeals = board
            .redeals()
            .map_or(UNLIMITED, |redeals| redeals.min(TALON as u32 + 1) as u8);
        let waste = board.waste().len() as u8;
        let mut state = State::new(*board.foundations(), talon, waste, redeals);
        for (number, pile) in board.piles().iter().enumerate() {
            state.set_own(number, self.own[number].len(), self);
            for pair in pile.face_up().windows(2) {
                let [carrier, card] = [0, 1].map(|nth| twins::bit_of(pair[nth]));
                state.lay(card, carrier);
            }
        }
        state
    }

    #[inline]
    pub fn head(&self, pile: usize, own: usize) -> Cards {
        self.heads[pile][own]
    }

    #[inline]
    pub fn hidden(&self, pile: usize, own: usize) -> Cards {
        self.hidden[pile][own]
    }

    /// The pile to which a head or hidden card belongs.
    #[inline]
    pub fn pile_of(&self, card: u8) -> usize {
        usize::from(self.pile_of[usize::from(card)])
    }

    /// A pile's own cards from the bottom up.
    pub fn own(&self, pile: usize) -> &[u8] {
        &self.own[pile]
    }

    /// How many own cards the piles have when this head has left: the other counts stay.
    ///
    /// A king at the bottom of its pile does not count: it is as good as one that came to an empty
    /// column, and the position is one, not two.
    pub fn take_off(&self, head: u8, owns: &mut [usize; PILES]) {
        let pile = self.pile_of(head);
        owns[pile] = self.settled(pile, owns[pile] - 1);
    }

    /// The number of own cards that counts.
    #[inline]
    pub fn settled(&self, pile: usize, own: usize) -> usize {
        if own == 1 && self.heads[pile][1] & KINGS != 0 {
            0
        } else {
            own
        }
    }

    /// The cards of a suit that are home at that height.
    #[inline]
    #[expect(clippy::unused_self, reason = "it is one of the tables")]
    pub fn home(&self, suit: u8, height: u8) -> Cards {
        const HOME: [[Cards; 14]; 4] = home_table();
        HOME[usize::from(suit)][usize::from(height)]
    }

    /// The card of a suit that comes next at that height; none after the king.
    #[inline]
    pub fn next(&self, suit: u8, height: u8) -> Cards {
        if height >= 13 {
            return 0;
        }
        self.home(suit, height + 1) ^ self.home(suit, height)
    }

    #[inline]
    pub const fn talon_cards(&self, talon: u32) -> Cards {
        let [low, middle, high, _] = talon.to_le_bytes();
        self.talon_cards[0][low as usize]
            | self.talon_cards[1][middle as usize]
            | self.talon_cards[2][high as usize]
    }

    #[inline]
    pub fn talon_card(&self, place: u32) -> u8 {
        self.talon[place as usize]
    }

    #[inline]
    pub const fn draw(&self) -> u8 {
        self.draw
    }
}

const fn home_table() -> [[Cards; 14]; 4] {
    let mut table = [[0; 14]; 4];
    let mut suit = 0;
    while suit < 4 {
        let mut height = 0;
        while height <= 13 {
            // Of every rank below it.
            table[suit][height] = SUIT_CARDS[suit] & ((1 << (4 * height)) - 1);
            height += 1;
        }
        suit += 1;
    }
    table
}

/// The hidden cards and the one above them.
fn own_cards(pile: &Pile) -> Vec<u8> {
    let own = pile.face_down().iter().chain(pile.face_up().first());
    own.map(|&card| twins::bit_of(card)).collect()
}

fn tabulate(own: &[Vec<u8>; PILES], cards: impl Fn(&[u8]) -> Cards) -> [[Cards; OWN_LIMIT]; PILES] {
    std::array::from_fn(|pile| {
        std::array::from_fn(|count| own[pile].get(..count).map_or(0, &cards))
    })
}

fn tabulate_talon(talon: &[u8]) -> [[Cards; 256]; 3] {
    std::array::from_fn(|group| {
        std::array::from_fn(|bits| {
            let eight = talon.chunks(8).nth(group).unwrap_or_default();
            let chosen = (0..).zip(eight).filter(|(place, _)| bits >> place & 1 == 1);
            chosen.map(|(_, &card)| twins::set(card)).sum()
        })
    })
}

/// Whether a king; the only card that goes to an empty column.
#[inline]
pub const fn is_king(card: u8) -> bool {
    KINGS & twins::set(card) != 0
}
