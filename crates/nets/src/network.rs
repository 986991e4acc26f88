//! A network that is ready to run.

use crate::build::Builder;
use crate::gemm::{Call, Packed, Place};
use crate::{BatchError, Config, Level, Weights, WeightsError};
use facedown_game::meters;
use std::ops::Range;

/// The buffers that layers read and write: three for a residual block, one for what heads share.
pub(crate) const BUFFERS: usize = 4;

/// Elements of the widest buffer that a chunk of a batch should have, to stay near the CPU.
const CHUNK: usize = 24_576;

/// How samples lie in a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Plan {
    /// Features.
    Flat(usize),
    /// Positions with their channels innermost, and `pad` positions of zeros at both ends.
    Planes { channels: usize, length: usize, pad: usize },
}

impl Plan {
    /// Returns the elements of a sample, zeros included.
    pub(crate) const fn stride(self) -> usize {
        match self {
            Self::Flat(features) => features,
            Self::Planes { channels, length, pad } => channels * (length + 2 * pad),
        }
    }
}

/// What a step reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// The caller's inputs.
    Input,
    /// A buffer.
    Buffer(usize),
}

/// Where a step writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A buffer.
    Buffer(usize),
    /// The caller's outputs, from this one on.
    Output(usize),
}

/// One layer of the network with its buffers.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) packed: Packed,
    /// Rows of a sample.
    pub(crate) rows: usize,
    pub(crate) source: Source,
    /// Within a sample of the source.
    pub(crate) from: Place,
    pub(crate) target: Target,
    pub(crate) plan: Plan,
    /// The buffer that is added.
    pub(crate) skip: Option<usize>,
    pub(crate) relu: bool,
    pub(crate) is_input: bool,
    /// Planes become outputs from this one on.
    pub(crate) export: Option<usize>,
}

/// A network: weights packed for this machine.
///
/// ```
/// use facedown_nets::{Config, Network, Precision, Tensor, Weights, Workspace};
///
/// let config = Config::mlp("fc", &[3, 2]);
/// let mut weights = Weights::default();
/// let weight = Tensor { shape: vec![2, 3], data: vec![1.0, 2.0, 3.0, 0.0, 0.0, -1.0] };
/// weights.tensors.insert("fc.0.weight".to_owned(), weight);
/// let bias = Tensor { shape: vec![2], data: vec![0.5, 0.0] };
/// weights.tensors.insert("fc.0.bias".to_owned(), bias);
/// let network = Network::new(&config, &weights)?;
/// let mut outputs = [0.0; 4];
/// network.run(&mut Workspace::default(), &[1.0, 1.0, 1.0, 0.0, 0.0, 2.0], &mut outputs)?;
/// assert_eq!(outputs, [6.5, -1.0, 6.5, -2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    level: Level,
    config: Config,
    pub(crate) heads: Vec<(String, Range<usize>)>,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    /// Planes are rearranged into the first buffer.
    pub(crate) input_plan: Plan,
    pub(crate) steps: Vec<Step>,
    /// The widest sample of a buffer.
    pub(crate) widest: usize,
}

/// Memory of a running network, grown at the first call and reused; any network may use it.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    buffers: [Vec<f32>; BUFFERS],
    nonzero: Vec<u32>,
}

impl Network {
    /// Reads a weight file with the network in its metadata, trained on this encoding.
    pub fn read(bytes: &[u8], encoder: &str) -> Result<Self, WeightsError> {
        let weights = Weights::read(bytes)?;
        weights.check_encoder(encoder)?;
        Self::new(&weights.config()?, &weights)
    }

    /// Builds a network for this machine.
    pub fn new(config: &Config, weights: &Weights) -> Result<Self, WeightsError> {
        Self::with_level(config, weights, Level::chosen())
    }

    /// Builds a network for a level.
    ///
    /// # Panics
    /// If the machine lacks its instructions.
    pub fn with_level(
        config: &Config,
        weights: &Weights,
        level: Level,
    ) -> Result<Self, WeightsError> {
        let shape = config.input_shape()?;
        let network = Self {
            level,
            config: config.clone(),
            heads: Vec::new(),
            inputs: shape.len(),
            outputs: 0,
            input_plan: Plan::Flat(shape.len()),
            steps: Vec::new(),
            widest: 1,
        };
        Builder::new(network, weights).build()
    }

    /// Checks the numbers of inputs and outputs.
    pub fn expect(self, inputs: usize, outputs: usize) -> Result<Self, WeightsError> {
        let (found, expected) = ([self.inputs, self.outputs], [inputs, outputs]);
        if found == expected { Ok(self) } else { Err(WeightsError::Outputs { found, expected }) }
    }

    /// Returns the description.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the vector instructions it runs on.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns the number of inputs of a sample.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the number of outputs of a sample, of all heads.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Returns the heads and their places among a sample's outputs.
    pub fn heads(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.heads.iter().map(|(name, range)| (name.as_str(), range.clone()))
    }

    /// Returns the place of a head among a sample's outputs.
    pub fn head(&self, name: &str) -> Option<Range<usize>> {
        self.heads().find(|(found, _)| *found == name).map(|(_, range)| range)
    }

    /// Runs the network on a batch: samples one after the other, outputs of all heads side by side. A
    /// sample's outputs do not depend on the others. Nothing is allocated once the workspace has
    /// grown.
    pub fn run(
        &self,
        workspace: &mut Workspace,
        inputs: &[f32],
        outputs: &mut [f32],
    ) -> Result<(), BatchError> {
        meters::NETWORK_PASSES.count();
        if !inputs.len().is_multiple_of(self.inputs) {
            return Err(BatchError::Inputs { found: inputs.len(), sample: self.inputs });
        }
        let expected = inputs.len() / self.inputs * self.outputs;
        if outputs.len() != expected {
            return Err(BatchError::Outputs { found: outputs.len(), expected });
        }
        let chunk = (CHUNK / self.widest).max(1);
        workspace.grow(chunk * self.widest);
        let inputs = inputs.chunks(chunk * self.inputs);
        for (inputs, outputs) in inputs.zip(outputs.chunks_mut(chunk * self.outputs)) {
            self.run_chunk(workspace, inputs, outputs);
        }
        Ok(())
    }

    fn run_chunk(&self, workspace: &mut Workspace, inputs: &[f32], outputs: &mut [f32]) {
        let samples = inputs.len() / self.inputs;
        if let Plan::Planes { channels, length, pad } = self.input_plan {
            let shape = [channels, length, pad];
            import(inputs, shape, &mut workspace.buffers[0][..samples * self.input_plan.stride()]);
        }
        for step in &self.steps {
            self.run_step(step, workspace, samples, inputs, outputs);
        }
    }

    fn run_step(
        &self,
        step: &Step,
        workspace: &mut Workspace,
        samples: usize,
        inputs: &[f32],
        outputs: &mut [f32],
    ) {
        let mut own = match step.target {
            Target::Buffer(buffer) => std::mem::take(&mut workspace.buffers[buffer]),
            Target::Output(_) => Vec::new(),
        };
        if let Plan::Planes { channels, length, pad } = step.plan {
            clear_ends(&mut own[..samples * step.plan.stride()], [channels, length, pad]);
        }
        let (output, to): (&mut [f32], _) = match (step.target, step.plan) {
            (Target::Output(start), _) => (outputs, Place { start, sample: self.outputs, row: 0 }),
            (Target::Buffer(_), Plan::Flat(sample)) => {
                (&mut own, Place { start: 0, sample, row: 0 })
            }
            (Target::Buffer(_), plan @ Plan::Planes { channels, pad, .. }) => {
                let start = channels * pad;
                (&mut own, Place { start, sample: plan.stride(), row: channels })
            }
        };
        let input = match step.source {
            Source::Input => inputs,
            Source::Buffer(buffer) => &workspace.buffers[buffer],
        };
        let mut call = Call {
            samples,
            rows: step.rows,
            input,
            from: step.from,
            output,
            to,
            skip: step.skip.map(|buffer| workspace.buffers[buffer].as_slice()),
            relu: step.relu,
            is_input: step.is_input,
        };
        step.packed.run(&mut call, &mut workspace.nonzero);
        if let Some(output) = step.export {
            let samples = own.chunks_exact(step.plan.stride());
            for (planes, outputs) in samples.zip(outputs.chunks_exact_mut(self.outputs)) {
                export_planes(planes, step.plan, &mut outputs[output..]);
            }
        }
        if let Target::Buffer(buffer) = step.target {
            workspace.buffers[buffer] = own;
        }
    }
}

impl Workspace {
    fn grow(&mut self, len: usize) {
        for buffer in &mut self.buffers {
            if buffer.len() < len {
                buffer.resize(len, 0.0);
            }
        }
    }
}

/// Rearranges planes, positions innermost, to positions with their channels innermost.
fn import(inputs: &[f32], [channels, length, pad]: [usize; 3], buffer: &mut [f32]) {
    clear_ends(buffer, [channels, length, pad]);
    let samples = inputs.chunks_exact(channels * length);
    for (planes, out) in samples.zip(buffer.chunks_exact_mut(channels * (length + 2 * pad))) {
        let out = &mut out[channels * pad..][..channels * length];
        for (position, out) in out.chunks_exact_mut(channels).enumerate() {
            let column = planes[position..].iter().step_by(length);
            for (out, value) in out.iter_mut().zip(column) {
                *out = *value;
            }
        }
    }
}

/// Rearranges positions to planes.
fn export_planes(from: &[f32], plan: Plan, to: &mut [f32]) {
    let Plan::Planes { channels, length, pad } = plan else { return };
    let from = &from[channels * pad..];
    for channel in 0..channels {
        for position in 0..length {
            to[channel * length + position] = from[position * channels + channel];
        }
    }
}

/// Writes the zeros around the positions of each sample.
fn clear_ends(buffer: &mut [f32], [channels, length, pad]: [usize; 3]) {
    let edge = channels * pad;
    for sample in buffer.chunks_exact_mut(channels * length + 2 * edge) {
        sample[..edge].fill(0.0);
        sample[edge + channels * length..].fill(0.0);
    }
}
