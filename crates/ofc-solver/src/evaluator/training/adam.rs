//! The Adam optimiser for the small networks.

use super::super::features::FEATURES;
use super::super::net::{Net, OUT};
use super::super::{BoardNet, FIRST, SECOND};
use super::Sample;
use facedown_game::Rng;

/// The batch size.
const BATCH: usize = 256;
/// Loss weight of the single outputs, beside the value that they make up.
const AUXILIARY: f32 = 0.3;

/// A network in training.
pub(super) struct Adam {
    net: BoardNet,
    gradient: BoardNet,
    mean: BoardNet,
    square: BoardNet,
    steps: i32,
    rng: Rng,
}

fn empty() -> BoardNet {
    Net::zeros(FEATURES)
}

fn random_net(rng: &mut Rng) -> BoardNet {
    let mut net = empty();
    let spreads = [0.15, 0.0, 0.3, 0.0, 0.1, 0.0];
    for (group, spread) in net.groups().into_iter().zip(spreads) {
        for weight in group {
            *weight = (rng.unit() as f32 * 2.0 - 1.0) * spread;
        }
    }
    net
}

impl Adam {
    /// Continues with a network, or begins with random weights.
    pub(super) fn new(known: Option<BoardNet>, seed: u64) -> Self {
        let mut rng = Rng::stream(seed, u64::MAX);
        let net = known.unwrap_or_else(|| random_net(&mut rng));
        Self { net, gradient: empty(), mean: empty(), square: empty(), steps: 0, rng }
    }

    pub(super) fn net(&self) -> &BoardNet {
        &self.net
    }

    pub(super) fn into_net(self) -> BoardNet {
        self.net
    }

    /// Runs one epoch over all samples, in random order.
    pub(super) fn epoch(&mut self, mut samples: Vec<&Sample>, rate: f32) {
        self.rng.shuffle(&mut samples);
        for batch in samples.chunks(BATCH) {
            for sample in batch {
                self.add_gradient(sample);
            }
            self.step(rate, batch.len() as f32);
        }
    }

    fn add_gradient(&mut self, sample: &Sample) {
        let Sample { features, target, weights, .. } = sample;
        let pass = self.net.pass(features);
        let mut error = [0.0; OUT];
        let mut value = 0.0;
        for j in 0..OUT {
            error[j] = pass.out[j] - target[j];
            value += weights[j] * error[j];
        }
        // In tenths of points, so that gradients are about 1.
        let out: [f32; OUT] = std::array::from_fn(|j| {
            let weight = weights[j];
            (weight * value + AUXILIARY * weight * weight * error[j]) / 100.0
        });
        let mut second = [0.0; SECOND];
        for (j, gradient) in out.iter().enumerate() {
            self.gradient.last_bias[j] += gradient;
            for (k, second) in second.iter_mut().enumerate() {
                self.gradient.last[j][k] += gradient * pass.second[k];
                *second += gradient * self.net.last[j][k];
            }
        }
        let mut first = [0.0; FIRST];
        for k in (0..SECOND).filter(|k| pass.second[*k] > 0.0) {
            self.gradient.second_bias[k] += second[k];
            for (i, first) in first.iter_mut().enumerate() {
                self.gradient.second[k][i] += second[k] * pass.first[i];
                *first += second[k] * self.net.second[k][i];
            }
        }
        for (i, first) in first.iter_mut().enumerate() {
            *first = if pass.first[i] > 0.0 { *first } else { 0.0 };
            self.gradient.first_bias[i] += *first;
        }
        for feature in features {
            for (sum, gradient) in self.gradient.first[usize::from(*feature)].iter_mut().zip(first)
            {
                *sum += gradient;
            }
        }
    }

    fn step(&mut self, rate: f32, count: f32) {
        const KEEP: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [one, two] = KEEP.map(|keep| 1.0 - keep.powi(self.steps));
        let groups = self.net.groups().into_iter().zip(self.gradient.groups());
        let moments = self.mean.groups().into_iter().zip(self.square.groups());
        for ((weights, gradients), (means, squares)) in groups.zip(moments) {
            let both = weights.iter_mut().zip(gradients).zip(means).zip(squares);
            for (((weight, gradient), mean), square) in both {
                let g = *gradient / count;
                *gradient = 0.0;
                *mean = KEEP[0] * *mean + (1.0 - KEEP[0]) * g;
                *square = KEEP[1] * *square + (1.0 - KEEP[1]) * g * g;
                *weight -= rate * (*mean / one) / ((*square / two).sqrt() + 1e-8);
            }
        }
    }
}
