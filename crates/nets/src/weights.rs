//! Weight files: safetensors with PyTorch's layout, and metadata that say what they are for.
//!
//! | metadata | holds |
//! |---|---|
//! | `config` | the network as JSON: [`Config`](crate::Config) |
//! | `encoder` | name and version of the encoding of its inputs |
//! | `rules` | the rules under which it was trained |
//! | `data` | what it was trained on, with seeds |
//! | `figures` | how good it is on held-out data, as JSON |
//! | `format` | `pt`, as PyTorch writes it |

use crate::{Config, WeightsError};
use facedown_game::Half;
use safetensors::{Dtype, SafeTensors};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A tensor in PyTorch's layout: the last axis is contiguous.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor {
    /// The shape.
    pub shape: Vec<usize>,
    /// The elements.
    pub data: Vec<f32>,
}

/// The element type that a file stores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Precision {
    /// 32 bits.
    Single,
    /// 16 bits: half the size, three decimal digits.
    Half,
    /// 16-bit integers in units of this: half the size, and sums of them are exact.
    Fixed(f32),
}

/// What the name of the tensor ends with that holds the unit of one of integers.
const UNIT: &str = ".unit";

/// The content of a weight file: tensors by their names in PyTorch, and metadata.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights {
    /// The metadata.
    pub metadata: BTreeMap<String, String>,
    /// The tensors.
    pub tensors: BTreeMap<String, Tensor>,
}

impl Weights {
    /// Reads a safetensors file of single, half or brain floats, or of 16-bit integers with the unit
    /// of each tensor `NAME` in `NAME.unit`. Counters of PyTorch's batch normalisation are left out.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let format = |error: safetensors::SafeTensorError| WeightsError::Format(error.to_string());
        let file = SafeTensors::deserialize(bytes).map_err(format)?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(format)?;
        let metadata = header.metadata().iter().flatten();
        let metadata = metadata.map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut tensors = BTreeMap::new();
        for (name, view) in file.iter() {
            if name.ends_with("num_batches_tracked") || name.ends_with(UNIT) {
                continue;
            }
            let data = match view.dtype() {
                Dtype::I16 => {
                    let unit = file.tensor(&format!("{name}{UNIT}")).map_err(format)?;
                    let [unit] = floats(name, unit.dtype(), unit.data())?[..] else {
                        return Err(WeightsError::Missing(format!("{name}{UNIT}")));
                    };
                    let pairs = view.data().as_chunks().0.iter();
                    pairs.map(|pair| f32::from(i16::from_le_bytes(*pair)) * unit).collect()
                }
                of => floats(name, of, view.data())?,
            };
            if let Some(index) = data.iter().position(|value| !value.is_finite()) {
                return Err(WeightsError::NotFinite { tensor: name.to_owned(), index });
            }
            tensors.insert(name.to_owned(), Tensor { shape: view.shape().to_vec(), data });
        }
        Ok(Self { metadata, tensors })
    }

    /// Writes a safetensors file; equal content gives equal bytes.
    pub fn write(&self, precision: Precision) -> Vec<u8> {
        let mut header = Map::new();
        if !self.metadata.is_empty() {
            let entries = self.metadata.iter();
            let entries = entries.map(|(key, value)| (key.clone(), Value::from(value.as_str())));
            header.insert("__metadata__".to_owned(), Value::Object(entries.collect()));
        }
        let (size, dtype) = match precision {
            Precision::Single => (4, "F32"),
            Precision::Half => (2, "F16"),
            Precision::Fixed(_) => (2, "I16"),
        };
        let mut end = 0;
        let mut add = |name: String, dtype: &str, shape: &[usize], bytes: usize| {
            let start = end;
            end += bytes;
            let info = serde_json::json!({
                "dtype": dtype, "shape": shape, "data_offsets": [start, end],
            });
            header.insert(name, info);
        };
        // First, so that they are aligned.
        if let Precision::Fixed(_) = precision {
            for name in self.tensors.keys() {
                add(format!("{name}{UNIT}"), "F32", &[1], 4);
            }
        }
        for (name, tensor) in &self.tensors {
            add(name.clone(), dtype, &tensor.shape, size * tensor.data.len());
        }
        let mut text = Value::Object(header).to_string();
        // Readers that map the file want its numbers aligned.
        let padded = text.len().next_multiple_of(8);
        text.extend(std::iter::repeat_n(' ', padded - text.len()));
        let mut bytes = Vec::with_capacity(8 + text.len() + end);
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.bytes());
        if let Precision::Fixed(unit) = precision {
            self.tensors.keys().for_each(|_| bytes.extend(unit.to_le_bytes()));
        }
        for value in self.tensors.values().flat_map(|tensor| &tensor.data) {
            match precision {
                Precision::Single => bytes.extend(value.to_le_bytes()),
                Precision::Half => bytes.extend(Half::new(*value).to_bits().to_le_bytes()),
                Precision::Fixed(unit) => {
                    let units = (value / unit).round();
                    let units = units.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
                    bytes.extend(units.to_le_bytes());
                }
            }
        }
        bytes
    }

    /// Returns the network that the metadata describe.
    pub fn config(&self) -> Result<Config, WeightsError> {
        let text = self.metadata.get("config").ok_or(WeightsError::NoMetadata("config"))?;
        let read = serde_json::from_str(text);
        read.map_err(|error| WeightsError::Metadata { key: "config", why: error.to_string() })
    }

    /// Checks that the weights were trained on this encoding.
    pub fn check_encoder(&self, expected: &str) -> Result<(), WeightsError> {
        match self.metadata.get("encoder") {
            None => Err(WeightsError::NoMetadata("encoder")),
            Some(found) if found == expected => Ok(()),
            Some(found) => {
                let (found, expected) = (found.clone(), expected.to_owned());
                Err(WeightsError::Encoder { found, expected })
            }
        }
    }

    /// Returns the number of weights.
    pub fn parameters(&self) -> usize {
        self.tensors.values().map(|tensor| tensor.data.len()).sum()
    }

    /// Returns a tensor of this shape.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<&[f32], WeightsError> {
        let tensor = self.tensors.get(name).ok_or_else(|| WeightsError::Missing(name.into()))?;
        if tensor.shape == shape && tensor.data.len() == shape.iter().product::<usize>() {
            return Ok(&tensor.data);
        }
        let (found, expected) = (tensor.shape.clone(), shape.to_vec());
        Err(WeightsError::Shape { tensor: name.to_owned(), found, expected })
    }
}

/// Converts the elements of a tensor.
fn floats(name: &str, dtype: Dtype, bytes: &[u8]) -> Result<Vec<f32>, WeightsError> {
    let pairs = || bytes.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair));
    Ok(match dtype {
        Dtype::F32 => bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect(),
        Dtype::F16 => pairs().map(|bits| Half::from_bits(bits).to_f32()).collect(),
        Dtype::BF16 => pairs().map(|bits| f32::from_bits(u32::from(bits) << 16)).collect(),
        other => {
            let found = format!("{other:?}");
            return Err(WeightsError::Type { tensor: name.to_owned(), found });
        }
    })
}
