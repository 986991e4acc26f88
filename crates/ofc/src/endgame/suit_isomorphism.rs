//! Suit isomorphism of unseen cards.
//!
//! Two unseen cards of one rank are isomorphic if no open row can become a flush in the suit of
//! either: whichever of them is drawn, every board has the same value. Sums over draws run over
//! classes of cards, weighted by their sizes: most boards of street 5 have 13 classes among some
//! forty unseen cards.

use super::Partial;
use crate::Row;
use facedown_cards::{PackCard, PackSet};

/// The maximum number of classes: four suits, and one for the jokers.
pub(super) const MOST: usize = 56;

/// The isomorphism classes of some cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardClasses {
    len: usize,
    /// Up to three cards of each class.
    cards: [[PackCard; 3]; MOST],
    counts: [i32; MOST],
}

impl CardClasses {
    /// Returns the classes of the `unseen` cards for a board.
    pub(super) fn new(board: &Partial, unseen: PackSet) -> Self {
        let cards = [[PackCard::JOKERS[0]; 3]; MOST];
        let mut classes = Self { len: 0, cards, counts: [0; MOST] };
        let suits = live_suits(board);
        let bits = unseen.bits();
        let of_suits = |suits: u32| {
            (0..4)
                .filter(|suit| suits >> suit & 1 == 1)
                .fold(0, |all, suit| all | SUIT << (13 * suit))
        };
        let plain = bits & of_suits(!suits & 15);
        for rank in 0..13 {
            classes.push(plain & RANK << rank);
            for suit in (0..4).filter(|suit| suits >> suit & 1 == 1) {
                classes.push(bits & 1 << (13 * suit + rank));
            }
        }
        classes.push(bits & 3 << 52);
        classes
    }

    fn push(&mut self, bits: u64) {
        if bits == 0 {
            return;
        }
        let mut rest = bits;
        for slot in &mut self.cards[self.len] {
            if let Some(card) = PackCard::from_index(rest.trailing_zeros() as usize) {
                *slot = card;
            }
            rest &= rest.wrapping_sub(1);
        }
        self.counts[self.len] = bits.count_ones() as i32;
        self.len += 1;
    }

    /// Returns the number of classes.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Returns a card of a class.
    #[inline]
    pub(super) const fn card(&self, class: usize) -> PackCard {
        self.cards[class][0]
    }

    /// Returns the second card of a class that has two.
    #[inline]
    pub(super) const fn twin(&self, class: usize) -> PackCard {
        self.cards[class][1]
    }

    /// Returns the sizes of the classes.
    #[inline]
    pub(super) fn counts(&self) -> &[i32] {
        &self.counts[..self.len]
    }

    /// Returns every draw of three cards up to isomorphism, each with its number of draws.
    pub(super) fn draws(&self) -> Vec<([PackCard; 3], i64)> {
        let mut draws = Vec::new();
        let n = |class: usize| i64::from(self.counts[class]);
        for a in 0..self.len {
            if n(a) >= 3 {
                draws.push((self.cards[a], n(a) * (n(a) - 1) * (n(a) - 2) / 6));
            }
            if n(a) >= 2 {
                let pairs = n(a) * (n(a) - 1) / 2;
                for b in (0..self.len).filter(|b| *b != a) {
                    draws.push(([self.card(a), self.twin(a), self.card(b)], pairs * n(b)));
                }
            }
            for b in a + 1..self.len {
                for c in b + 1..self.len {
                    let cards = [self.card(a), self.card(b), self.card(c)];
                    draws.push((cards, n(a) * n(b) * n(c)));
                }
            }
        }
        draws
    }
}

const SUIT: u64 = (1 << 13) - 1;
const RANK: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;

/// Returns the number of draws of three cards up to isomorphism.
pub fn distinct_draws(board: &Partial, unseen: PackSet) -> usize {
    CardClasses::new(board, unseen).draws().len()
}

/// Returns the number of cards up to isomorphism.
pub fn distinct_cards(board: &Partial, unseen: PackSet) -> usize {
    CardClasses::new(board, unseen).len()
}

/// Returns the suits, as bits, in which an open row of five can still become a flush.
pub fn live_suits(board: &Partial) -> u32 {
    let open = [Row::Middle, Row::Bottom].into_iter().filter(|row| board.room(*row) > 0);
    open.fold(0, |suits, row| suits | flush_suits(board.row(row)))
}

/// Returns the suits, as bits, that all natural cards of a row have.
pub(super) fn flush_suits(row: PackSet) -> u32 {
    let bits = row.cards().bits();
    (0..4)
        .filter(|suit| bits & !(SUIT << (13 * suit)) == 0)
        .fold(0, |suits, suit| suits | 1 << suit)
}
