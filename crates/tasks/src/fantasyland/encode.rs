//! Hands as inputs.

use crate::combinations::choose;
use facedown_cards::{PackCard, PackSet};
use std::fmt;

/// Cards of a hand.
pub const HAND: usize = 14;
/// Numbers of one card.
const FEATURES: usize = 18;
/// Numbers of a hand.
pub const INPUTS: usize = HAND * FEATURES;
/// Top rows of a hand.
pub const TOPS: usize = choose(HAND, 3);
/// Middle rows of what a top leaves.
pub const MIDDLES: usize = choose(HAND - 3, 5);

/// Why cards are no hand for the networks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HandError {
    /// There are not fourteen.
    Cards(usize),
    /// A card comes twice.
    Twice(PackCard),
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cards(cards) => write!(f, "{cards} cards, expected {HAND}"),
            Self::Twice(card) => write!(f, "{card} comes twice"),
        }
    }
}

impl std::error::Error for HandError {}

/// Returns the number of each suit: 0 for the longest.
fn suit_numbers(cards: &[PackCard]) -> [usize; 4] {
    let mut suits = [(0, 0, 0, 0); 4];
    for (suit, key) in suits.iter_mut().enumerate() {
        let own = cards.iter().filter_map(|card| card.card());
        let own = own.filter(|card| card.suit().index() == suit);
        // Aces are high: they count most among equal lengths.
        let ranks = own.clone().fold(0u32, |ranks, card| ranks | 1 << high(card.rank().index()));
        *key = (own.count(), ranks, 3 - suit, suit);
    }
    suits.sort_unstable_by(|a, b| b.cmp(a));
    let mut numbers = [0; 4];
    for (number, (.., suit)) in suits.into_iter().enumerate() {
        numbers[suit] = number;
    }
    numbers
}

/// Returns a rank's place with the ace high.
const fn high(rank: usize) -> usize {
    if rank == 0 { 13 } else { rank }
}

/// Checks that cards are a hand.
pub(super) fn check(cards: &[PackCard]) -> Result<(), HandError> {
    let mut seen = PackSet::EMPTY;
    for card in cards {
        if seen.contains(*card) {
            return Err(HandError::Twice(*card));
        }
        seen.insert(*card);
    }
    if cards.len() == HAND { Ok(()) } else { Err(HandError::Cards(cards.len())) }
}

/// Returns a hand in the order that the networks are trained on: jokers, aces, kings and so on, within
/// a rank by the numbers of the suits.
pub fn sorted(cards: &[PackCard]) -> Result<[PackCard; HAND], HandError> {
    check(cards)?;
    let numbers = suit_numbers(cards);
    let mut hand = [PackCard::JOKERS[0]; HAND];
    hand.copy_from_slice(cards);
    hand.sort_unstable_by_key(|card| match card.card() {
        None => (0, card.index()),
        Some(card) => (14 - high(card.rank().index()), numbers[card.suit().index()]),
    });
    Ok(hand)
}

/// Writes a hand, or what a top leaves followed by the top, in the order given; `out` has
/// [`INPUTS`] elements.
///
/// # Panics
/// If there are not fourteen cards, or `out` has another length.
pub fn encode_hand(cards: &[PackCard], out: &mut [f32]) {
    assert_eq!((cards.len(), out.len()), (HAND, INPUTS), "a hand and its inputs");
    let numbers = suit_numbers(cards);
    out.fill(0.0);
    for (card, features) in cards.iter().zip(out.chunks_exact_mut(FEATURES)) {
        match card.card() {
            None => features[17] = 1.0,
            Some(card) => {
                features[card.rank().index()] = 1.0;
                features[13 + numbers[card.suit().index()]] = 1.0;
            }
        }
    }
}
