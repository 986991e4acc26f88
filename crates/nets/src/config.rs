//! The description of a network: its layers, and the names of their tensors.

use crate::ConfigError;
use serde::{Deserialize, Serialize};

/// A network: layers one after the other, then heads side by side.
///
/// As JSON, the form in which a weight file carries it:
///
/// ```
/// let text = r#"{"input": [74, 34],
///   "layers": [{"type": "conv", "name": "stem", "out": 64, "relu": true},
///              {"type": "residual", "name": "blocks.0"}],
///   "heads": [{"name": "policy", "layers": [{"type": "linear", "name": "policy", "out": 181}]},
///             {"name": "value", "layers": [{"type": "linear", "name": "value", "out": 1}]}]}"#;
/// let config: facedown_nets::Config = serde_json::from_str(text)?;
/// assert_eq!(config.outputs()?, 182);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The shape of an input: features, or channels and length.
    pub input: Vec<usize>,
    /// The layers that all heads share.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
    /// The heads; without any, the last layer is the one output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heads: Vec<Head>,
}

/// Layers of one output of a network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The name, by which its outputs are found.
    pub name: String,
    /// Its layers, from what the shared layers put out.
    pub layers: Vec<Layer>,
}

/// A layer. `name` is the path of its module in PyTorch.
///
/// Tensors are `NAME.weight` and `NAME.bias`; with batch normalisation those of `NAME.linear` or
/// `NAME.conv`, whose bias may be missing, and `NAME.norm`. The two convolutions of a residual block
/// are called `NAME.0` and `NAME.1`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Layer {
    /// A dense layer. Channels and positions are flattened before it, channels outermost.
    Linear {
        /// The path of the module.
        name: String,
        /// The number of outputs.
        out: usize,
        /// Whether a ReLU follows.
        #[serde(default, skip_serializing_if = "is_false")]
        relu: bool,
        /// Whether batch normalisation stands before the ReLU.
        #[serde(default, skip_serializing_if = "is_false")]
        batch_norm: bool,
    },
    /// A convolution over positions, padded with zeros so that the length stays.
    Conv {
        /// The path of the module.
        name: String,
        /// The number of output channels.
        out: usize,
        /// The width, odd.
        #[serde(default = "three", skip_serializing_if = "is_three")]
        kernel: usize,
        /// Whether a ReLU follows.
        #[serde(default, skip_serializing_if = "is_false")]
        relu: bool,
        /// Whether batch normalisation stands before the ReLU.
        #[serde(default, skip_serializing_if = "is_false")]
        batch_norm: bool,
    },
    /// Two convolutions with as many channels as come in, whose result is added to the input:
    /// `relu(x + conv(relu(conv(x))))`.
    Residual {
        /// The path of the module.
        name: String,
        /// The width, odd.
        #[serde(default = "three", skip_serializing_if = "is_three")]
        kernel: usize,
        /// Whether batch normalisation follows each convolution.
        #[serde(default, skip_serializing_if = "is_false")]
        batch_norm: bool,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde wants")]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde wants")]
const fn is_three(value: &usize) -> bool {
    *value == 3
}

const fn three() -> usize {
    3
}

/// The shape of one sample between two layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Features.
    Flat(usize),
    /// Channels and positions.
    Planes(usize, usize),
}

impl Shape {
    /// Returns the number of elements.
    pub const fn len(self) -> usize {
        match self {
            Self::Flat(features) => features,
            Self::Planes(channels, length) => channels * length,
        }
    }

    /// Returns whether there are no elements.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// The largest number of elements of a layer's output or weights.
const MOST: usize = 1 << 26;

impl Layer {
    /// Returns the shape of the layer's output, or why it cannot follow on this one.
    pub fn shape(&self, from: Shape) -> Result<Shape, ConfigError> {
        let weights = |kernel: usize, out: usize, inputs: usize, name: &str| {
            let size = out.checked_mul(kernel).and_then(|size| size.checked_mul(inputs));
            match size {
                Some(1..=MOST) => Ok(()),
                _ => Err(ConfigError::Size { layer: name.to_owned(), out, inputs }),
            }
        };
        let planes = |name: &str, kernel: usize| match from {
            _ if kernel.is_multiple_of(2) => {
                Err(ConfigError::Kernel { layer: name.to_owned(), kernel })
            }
            Shape::Flat(_) => Err(ConfigError::NoPlanes(name.to_owned())),
            Shape::Planes(channels, length) => Ok((channels, length)),
        };
        match self {
            Self::Linear { name, out, .. } => {
                weights(1, *out, from.len(), name).map(|()| Shape::Flat(*out))
            }
            Self::Conv { name, out, kernel, .. } => {
                let (channels, length) = planes(name, *kernel)?;
                weights(*kernel, *out, channels, name).map(|()| Shape::Planes(*out, length))
            }
            Self::Residual { name, kernel, .. } => {
                let (channels, length) = planes(name, *kernel)?;
                weights(*kernel, channels, channels, name).map(|()| Shape::Planes(channels, length))
            }
        }
    }
}

impl Config {
    /// Returns the shape of an input.
    pub fn input_shape(&self) -> Result<Shape, ConfigError> {
        let bad = || ConfigError::Input(self.input.clone());
        let shape = match *self.input.as_slice() {
            [features] => Shape::Flat(features),
            [channels, length] if length < 1 << 16 && channels < 1 << 16 => {
                Shape::Planes(channels, length)
            }
            _ => return Err(bad()),
        };
        if (1..=MOST).contains(&shape.len()) { Ok(shape) } else { Err(bad()) }
    }

    /// Returns each head's name and the shape of its output; checks that all layers fit.
    pub fn head_shapes(&self) -> Result<Vec<(&str, Shape)>, ConfigError> {
        let through = |from: Shape, layers: &[Layer]| {
            layers.iter().try_fold(from, |shape, layer| layer.shape(shape))
        };
        let trunk = through(self.input_shape()?, &self.layers)?;
        if self.heads.is_empty() {
            if self.layers.is_empty() {
                return Err(ConfigError::NoLayers);
            }
            return Ok(vec![("output", trunk)]);
        }
        let mut shapes: Vec<(&str, Shape)> = Vec::new();
        for head in &self.heads {
            if head.layers.is_empty() {
                return Err(ConfigError::NoLayers);
            }
            if shapes.iter().any(|(name, _)| *name == head.name) {
                return Err(ConfigError::TwoHeads(head.name.clone()));
            }
            shapes.push((&head.name, through(trunk, &head.layers)?));
        }
        Ok(shapes)
    }

    /// Returns the number of outputs of all heads.
    pub fn outputs(&self) -> Result<usize, ConfigError> {
        Ok(self.head_shapes()?.iter().map(|(_, shape)| shape.len()).sum())
    }

    /// Returns a network of dense layers with a ReLU behind each but the last, whose names are those
    /// of PyTorch's `nn.Sequential` called `module`: `fc.0`, `fc.2`, `fc.4`.
    pub fn mlp(module: &str, widths: &[usize]) -> Self {
        let widths_after = widths.iter().skip(1);
        let last = widths.len().saturating_sub(2);
        let layers = widths_after.enumerate().map(|(i, out)| Layer::Linear {
            name: format!("{module}.{}", 2 * i),
            out: *out,
            relu: i < last,
            batch_norm: false,
        });
        let input = widths.first().copied().into_iter().collect();
        Self { input, layers: layers.collect(), heads: Vec::new() }
    }
}
