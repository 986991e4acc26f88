//! Deuce-to-seven: the worst poker hand wins.

use super::{Category, Strength};
use crate::CardSet;
use std::sync::LazyLock;

/// The strength of a hand of five cards at deuce-to-seven: the larger, the better.
///
/// Aces are high only, and straights and flushes count against a hand: the best is `75432` of
/// several suits, and `A5432` is no straight.
///
/// ```
/// use facedown_cards::poker::Low;
///
/// let low = |text: &str| Low::of(text.parse().unwrap()).unwrap();
/// assert_eq!(low("2c 3d 4h 5s 7c"), Low::MAX);
/// assert!(low("2c 3d 4h 5s 8c") > low("2c 3d 4h 6s 8c"));
/// assert!(low("Ac 2d 3d 4h 5s") > low("2c 2d 3d 4h 5s"));
/// assert_eq!(low("2c 3d 4h 5s Tc").high_card(), Some(10));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Low(u16); // 1 to 7,462

/// For each [`Strength`] of five cards its strength at deuce-to-seven, and for each of those the
/// highest card of a hand without pair, straight and flush, else 0.
struct Lows {
    of: Vec<u16>,
    high: Vec<u8>,
}

static LOWS: LazyLock<Lows> = LazyLock::new(|| {
    let mut order: Vec<(Category, [u8; 5], u16)> = (1..=Strength::MAX.number())
        .filter_map(Strength::from_number)
        .filter_map(|strength| as_low(strength).map(|(c, r)| (c, r, strength.number())))
        .collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    let mut lows = Lows { of: vec![0; usize::from(Strength::MAX.number()) + 1], high: vec![0] };
    for (i, (category, ranks, number)) in order.into_iter().enumerate() {
        lows.of[usize::from(number)] = i as u16 + 1;
        lows.high.push(if category == Category::HighCard { ranks[0] } else { 0 });
    }
    lows
});

/// Returns category and ranks with the ace high only; `None` for a hand of three cards.
fn as_low(strength: Strength) -> Option<(Category, [u8; 5])> {
    const ACE_TO_FIVE: [u8; 5] = [14, 5, 4, 3, 2];
    let (category, ranks) = (strength.category(), strength.ranks());
    match category {
        Category::Straight if ranks[0] == 5 => Some((Category::HighCard, ACE_TO_FIVE)),
        Category::StraightFlush if ranks[0] == 5 => Some((Category::Flush, ACE_TO_FIVE)),
        Category::HighCard if ranks[4] == 0 => None,
        Category::Pair if ranks[3] == 0 => None,
        Category::ThreeOfAKind if ranks[2] == 0 => None,
        _ => Some((category, ranks)),
    }
}

impl Low {
    /// The worst hand: a royal flush.
    pub const MIN: Self = Self(1);
    /// The best: `75432`, no flush.
    pub const MAX: Self = Self(7462);

    /// Evaluates five cards; `None` for another number of cards.
    pub fn of(cards: CardSet) -> Option<Self> {
        if cards.len() == 5 { Strength::of(cards.into()).and_then(Self::of_strength) } else { None }
    }

    /// Converts the strength of five cards; `None` for the strength of three.
    pub fn of_strength(strength: Strength) -> Option<Self> {
        Some(LOWS.of[usize::from(strength.number())]).filter(|low| *low > 0).map(Self)
    }

    /// Returns the strength as a number, 1 to 7,462.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Returns the highest card of a hand without pair, straight or flush: 7 to 14 for an ace.
    pub fn high_card(self) -> Option<u8> {
        Some(LOWS.high[usize::from(self.0)]).filter(|high| *high > 0)
    }
}
