//! The kinds that a game is played with.

use crate::{Kind, KindSet};

/// The tiles a game is played with: three seats play without 2m-8m.
///
/// That matters for shanten, not only for draws: 1m 9m cannot grow into sequences there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Pack {
    /// All 34 kinds, 136 tiles: four seats.
    #[default]
    Four,
    /// No 2m-8m, 27 kinds, 108 tiles: three seats (*sanma*).
    Three,
}

impl Pack {
    /// Returns the pack for three seats or four.
    #[inline]
    pub const fn of_seats(three_seats: bool) -> Self {
        if three_seats { Self::Three } else { Self::Four }
    }

    /// Returns the kinds.
    #[inline]
    pub const fn kinds(self) -> KindSet {
        match self {
            Self::Four => KindSet::ALL,
            Self::Three => KindSet::from_bits(!0b1111_1110),
        }
    }

    /// Returns whether the pack contains this kind.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.kinds().contains(kind)
    }
}
