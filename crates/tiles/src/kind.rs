//! The 34 kinds of tiles, red fives not distinguished.

use facedown_game::packed_byte;
use std::fmt;

/// A suit of numbers, or the honours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Characters (*manzu*), `m`.
    Man,
    /// Circles (*pinzu*), `p`.
    Pin,
    /// Bamboo (*souzu*), `s`.
    Sou,
    /// Winds and dragons (*jihai*), `z`.
    Honor,
}

impl Suit {
    /// The three suits and the honours in ascending order.
    pub const ALL: [Self; 4] = [Self::Man, Self::Pin, Self::Sou, Self::Honor];

    /// Returns the index in [`Suit::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the notation: one of `mpsz`.
    #[inline]
    pub const fn letter(self) -> char {
        b"mpsz"[self as usize] as char
    }
}

/// A kind of tile: 1-9 of characters, circles and bamboo, then East South West North White Green
/// Red.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8); // 9 * suit + number - 1, always < 34
packed_byte!(Kind, Kind::COUNT);

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 34;
    /// The east wind; the other winds follow.
    pub const EAST: Self = Self(27);
    /// The south wind.
    pub const SOUTH: Self = Self(28);
    /// The west wind.
    pub const WEST: Self = Self(29);
    /// The north wind.
    pub const NORTH: Self = Self(30);
    /// The white dragon (*haku*).
    pub const WHITE: Self = Self(31);
    /// The green dragon (*hatsu*).
    pub const GREEN: Self = Self(32);
    /// The red dragon (*chun*).
    pub const RED: Self = Self(33);

    /// Returns the kind with this index, or `None` from 34 on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Returns the kind with this index.
    ///
    /// # Panics
    /// If the index is not below 34; [`Kind::from_index`] checks it.
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!(index < 34, "a kind's index is below 34");
        Self(index)
    }

    /// Returns the kind's index, below 34.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns all kinds in ascending order.
    #[inline]
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..34).map(Self)
    }

    /// Returns the suit, or the honours.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 9]
    }

    /// Returns the number in notation: 1-9, honours 1-7.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 % 9 + 1
    }

    /// Returns whether the kind is a wind or a dragon.
    #[inline]
    pub const fn is_honor(self) -> bool {
        self.0 >= 27
    }

    /// Returns whether the kind is a one or a nine of a suit.
    #[inline]
    pub const fn is_terminal(self) -> bool {
        self.0 < 27 && matches!(self.0 % 9, 0 | 8)
    }

    /// Returns whether the kind is a terminal or an honour (*yaochuuhai*).
    #[inline]
    pub const fn is_outside(self) -> bool {
        self.is_honor() || self.is_terminal()
    }

    /// Returns whether the kind is a five, which has red copies.
    #[inline]
    pub const fn is_five(self) -> bool {
        self.0 < 27 && self.0 % 9 == 4
    }

    /// Returns the dora of this indicator: the next in its suit, cycling through the winds and
    /// through the dragons. With three seats, whose pack has no 2-8 of characters, 1m indicates 9m.
    #[inline]
    #[must_use]
    pub const fn dora(self, three_seats: bool) -> Self {
        Self(match self.0 {
            0 if three_seats => 8,
            8 | 17 | 26 => self.0 - 8,
            30 => 27,
            33 => 31,
            n => n + 1,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), self.suit().letter())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
