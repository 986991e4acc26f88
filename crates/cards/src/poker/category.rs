//! The categories of poker hands.

use super::Strength;
use std::fmt;

/// A category of poker hands, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of poker hands explain themselves")]
pub enum Category {
    HighCard,
    Pair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    RoyalFlush,
}

impl Category {
    /// All ten categories, weakest first.
    pub const ALL: [Self; 10] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPair,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
    ];

    /// Number of strengths in each category, hands of three cards included.
    const COUNTS: [u16; 10] = [1277 + 286, 2860 + 156, 858, 858 + 13, 10, 1277, 156, 156, 9, 1];

    /// Returns the index in [`Category::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lowest strength of each category, as a number.
    const LOWEST: [u16; 10] = {
        let (mut lowest, mut i) = ([1; 10], 1);
        while i < 10 {
            lowest[i] = lowest[i - 1] + Self::COUNTS[i - 1];
            i += 1;
        }
        lowest
    };

    /// Returns the lowest strength of the category.
    #[inline]
    pub const fn weakest(self) -> Strength {
        Strength::raw(Self::LOWEST[self as usize])
    }

    /// Returns the highest strength of the category.
    #[inline]
    pub const fn strongest(self) -> Strength {
        Strength::raw(self.weakest().number() + Self::COUNTS[self as usize] - 1)
    }

    /// Returns the name: `two pair`, `full house`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::HighCard => "high card",
            Self::Pair => "pair",
            Self::TwoPair => "two pair",
            Self::ThreeOfAKind => "three of a kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full house",
            Self::FourOfAKind => "four of a kind",
            Self::StraightFlush => "straight flush",
            Self::RoyalFlush => "royal flush",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
