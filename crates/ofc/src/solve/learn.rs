//! Gradient descent (Adam) for the small networks.

use super::features::{FEATURES, Features};
use super::net::{FIRST, Net, OUT, SECOND};
use facedown_game::Rng;

/// How many boards make a step.
const BATCH: usize = 256;
/// How much single things foretold count beside the value that they make up.
const PARTS: f32 = 0.3;

/// A network that learns.
pub(super) struct Learner {
    net: Net,
    slope: Net,
    mean: Net,
    square: Net,
    weights: [f32; OUT],
    steps: i32,
    rng: Rng,
}

fn empty() -> Net {
    Net { first: vec![[0.0; FIRST]; FEATURES], ..Net::EMPTY }
}

impl Learner {
    pub(super) fn new(weights: &[f32; OUT], seed: u64) -> Self {
        let mut rng = Rng::stream(seed, u64::MAX);
        let mut net = empty();
        let spreads = [0.15, 0.0, 0.3, 0.0, 0.1, 0.0];
        for (group, spread) in net.groups().into_iter().zip(spreads) {
            for weight in group {
                *weight = (rng.unit() as f32 * 2.0 - 1.0) * spread;
            }
        }
        // What counts for nothing under the rules is not worth learning, but must not explode.
        let weights = weights.map(|weight| if weight == 0.0 { 1.0 } else { weight });
        Self { net, slope: empty(), mean: empty(), square: empty(), weights, steps: 0, rng }
    }

    pub(super) fn net(&self) -> &Net {
        &self.net
    }

    pub(super) fn into_net(self) -> Net {
        self.net
    }

    /// Goes once through all samples, in random order.
    pub(super) fn epoch(&mut self, mut samples: Vec<(&Features, &[f32; OUT])>, rate: f32) {
        self.rng.shuffle(&mut samples);
        for batch in samples.chunks(BATCH) {
            for (facts, told) in batch {
                self.add_slope(facts, told);
            }
            self.step(rate, batch.len() as f32);
        }
    }

    fn add_slope(&mut self, facts: &Features, told: &[f32; OUT]) {
        let pass = self.net.pass(facts);
        let mut off = [0.0; OUT];
        let mut value = 0.0;
        for j in 0..OUT {
            off[j] = pass.out[j] - told[j];
            value += self.weights[j] * off[j];
        }
        // In tenths of points, so that slopes are about 1.
        let out: [f32; OUT] = std::array::from_fn(|j| {
            let weight = self.weights[j];
            (weight * value + PARTS * weight * weight * off[j]) / 100.0
        });
        let mut second = [0.0; SECOND];
        for (j, slope) in out.iter().enumerate() {
            self.slope.last_bias[j] += slope;
            for (k, second) in second.iter_mut().enumerate() {
                self.slope.last[j][k] += slope * pass.second[k];
                *second += slope * self.net.last[j][k];
            }
        }
        let mut first = [0.0; FIRST];
        for k in (0..SECOND).filter(|k| pass.second[*k] > 0.0) {
            self.slope.second_bias[k] += second[k];
            for (i, first) in first.iter_mut().enumerate() {
                self.slope.second[k][i] += second[k] * pass.first[i];
                *first += second[k] * self.net.second[k][i];
            }
        }
        for (i, first) in first.iter_mut().enumerate() {
            *first = if pass.first[i] > 0.0 { *first } else { 0.0 };
            self.slope.first_bias[i] += *first;
        }
        for fact in facts.list() {
            for (sum, slope) in self.slope.first[usize::from(*fact)].iter_mut().zip(first) {
                *sum += slope;
            }
        }
    }

    fn step(&mut self, rate: f32, count: f32) {
        const KEEP: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [one, two] = KEEP.map(|keep| 1.0 - keep.powi(self.steps));
        let groups = self.net.groups().into_iter().zip(self.slope.groups());
        let moments = self.mean.groups().into_iter().zip(self.square.groups());
        for ((weights, slopes), (means, squares)) in groups.zip(moments) {
            let both = weights.iter_mut().zip(slopes).zip(means).zip(squares);
            for (((weight, slope), mean), square) in both {
                let g = *slope / count;
                *slope = 0.0;
                *mean = KEEP[0] * *mean + (1.0 - KEEP[0]) * g;
                *square = KEEP[1] * *square + (1.0 - KEEP[1]) * g * g;
                *weight -= rate * (*mean / one) / ((*square / two).sqrt() + 1e-8);
            }
        }
    }
}
