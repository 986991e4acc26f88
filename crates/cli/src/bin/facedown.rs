//! The binary `facedown`.

use std::process::ExitCode;

fn main() -> ExitCode {
    facedown_cli::run(std::env::args_os()).into()
}
