//! A small network: the expected score of each seat, given the features of all.

use super::features::{FEATURES, SeatFeatures};
use facedown_game::PerSeat;

/// The size of a seat's code, and of the hidden layer over all seats.
const CODE: usize = 24;
const HIDDEN: usize = 32;

/// The number of weights.
pub const WEIGHTS: usize = CODE * (FEATURES + 1) + HIDDEN * (2 * CODE + 1) + HIDDEN + 1;

/// A seat's code: one layer over its features.
pub type Code = [f32; CODE];

/// The network: each seat's features are coded by the same layer; its score is predicted from its
/// own code and the sum of the others'.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Vec<f32>,
}

const HEAD: usize = CODE * (FEATURES + 1);
const OUT: usize = HEAD + HIDDEN * (2 * CODE + 1);

impl Net {
    /// Reads a network; `None` if the bytes have the wrong length.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<4>();
        let weights: Vec<f32> = words.iter().map(|word| f32::from_le_bytes(*word)).collect();
        (weights.len() == WEIGHTS && rest.is_empty()).then_some(Self { weights })
    }

    /// Returns the network with these weights; `None` for another number of weights.
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        (weights.len() == WEIGHTS).then_some(Self { weights })
    }

    /// Returns the weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Codes a seat.
    pub fn code(&self, features: &SeatFeatures) -> Code {
        std::array::from_fn(|unit| {
            let row = &self.weights[unit * (FEATURES + 1)..(unit + 1) * (FEATURES + 1)];
            let sum: f32 = row.iter().zip(features).map(|(w, x)| w * x).sum();
            (sum + row[FEATURES]).max(0.0)
        })
    }

    fn hidden(&self, own: &Code, others: &Code) -> [f32; HIDDEN] {
        std::array::from_fn(|unit| {
            let start = HEAD + unit * (2 * CODE + 1);
            let row = &self.weights[start..=start + 2 * CODE];
            let mine: f32 = row[..CODE].iter().zip(own).map(|(w, x)| w * x).sum();
            let theirs: f32 = row[CODE..2 * CODE].iter().zip(others).map(|(w, x)| w * x).sum();
            (mine + theirs + row[2 * CODE]).max(0.0)
        })
    }

    /// Returns the predicted score of each seat in thousands; they sum to zero.
    pub fn scores(&self, codes: &PerSeat<Code>) -> PerSeat<f32> {
        let sums = sum(codes);
        let raw = PerSeat::from_fn(codes.seats(), |seat| {
            let others = std::array::from_fn(|i| sums[i] - codes[seat][i]);
            let hidden = self.hidden(&codes[seat], &others);
            let out = &self.weights[OUT..];
            hidden.iter().zip(out).map(|(x, w)| x * w).sum::<f32>() + out[HIDDEN]
        });
        let mean = raw.as_slice().iter().sum::<f32>() / codes.seats() as f32;
        raw.map(|score| score - mean)
    }
}

fn sum(codes: &PerSeat<Code>) -> Code {
    std::array::from_fn(|i| codes.as_slice().iter().map(|code| code[i]).sum())
}
