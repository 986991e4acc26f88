//! `facedown completions` and `facedown man`.

use crate::Answer;
use crate::args::{Cli, CompletionsArgs, ManArgs};
use anyhow::{Context, Result};
use clap::CommandFactory;
use facedown_game::path_excerpt;
use std::io::Write;

pub(crate) fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> Result<Answer> {
    // Into memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "facedown", &mut script);
    out.write_all(&script)?;
    Ok(Answer::Done)
}

pub(crate) fn man(args: &ManArgs, out: &mut dyn Write) -> Result<Answer> {
    match &args.out {
        None => clap_mangen::Man::new(Cli::command()).render(&mut *out)?,
        Some(folder) => {
            let named = || format!("--out '{}'", path_excerpt(folder));
            std::fs::create_dir_all(folder).with_context(named)?;
            clap_mangen::generate_to(Cli::command(), folder).with_context(named)?;
        }
    }
    Ok(Answer::Done)
}
