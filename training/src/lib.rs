//! Training of networks that `facedown-nets` runs: AdamW on burn.
//!
//! | item | purpose |
//! |---|---|
//! | [`Config`] | a training run as a small TOML file |
//! | [`train`] | the loop: checkpoints, validation, early stopping, losses as CSV and SVG |
//! | [`Model`] | a network in training |
//!
//! Equal description, samples, CPU features and number of threads give equal weights, killed and
//! resumed or not. Validation runs on `facedown-nets`, so what is measured is what ships.

mod checkpoint;
mod config;
mod error;
mod loss;
mod model;
mod order;
mod plot;
mod run;

pub use config::{BadConfig, Config, Loss, LossKind, Optimizer, Run, Schedule, Split};
pub use error::TrainError;
pub use model::Model;
pub use plot::{csv, svg};
pub use run::{Event, Record, Trained, train};
