//! The scale of poker hands.

use super::Category;
use super::tables::{PLACES, Tables, tables};
use crate::{CardSet, PackSet};

/// The strength of a hand of five cards or three: the larger, the stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u16); // 1 to 7,917

/// The features that determine the strength of a hand.
struct Hand {
    /// The index of the multiset of ranks.
    number: usize,
    naturals: usize,
    jokers: usize,
    /// The ranks as bits, if all natural cards have one suit and all ranks differ.
    suited: Option<usize>,
}

impl Strength {
    /// The weakest hand: `432` as a hand of three.
    pub const MIN: Self = Self(1);
    /// The strongest: a royal flush.
    pub const MAX: Self = Self(7917);

    /// Returns the strength with this number, which the caller guarantees to exist.
    #[inline]
    pub(super) const fn raw(number: u16) -> Self {
        Self(number)
    }

    /// Returns the strength with this number, 1 to 7,917.
    #[inline]
    pub const fn from_number(number: u16) -> Option<Self> {
        if number >= 1 && number <= Self::MAX.0 { Some(Self(number)) } else { None }
    }

    /// Returns the strength as a number, 1 to 7,917.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Evaluates five cards or three, with jokers at their best; `None` for another number of
    /// cards.
    ///
    /// ```
    /// use facedown_cards::poker::Strength;
    ///
    /// let strength = |text: &str| Strength::of(text.parse().unwrap());
    /// assert_eq!(strength("Ah Ad X"), strength("Ah Ad Ac"));
    /// assert_eq!(strength("Ah Ad Ac As X"), strength("Ah Ad Ac As Kc"));
    /// assert_eq!(strength("Ah Ad"), None);
    /// ```
    pub fn of(cards: PackSet) -> Option<Self> {
        let t = tables();
        let hand = Hand::read(cards)?;
        let unsuited = match (hand.naturals, hand.jokers) {
            (5, _) => t.five[hand.number],
            (4, _) => t.four[hand.number],
            (3, 2) => t.three_of_five[hand.number],
            (3, _) => t.three[hand.number],
            (2, _) => t.two[hand.number],
            _ => t.one[hand.number],
        };
        Some(Self(unsuited.max(hand.suited.map_or(0, |ranks| t.flush[ranks]))))
    }

    /// Returns the greatest strength not above `bound` that jokers can give these cards; `None`
    /// where even the least is above it, or for another number of cards than five or three.
    ///
    /// ```
    /// use facedown_cards::poker::Strength;
    ///
    /// let strength = |text: &str| Strength::of(text.parse().unwrap()).unwrap();
    /// let top = "Ah Ad X".parse().unwrap();
    /// // Three aces would foul over two pair: the joker is a king.
    /// let middle = strength("Kc Kd Qc Qd 2s");
    /// assert_eq!(Strength::at_most(top, middle), Some(strength("Ah Ad Kc")));
    /// assert_eq!(Strength::at_most("Ah Ad Ac".parse().unwrap(), middle), None);
    /// ```
    pub fn at_most(cards: PackSet, bound: Self) -> Option<Self> {
        let hand = Hand::read(cards)?;
        if hand.jokers == 0 {
            return Self::of(cards).filter(|strength| *strength <= bound);
        }
        let t = tables();
        let choices: &[u16] = match (hand.naturals, hand.jokers) {
            (4, _) => &t.four_wild[hand.number],
            (3, _) => &t.three_wild[hand.number],
            (2, _) => &t.two_wild[hand.number],
            _ => &t.one_wild[hand.number],
        };
        let unsuited =
            choices.iter().copied().filter(|number| *number <= bound.0).max().unwrap_or(0);
        let suited = hand.suited.map_or(0, |ranks| flush_at_most(t, ranks, hand.jokers, bound));
        Self::from_number(unsuited.max(suited))
    }

    /// Returns the kind of hand.
    pub const fn category(self) -> Category {
        let mut i = Category::ALL.len() - 1;
        while Category::ALL[i].weakest().0 > self.0 {
            i -= 1;
        }
        Category::ALL[i]
    }

    /// Returns the ranks that determine the strength, in the order of comparison: 2 to 14 for an
    /// ace, 0 for a missing card of a hand of three; a straight has its highest card only.
    pub fn ranks(self) -> [u8; 5] {
        let key = tables().keys[usize::from(self.0)];
        [16, 12, 8, 4, 0].map(|shift| (key >> shift & 15) as u8)
    }

    /// Returns the strength with this category and ranks, or the next one above.
    pub(super) fn at_least(category: Category, ranks: [u8; 5]) -> Self {
        let ranks = ranks.iter().fold(0, |key, rank| key << 4 | u32::from(*rank));
        let key = (category.index() as u32) << 20 | ranks;
        Self(tables().keys.partition_point(|other| *other < key).min(7917) as u16)
    }

    /// Returns the weakest pair of this rank, 2 to 14 for an ace: everything at least as strong is
    /// that pair or better.
    pub fn pair_of(rank: u8) -> Self {
        Self::at_least(Category::Pair, [rank, 0, 0, 0, 0])
    }

    /// Returns the weakest three of this rank, 2 to 14 for an ace.
    pub fn three_of(rank: u8) -> Self {
        Self::at_least(Category::ThreeOfAKind, [rank, 0, 0, 0, 0])
    }
}

/// Returns the strongest flush of these ranks and jokers that is not above the bound; 0 if there is
/// none.
fn flush_at_most(t: &Tables, ranks: usize, jokers: usize, bound: Strength) -> u16 {
    if t.flush[ranks] <= bound.0 {
        return t.flush[ranks];
    }
    if jokers == 0 {
        return 0;
    }
    let more = (0..13).map(|rank| ranks | 1 << rank).filter(|more| *more != ranks);
    more.map(|more| flush_at_most(t, more, jokers - 1, bound)).max().unwrap_or(0)
}

impl Hand {
    fn read(cards: PackSet) -> Option<Self> {
        let size = cards.len();
        if size != 3 && size != 5 || cards.cards().is_empty() {
            return None;
        }
        let (naturals, jokers) = (cards.cards(), cards.jokers());
        let mut ranks = [0; 5];
        let held = naturals.len();
        for (slot, card) in ranks.iter_mut().zip(naturals) {
            *slot = (card.rank().index() + 12) % 13;
        }
        let ranks = &mut ranks[..held];
        ranks.sort_unstable();
        let number = ranks.iter().enumerate().map(|(k, rank)| usize::from(PLACES[*rank][k])).sum();
        let bits = ranks.iter().fold(0, |bits, rank| bits | 1 << rank);
        // All ranks differ within a suit, so checking for one suit suffices.
        let suited = (size == 5 && one_suit(naturals)).then_some(bits);
        Some(Self { number, naturals: held, jokers, suited })
    }
}

/// Returns whether all cards have one suit.
fn one_suit(cards: CardSet) -> bool {
    const CLUBS: u64 = (1 << 13) - 1;
    (0..4).any(|suit| cards.bits() & !(CLUBS << (13 * suit)) == 0)
}
