//! A small network: the expected score of each seat, given the features of all.

use super::features::{FEATURES, SeatFeatures};
use facedown_game::{PerSeat, Seat};

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

    /// Returns the number of inputs of the weight's unit, for random initial weights.
    pub fn inputs_of(weight: usize) -> usize {
        match weight {
            ..HEAD => 8, // few features are active at once
            HEAD..OUT => 2 * CODE,
            _ => HIDDEN,
        }
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

    /// Adds the gradient of half the squared error of a prediction; returns the squared error.
    pub fn gradient(
        &self,
        features: &PerSeat<SeatFeatures>,
        targets: &PerSeat<f32>,
        out: &mut [f32],
    ) -> f32 {
        let seats = features.seats();
        let codes = features.map(|features| self.code(&features));
        let sums = sum(&codes);
        let predicted = self.scores(&codes);
        let errors = PerSeat::from_fn(seats, |seat| predicted[seat] - targets[seat]);
        let mean = errors.as_slice().iter().sum::<f32>() / seats as f32;
        let mut back = PerSeat::filled(seats, [0.0; CODE]);
        for seat in Seat::all(seats) {
            let error = errors[seat] - mean;
            let others: Code = std::array::from_fn(|i| sums[i] - codes[seat][i]);
            let hidden = self.hidden(&codes[seat], &others);
            out[OUT + HIDDEN] += error;
            for unit in (0..HIDDEN).filter(|unit| hidden[*unit] > 0.0) {
                out[OUT + unit] += error * hidden[unit];
                let slope = error * self.weights[OUT + unit];
                let start = HEAD + unit * (2 * CODE + 1);
                for i in 0..CODE {
                    out[start + i] += slope * codes[seat][i];
                    out[start + CODE + i] += slope * others[i];
                    back[seat][i] += slope * self.weights[start + i];
                    for other in Seat::all(seats).filter(|other| *other != seat) {
                        back[other][i] += slope * self.weights[start + CODE + i];
                    }
                }
                out[start + 2 * CODE] += slope;
            }
        }
        for seat in Seat::all(seats) {
            for unit in (0..CODE).filter(|unit| codes[seat][*unit] > 0.0) {
                let start = unit * (FEATURES + 1);
                for (i, x) in features[seat].iter().enumerate() {
                    out[start + i] += back[seat][unit] * x;
                }
                out[start + FEATURES] += back[seat][unit];
            }
        }
        errors.as_slice().iter().map(|error| error * error).sum()
    }
}

fn sum(codes: &PerSeat<Code>) -> Code {
    std::array::from_fn(|i| codes.as_slice().iter().map(|code| code[i]).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let mut rng = Rng::new(3);
        let mut random = |scale: f64| ((rng.unit() - 0.5) * scale) as f32;
        let weights: Vec<f32> = (0..WEIGHTS).map(|_| random(0.8)).collect();
        let features = PerSeat::from_fn(4, |_| std::array::from_fn(|_| random(2.0)));
        let targets = PerSeat::from_fn(4, |seat| [3.0, -1.0, -1.0, -1.0][seat.index()]);
        let error = |weights: &[f32]| {
            let net = Net::new(weights.to_vec()).unwrap();
            let codes = features.map(|features| net.code(&features));
            let scores = net.scores(&codes);
            Seat::all(4).map(|s| f64::from(scores[s] - targets[s]).powi(2)).sum::<f64>() / 2.0
        };
        let mut gradient = vec![0.0; WEIGHTS];
        Net::new(weights.clone()).unwrap().gradient(&features, &targets, &mut gradient);
        for place in (0..WEIGHTS).step_by(37) {
            let mut moved = [weights.clone(), weights.clone()];
            moved[0][place] += 1e-3;
            moved[1][place] -= 1e-3;
            let slope = (error(&moved[0]) - error(&moved[1])) / 2e-3;
            let found = f64::from(gradient[place]);
            assert!(
                (slope - found).abs() < 0.05 * slope.abs().max(1.0),
                "{place}: {slope} {found}"
            );
        }
    }
}
