//! Discards weighted by age: `encode_discard_history_decay()`.

use super::planes::{NARROW, WIDE, slot};
use super::{Ids, Mode, ids, names};
use facedown_game::{Element, Encoder, Layout, Seat, math};
use facedown_riichi::{MAX_DISCARDS, Riichi, View};
use std::fmt;

const IDS: Ids = ids!("decay");

/// A row for each seat with a slot for each kind: the sum of `exp(-rate * age)` over its discards
/// of that kind, where its newest discard has age 0. Called discards count.
///
/// The shape is (4, 34), with three seats (3, 27).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DiscardDecay {
    mode: Mode,
    shape: [usize; 2],
    weights: [f32; MAX_DISCARDS],
}

/// An invalid decay rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BadRate(
    /// The rate.
    pub f32,
);

impl fmt::Display for BadRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a decay rate of {}, expected a finite number from 0 on", self.0)
    }
}

impl std::error::Error for BadRate {}

impl DiscardDecay {
    /// The rate of the specification.
    pub const RATE: f32 = 0.2;

    /// Returns the encoder for this number of seats, with the rate of the specification.
    pub fn new(seats: usize, mode: Mode) -> Self {
        Self::weighted(seats, mode, Self::RATE)
    }

    /// Returns the encoder with another rate.
    pub fn with_rate(seats: usize, mode: Mode, rate: f32) -> Result<Self, BadRate> {
        if rate.is_finite() && rate >= 0.0 {
            Ok(Self::weighted(seats, mode, rate))
        } else {
            Err(BadRate(rate))
        }
    }

    fn weighted(seats: usize, mode: Mode, rate: f32) -> Self {
        let shape = if seats == 3 { [3, NARROW] } else { [4, WIDE] };
        let weights = std::array::from_fn(|age| math::exp_f32(-rate * age as f32));
        Self { mode, shape, weights }
    }
}

impl Encoder<Riichi> for DiscardDecay {
    fn layout(&self) -> Layout<'_> {
        Layout {
            id: IDS[self.mode.index()].into(),
            shape: &self.shape,
            scales: &names::DECAY_SCALES[..self.shape[0]],
            channels: &names::DECAY[..self.shape[0]],
        }
    }

    fn encode<T: Element>(&self, _: &Riichi, view: &View, out: &mut [T]) {
        let [seats, width] = self.shape;
        let mut sums = [[0f32; WIDE]; 4];
        let mut ages = [0; 4];
        let place = |seat: Seat| (seat.index() + seats - view.seat().index()) % seats;
        for discard in view.table().river().iter().rev() {
            let row = place(discard.seat);
            let kind = discard.tile.kind();
            let column = if width == NARROW { slot::<NARROW>(kind) } else { slot::<WIDE>(kind) };
            sums[row][column] += self.weights[ages[row]];
            ages[row] += 1;
        }
        for (row, sums) in out.chunks_exact_mut(width).zip(sums) {
            for (slot, sum) in row.iter_mut().zip(sums) {
                *slot = T::from_value(sum, names::DECAY_SCALES[0]);
            }
        }
    }
}
