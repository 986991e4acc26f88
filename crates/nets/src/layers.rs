//! Layers of small networks, whose sizes the compiler knows: microseconds count, and batches are one.
//!
//! A [`Columns`] layer keeps the weights of an input side by side. It suits inputs that are mostly
//! zero, or lists of facts that hold: only those cost time, and what several samples share is added
//! once. A [`Rows`] layer keeps the weights of an output side by side, for dense inputs.

use crate::{Weights, WeightsError};

/// A dense layer by columns: the weights of an input are neighbours.
#[derive(Clone, PartialEq, Debug)]
pub struct Columns<const OUT: usize> {
    columns: Vec<[f32; OUT]>,
    bias: [f32; OUT],
}

impl<const OUT: usize> Columns<OUT> {
    /// Reads the layer `NAME.weight`, `NAME.bias` of this many inputs.
    pub fn read(weights: &Weights, name: &str, inputs: usize) -> Result<Self, WeightsError> {
        let mut layer = Self::without_bias(weights, name, inputs)?;
        read_bias(weights, name, &mut layer.bias)?;
        Ok(layer)
    }

    /// Reads the layer `NAME.weight` of this many inputs, whose outputs are sums of weights alone.
    pub fn without_bias(
        weights: &Weights,
        name: &str,
        inputs: usize,
    ) -> Result<Self, WeightsError> {
        let mut columns = vec![[0.0; OUT]; inputs];
        read_columns(weights, name, [OUT, inputs], columns.as_flattened_mut())?;
        Ok(Self { columns, bias: [0.0; OUT] })
    }

    /// Returns what the outputs are without inputs.
    #[inline]
    pub const fn bias(&self) -> &[f32; OUT] {
        &self.bias
    }

    /// Adds the columns of the inputs that are 1, the others being 0.
    pub fn add(&self, sums: &mut [f32; OUT], ones: &[u16]) {
        for input in ones {
            for (sum, weight) in sums.iter_mut().zip(&self.columns[usize::from(*input)]) {
                *sum += weight;
            }
        }
    }

    /// Returns the outputs: the sums over all inputs, then the bias.
    pub fn outputs(&self, inputs: &[f32]) -> [f32; OUT] {
        let mut sums = [0.0; OUT];
        self.add_scaled(&mut sums, 0, inputs);
        for (sum, bias) in sums.iter_mut().zip(&self.bias) {
            *sum += bias;
        }
        sums
    }

    /// Adds the columns of the inputs from `first` on, each times its input; zeros cost nothing.
    pub fn add_scaled(&self, sums: &mut [f32; OUT], first: usize, inputs: &[f32]) {
        for (column, input) in self.columns[first..].iter().zip(inputs) {
            if *input != 0.0 {
                for (sum, weight) in sums.iter_mut().zip(column) {
                    *sum += weight * input;
                }
            }
        }
    }
}

/// A dense layer by rows: the weights of an output are neighbours.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows<const IN: usize, const OUT: usize> {
    rows: [[f32; IN]; OUT],
    bias: [f32; OUT],
}

impl<const IN: usize, const OUT: usize> Rows<IN, OUT> {
    /// Reads the layer `NAME.weight`, `NAME.bias`.
    pub fn read(weights: &Weights, name: &str) -> Result<Self, WeightsError> {
        Self::stack(weights, &[(name, OUT)])
    }

    /// Reads a layer whose outputs are those of several layers of the file, one after the other:
    /// their names and sizes.
    pub fn stack(weights: &Weights, layers: &[(&str, usize)]) -> Result<Self, WeightsError> {
        let mut layer = Self { rows: [[0.0; IN]; OUT], bias: [0.0; OUT] };
        let (mut rows, mut bias) = (layer.rows.as_mut_slice(), layer.bias.as_mut_slice());
        for (name, outputs) in layers {
            let (own, rest) = rows.split_at_mut(*outputs);
            read_rows(weights, name, [*outputs, IN], own.as_flattened_mut())?;
            rows = rest;
            let (own, rest) = bias.split_at_mut(*outputs);
            read_bias(weights, name, own)?;
            bias = rest;
        }
        Ok(layer)
    }

    /// Returns the outputs.
    pub fn outputs(&self, inputs: &[f32; IN]) -> [f32; OUT] {
        let mut outputs = self.bias;
        for (output, row) in outputs.iter_mut().zip(&self.rows) {
            *output += dot(inputs, row);
        }
        outputs
    }
}

// What follows is compiled once for layers of all sizes.

fn read_rows(
    weights: &Weights,
    name: &str,
    shape: [usize; 2],
    out: &mut [f32],
) -> Result<(), WeightsError> {
    out.copy_from_slice(weights.tensor(&format!("{name}.weight"), &shape)?);
    Ok(())
}

fn read_columns(
    weights: &Weights,
    name: &str,
    [outputs, inputs]: [usize; 2],
    out: &mut [f32],
) -> Result<(), WeightsError> {
    let rows = weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
    for (output, row) in rows.chunks_exact(inputs.max(1)).enumerate() {
        for (column, weight) in out.chunks_exact_mut(outputs).zip(row) {
            column[output] = *weight;
        }
    }
    Ok(())
}

fn read_bias(weights: &Weights, name: &str, out: &mut [f32]) -> Result<(), WeightsError> {
    out.copy_from_slice(weights.tensor(&format!("{name}.bias"), &[out.len()])?);
    Ok(())
}

/// A network over facts, each of which holds or not: the first layer adds the columns of those that
/// hold, two dense layers follow, with ReLU between them.
#[derive(Clone, PartialEq, Debug)]
pub struct FactNetwork<const A: usize, const B: usize, const OUT: usize> {
    /// The layer over the facts.
    pub first: Columns<A>,
    /// The hidden layer.
    pub second: Rows<A, B>,
    /// The layer of the outputs.
    pub last: Rows<B, OUT>,
}

impl<const A: usize, const B: usize, const OUT: usize> FactNetwork<A, B, OUT> {
    /// Returns the outputs for the facts that hold.
    pub fn outputs(&self, facts: &[u16]) -> [f32; OUT] {
        let mut sums = *self.first.bias();
        self.first.add(&mut sums, facts);
        self.finish(sums)
    }

    /// Returns the outputs for the sums of the first layer.
    pub fn finish(&self, sums: [f32; A]) -> [f32; OUT] {
        self.last.outputs(&relu(self.second.outputs(&relu(sums))))
    }
}

/// Returns the positive parts.
#[inline]
pub fn relu<const N: usize>(values: [f32; N]) -> [f32; N] {
    values.map(|value| value.max(0.0))
}

/// Returns the dot product, in eight independent sums.
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    const { assert!(N.is_multiple_of(8), "inputs come in eights") };
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "small numbers of few digits are exact")]
mod tests {
    use super::*;
    use crate::Tensor;

    /// A file of a layer with three inputs, or eight, and two outputs: small whole numbers.
    fn file(inputs: usize) -> Weights {
        let weight: Vec<f32> = (0..2 * inputs).map(|i| (i as f32 * 7.0) % 11.0 - 5.0).collect();
        let mut weights = Weights::default();
        weights.tensors.insert("fc.weight".into(), Tensor { shape: vec![2, inputs], data: weight });
        weights.tensors.insert("fc.bias".into(), Tensor { shape: vec![2], data: vec![1.0, -2.0] });
        weights
    }

    /// The same by the definition.
    fn plain(weights: &Weights, inputs: &[f32]) -> [f32; 2] {
        let (weight, bias) = (&weights.tensors["fc.weight"].data, &weights.tensors["fc.bias"].data);
        std::array::from_fn(|output| {
            let row = &weight[output * inputs.len()..(output + 1) * inputs.len()];
            row.iter().zip(inputs).map(|(w, x)| w * x).sum::<f32>() + bias[output]
        })
    }

    #[test]
    fn columns_and_rows_are_the_same_layer() {
        let file = file(8);
        let inputs = [1.0, 0.0, 2.0, -1.0, 0.0, 0.5, 0.0, 3.0];
        let columns = Columns::<2>::read(&file, "fc", 8).unwrap();
        let mut sums = *columns.bias();
        columns.add_scaled(&mut sums, 0, &inputs[..3]);
        columns.add_scaled(&mut sums, 3, &inputs[3..]);
        assert_eq!(sums, plain(&file, &inputs));
        assert_eq!(columns.outputs(&inputs), sums);
        assert_eq!(Rows::<8, 2>::read(&file, "fc").unwrap().outputs(&inputs), sums);
    }

    #[test]
    fn inputs_that_are_one_need_no_number() {
        let file = file(3);
        let columns = Columns::<2>::read(&file, "fc", 3).unwrap();
        let mut sums = *columns.bias();
        columns.add(&mut sums, &[2, 0]);
        assert_eq!(sums, plain(&file, &[1.0, 0.0, 1.0]));
        assert_eq!(relu([-1.0, 2.0]), [0.0, 2.0]);
    }

    #[test]
    fn a_layer_without_a_bias_sums_weights_alone() {
        let mut file = file(3);
        file.tensors.remove("fc.bias");
        let layer = Columns::<2>::without_bias(&file, "fc", 3).unwrap();
        let mut sums = *layer.bias();
        layer.add(&mut sums, &[1]);
        assert_eq!(sums, [2.0, 1.0]);
        let error = Columns::<2>::read(&file, "fc", 3).unwrap_err().to_string();
        assert_eq!(error, "tensor 'fc.bias' is missing");
    }

    #[test]
    fn a_layer_of_another_size_is_refused() {
        let error = Columns::<2>::read(&file(3), "fc", 4).unwrap_err().to_string();
        assert_eq!(error, "tensor 'fc.weight' has the shape [2, 3], expected [2, 4]");
        let error = Rows::<8, 2>::read(&file(8), "head").unwrap_err().to_string();
        assert_eq!(error, "tensor 'head.weight' is missing");
    }
}
