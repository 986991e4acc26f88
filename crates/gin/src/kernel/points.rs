//! Card points: ace 1, two to nine their pips, ten and the court cards 10.

use super::layout::{SUIT, SUIT_BITS};
use facedown_cards::{Card, CardSet};

/// Points of a card of each rank, ace first.
pub(crate) const RANK_POINTS: [u8; 13] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10];

/// Points of each card, by its index.
pub(crate) static CARD_POINTS: [u8; 52] = {
    let mut points = [0; 52];
    let mut card = 0;
    while card < 52 {
        points[card] = RANK_POINTS[card % 13];
        card += 1;
    }
    points
};

/// The points of every subset of one suit. 8 KB that stay in the first-level cache beat four
/// population counts, for which baseline x86-64 has no instruction.
pub(crate) static SUIT_POINTS: [u8; 1 << SUIT_BITS] = suit_points();

const fn suit_points() -> [u8; 1 << SUIT_BITS] {
    let mut table = [0; 1 << SUIT_BITS];
    let mut ranks = 1;
    while ranks < table.len() {
        let lowest = ranks.trailing_zeros() as usize;
        table[ranks] = table[ranks & (ranks - 1)] + RANK_POINTS[lowest];
        ranks += 1;
    }
    table
}

/// Returns the points of a word of cards. At most 340, the whole pack's.
#[inline]
pub(crate) fn points(cards: u64) -> u32 {
    let suit = |s: u32| u32::from(SUIT_POINTS[(cards >> (SUIT_BITS * s) & SUIT) as usize]);
    suit(0) + suit(1) + suit(2) + suit(3)
}

/// Returns the points of a card.
///
/// ```
/// # use facedown_gin::kernel::card_points;
/// assert_eq!(card_points("As".parse()?), 1);
/// assert_eq!(card_points("Kd".parse()?), 10);
/// # Ok::<(), facedown_cards::ParseCardError>(())
/// ```
pub const fn card_points(card: Card) -> u8 {
    RANK_POINTS[card.rank().index()]
}

/// Returns the points of all cards of a hand, melds or not.
///
/// ```
/// # use facedown_gin::kernel::hand_points;
/// assert_eq!(hand_points("As 9c Td Kh".parse()?), 30);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn hand_points(hand: CardSet) -> u32 {
    points(hand.bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_counts_the_sum_of_its_cards() {
        for start in 0..52 {
            let hand: CardSet = Card::all().skip(start).step_by(3).collect();
            let sum: u32 = hand.iter().map(|c| u32::from(card_points(c))).sum();
            assert_eq!(hand_points(hand), sum);
        }
        assert_eq!(hand_points(CardSet::FULL), 340);
    }
}
