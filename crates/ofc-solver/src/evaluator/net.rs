//! A small network over sparse features: the first layer adds columns, so only active features cost
//! time.

/// Weights of one network with hidden layers of widths `A` and `B`, and `O` outputs.
#[derive(Clone, Debug)]
pub(super) struct Net<const A: usize, const B: usize, const O: usize> {
    /// A column for each feature.
    pub(super) first: Vec<[f32; A]>,
    pub(super) first_bias: [f32; A],
    pub(super) second: [[f32; A]; B],
    pub(super) second_bias: [f32; B],
    pub(super) last: [[f32; B]; O],
    pub(super) last_bias: [f32; O],
}

impl<const A: usize, const B: usize, const O: usize> Net<A, B, O> {
    /// Returns a network of zeros for so many features.
    pub(super) fn zeros(features: usize) -> Self {
        Self {
            first: vec![[0.0; A]; features],
            first_bias: [0.0; A],
            second: [[0.0; A]; B],
            second_bias: [0.0; B],
            last: [[0.0; B]; O],
            last_bias: [0.0; O],
        }
    }

    /// Returns the size of a network in a file.
    pub(super) const fn bytes(features: usize) -> usize {
        6 * 4 + 2 * ((features + 1) * A + (A + 1) * B + (B + 1) * O)
    }

    /// Returns the outputs for the active features.
    pub(super) fn outputs(&self, features: &[u16]) -> [f32; O] {
        let mut first = self.first_bias;
        self.add(&mut first, features);
        self.finish(first)
    }

    /// Adds the columns of features to a sum of the first layer.
    pub(super) fn add(&self, sums: &mut [f32; A], features: &[u16]) {
        for feature in features {
            let column = &self.first[usize::from(*feature)];
            for (sum, weight) in sums.iter_mut().zip(column) {
                *sum += weight;
            }
        }
    }

    /// Returns the outputs for the sums of the first layer.
    pub(super) fn finish(&self, sums: [f32; A]) -> [f32; O] {
        let first = sums.map(|x| x.max(0.0));
        let mut second = self.second_bias;
        for (sum, weights) in second.iter_mut().zip(&self.second) {
            *sum = (*sum + dot(&first, weights)).max(0.0);
        }
        let mut out = self.last_bias;
        for (sum, weights) in out.iter_mut().zip(&self.last) {
            *sum += dot(&second, weights);
        }
        out
    }

    /// Returns the six groups of weights, in the order of a file.
    pub(super) fn groups(&mut self) -> [&mut [f32]; 6] {
        [
            self.first.as_flattened_mut(),
            &mut self.first_bias,
            self.second.as_flattened_mut(),
            &mut self.second_bias,
            self.last.as_flattened_mut(),
            &mut self.last_bias,
        ]
    }

    /// Writes the weights, quantised: for each group its scale, then 16-bit integers.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for group in self.clone().groups() {
            let most = group.iter().fold(1e-6_f32, |most, weight| most.max(weight.abs()));
            let scale = most / 32767.0;
            bytes.extend(scale.to_le_bytes());
            for weight in group {
                bytes.extend(((*weight / scale).round() as i16).to_le_bytes());
            }
        }
    }

    /// Reads a network from [`Net::bytes`] bytes.
    pub(super) fn read(bytes: &[u8], features: usize) -> Self {
        let mut net = Self::zeros(features);
        let mut rest = bytes;
        for group in net.groups() {
            let (scale, after) = rest.split_first_chunk().expect("a scale");
            let scale = f32::from_le_bytes(*scale);
            let (numbers, after) = after.split_at(2 * group.len());
            for (weight, number) in group.iter_mut().zip(numbers.chunks_exact(2)) {
                *weight = f32::from(i16::from_le_bytes([number[0], number[1]])) * scale;
            }
            rest = after;
        }
        net
    }
}

/// Returns the dot product, in eight independent sums.
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}
