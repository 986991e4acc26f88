//! Poker hands by sorting and counting alone: slow, plain, and sharing nothing with the crate.

use facedown_cards::{Card, Rank};

/// Category 0 to 8, then the ranks in the order in which they are compared.
pub(crate) type Score = (u8, Vec<u8>);

/// 2 to 14 for an ace.
fn pips(card: Card) -> u8 {
    if card.rank() == Rank::Ace { 14 } else { card.rank() as u8 + 1 }
}

/// Ranks with their counts, most first, then highest first.
fn groups(cards: &[Card]) -> Vec<(usize, u8)> {
    let mut groups: Vec<(usize, u8)> = (2..=14)
        .map(|rank| (cards.iter().filter(|card| pips(**card) == rank).count(), rank))
        .filter(|(count, _)| *count > 0)
        .collect();
    groups.sort_by(|a, b| b.cmp(a));
    groups
}

fn is_flush(cards: &[Card]) -> bool {
    cards.len() == 5 && cards.iter().all(|card| card.suit() == cards[0].suit())
}

fn graded(cards: &[Card], ace_may_be_low: bool) -> Score {
    let groups = groups(cards);
    let ranks: Vec<u8> = groups.iter().map(|(_, rank)| *rank).collect();
    let counts: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
    let high = match ranks.as_slice() {
        [14, 5, 4, 3, 2] if ace_may_be_low => Some(5),
        [a, b, c, d, e] if a - b == 1 && b - c == 1 && c - d == 1 && d - e == 1 => Some(*a),
        _ => None,
    };
    match (high, is_flush(cards), counts.as_slice()) {
        (Some(high), true, _) => (8, vec![high]),
        (_, _, [4, ..]) => (7, ranks),
        (_, _, [3, 2]) => (6, ranks),
        (_, true, _) => (5, ranks),
        (Some(high), _, _) => (4, vec![high]),
        (_, _, [3, ..]) => (3, ranks),
        (_, _, [2, 2, ..]) => (2, ranks),
        (_, _, [2, ..]) => (1, ranks),
        _ => (0, ranks),
    }
}

/// Returns the score of a hand of five or three, which compares as the hands do.
pub(crate) fn score(cards: &[Card]) -> Score {
    graded(cards, true)
}

/// Returns the score of a hand of five at deuce-to-seven; the least is best.
pub(crate) fn low_score(cards: &[Card]) -> Score {
    graded(cards, false)
}

/// Returns the score of a hand in which jokers have become cards: a card may be there twice, but
/// there is no five of a kind, and cards that share a rank make no flush.
pub(crate) fn score_with_copies(cards: &[Card]) -> Option<Score> {
    let groups = groups(cards);
    if groups[0].0 > 4 {
        return None;
    }
    let mut cards = cards.to_vec();
    if groups.len() < cards.len() && is_flush(&cards) {
        let suit = facedown_cards::Suit::ALL.into_iter().find(|suit| *suit != cards[0].suit());
        cards[0] = Card::of(cards[0].rank(), suit.unwrap());
    }
    Some(score(&cards))
}
