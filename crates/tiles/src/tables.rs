//! The tables behind shanten, written by the build script (`build/`): 940 KB, of which most
//! is regular (65 KB when packed).
//!
//! For every count vector of a suit, the build computes its *costs*: the tiles it lacks of 0-4
//! groups, and of 0-4 groups and a pair (ten numbers). The 405,350 vectors have only 126 different
//! costs, the honours 55, and combinations of up to 14 tiles 180. So costs are numbered: a
//! [`Class`] is one byte, two classes merge by one load, and a hand of four suits takes four loads,
//! three merges and a last load indexed by the number of groups to make. No loop over ways to share
//! groups remains.

use crate::layout;

/// The id of distinct costs.
pub(crate) type Class = u8;

static BASE: [u32; 4096] = layout::bases();
static RANK: [u16; 1024] = layout::ranks();
static SUIT: [Class; layout::PLACES] = *include_bytes!(concat!(env!("OUT_DIR"), "/suit_class.bin"));
static HONOR: [Class; 512] = *include_bytes!(concat!(env!("OUT_DIR"), "/honor_class.bin"));
static MERGE: [Class; 1 << 16] = *include_bytes!(concat!(env!("OUT_DIR"), "/merge.bin"));
static FINAL: [u8; 16 << 8] = *include_bytes!(concat!(env!("OUT_DIR"), "/final.bin"));
static ODD: [u8; 5 << 16] = *include_bytes!(concat!(env!("OUT_DIR"), "/odd.bin"));

/// Returns the class at a place; arbitrary for invalid counts, but never a panic.
#[inline]
fn at(base: u32, rank: u16) -> Class {
    SUIT[(base as usize + rank as usize) & (layout::PLACES - 1)]
}

/// Returns the class of a suit by its index.
#[inline]
pub(crate) fn suit(index: u32) -> Class {
    let low = index as usize & 0x3ff;
    let high = (index >> layout::LOW_BITS) as usize & 0xfff;
    at(BASE[high], RANK[low])
}

/// Returns the classes of a suit with one more tile of each kind; arbitrary for a fifth copy or a
/// 15th tile.
#[inline]
pub(crate) fn suit_draws(index: u32) -> [Class; 9] {
    let low = index as usize & 0x3ff;
    let high = (index >> layout::LOW_BITS) as usize & 0xfff;
    let lower = |unit: usize| at(BASE[high], RANK[(low + unit) & 0x3ff]);
    let upper = |unit: usize| at(BASE[(high + unit) & 0xfff], RANK[low]);
    [
        lower(1),
        lower(5),
        lower(25),
        lower(125),
        upper(1),
        upper(5),
        upper(25),
        upper(125),
        upper(625),
    ]
}

/// Returns the class of the honours by their index.
#[inline]
pub(crate) fn honor(index: u32) -> Class {
    HONOR[index as usize & 0x1ff]
}

/// Returns the class of two sets of tiles together.
#[inline]
pub(crate) fn merge(a: Class, b: Class) -> Class {
    MERGE[(a as usize) << 8 | b as usize]
}

/// Returns the standard shanten of a class in a hand of `tiles` tiles.
#[inline]
pub(crate) fn standard(tiles: usize, class: Class) -> i8 {
    FINAL[(tiles & 0xf) << 8 | class as usize] as i8
}

/// The parity of the standard shanten of two classes, for a number of groups to make.
#[derive(Clone, Copy)]
pub(crate) struct Goal(&'static [u8; 1 << 16]);

impl Goal {
    /// Returns the table for a hand of `tiles` tiles.
    #[inline]
    pub(crate) fn of(tiles: usize) -> Self {
        let from = (tiles / 3).min(4) << 16;
        Self(ODD[from..].first_chunk().expect("five tables"))
    }

    /// Returns 1 if the standard shanten of two classes together is odd, else 0.
    ///
    /// A draw changes shanten by one or not at all, so the parity suffices.
    #[inline]
    pub(crate) fn is_odd(self, a: Class, b: Class) -> u64 {
        self.0[(a as usize) << 8 | b as usize] as u64
    }
}
