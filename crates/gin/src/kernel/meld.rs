//! The 185 melds out of which every grouping can be built, and sets of them.
//!
//! There are 65 sets (13 ranks, each of four lacking one suit or none) and 264 runs. A run of six
//! or more splits into runs of three to five, of which there are 120, so 65 + 120 melds suffice to
//! *reach* every deadwood, and a rules engine that identifies melds by index needs no others.

use super::layout::{ACES, SUIT, each_bit, run_starts, set_ranks};
use super::points::points;
use facedown_cards::CardSet;
use std::fmt;

/// One of the 185 melds: a set, or a run of three to five.
///
/// Indices, in this order:
/// - sets: `5 * rank + k`, for `k` in `0..4` the set of three that lacks suit `k` (order c d h s),
///   for `k = 4` all four;
/// - runs of three: `65 + 11 * suit + lowest rank`;
/// - runs of four: `109 + 10 * suit + lowest rank`;
/// - runs of five: `149 + 9 * suit + lowest rank`.
///
/// ```
/// # use facedown_gin::kernel::Meld;
/// let meld = Meld::from_cards("5s 6s 7s".parse()?).unwrap();
/// assert_eq!(meld.index(), 65 + 3 * 11 + 4);
/// assert!(meld.is_compatible(Meld::from_cards("8s 9s Ts Js".parse()?).unwrap()));
/// assert!(!meld.is_compatible(Meld::from_cards("7c 7d 7s".parse()?).unwrap()));
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meld(u8); // always < 185

const SETS: usize = 65;
const RUNS_OF_4: usize = SETS + 4 * 11;
const RUNS_OF_5: usize = RUNS_OF_4 + 4 * 10;

static CARDS: [u64; Meld::COUNT] = meld_cards();

const fn meld_cards() -> [u64; Meld::COUNT] {
    let mut cards = [0; Meld::COUNT];
    let mut i = 0;
    while i < SETS {
        let (rank, lacking) = (i / 5, i % 5);
        let column = ACES << rank;
        cards[i] = if lacking < 4 { column & !(SUIT << (13 * lacking)) } else { column };
        i += 1;
    }
    while i < Meld::COUNT {
        let (length, place) = if i < RUNS_OF_4 {
            (3, i - SETS)
        } else if i < RUNS_OF_5 {
            (4, i - RUNS_OF_4)
        } else {
            (5, i - RUNS_OF_5)
        };
        let starts = 14 - length;
        cards[i] = ((1 << length) - 1) << (13 * (place / starts) + place % starts);
        i += 1;
    }
    cards
}

impl Meld {
    /// Number of melds.
    pub const COUNT: usize = 185;

    /// All melds in the order of their indices.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut i = 0;
        while i < Self::COUNT {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the meld with this index, or `None` from 185 on.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the meld of exactly these cards, or `None` if they are not one of the 185.
    pub fn from_cards(cards: CardSet) -> Option<Self> {
        let melds = valid_melds(cards);
        melds.iter().find(|meld| meld.cards() == cards)
    }

    /// Returns the meld's index, below 185.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the meld's cards.
    pub fn cards(self) -> CardSet {
        CardSet::from_bits_truncate(CARDS[self.index()])
    }

    /// Returns the points of the meld's cards.
    pub fn points(self) -> u8 {
        points(CARDS[self.index()]) as u8
    }

    /// Returns the number of cards, three to five.
    #[allow(clippy::len_without_is_empty, reason = "no meld is empty")]
    pub fn len(self) -> usize {
        self.cards().len()
    }

    /// Returns whether the meld is a set, not a run.
    pub const fn is_set(self) -> bool {
        self.index() < SETS
    }

    /// Returns whether both melds can lie side by side: they share no card.
    pub fn is_compatible(self, other: Self) -> bool {
        CARDS[self.index()] & CARDS[other.index()] == 0
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.cards())
    }
}

/// A set of melds, as 185 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MeldSet([u64; 3]); // no bit at or above 185

impl MeldSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 3]);

    /// Returns the bits, meld `i` at bit `i % 64` of word `i / 64`.
    pub const fn words(self) -> [u64; 3] {
        self.0
    }

    /// Adds a meld.
    pub const fn insert(&mut self, meld: Meld) {
        self.0[meld.index() / 64] |= 1 << (meld.index() % 64);
    }

    /// Returns whether the set contains the meld.
    pub const fn contains(self, meld: Meld) -> bool {
        self.0[meld.index() / 64] >> (meld.index() % 64) & 1 == 1
    }

    /// Returns the number of melds.
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Returns the melds in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Meld> {
        (0..3).flat_map(move |word| {
            each_bit(self.0[word])
                .map(move |bit| Meld((64 * word) as u8 + bit.trailing_zeros() as u8))
        })
    }
}

impl FromIterator<Meld> for MeldSet {
    fn from_iter<I: IntoIterator<Item = Meld>>(melds: I) -> Self {
        let mut set = Self::EMPTY;
        for meld in melds {
            set.insert(meld);
        }
        set
    }
}

impl fmt::Debug for MeldSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Returns the melds whose cards are all in a hand of any size.
///
/// ```
/// # use facedown_gin::kernel::valid_melds;
/// assert_eq!(valid_melds("5s 6s 7s 8s, 8c 8d".parse()?).len(), 2 + 1 + 1);
/// # Ok::<(), facedown_cards::ParseCardsError>(())
/// ```
pub fn valid_melds(hand: CardSet) -> MeldSet {
    let hand = hand.bits();
    let mut melds = MeldSet::EMPTY;
    for rank in each_bit(set_ranks(hand)) {
        let first = 5 * rank.trailing_zeros() as u8;
        for meld in first..first + 5 {
            if CARDS[meld as usize] & !hand == 0 {
                melds.insert(Meld(meld));
            }
        }
    }
    let mut starts = run_starts(hand);
    for (first, length) in [(SETS, 3), (RUNS_OF_4, 4), (RUNS_OF_5, 5)] {
        for start in each_bit(starts) {
            let (suit, rank) = (start.trailing_zeros() / 13, start.trailing_zeros() % 13);
            melds.insert(Meld((first as u32 + (14 - length) * suit + rank) as u8));
        }
        // One card longer, where the next rank up is still of the same suit.
        starts &= (hand >> length) & (((1 << (13 - length)) - 1) * ACES);
    }
    melds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_melds_are_65_sets_and_120_runs_all_different() {
        let different: std::collections::BTreeSet<_> =
            Meld::ALL.iter().map(|m| m.cards()).collect();
        assert_eq!(different.len(), 185);
        assert_eq!(Meld::ALL.iter().filter(|m| m.is_set()).count(), 65);
        for length in 3..=5 {
            let runs = Meld::ALL.iter().filter(|m| !m.is_set() && m.len() == length).count();
            assert_eq!(runs, 4 * (14 - length));
        }
    }

    #[test]
    fn indices_follow_the_documented_order() {
        let index = |text: &str| Meld::from_cards(text.parse().unwrap()).unwrap().index();
        assert_eq!(index("Ad Ah As"), 0);
        assert_eq!(index("Kc Kd Kh"), 63);
        assert_eq!(index("Kc Kd Kh Ks"), 64);
        assert_eq!(index("Ac 2c 3c"), 65);
        assert_eq!(index("Js Qs Ks"), 108);
        assert_eq!(index("Ac 2c 3c 4c"), 109);
        assert_eq!(index("Ac 2c 3c 4c 5c"), 149);
        assert_eq!(index("9s Ts Js Qs Ks"), 184);
    }

    #[test]
    fn a_meld_is_valid_where_its_cards_are_all_held() {
        // Every pair of melds makes a hand rich in others.
        for a in Meld::ALL {
            for b in Meld::ALL {
                let hand = a.cards() | b.cards();
                let plain = Meld::ALL.into_iter().filter(|m| hand.is_superset(m.cards()));
                assert_eq!(valid_melds(hand), plain.collect(), "{hand}");
                assert_eq!(a.is_compatible(b), (a.cards() & b.cards()).is_empty());
            }
        }
        assert_eq!(valid_melds(CardSet::FULL).len(), 185);
    }

    #[test]
    fn the_most_melds_in_eleven_cards_are_24() {
        let run: CardSet = "Ac2c3c4c5c6c7c8c9cTcJc".parse().unwrap();
        assert_eq!(valid_melds(run).len(), 9 + 8 + 7);
    }

    #[test]
    fn other_cards_are_no_meld() {
        for text in ["", "2c 3c", "Kc Ad 2d", "Ac 2c 3c 4c 5c 6c", "8c 8d", "8c 8d 8h 9h"] {
            assert_eq!(Meld::from_cards(text.parse().unwrap()), None);
        }
    }
}
