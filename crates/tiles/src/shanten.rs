//! Shanten: the number of tiles that a hand is away from tenpai.
//!
//! -1 is a complete hand, 0 tenpai. Only closed tiles count: 13 or 14 of them stand beside no meld,
//! 10 or 11 beside one, down to 1 or 2 beside four. Seven pairs and thirteen orphans need a hand
//! without melds.
//!
//! A hand never waits for a fifth copy of a tile it holds four times: `1111m` beside three complete
//! groups is not tenpai on 1m but one away. Copies in melds or elsewhere on the table are ignored:
//! a shape whose waits are all visible is still tenpai, as in the rules of exhaustive draws.
//!
//! The tables behind it are described in `src/tables.rs`, the index kept for each suit in
//! `src/layout.rs`.

use crate::key::{Key, Tally};
use crate::tables::{self, Class};
use crate::{Counts, FifthCopy, Hand, Kind, KindSet, Pack};
use std::fmt;

/// Shanten by the three forms of a complete hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Forms {
    /// Four groups and a pair, melds counted as groups.
    pub standard: i8,
    /// Seven different pairs (*chiitoitsu*); `None` beside a meld.
    pub seven_pairs: Option<i8>,
    /// The thirteen terminals and honours, one of them twice (*kokushi musou*); `None` beside a
    /// meld.
    pub thirteen_orphans: Option<i8>,
}

impl Forms {
    /// Returns the least of them: the shanten of the hand.
    #[inline]
    pub fn least(self) -> i8 {
        let other = |form: Option<i8>| form.unwrap_or(i8::MAX);
        self.standard.min(other(self.seven_pairs)).min(other(self.thirteen_orphans))
    }
}

/// Why counts have no shanten or acceptance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidHand {
    /// More than four of a kind.
    Fifth(FifthCopy),
    /// A kind that the pack does not have: 2m-8m with three seats.
    NotInPack(Kind),
    /// Not the size of closed tiles before or after a discard: 1, 2, 4, 5, 7, 8, 10, 11, 13, 14.
    Size(usize),
    /// A number of tiles after a draw where one before it was expected.
    AfterDraw(usize),
    /// A number of tiles before a draw where one after it was expected.
    BeforeDraw(usize),
    /// Visible tiles that do not include the hand.
    Visible {
        /// The kind.
        kind: Kind,
        /// Number of visible tiles given.
        visible: u8,
        /// Number of tiles that the hand holds.
        held: u8,
    },
}

impl fmt::Display for InvalidHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Fifth(error) => error.fmt(f),
            Self::NotInPack(kind) => write!(f, "{kind}: the tiles for three seats have no 2m-8m"),
            Self::Size(tiles) => {
                write!(f, "{tiles} tiles: a closed hand has 13 or 14, and 3 fewer for each meld")
            }
            Self::AfterDraw(tiles) => {
                write!(f, "{tiles} tiles: before a draw a hand has 13, and 3 fewer for each meld")
            }
            Self::BeforeDraw(tiles) => {
                write!(f, "{tiles} tiles: after a draw a hand has 14, and 3 fewer for each meld")
            }
            Self::Visible { kind, visible, held } => write!(
                f,
                "{visible} visible tiles {kind}, but the hand itself holds {held}: visible tiles \
                 include the hand"
            ),
        }
    }
}

impl std::error::Error for InvalidHand {}

impl From<FifthCopy> for InvalidHand {
    fn from(error: FifthCopy) -> Self {
        Self::Fifth(error)
    }
}

impl Tally {
    #[inline]
    pub(crate) fn seven_pairs(self) -> i8 {
        6 - self.pairs() + (7 - self.kinds()).max(0)
    }

    #[inline]
    pub(crate) fn thirteen_orphans(self) -> i8 {
        13 - self.outside() - i8::from(self.outside_pairs() > 0)
    }

    /// Returns whether seven pairs and thirteen orphans are possible: no meld.
    #[inline]
    pub(crate) fn is_whole(self) -> bool {
        self.tiles() >= 13
    }
}

impl Key {
    /// Returns the classes of the suits.
    #[inline]
    pub(crate) fn classes(&self, pack: Pack) -> [Class; 4] {
        let [man, pin, sou, honors] = self.suits;
        let man = match pack {
            Pack::Four => tables::suit(man),
            Pack::Three => tables::honor(loose_man(man)),
        };
        [man, tables::suit(pin), tables::suit(sou), tables::honor(honors)]
    }

    #[inline]
    pub(crate) fn standard(&self, pack: Pack) -> i8 {
        let [man, pin, sou, honors] = self.classes(pack);
        let class = tables::merge(tables::merge(man, pin), tables::merge(sou, honors));
        tables::standard(self.tally.tiles(), class)
    }

    #[inline]
    pub(crate) fn shanten(&self, pack: Pack) -> i8 {
        debug_assert!(is_hand_size(self.tally.tiles()), "{} tiles", self.tally.tiles());
        let standard = self.standard(pack);
        if self.tally.is_whole() {
            standard.min(self.tally.seven_pairs()).min(self.tally.thirteen_orphans())
        } else {
            standard
        }
    }

    pub(crate) fn forms(&self, pack: Pack) -> Forms {
        let whole = self.tally.is_whole();
        Forms {
            standard: self.standard(pack),
            seven_pairs: whole.then(|| self.tally.seven_pairs()),
            thirteen_orphans: whole.then(|| self.tally.thirteen_orphans()),
        }
    }
}

/// Returns the index of 1m and 9m as honours: without 2m-8m they make no sequences. That the table
/// assumes five more, empty honours does no harm: a hand of five groups never needs more kinds than
/// there are.
#[inline]
pub(crate) const fn loose_man(man: u32) -> u32 {
    const SUMS: [u32; 5] = [0, 1, 9, 73, 73]; // of HONOR_UNITS
    let (ones, nines) = (man & 0x3ff, (man >> crate::layout::LOW_BITS) / 625);
    SUMS[(ones % 5) as usize] + SUMS[(nines % 5) as usize]
}

/// Returns whether a number of closed tiles is possible: 3n + 1 or 3n + 2, at most 14.
#[inline]
pub(crate) const fn is_hand_size(tiles: usize) -> bool {
    tiles <= 14 && !tiles.is_multiple_of(3)
}

/// Checks user input.
#[inline]
pub(crate) fn check(counts: &[u8; Kind::COUNT], pack: Pack) -> Result<Counts, InvalidHand> {
    let counts = Counts::new(*counts)?;
    if pack == Pack::Three
        && let Some(kind) = (counts.kinds() - pack.kinds()).first()
    {
        return Err(InvalidHand::NotInPack(kind));
    }
    let tiles = counts.total();
    if is_hand_size(tiles) { Ok(counts) } else { Err(InvalidHand::Size(tiles)) }
}

/// Returns the shanten of a hand: -1 complete, 0 tenpai.
///
/// The caller guarantees a possible number of closed tiles, all of the pack; [`try_shanten`]
/// checks.
///
/// ```
/// use facedown_tiles::{Counts, Pack, shanten};
///
/// let of = |text: &str| Ok::<_, facedown_tiles::ParseHandError>(shanten(&text.parse()?, Pack::Four));
/// assert_eq!(of("123m456p789s11122z")?, -1);
/// assert_eq!(of("1199m1199p1199s1z")?, 0); // seven pairs
/// assert_eq!(of("1122z")?, 0); // beside three melds
/// # Ok::<(), facedown_tiles::ParseHandError>(())
/// ```
#[inline]
pub fn shanten(counts: &Counts, pack: Pack) -> i8 {
    Key::of(counts.as_array()).shanten(pack)
}

/// Returns the shanten of unchecked counts.
#[inline]
pub fn try_shanten(counts: &[u8; Kind::COUNT], pack: Pack) -> Result<i8, InvalidHand> {
    if crate::key::are_counts(counts) && pack == Pack::Four {
        let key = Key::of(counts);
        let tiles = key.tally.tiles();
        return if is_hand_size(tiles) {
            Ok(key.shanten(pack))
        } else {
            Err(InvalidHand::Size(tiles))
        };
    }
    Ok(shanten(&check(counts, pack)?, pack))
}

/// Returns the shanten of a hand by each form, with the requirements of [`shanten`].
pub fn forms(counts: &Counts, pack: Pack) -> Forms {
    Key::of(counts.as_array()).forms(pack)
}

impl Hand {
    /// Returns the shanten of the hand: -1 complete, 0 tenpai. The requirements are those of
    /// [`shanten`](crate::shanten()); [`Hand::check`] checks them.
    #[inline]
    pub fn shanten(&self, pack: Pack) -> i8 {
        self.key.shanten(pack)
    }

    /// Returns the shanten of the hand by each form.
    pub fn forms(&self, pack: Pack) -> Forms {
        self.key.forms(pack)
    }

    /// Returns whether the hand is complete: four groups and a pair, seven pairs or thirteen
    /// orphans.
    #[inline]
    pub fn is_complete(&self, pack: Pack) -> bool {
        self.len() % 3 == 2 && self.shanten(pack) < 0
    }

    /// Checks the requirements of shanten: a possible number of closed tiles, all of the pack.
    pub fn check(&self, pack: Pack) -> Result<(), InvalidHand> {
        if let Some(kind) = (self.kinds - pack.kinds()).first() {
            return Err(InvalidHand::NotInPack(kind));
        }
        if is_hand_size(self.len()) { Ok(()) } else { Err(InvalidHand::Size(self.len())) }
    }

    /// Returns the kinds held three times or more.
    #[inline]
    pub fn triplets(&self) -> KindSet {
        crate::key::held_at_least(3, self.counts.as_array())
    }

    /// Returns the kinds held four times.
    #[inline]
    pub fn fours(&self) -> KindSet {
        crate::key::held_at_least(4, self.counts.as_array())
    }
}
