//! A small network: the expected score of each seat, given the features of all.

use super::features::{FEATURES, SeatFeatures};
use facedown_game::PerSeat;
use facedown_nets::{Columns, Weights, WeightsError, relu};
use std::array;

/// The size of a seat's code.
pub const CODE: usize = 24;
/// The size of the hidden layer over all seats.
pub const HIDDEN: usize = 32;
/// What the weight files of such networks call their inputs.
pub const ENCODER: &str = "riichi-table-1";

/// A seat's code: one layer over its features.
pub type Code = [f32; CODE];

/// The network: each seat's features are coded by the same layer; its score is predicted from its
/// own code and the sum of the others'.
#[derive(Clone, Debug)]
pub struct Net {
    code: Columns<CODE>,
    /// Over the own code, then the sum of the others'.
    hidden: Columns<HIDDEN>,
    score: Columns<1>,
}

impl Net {
    /// Reads a weight file.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        Self::new(&Weights::read(file)?)
    }

    /// Returns the network with the weights of a file.
    pub fn new(weights: &Weights) -> Result<Self, WeightsError> {
        weights.check_encoder(ENCODER)?;
        Ok(Self {
            code: Columns::read(weights, "code", FEATURES)?,
            hidden: Columns::read(weights, "hidden", 2 * CODE)?,
            score: Columns::read(weights, "score", HIDDEN)?,
        })
    }

    /// Codes a seat.
    pub fn code(&self, features: &SeatFeatures) -> Code {
        relu(self.code.outputs(features))
    }

    fn hidden(&self, own: &Code, others: &Code) -> [f32; HIDDEN] {
        let (mut mine, mut theirs) = ([0.0; HIDDEN], [0.0; HIDDEN]);
        self.hidden.add_scaled(&mut mine, 0, own);
        self.hidden.add_scaled(&mut theirs, CODE, others);
        let bias = self.hidden.bias();
        relu(array::from_fn(|unit| mine[unit] + theirs[unit] + bias[unit]))
    }

    /// Returns the predicted score of each seat in thousands; they sum to zero.
    pub fn scores(&self, codes: &PerSeat<Code>) -> PerSeat<f32> {
        let sums = sum(codes);
        let raw = PerSeat::from_fn(codes.seats(), |seat| {
            let others = array::from_fn(|i| sums[i] - codes[seat][i]);
            let [score] = self.score.outputs(&self.hidden(&codes[seat], &others));
            score
        });
        let mean = raw.as_slice().iter().sum::<f32>() / codes.seats() as f32;
        raw.map(|score| score - mean)
    }
}

fn sum(codes: &PerSeat<Code>) -> Code {
    array::from_fn(|i| codes.as_slice().iter().map(|code| code[i]).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::{Rng, Seat};
    use facedown_nets::Tensor;

    /// The definition, unit by unit: weights times inputs in their order, then the bias.
    fn dense(weights: &Weights, name: &str, inputs: &[&[f32]]) -> Vec<f32> {
        let rows = &weights.tensors[&format!("{name}.weight")];
        let bias = &weights.tensors[&format!("{name}.bias")].data;
        let row = |(row, bias): (&[f32], &f32)| {
            let (mut total, mut at) = (0.0, 0);
            for part in inputs {
                let weights = &row[at..at + part.len()];
                total += weights.iter().zip(*part).map(|(w, x)| w * x).sum::<f32>();
                at += part.len();
            }
            total + bias
        };
        rows.data.chunks_exact(rows.shape[1]).zip(bias).map(row).collect()
    }

    #[test]
    fn scores_are_those_of_plain_loops_to_the_last_bit() {
        let weights = Weights::read(include_bytes!("deep.safetensors")).unwrap();
        let Tensor { shape, .. } = &weights.tensors["hidden.weight"];
        assert_eq!(*shape, [HIDDEN, 2 * CODE]);
        let net = Net::new(&weights).unwrap();
        let mut rng = Rng::new(7);
        for _ in 0..200 {
            let features = PerSeat::from_fn(4, |_| {
                array::from_fn(|_| if rng.below(3) == 0 { rng.unit() as f32 } else { 0.0 })
            });
            let codes = features.map(|features| net.code(&features));
            let positive = |values: Vec<f32>| values.into_iter().map(|x| x.max(0.0)).collect();
            let raw: Vec<f32> = Seat::all(4)
                .map(|seat| {
                    let code: Vec<f32> = positive(dense(&weights, "code", &[&features[seat]]));
                    assert_eq!(code, codes[seat]);
                    let all = sum(&codes);
                    let others: Code = array::from_fn(|i| all[i] - codes[seat][i]);
                    let hidden: Vec<f32> = positive(dense(&weights, "hidden", &[&code, &others]));
                    dense(&weights, "score", &[&hidden])[0]
                })
                .collect();
            let mean = raw.iter().sum::<f32>() / 4.0;
            let plain: Vec<f32> = raw.iter().map(|score| score - mean).collect();
            assert_eq!(net.scores(&codes).as_slice(), plain);
        }
    }
}
