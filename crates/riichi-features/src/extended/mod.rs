//! The 204 planes of `encode_extended()`: those of `encode()`, and 130 more.
//!
//! `docs/reference/riichi-features.md` describes each.

mod extract;
mod hand;
mod names;
mod plane_writer;
mod safety;
mod table;

use super::{Base, Mode};
use extract::Extract;
use facedown_game::{Element, Encoder, Layout};
use facedown_riichi::{Riichi, View};
use plane_writer::{NARROW, PlaneWriter, WIDE};

/// A view as 204 planes with a slot for each kind in play: [`Base`] by the specification, then
/// whole rivers, calls, safe tiles, tiles left, probabilities and the table.
///
/// The shape is (204, 34), with three seats (204, 27).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extended {
    base: Base,
    shape: [usize; 2],
}

impl Extended {
    /// The number of planes.
    pub const COUNT: usize = 204;

    /// Returns the encoder for this number of seats.
    pub const fn new(seats: usize) -> Self {
        let width = if seats == 3 { NARROW } else { WIDE };
        Self { base: Base::new(seats, Mode::Spec), shape: [Self::COUNT, width] }
    }

    fn write<T: Element, const W: usize>(&self, game: &Riichi, view: &View, out: &mut [T]) {
        let (base, more) = out.split_at_mut(self.base.len());
        self.base.encode(game, view, base);
        let extract = Extract::new(game, view);
        let mut writer = PlaneWriter::<T, W>::new(more, &names::SCALES[Base::COUNT..]);
        table::write_rivers(&extract, &mut writer);
        table::write_melds(&extract, &mut writer);
        safety::write(&extract, &mut writer);
        table::write_tiles(&extract, &mut writer);
        hand::write(&extract, &mut writer);
        table::write_state(&extract, &mut writer);
        debug_assert!(writer.is_full(), "every plane is written");
    }
}

impl Encoder<Riichi> for Extended {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: "riichi-extended-1".into(),
            shape: &self.shape,
            scales: &names::SCALES,
            channels: &names::NAMES,
        }
    }

    fn encode<T: Element>(&self, game: &Riichi, view: &View, out: &mut [T]) {
        if self.shape[1] == NARROW {
            self.write::<T, NARROW>(game, view, out);
        } else {
            self.write::<T, WIDE>(game, view, out);
        }
    }
}
