#![doc = include_str!("../README.md")]
//!
//! | item | purpose |
//! |---|---|
//! | [`Config`], [`Layer`], [`Head`] | the description of a network |
//! | [`Weights`], [`Tensor`] | weight files: safetensors with PyTorch's layout and metadata |
//! | [`Network`], [`Workspace`] | weights packed for this machine, and the memory of a run |
//! | [`FactNetwork`], [`Columns`], [`Rows`] | small networks, whose sizes the compiler knows |
//! | [`softmax`], [`top_k`], [`argmax`] | probabilities and rankings of outputs |
//! | [`NetworkPolicy`], [`NetworkGuide`] | networks as players, and as guides of a search, for any game |
//! | [`Samples`], [`Batch`] | what networks are trained on |
//! | [`Level`] | the vector instructions, chosen at run time or forced |
//!
//! Dense layers and convolutions over positions, plain or in residual blocks, with ReLU and folded
//! batch normalisation: all run on one kernel (`gemm`). Outputs are deterministic for a level, and a
//! sample's outputs do not depend on the batch around it. Nothing here opens a file: weights come as
//! bytes. Training is `training/`, a workspace of its own.

mod build;
mod config;
mod error;
mod gemm;
mod guide;
mod layers;
mod level;
mod network;
mod outputs;
mod players;
mod samples;
mod vector;
mod weights;

pub use config::{Config, Head, Layer, Shape};
pub use error::{BatchError, ConfigError, WeightsError};
pub use guide::NetworkGuide;
pub use layers::{Columns, FactNetwork, Rows, relu};
pub use level::{LEVEL_VARIABLE, Level, LevelError};
pub use network::{Network, Workspace};
pub use outputs::{argmax, softmax, top_k};
pub use players::{HeadError, NetworkPolicy};
pub use samples::{Batch, Samples, Targets};
pub use weights::{Precision, Tensor, Weights};
