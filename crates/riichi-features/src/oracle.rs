//! Hidden information (the other hands and the wall) for training with perfect information.

use super::planes::{NARROW, Planes, WIDE};
use facedown_game::{Element, Seat};
use facedown_riichi::State;
use facedown_tiles::{Hand, Kind, Suit, Tile};
use std::sync::LazyLock;

/// A state as planes with a slot for each kind in play, relative to one seat.
///
/// | planes | content |
/// |---|---|
/// | 0-4, 5-9, 10-14 | the closed hand of the next seat in turn, the one across, the left one: at least 1, 2, 3, 4 of the kind, and its red fives |
/// | 15-17 | the kinds that complete those hands, as of each seat's last discard |
/// | 18-87 | the live wall in drawing order, the next tile first |
/// | 88-95 | the replacements still to come, the next one first |
/// | 96-99 | the dora indicators still to be turned, the next one first |
/// | 100-104 | the ura dora indicators, in order |
///
/// All are 0 or 1. The shape is (105, 34), with three seats (105, 27), where the third hand is empty.
///
/// It reads a [`State`], not a view: no player may use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oracle {
    shape: [usize; 2],
}

type OraclePlanes<'a, T, const W: usize> = Planes<'a, T, W, { Oracle::COUNT }>;

const WAITS: usize = 15;
const WALL: usize = 18;
const REPLACEMENTS: usize = 88;
const INDICATORS: usize = 96;
const URA: usize = 100;

static ONES: [f32; Oracle::COUNT] = [1.0; Oracle::COUNT];

/// The names of the planes.
static NAMES: LazyLock<[&'static str; Oracle::COUNT]> = LazyLock::new(|| {
    let mut names = Vec::with_capacity(Oracle::COUNT);
    let seats = ["right", "across", "left"];
    for seat in seats {
        let parts = ["one or more", "two or more", "three or more", "all four", "red five"];
        names.extend(parts.map(|part| format!("{seat}'s hand: {part}")));
    }
    names.extend(seats.map(|seat| format!("{seat}'s waits")));
    names.extend((1..=70).map(|number| format!("wall: tile {number}")));
    names.extend((1..=8).map(|number| format!("replacement {number}")));
    names.extend((1..=4).map(|number| format!("next dora indicator {number}")));
    names.extend((1..=5).map(|number| format!("ura indicator {number}")));
    // Leaked once for the whole run.
    std::array::from_fn(|plane| &*names[plane].clone().leak())
});

impl Oracle {
    /// The name and version of the encoding.
    pub const ID: &'static str = "riichi-oracle-1";
    /// The number of planes.
    pub const COUNT: usize = 105;

    /// Returns the encoder for this number of seats.
    pub const fn new(seats: usize) -> Self {
        Self { shape: [Self::COUNT, if seats == 3 { NARROW } else { WIDE }] }
    }

    /// Returns the array's shape; its first axis is the channel.
    pub const fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the scale of each channel: 1.
    pub fn scales(&self) -> &'static [f32] {
        &ONES
    }

    /// Returns the meaning of each channel.
    pub fn channels(&self) -> &'static [&'static str] {
        &*NAMES
    }

    /// Returns the number of elements of the array.
    pub const fn len(&self) -> usize {
        self.shape[0] * self.shape[1]
    }

    /// Returns whether the array is empty: it never is.
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Encodes a state relative to a seat into `out`, whose length is [`Oracle::len`].
    pub fn encode<T: Element>(&self, state: &State, seat: Seat, out: &mut [T]) {
        if self.shape[1] == NARROW {
            write::<T, NARROW>(state, seat, out);
        } else {
            write::<T, WIDE>(state, seat, out);
        }
    }
}

fn write<T: Element, const W: usize>(state: &State, seat: Seat, out: &mut [T]) {
    let mut planes = OraclePlanes::<T, W>::new(out, &ONES);
    for places in 1..state.table().seats() {
        let other = state.table().after(seat, places);
        write_hand(state.hand(other), 5 * (places - 1), &mut planes);
        planes.mark(WAITS + places - 1, state.waits(other));
    }
    write_row(WALL, state.live_wall(), &mut planes);
    write_row(REPLACEMENTS, state.replacements(), &mut planes);
    write_row(INDICATORS, state.next_indicators(), &mut planes);
    write_row(URA, state.all_ura_indicators(), &mut planes);
}

fn write_hand<T: Element, const W: usize>(
    hand: &Hand,
    from: usize,
    planes: &mut OraclePlanes<'_, T, W>,
) {
    let sets = [hand.kinds(), hand.pairs(), hand.triplets(), hand.fours()];
    for (number, kinds) in sets.into_iter().enumerate() {
        planes.mark(from + number, kinds);
    }
    for (number, suit) in [Suit::Man, Suit::Pin, Suit::Sou].into_iter().enumerate() {
        if hand.reds(suit) > 0 {
            planes.set(from + 4, Kind::new(9 * number as u8 + 4));
        }
    }
}

/// Writes tiles into consecutive planes.
fn write_row<T: Element, const W: usize>(
    from: usize,
    tiles: impl Iterator<Item = Tile>,
    planes: &mut OraclePlanes<'_, T, W>,
) {
    for (number, tile) in tiles.enumerate() {
        planes.set(from + number, tile.kind());
    }
}
