//! Checkpoints: everything that the next step depends on, in one file that is replaced at once.

use crate::error::TrainError;
use crate::run::Record;
use facedown_nets::{Precision, Weights};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Where a run stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// The run's description.
    pub(crate) config: String,
    /// The samples, in one line.
    pub(crate) data: String,
    /// Steps taken.
    pub(crate) step: u64,
    /// Validations since the best one.
    pub(crate) stale: u64,
    /// The least validation loss.
    pub(crate) best: Option<f64>,
    /// All validations.
    pub(crate) history: Vec<Record>,
}

/// Writes a file beside its place and moves it there, so that it is whole or the old one.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let write = || {
        let mut file = File::create(part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(part, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(part);
        TrainError::File { path: path.to_owned(), error }
    })
}

/// Writes a checkpoint.
pub(crate) fn write(
    path: &Path,
    progress: &Progress,
    mut state: Weights,
    best: &Weights,
) -> Result<(), TrainError> {
    for (name, tensor) in &best.tensors {
        state.tensors.insert(format!("best.{name}"), tensor.clone());
    }
    let text = serde_json::to_string(progress).expect("progress is JSON");
    state.metadata.insert("training".to_owned(), text);
    replace(path, &state.write(Precision::Single))
}

/// Reads a checkpoint: progress, state and best weights; `None` if there is none.
pub(crate) fn read(path: &Path) -> Result<Option<(Progress, Weights, Weights)>, TrainError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TrainError::File { path: path.to_owned(), error }),
    };
    let bad = |why: String| TrainError::Checkpoint { path: path.to_owned(), why };
    let mut state = Weights::read(&bytes).map_err(|error| bad(error.to_string()))?;
    let text = state.metadata.get("training").ok_or_else(|| bad("no entry 'training'".into()))?;
    let progress = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    let mut best = Weights::default();
    let names: Vec<String> =
        state.tensors.keys().filter(|name| name.starts_with("best.")).cloned().collect();
    for name in names {
        if let Some(tensor) = state.tensors.remove(&name) {
            best.tensors.insert(name["best.".len()..].to_owned(), tensor);
        }
    }
    Ok(Some((progress, state, best)))
}
