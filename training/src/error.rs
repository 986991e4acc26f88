//! Why a training run fails.

use facedown_nets::WeightsError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a training run fails. The last checkpoint stays as it was.
#[derive(Debug)]
#[non_exhaustive]
pub enum TrainError {
    /// A file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The checkpoint cannot be read.
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The checkpoint belongs to another run.
    OtherRun {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
    /// The samples do not fit the network.
    Fit(String),
    /// There are too few samples to hold any out.
    Few(u64),
    /// The loss is infinite or not a number.
    NotFinite {
        /// The step.
        step: u64,
    },
    /// The weights cannot be used.
    Weights(WeightsError),
}

impl TrainError {
    pub(crate) fn file(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::File { path: path.clone(), error }
    }
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Checkpoint { path, why } => {
                write!(f, "{}: no checkpoint of a training run: {why}", path.display())
            }
            Self::OtherRun { path, what } => write!(
                f,
                "{}: the checkpoint belongs to a run with another {what}; remove it to start anew",
                path.display()
            ),
            Self::Fit(why) => f.write_str(why),
            Self::Few(samples) => {
                write!(f, "{samples} samples: too few to train on some and hold others out")
            }
            Self::NotFinite { step } => {
                write!(f, "the loss of step {step} is not finite: try a lower learning rate")
            }
            Self::Weights(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TrainError {}

impl From<WeightsError> for TrainError {
    fn from(error: WeightsError) -> Self {
        Self::Weights(error)
    }
}
