//! Five cards up to suit isomorphism.
//!
//! A class is represented by its first hand: the hand whose ranks in clubs, as a number, are at least
//! those in diamonds, and so on to spades; jokers are the first ones of the pack. Classes are sorted
//! by the bits of that hand, so that classes with fewer jokers come first, and those of a pack without
//! jokers are a prefix of the list.

use facedown_cards::{PackCard, PackSet};
use std::sync::LazyLock;

/// The number of classes in packs with 0, 1 and 2 jokers.
pub const CLASSES: [usize; 3] = [134_459, 150_891, 152_646];

const SUIT: u64 = (1 << 13) - 1;
/// Where the bits of the jokers begin.
const JOKERS: u32 = 52;

/// The first hands of all classes, sorted.
static FIRST_HANDS: LazyLock<Vec<PackSet>> = LazyLock::new(first_hands);

/// Five cards up to suit isomorphism.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(u32); // its index in the list, below CLASSES[2]

impl Class {
    /// Returns the class with this index.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < CLASSES[2] { Some(Self(index as u32)) } else { None }
    }

    /// Returns its index in the list of classes.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the class of five cards; `None` if there are not five.
    ///
    /// ```
    /// use facedown_ofc_solver::book::Class;
    ///
    /// let class = |text: &str| Class::of(text.parse().unwrap());
    /// assert_eq!(class("As Ad Kd 7h 2c"), class("Ac Ah Kh 7d 2s"));
    /// assert_ne!(class("As Ad Kd 7h 2c"), class("As Ad Kh 7h 2c"));
    /// ```
    pub fn of(cards: PackSet) -> Option<Self> {
        if cards.len() != 5 {
            return None;
        }
        let (first, _) = renamed(cards);
        let place = FIRST_HANDS.binary_search_by_key(&first.bits(), |hand| hand.bits()).ok()?;
        Some(Self(place as u32))
    }

    /// Returns its first hand.
    pub fn first_hand(self) -> PackSet {
        FIRST_HANDS[self.index()]
    }

    /// Returns its number of hands in a pack with this many jokers.
    pub fn hands(self, jokers: usize) -> u32 {
        let first = self.first_hand();
        let suits = suits(first);
        let mut hands = 24;
        let mut alike = 1;
        for pair in suits.windows(2) {
            alike = if pair[0] == pair[1] { alike + 1 } else { 1 };
            hands /= alike;
        }
        match (first.jokers(), jokers) {
            (0, _) => hands,
            (1, 2) => 2 * hands,
            (held, jokers) => hands * u32::from(held <= jokers),
        }
    }
}

/// Returns the ranks of each suit.
fn suits(cards: PackSet) -> [u64; 4] {
    std::array::from_fn(|suit| cards.bits() >> (13 * suit) & SUIT)
}

/// Returns the first hand of the class of these cards, and the suit there for each suit here.
pub(super) fn renamed(cards: PackSet) -> (PackSet, [usize; 4]) {
    let suits = suits(cards);
    let mut order = [0, 1, 2, 3];
    order.sort_by_key(|suit| std::cmp::Reverse(suits[*suit]));
    let mut names = [0; 4];
    let mut bits = ((1 << cards.jokers()) - 1) << JOKERS;
    for (name, suit) in order.into_iter().enumerate() {
        names[suit] = name;
        bits |= suits[suit] << (13 * name);
    }
    (PackSet::from_bits(bits).unwrap_or(PackSet::EMPTY), names)
}

/// Returns the corresponding card of the first hand; jokers are distinguished by their order.
pub(super) fn rename(card: PackCard, names: [usize; 4], jokers_before: usize) -> PackCard {
    let index = match card.card() {
        Some(card) => 13 * names[card.suit().index()] + card.rank().index(),
        None => JOKERS as usize + jokers_before,
    };
    PackCard::from_index(index).unwrap_or(card)
}

fn first_hands() -> Vec<PackSet> {
    let mut by_size: [Vec<u64>; 6] = Default::default();
    for ranks in 0..=SUIT {
        if let Some(list) = by_size.get_mut(ranks.count_ones() as usize) {
            list.push(ranks);
        }
    }
    let mut hands = Vec::with_capacity(CLASSES[2]);
    for jokers in 0..=2 {
        let bits = ((1_u64 << jokers) - 1) << JOKERS;
        add_suits(&by_size, 0, SUIT, 5 - jokers, bits, &mut hands);
    }
    let mut hands: Vec<PackSet> = hands.into_iter().filter_map(PackSet::from_bits).collect();
    hands.sort_unstable_by_key(|hand| hand.bits());
    hands
}

/// Adds every way to hold `left` more cards in this suit and later ones, none of which has greater
/// ranks than `most`.
fn add_suits(
    by_size: &[Vec<u64>; 6],
    suit: usize,
    most: u64,
    left: usize,
    bits: u64,
    hands: &mut Vec<u64>,
) {
    if suit == 3 {
        let lists = by_size[left].iter().take_while(|ranks| **ranks <= most);
        hands.extend(lists.map(|ranks| bits | ranks << 39));
        return;
    }
    for (size, list) in by_size.iter().enumerate().take(left + 1) {
        for ranks in list.iter().take_while(|ranks| **ranks <= most) {
            add_suits(by_size, suit + 1, *ranks, left - size, bits | ranks << (13 * suit), hands);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_as_many_as_are_known_and_hold_every_hand_once() {
        for (jokers, count) in CLASSES.into_iter().enumerate() {
            let of_pack = FIRST_HANDS.iter().filter(|hand| hand.jokers() <= jokers).count();
            assert_eq!(of_pack, count);
            let all = (0..count).filter_map(Class::from_index);
            let hands: u64 = all.map(|class| u64::from(class.hands(jokers))).sum();
            let pack = 52 + jokers as u64;
            let five = pack * (pack - 1) * (pack - 2) * (pack - 3) * (pack - 4) / 120;
            assert_eq!(hands, five);
        }
        assert!(FIRST_HANDS.is_sorted_by(|a, b| a.bits() < b.bits()));
    }

    #[test]
    fn every_first_hand_is_of_its_own_class() {
        for index in (0..CLASSES[2]).step_by(17) {
            let class = Class::from_index(index).unwrap();
            assert_eq!(Class::of(class.first_hand()), Some(class));
        }
        assert_eq!(Class::from_index(CLASSES[2]), None);
        assert_eq!(Class::of("As Ad Kd 7h".parse().unwrap()), None);
    }

    #[test]
    fn renamed_cards_are_those_of_the_first_hand() {
        let cards: PackSet = "Ks 9s 9h X 2d".parse().unwrap();
        let (first, names) = renamed(cards);
        let all: PackSet = cards.iter().map(|card| rename(card, names, 0)).collect();
        assert_eq!(all, first);
    }
}
