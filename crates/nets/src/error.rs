//! Why a network cannot be described, read or run.

use facedown_game::{brief, excerpt};
use std::fmt;

/// Why a description is no network.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// An input is features, or channels and length.
    Input(Vec<usize>),
    /// A layer has no outputs, or more weights than a network may have.
    Size {
        /// The layer.
        layer: String,
        /// Its outputs.
        out: usize,
        /// Its inputs.
        inputs: usize,
    },
    /// A convolution has an even width.
    Kernel {
        /// The layer.
        layer: String,
        /// The width.
        kernel: usize,
    },
    /// A convolution stands behind a dense layer.
    NoPlanes(String),
    /// The network or a head has no layers.
    NoLayers,
    /// Two heads have the same name.
    TwoHeads(String),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(shape) => {
                write!(
                    f,
                    "input {shape:?}, expected the number of features, or channels and length"
                )
            }
            Self::Size { layer, out, inputs } => write!(
                f,
                "layer '{}' from {inputs} to {out}: a layer has 1 to 67,108,864 weights",
                brief(layer)
            ),
            Self::Kernel { layer, kernel } => {
                write!(f, "layer '{}' has a kernel of {kernel}, expected an odd one", brief(layer))
            }
            Self::NoPlanes(layer) => write!(
                f,
                "layer '{}' is a convolution, but what comes in has no positions",
                brief(layer)
            ),
            Self::NoLayers => f.write_str("a network, and each head, has at least one layer"),
            Self::TwoHeads(name) => write!(f, "two heads are called '{}'", brief(name)),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Why bytes are no weights, or not those of the network that was expected.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum WeightsError {
    /// Not a safetensors file, or cut short.
    Format(String),
    /// The metadata lack this entry.
    NoMetadata(&'static str),
    /// An entry of the metadata cannot be read.
    Metadata {
        /// The entry.
        key: &'static str,
        /// Why.
        why: String,
    },
    /// The network cannot be built.
    Config(ConfigError),
    /// The weights were trained on another encoding.
    Encoder {
        /// The encoder of the file.
        found: String,
        /// The encoder that was asked for.
        expected: String,
    },
    /// The network has not the shape that was asked for.
    Outputs {
        /// Inputs and outputs of the file.
        found: [usize; 2],
        /// Inputs and outputs that were asked for.
        expected: [usize; 2],
    },
    /// A tensor is missing.
    Missing(String),
    /// A tensor that no layer uses.
    Unused(String),
    /// A tensor has another shape than its layer.
    Shape {
        /// The tensor.
        tensor: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape of its layer.
        expected: Vec<usize>,
    },
    /// A tensor has another element type than single, half or brain floats, or 16-bit integers.
    Type {
        /// The tensor.
        tensor: String,
        /// Its element type.
        found: String,
    },
    /// A weight is infinite or not a number.
    NotFinite {
        /// The tensor.
        tensor: String,
        /// The index of the weight.
        index: usize,
    },
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(why) => write!(f, "not a whole safetensors file: {}", excerpt(why)),
            Self::NoMetadata(key) => write!(f, "the metadata have no '{key}'"),
            Self::Metadata { key, why } => write!(f, "metadata '{key}': {}", excerpt(why)),
            Self::Config(error) => write!(f, "metadata 'config': {error}"),
            Self::Encoder { found, expected } => write!(
                f,
                "the weights are for the encoder '{}', expected '{expected}'",
                brief(found)
            ),
            Self::Outputs { found, expected } => write!(
                f,
                "the network has {} inputs and {} outputs, expected {} and {}",
                found[0], found[1], expected[0], expected[1]
            ),
            Self::Missing(tensor) => write!(f, "tensor '{}' is missing", brief(tensor)),
            Self::Unused(tensor) => write!(f, "no layer uses tensor '{}'", brief(tensor)),
            Self::Shape { tensor, found, expected } => write!(
                f,
                "tensor '{}' has the shape {found:?}, expected {expected:?}",
                brief(tensor)
            ),
            Self::Type { tensor, found } => {
                write!(f, "tensor '{}' is {found}, expected F32, F16, BF16 or I16", brief(tensor))
            }
            Self::NotFinite { tensor, index } => {
                write!(f, "tensor '{}' has no finite number at {index}", brief(tensor))
            }
        }
    }
}

impl std::error::Error for WeightsError {}

impl From<ConfigError> for WeightsError {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}

/// Why a network cannot run on a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// The inputs are not whole samples.
    Inputs {
        /// Numbers that were given.
        found: usize,
        /// Numbers of one sample.
        sample: usize,
    },
    /// There is not the right room for the outputs.
    Outputs {
        /// The room that was given.
        found: usize,
        /// The room that the batch takes.
        expected: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inputs { found, sample } => {
                write!(f, "{found} inputs, expected a multiple of {sample}")
            }
            Self::Outputs { found, expected } => {
                write!(f, "room for {found} outputs, expected {expected}")
            }
        }
    }
}

impl std::error::Error for BatchError {}
