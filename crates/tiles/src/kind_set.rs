//! A set of kinds as one word.

use crate::{Kind, Suit};
use facedown_game::bit_set;
use std::fmt;

bit_set! {
    /// A set of kinds: bit `k` stands for kind `k`.
    ///
    /// ```
    /// use facedown_tiles::{Kind, KindSet};
    ///
    /// let winds: KindSet = (27..31).map(Kind::new).collect();
    /// assert_eq!(winds.to_string(), "1234z");
    /// assert!(winds.contains(Kind::EAST) && !winds.contains(Kind::WHITE));
    /// assert_eq!((winds & KindSet::OUTSIDE).len(), 4);
    /// ```
    pub struct KindSet: Kind = Kind::new, below 34;
    /// All 34 kinds.
    const ALL;
    /// The kinds of a set in ascending order.
    pub struct Kinds;
}

impl KindSet {
    /// The winds and dragons.
    pub const HONORS: Self = Self(0x7f << 27);
    /// The terminals and honours (*yaochuuhai*).
    pub const OUTSIDE: Self = Self(Self::HONORS.0 | 0x101 | 0x101 << 9 | 0x101 << 18);

    /// Returns the set with these bits; bits from 34 on are dropped.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the set with these bits, of which none is from 34 on.
    #[inline]
    pub(crate) const fn from_valid(bits: u64) -> Self {
        debug_assert!(bits <= Self::ALL.0, "no kind from 34 on");
        Self(bits)
    }

    /// Returns all kinds of a suit, or the honours.
    #[inline]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1ff << (9 * suit.index()) & Self::ALL.0)
    }

    /// Returns the set if `wanted`, else the empty set; branch-free.
    #[inline]
    pub(crate) const fn only_if(self, wanted: bool) -> Self {
        Self(self.0 & (wanted as u64).wrapping_neg())
    }
}

impl fmt::Display for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::write_tiles(f, self.iter().map(crate::Tile::plain))
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
