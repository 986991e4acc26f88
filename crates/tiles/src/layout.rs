//! The place of a suit's count vector in the tables. Shared with the build script.
//!
//! A vector of nine counts is stored as two base-5 numbers side by side in one `u32`: kinds 1-4 in
//! the low ten bits, kinds 5-9 above. Adding or removing a tile is then one addition. Of the 5^9
//! vectors only 405,350 have 14 tiles or fewer, and a dense table of those stays in the second
//! level cache where a direct one (1.95 MB) does not. To number them without gaps, the low halves
//! are ranked by their number of tiles: a high half with `t` tiles admits exactly the low halves
//! that rank before [`fitting`]`(14 - t)`, so `BASE[high] + RANK[low]` is the place.

/// The most tiles of a closed hand.
pub(crate) const MAX_TILES: usize = 14;
/// Bits of the low half.
pub(crate) const LOW_BITS: u32 = 10;
/// Low halves: four counts.
pub(crate) const LOWS: usize = 625;
/// High halves: five counts.
pub(crate) const HIGHS: usize = 3125;

/// The increment of a tile to the index of its suit, by its number less one.
pub(crate) const UNITS: [u32; 9] =
    [1, 5, 25, 125, 1 << LOW_BITS, 5 << LOW_BITS, 25 << LOW_BITS, 125 << LOW_BITS, 625 << LOW_BITS];

/// The increment of the next tile of an honour to the index of the honours, by the number held.
/// The index counts the kinds held once or more, twice or more, three times or more (a fourth
/// honour never helps), in three bits each.
pub(crate) const HONOR_UNITS: [u32; 4] = [1, 8, 64, 0];

/// Returns the number of tiles of a half: the sum of its base-5 digits.
const fn tiles(mut half: usize) -> usize {
    let mut sum = 0;
    while half > 0 {
        sum += half % 5;
        half /= 5;
    }
    sum
}

/// Returns the number of low halves with at most this many tiles.
const fn fitting(most: usize) -> usize {
    let (mut low, mut count) = (0, 0);
    while low < LOWS {
        count += (tiles(low) <= most) as usize;
        low += 1;
    }
    count
}

/// Returns the low halves ranked by their tiles; the rest is padding.
pub(crate) const fn ranks() -> [u16; 1024] {
    let mut ranks = [0; 1024];
    let (mut sum, mut next) = (0, 0);
    while sum <= 16 {
        let mut low = 0;
        while low < LOWS {
            if tiles(low) == sum {
                ranks[low] = next;
                next += 1;
            }
            low += 1;
        }
        sum += 1;
    }
    ranks
}

/// Returns where the vectors of each high half begin; the rest is padding.
pub(crate) const fn bases() -> [u32; 4096] {
    let mut fits = [0; MAX_TILES + 1];
    let mut tile = 0;
    while tile <= MAX_TILES {
        fits[tile] = fitting(tile) as u32;
        tile += 1;
    }
    let mut bases = [0; 4096];
    let (mut high, mut next) = (0, 0);
    while high < HIGHS {
        if tiles(high) <= MAX_TILES {
            bases[high] = next;
            next += fits[MAX_TILES - tiles(high)];
        }
        high += 1;
    }
    bases
}

/// The size of a table of all vectors: the next power of two, so that a masked place is never
/// outside.
pub(crate) const PLACES: usize = 1 << 19;
