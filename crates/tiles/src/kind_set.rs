//! A set of kinds as one word.

use crate::{Kind, Suit};
use facedown_game::{Packed, Packer, Unpacker};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct KindSet(u64); // only the low 34 bits

impl Packed for KindSet {
    const SIZE: usize = u64::SIZE;

    #[inline]
    fn pack(&self, out: &mut Packer<'_>) {
        self.0.pack(out);
    }

    #[inline]
    fn unpack(&mut self, input: &mut Unpacker<'_>) {
        let bits = u64::from_le_bytes(*input.take());
        input.check(bits & !Self::ALL.0 == 0);
        *self = Self(bits & Self::ALL.0);
    }
}

impl KindSet {
    /// No kind.
    pub const EMPTY: Self = Self(0);
    /// All 34 kinds.
    pub const ALL: Self = Self((1 << 34) - 1);
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

    /// Returns the set of one kind.
    #[inline]
    pub const fn only(kind: Kind) -> Self {
        Self(1 << kind.index())
    }

    /// Returns all kinds of a suit, or the honours.
    #[inline]
    pub const fn of_suit(suit: Suit) -> Self {
        Self(0x1ff << (9 * suit.index()) & Self::ALL.0)
    }

    /// Returns the set as bits.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of kinds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set contains this kind.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.index() & 1 != 0
    }

    /// Adds a kind.
    #[inline]
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind.index();
    }

    /// Removes a kind.
    #[inline]
    pub const fn remove(&mut self, kind: Kind) {
        self.0 &= !(1 << kind.index());
    }

    /// Returns the set if `wanted`, else the empty set; branch-free.
    #[inline]
    pub(crate) const fn only_if(self, wanted: bool) -> Self {
        Self(self.0 & (wanted as u64).wrapping_neg())
    }

    /// Returns the lowest kind.
    #[inline]
    pub const fn first(self) -> Option<Kind> {
        if self.0 == 0 { None } else { Some(Kind::new(self.0.trailing_zeros() as u8)) }
    }

    /// Returns the kinds in ascending order.
    #[inline]
    pub const fn iter(self) -> Kinds {
        Kinds(self)
    }
}

/// The kinds of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Kinds(KindSet);

impl Iterator for Kinds {
    type Item = Kind;

    #[inline]
    fn next(&mut self) -> Option<Kind> {
        let kind = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(kind)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Kinds {}

impl IntoIterator for KindSet {
    type Item = Kind;
    type IntoIter = Kinds;

    #[inline]
    fn into_iter(self) -> Kinds {
        self.iter()
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::EMPTY, |set, kind| set | Self::only(kind))
    }
}

impl BitOr for KindSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for KindSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for KindSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for KindSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitXor for KindSet {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for KindSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for KindSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
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
