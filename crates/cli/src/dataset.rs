//! `facedown dataset`: exactly solved hands and decisions of recorded games, as Parquet or JSON lines.

use crate::Answer;
use crate::args::DatasetArgs;
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use anyhow::{Context, Result, bail, ensure};
use facedown_datasets::{DatasetError, Decisions, Job, Solved, write, write_file};
use facedown_game::{excerpt, thousands};
use facedown_ofc::fantasy::Scratch;
use facedown_tasks::fantasyland::FantasySamples;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The data set of recorded games.
const DECISIONS: &str = "riichi-decisions";

pub(crate) fn run(args: &DatasetArgs, out: &mut dyn Write) -> Result<Answer> {
    if args.name == DECISIONS {
        let Some(logs) = &args.logs else { bail!("{DECISIONS} needs --logs PATH") };
        ensure!(args.rows.is_none(), "{DECISIONS} has the rows of its logs: leave --rows out");
        return run_job(&Decisions::find(logs)?, &args.out, args.threads.or_zero(), out);
    }
    ensure!(args.logs.is_none(), "--logs is for {DECISIONS}");
    let rows = args.rows.unwrap_or(1_000_000);
    let Some(job) = Solved::named(&args.name, args.seed, rows) else {
        let names = Solved::NAMES.join(", ");
        bail!("no data set '{}', expected one of {names}, {DECISIONS}", excerpt(&args.name));
    };
    if args.out.extension().is_some_and(|ending| ending == "jsonl") {
        ensure!(args.name == "fantasyland", "JSON lines are for the data set fantasyland");
        return write_lines(args.seed, rows, &args.out, out);
    }
    run_job(&job, &args.out, args.threads.or_zero(), out)
}

/// Writes a data set with a bar on a terminal: a folder of shards, or a file that ends in `.parquet`.
pub(crate) fn run_job(
    job: &dyn Job,
    path: &Path,
    threads: usize,
    out: &mut dyn Write,
) -> Result<Answer> {
    cancel_on_interrupt();
    // Hides itself where the standard error is no terminal.
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} shards, {eta} left")?;
    let bar = ProgressBar::new(0).with_style(style);
    let progress = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let is_file = !path.is_dir() && path.extension().is_some_and(|ending| ending == "parquet");
    let write = if is_file { write_file } else { write };
    let written = write(job, path, threads, &CANCELLED, &progress);
    bar.finish_and_clear();
    match written {
        Err(error @ DatasetError::Stopped) => {
            writeln!(std::io::stderr(), "facedown: {error}")?;
            Ok(Answer::Interrupted)
        }
        written => {
            let made = written?;
            let (shards, found) = (thousands(made.shards), thousands(made.found));
            writeln!(out, "{}: shards: {shards}, of them there before: {found}", path.display())?;
            Ok(Answer::Done)
        }
    }
}

/// Writes solved hands as JSON lines.
fn write_lines(seed: u64, rows: u64, path: &Path, out: &mut dyn Write) -> Result<Answer> {
    let samples = FantasySamples::tops(seed, rows);
    let mut scratch = Scratch::default();
    let named = || path.display().to_string();
    let mut file = BufWriter::new(File::create(path).with_context(named)?);
    for index in 0..rows {
        writeln!(file, "{}", samples.row(index, &mut scratch).line()).with_context(named)?;
    }
    file.flush().with_context(named)?;
    writeln!(out, "{}: {} hands", path.display(), thousands(rows))?;
    Ok(Answer::Done)
}
