//! The kinds of poker hand.

use super::Strength;
use std::fmt;

/// A kind of poker hand, weakest first.
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
    /// All ten, weakest first.
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

    /// How many rungs of the ladder each category has, hands of three cards counted.
    const RUNGS: [u16; 10] = [1277 + 286, 2860 + 156, 858, 858 + 13, 10, 1277, 156, 156, 9, 1];

    /// Returns the place in [`Category::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of the lowest rung of each category.
    const FLOORS: [u16; 10] = {
        let (mut floors, mut i) = ([1; 10], 1);
        while i < 10 {
            floors[i] = floors[i - 1] + Self::RUNGS[i - 1];
            i += 1;
        }
        floors
    };

    /// Returns the lowest rung of the category.
    #[inline]
    pub const fn weakest(self) -> Strength {
        Strength::raw(Self::FLOORS[self as usize])
    }

    /// Returns the highest rung of the category.
    #[inline]
    pub const fn strongest(self) -> Strength {
        Strength::raw(self.weakest().number() + Self::RUNGS[self as usize] - 1)
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
