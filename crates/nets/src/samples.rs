//! Samples that networks are trained on.

/// Inputs and targets of several samples; targets of all heads, in the order of the heads.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Batch {
    /// The inputs, one sample after the other.
    pub inputs: Vec<f32>,
    /// The targets, head by head.
    pub targets: Vec<Targets>,
}

/// The targets of one head for all samples of a batch.
#[derive(Clone, PartialEq, Debug)]
pub enum Targets {
    /// The right output of each sample, and which outputs are possible: an entry for every output of
    /// every sample, or none where all are. [`Targets::NONE`] leaves a sample out.
    Classes {
        /// The right outputs.
        labels: Vec<u32>,
        /// Which are possible.
        mask: Vec<bool>,
    },
    /// The right value of every output of every sample; what is not a number is left out.
    Values(Vec<f32>),
}

impl Targets {
    /// The label of a sample that does not count for this head.
    pub const NONE: u32 = u32::MAX;
}

impl Batch {
    /// Removes all samples and keeps the memory.
    pub fn clear(&mut self) {
        self.inputs.clear();
        for targets in &mut self.targets {
            match targets {
                Targets::Classes { labels, mask } => {
                    labels.clear();
                    mask.clear();
                }
                Targets::Values(values) => values.clear(),
            }
        }
    }

    /// Adds the samples of another batch.
    pub fn append(&mut self, other: &Self) {
        self.inputs.extend_from_slice(&other.inputs);
        if self.targets.is_empty() {
            self.targets.clone_from(&other.targets);
            return;
        }
        for pair in self.targets.iter_mut().zip(&other.targets) {
            match pair {
                (Targets::Classes { labels, mask }, Targets::Classes { labels: l, mask: m }) => {
                    labels.extend_from_slice(l);
                    mask.extend_from_slice(m);
                }
                (Targets::Values(values), Targets::Values(more)) => values.extend_from_slice(more),
                _ => panic!("batches of two kinds of samples"),
            }
        }
    }
}

/// A set of samples, each found by its index: generated from a seed, or read from a data set.
pub trait Samples: Send + Sync {
    /// Returns the encoder of the inputs: name and version.
    fn encoder(&self) -> String;

    /// Returns the rules under which the samples are right.
    fn rules(&self) -> String;

    /// Describes the samples in one line, with their seed.
    fn describe(&self) -> String;

    /// Returns the number of samples.
    fn len(&self) -> u64;

    /// Returns whether there are no samples.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the deal or date of a sample, by which validation is held out: samples of one group
    /// are never on both sides.
    fn group(&self, index: u64) -> u64 {
        index
    }

    /// Returns whether every sample is independent of its neighbours, so that their order need not
    /// be shuffled.
    fn is_shuffled(&self) -> bool {
        false
    }

    /// Adds the samples with these indices to a batch.
    fn read(&self, indices: &[u64], batch: &mut Batch);
}
