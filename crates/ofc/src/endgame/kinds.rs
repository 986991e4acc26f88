//! Unseen cards that are alike.
//!
//! Where a row can no longer become a flush, only ranks matter to it. Two unseen cards of one rank
//! are alike if no open row can become a flush in the suit of either: whichever of them comes, every
//! board has the same value. Sums over draws then run over kinds of cards, weighted by how many cards
//! are of each kind: most boards of street 5 have 13 kinds among some forty unseen cards.

use super::Partial;
use crate::Row;
use facedown_cards::{PackCard, PackSet};

/// How many kinds there can be: four suits, and jokers, which are one kind.
pub(crate) const MOST: usize = 56;

/// The kinds of some cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    len: usize,
    /// A card of each kind, a second and a third where there are so many.
    cards: [[PackCard; 3]; MOST],
    counts: [i32; MOST],
}

impl Kinds {
    /// The kinds of the `unseen` cards, as far as they matter to what can become of a board.
    pub(crate) fn new(board: &Partial, unseen: PackSet) -> Self {
        let cards = [[PackCard::JOKERS[0]; 3]; MOST];
        let mut kinds = Self { len: 0, cards, counts: [0; MOST] };
        let suits = live_suits(board);
        let bits = unseen.bits();
        let of_suits = |suits: u32| {
            (0..4)
                .filter(|suit| suits >> suit & 1 == 1)
                .fold(0, |all, suit| all | SUIT << (13 * suit))
        };
        let plain = bits & of_suits(!suits & 15);
        for rank in 0..13 {
            kinds.push(plain & RANK << rank);
            for suit in (0..4).filter(|suit| suits >> suit & 1 == 1) {
                kinds.push(bits & 1 << (13 * suit + rank));
            }
        }
        kinds.push(bits & 3 << 52);
        kinds
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

    /// How many kinds there are.
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// A card of a kind.
    #[inline]
    pub(crate) const fn card(&self, kind: usize) -> PackCard {
        self.cards[kind][0]
    }

    /// Another card of a kind that has two.
    #[inline]
    pub(crate) const fn twin(&self, kind: usize) -> PackCard {
        self.cards[kind][1]
    }

    /// How many cards there are of each kind.
    #[inline]
    pub(crate) fn counts(&self) -> &[i32] {
        &self.counts[..self.len]
    }

    /// Every draw of three cards up to likeness, and how many draws are alike.
    pub(crate) fn draws(&self) -> Vec<([PackCard; 3], i64)> {
        let mut draws = Vec::new();
        let n = |kind: usize| i64::from(self.counts[kind]);
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

/// The suits, as bits, in which an open row of five can still become a flush.
pub(crate) fn live_suits(board: &Partial) -> u32 {
    let open = [Row::Middle, Row::Bottom].into_iter().filter(|row| board.room(*row) > 0);
    open.fold(0, |suits, row| suits | flush_suits(board.row(row)))
}

/// The suits, as bits, that all natural cards of a row have.
pub(crate) fn flush_suits(row: PackSet) -> u32 {
    let bits = row.cards().bits();
    (0..4)
        .filter(|suit| bits & !(SUIT << (13 * suit)) == 0)
        .fold(0, |suits, suit| suits | 1 << suit)
}
