//! From a description and tensors to packed layers and their buffers.

use crate::config::{Head, Layer};
use crate::gemm::{Packed, Place};
use crate::network::{BUFFERS, Network, Plan, Source, Step, Target};
use crate::{Weights, WeightsError};
use std::collections::BTreeSet;

/// PyTorch's constant of batch normalisation.
const EPSILON: f32 = 1e-5;

/// The state of building: where the last layer's outputs are.
pub(crate) struct Builder<'a> {
    network: Network,
    weights: &'a Weights,
    used: BTreeSet<String>,
    pad: usize,
}

/// Outputs of a layer.
#[derive(Clone, Copy)]
struct At {
    source: Source,
    plan: Plan,
    /// Whether these are the inputs of the network.
    is_input: bool,
}

/// Weights and biases of one layer, batch normalisation folded in.
struct Folded<'a> {
    weight: &'a [f32],
    scale: Vec<f32>,
    bias: Vec<f32>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(network: Network, weights: &'a Weights) -> Self {
        Self { network, weights, used: BTreeSet::new(), pad: 0 }
    }

    /// Builds all layers.
    pub(crate) fn build(mut self) -> Result<Network, WeightsError> {
        let config = self.network.config().clone();
        let shapes = config.head_shapes()?;
        let shapes: Vec<(String, usize)> =
            shapes.into_iter().map(|(name, shape)| (name.to_owned(), shape.len())).collect();
        let mut layers = config.layers.clone();
        let mut heads = config.heads.clone();
        if heads.is_empty() {
            let last = layers.pop().into_iter().collect();
            heads.push(Head { name: "output".to_owned(), layers: last });
        }
        let all = layers.iter().chain(heads.iter().flat_map(|head| &head.layers));
        self.pad = all.map(pad_of).max().unwrap_or(0);
        let mut at = At { source: Source::Input, plan: self.network.input_plan, is_input: true };
        if let [channels, length] = *config.input.as_slice() {
            at.plan = Plan::Planes { channels, length, pad: self.pad };
            at.source = Source::Buffer(0);
            self.network.input_plan = at.plan;
            self.note(at.plan);
        }
        for layer in &layers {
            at = self.layer(layer, at, &[at], None)?;
        }
        for (head, (name, len)) in heads.iter().zip(shapes) {
            self.head(head, at)?;
            let start = self.network.outputs;
            self.network.outputs += len;
            self.network.heads.push((name, start..start + len));
        }
        let unused = self.weights.tensors.keys().find(|name| !self.used.contains(*name));
        match unused {
            Some(name) => Err(WeightsError::Unused(name.clone())),
            None => Ok(self.network),
        }
    }

    fn head(&mut self, head: &Head, trunk: At) -> Result<(), WeightsError> {
        let mut at = trunk;
        let output = self.network.outputs;
        for (i, layer) in head.layers.iter().enumerate() {
            let is_last = i + 1 == head.layers.len();
            let target = (is_last && matches!(layer, Layer::Linear { .. })).then_some(output);
            at = self.layer(layer, at, &[trunk, at], target)?;
        }
        if let (Plan::Planes { .. }, Some(step)) = (at.plan, self.network.steps.last_mut()) {
            step.export = Some(output);
        }
        Ok(())
    }

    /// Adds a layer behind `from`, in a buffer that none of `kept` occupies, or as an output.
    fn layer(
        &mut self,
        layer: &Layer,
        from: At,
        kept: &[At],
        output: Option<usize>,
    ) -> Result<At, WeightsError> {
        match layer {
            Layer::Linear { name, out, relu, batch_norm } => {
                self.linear(name, from, kept, output, (*out, *relu, *batch_norm))
            }
            Layer::Conv { name, out, kernel, relu, batch_norm } => {
                let shape = [*out, *kernel];
                self.conv(name, from, kept, shape, (None, *relu, *batch_norm))
            }
            Layer::Residual { name, kernel, batch_norm } => {
                let Plan::Planes { channels, .. } = from.plan else { unreachable!("checked") };
                let shape = [channels, *kernel];
                let first = format!("{name}.0");
                let middle = self.conv(&first, from, kept, shape, (None, true, *batch_norm))?;
                let Source::Buffer(skip) = from.source else {
                    unreachable!("planes lie in buffers")
                };
                let mut kept = kept.to_vec();
                kept.extend([from, middle]);
                let second = format!("{name}.1");
                self.conv(&second, middle, &kept, shape, (Some(skip), true, *batch_norm))
            }
        }
    }

    fn linear(
        &mut self,
        name: &str,
        from: At,
        kept: &[At],
        output: Option<usize>,
        (out, relu, batch_norm): (usize, bool, bool),
    ) -> Result<At, WeightsError> {
        let (inputs, start) = match from.plan {
            Plan::Flat(inputs) => (inputs, 0),
            Plan::Planes { channels, length, pad } => (channels * length, channels * pad),
        };
        let folded = self.fold(name, "linear", &[out, inputs], batch_norm)?;
        let weight = |o: usize, i: usize| {
            let i = match from.plan {
                Plan::Flat(_) => i,
                Plan::Planes { channels, length, .. } => i % channels * length + i / channels,
            };
            folded.weight[o * inputs + i] * folded.scale[o]
        };
        let packed = Packed::new(self.network.level(), [out, inputs], weight, |o| folded.bias[o]);
        let at = Place { start, sample: from.plan.stride(), row: 0 };
        let plan = Plan::Flat(out);
        Ok(self.push(packed, 1, (from, at), plan, Self::target(kept, output), (None, relu)))
    }

    fn conv(
        &mut self,
        name: &str,
        from: At,
        kept: &[At],
        [out, kernel]: [usize; 2],
        (skip, relu, batch_norm): (Option<usize>, bool, bool),
    ) -> Result<At, WeightsError> {
        let Plan::Planes { channels, length, pad } = from.plan else { unreachable!("checked") };
        let folded = self.fold(name, "conv", &[out, channels, kernel], batch_norm)?;
        let weight = |o: usize, i: usize| {
            let (tap, channel) = (i / channels, i % channels);
            folded.weight[(o * channels + channel) * kernel + tap] * folded.scale[o]
        };
        let shape = [out, channels * kernel];
        let packed = Packed::new(self.network.level(), shape, weight, |o| folded.bias[o]);
        let start = (pad - kernel / 2) * channels;
        let at = Place { start, sample: from.plan.stride(), row: channels };
        let plan = Plan::Planes { channels: out, length, pad };
        Ok(self.push(packed, length, (from, at), plan, Self::target(kept, None), (skip, relu)))
    }

    /// Returns the output, or a buffer that is free.
    fn target(kept: &[At], output: Option<usize>) -> Target {
        if let Some(output) = output {
            return Target::Output(output);
        }
        let taken = |buffer| kept.iter().any(|at| at.source == Source::Buffer(buffer));
        let free = (0..BUFFERS).find(|buffer| !taken(*buffer));
        Target::Buffer(free.expect("at most three are kept: trunk, block input, block middle"))
    }

    fn push(
        &mut self,
        packed: Packed,
        rows: usize,
        (from, place): (At, Place),
        plan: Plan,
        target: Target,
        (skip, relu): (Option<usize>, bool),
    ) -> At {
        let At { source, is_input, .. } = from;
        let export = None;
        let step =
            Step { packed, rows, source, from: place, target, plan, skip, relu, is_input, export };
        self.network.steps.push(step);
        if let Target::Buffer(_) = target {
            self.note(plan);
        }
        let source = match target {
            Target::Buffer(buffer) => Source::Buffer(buffer),
            Target::Output(_) => Source::Input,
        };
        At { source, plan, is_input: false }
    }

    /// Notes the width of a buffer.
    fn note(&mut self, plan: Plan) {
        self.network.widest = self.network.widest.max(plan.stride());
    }

    /// Reads the tensors of a layer.
    fn fold(
        &mut self,
        name: &str,
        kind: &str,
        shape: &[usize],
        batch_norm: bool,
    ) -> Result<Folded<'a>, WeightsError> {
        let out = shape[0];
        let weights = self.weights;
        let mut take = |name: String, shape: &[usize]| {
            let tensor = weights.tensor(&name, shape);
            self.used.insert(name);
            tensor
        };
        if !batch_norm {
            let weight = take(format!("{name}.weight"), shape)?;
            let bias = take(format!("{name}.bias"), &shape[..1])?.to_vec();
            return Ok(Folded { weight, scale: vec![1.0; out], bias });
        }
        let weight = take(format!("{name}.{kind}.weight"), shape)?;
        let bias_name = format!("{name}.{kind}.bias");
        let bias = if weights.tensors.contains_key(&bias_name) {
            take(bias_name, &shape[..1])?.to_vec()
        } else {
            vec![0.0; out]
        };
        let mut norm = |part: &str| take(format!("{name}.norm.{part}"), &shape[..1]);
        let (gain, shift) = (norm("weight")?, norm("bias")?);
        let (mean, variance) = (norm("running_mean")?, norm("running_var")?);
        let scale: Vec<f32> =
            gain.iter().zip(variance).map(|(gain, var)| gain / (var + EPSILON).sqrt()).collect();
        let bias = (0..out).map(|o| (bias[o] - mean[o]) * scale[o] + shift[o]).collect();
        Ok(Folded { weight, scale, bias })
    }
}

/// Returns the positions of zeros that a layer needs at each end.
fn pad_of(layer: &Layer) -> usize {
    match layer {
        Layer::Linear { .. } => 0,
        Layer::Conv { kernel, .. } | Layer::Residual { kernel, .. } => kernel / 2,
    }
}
