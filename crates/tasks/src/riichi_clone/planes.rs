//! The inputs: a choice of the planes of `riichi-extended-1`.

use super::ENCODER;
use facedown_game::{Element, Encoder, Layout};
use facedown_riichi::{Riichi, View};
use facedown_riichi_features::Extended;
use facedown_tiles::Kind;
use std::sync::LazyLock;

/// The planes of [`Extended`] that are kept, first and last of each stretch. Left out are those that
/// repeat others in another form, and those that a cloned decision hardly needs.
const KEPT: [(usize, usize); 27] = [
    (0, 9),     // hand, red fives, own melds, dora indicators
    (30, 30),   // tiles left in the wall
    (32, 38),   // riichi of the others, winds, honba, sticks
    (43, 43),   // own points
    (47, 52),   // waits, tenpai, rank
    (54, 62),   // round, dora and melds of each seat
    (74, 81),   // discards from the hand and just drawn
    (83, 85),   // last discards from the hand of the others
    (87, 89),   // their riichi tiles
    (91, 93),   // their first six discards
    (102, 105), // discards by age
    (106, 117), // melds of the others
    (134, 137), // red fives in melds
    (142, 147), // safe tiles and suji
    (151, 152), // no chance and one chance
    (156, 162), // ways to wait, unseen copies
    (163, 163), // unseen red fives
    (164, 167), // dora, tile just drawn, barred tiles, shanten
    (168, 172), // acceptance, now and after each discard
    (174, 174), // chance after each discard until the wall ends
    (177, 177), // chance of the hand until the wall ends
    (178, 183), // furiten, the offered tile
    (184, 184), // own deal
    (189, 191), // ippatsu of the others
    (197, 199), // discards since their riichi
    (200, 202), // points ahead of the others
    (203, 203), // kans
];

const fn count() -> usize {
    let (mut planes, mut part) = (0, 0);
    while part < KEPT.len() {
        planes += KEPT[part].1 - KEPT[part].0 + 1;
        part += 1;
    }
    planes
}

/// A view of four seats as planes of the 34 kinds: those of `riichi-extended-1` that are kept here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClonePlanes;

/// The values of one plane.
const WIDTH: usize = Kind::COUNT;

impl ClonePlanes {
    /// The number of planes.
    pub const COUNT: usize = count();
    /// The shape of an input.
    pub const SHAPE: [usize; 2] = [Self::COUNT, WIDTH];
    /// The number of inputs.
    pub const INPUTS: usize = Self::COUNT * WIDTH;
}

/// Scales and names of the kept planes.
static CHANNELS: LazyLock<(Vec<f32>, Vec<&'static str>)> = LazyLock::new(|| {
    let extended = Extended::new(4);
    let layout = extended.layout();
    let planes = KEPT.into_iter().flat_map(|(first, last)| first..=last);
    planes.map(|plane| (layout.scales[plane], layout.channels[plane])).unzip()
});

impl Encoder<Riichi> for ClonePlanes {
    fn layout(&self) -> Layout<'_> {
        let (scales, channels) = &*CHANNELS;
        Layout { id: ENCODER.into(), shape: &Self::SHAPE, scales, channels }
    }

    fn len(&self) -> usize {
        Self::INPUTS
    }

    /// # Panics
    /// If the game has three seats.
    fn encode<T: Element>(&self, game: &Riichi, view: &View, out: &mut [T]) {
        assert_eq!(view.table().seats(), 4, "the encoding is for four seats");
        let mut all = [T::default(); Extended::COUNT * WIDTH];
        Extended::new(4).encode(game, view, &mut all);
        let mut rest = out;
        for (first, last) in KEPT {
            let stretch = &all[first * WIDTH..(last + 1) * WIDTH];
            let (here, more) = rest.split_at_mut(stretch.len());
            here.copy_from_slice(stretch);
            rest = more;
        }
    }
}
