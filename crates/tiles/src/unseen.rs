//! Tiles that a seat cannot see, by kind.

use crate::key::held_at_least;
use crate::{Counts, Kind, KindSet};

/// The number of tiles of each kind that a seat cannot see: four less those in its hand, in melds,
/// in the rivers and among the indicators.
///
/// Stored as three planes of binary digits, so that the tiles left of a set of kinds are counted
/// without a loop.
///
/// ```
/// use facedown_tiles::{Counts, Kind, KindSet, Unseen};
///
/// let visible: Counts = "1111m2223p".parse()?;
/// let unseen = Unseen::beside(&visible);
/// assert_eq!(unseen.left(Kind::new(10)), 1);
/// assert_eq!(unseen.total("123p".parse::<Counts>()?.kinds()), 4 + 1 + 3);
/// # Ok::<(), facedown_tiles::ParseHandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unseen([u64; 3]); // the digits of 1, 2 and 4

impl Unseen {
    /// All four of every kind.
    pub const ALL: Self = Self([0, 0, KindSet::ALL.bits()]);

    /// Returns the tiles left beside these visible ones. A kind visible more than four times has
    /// none left.
    pub fn new(visible: &[u8; Kind::COUNT]) -> Self {
        let visible = visible.map(|count| count.min(4));
        let [one, two, three, four] = [1, 2, 3, 4].map(|n| held_at_least(n, &visible).bits());
        Self([one & !two | three & !four, one & !three, KindSet::ALL.bits() & !one])
    }

    /// Returns the tiles left beside these, usually the own hand.
    pub fn beside(visible: &Counts) -> Self {
        Self::new(visible.as_array())
    }

    /// Returns the number of unseen tiles of a kind.
    #[inline]
    pub const fn left(&self, kind: Kind) -> u8 {
        self.total(KindSet::only(kind))
    }

    /// Returns the number of unseen tiles of these kinds.
    #[inline]
    pub const fn total(&self, kinds: KindSet) -> u8 {
        let [one, two, four] = self.0;
        let ones = (one & kinds.bits()).count_ones();
        let twos = (two & kinds.bits()).count_ones();
        let fours = (four & kinds.bits()).count_ones();
        (ones + 2 * twos + 4 * fours) as u8
    }

    /// Returns the kinds with an unseen tile.
    #[inline]
    pub const fn kinds(&self) -> KindSet {
        KindSet::from_bits(self.0[0] | self.0[1] | self.0[2])
    }

    /// Makes a tile of a kind visible; does nothing if none was left.
    #[inline]
    pub fn see(&mut self, kind: Kind) {
        let [one, two, four] = &mut self.0;
        // Subtracts one, digit by digit, from a number that is not zero.
        let bit = (*one | *two | *four) & 1 << kind.index();
        let borrow = bit & !*one;
        let again = borrow & !*two;
        *one ^= bit;
        *two ^= borrow;
        *four ^= again;
    }
}
