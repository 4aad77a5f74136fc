//! A short list of cards that lives in place, so that a whole board is copied without allocating.

use super::cards::Card;

/// At most `N` cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct List<const N: usize> {
    /// Those past the length are all the same, so that equal lists are equal bytes.
    cards: [Card; N],
    len: usize,
}

impl<const N: usize> Default for List<N> {
    fn default() -> Self {
        Self {
            cards: [Card::default(); N],
            len: 0,
        }
    }
}

impl<const N: usize> List<N> {
    #[inline]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len]
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub const fn push(&mut self, card: Card) {
        self.cards[self.len] = card;
        self.len += 1;
    }

    /// Takes the last card; there must be one.
    pub fn pop(&mut self) -> Card {
        self.len -= 1;
        std::mem::take(&mut self.cards[self.len])
    }

    /// Takes the card at that place and closes the gap.
    pub fn remove(&mut self, at: usize) -> Card {
        self.cards[at..self.len].rotate_left(1);
        self.pop()
    }

    /// Opens a gap at that place for a card.
    pub fn insert(&mut self, at: usize, card: Card) {
        self.push(card);
        self.cards[at..self.len].rotate_right(1);
    }

    /// Moves the last `count` cards to the end of another list.
    pub fn move_last<const M: usize>(&mut self, count: usize, to: &mut List<M>) {
        let rest = self.len - count;
        to.cards[to.len..to.len + count].copy_from_slice(&self.cards[rest..self.len]);
        to.len += count;
        self.cards[rest..self.len].fill(Card::default());
        self.len = rest;
    }
}
