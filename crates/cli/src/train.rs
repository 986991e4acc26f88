//! The command `train`: calls the program `facedown-train`, which few build.

use crate::Answer;
use crate::args::TrainArgs;
use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

const PROGRAM: &str = "facedown-train";

/// Trains a network.
pub(crate) fn run(args: &TrainArgs) -> Result<Answer> {
    for program in candidates() {
        let mut command = Command::new(&program);
        command.arg(&args.net).arg("--out").arg(&args.out);
        command.args(args.data.iter().flat_map(|data| ["--data", data.as_str()]));
        command.args(args.quiet.then_some("--quiet"));
        match command.status() {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            status => {
                let status = status.with_context(|| program.to_string_lossy().into_owned())?;
                return Ok(if status.success() { Answer::Done } else { Answer::No });
            }
        }
    }
    bail!(
        "training is a program of its own, {PROGRAM}, which is not here: in the repository, `make \
         train` builds it; put it beside facedown or on the PATH"
    )
}

/// Returns where the program may be: beside this one, where `make train` builds it, on the PATH.
fn candidates() -> Vec<OsString> {
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(std::path::Path::parent);
    let beside = |folder: PathBuf| folder.join(PROGRAM).into_os_string();
    let near = folder
        .into_iter()
        .flat_map(|folder| [beside(folder.to_owned()), beside(folder.join("../training/release"))]);
    near.chain([PROGRAM.into()]).collect()
}
