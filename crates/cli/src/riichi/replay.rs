//! `facedown riichi replay`: verifies game logs with the engine.

use super::args::{Preset, ReplayArgs};
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, seconds};
use crate::{Answer, print_json};
use anyhow::{Context, Result, anyhow, ensure};
use facedown_game::thousands;
use facedown_riichi::Rules;
use facedown_riichi::rules::Length;
use facedown_riichi_logs::{
    Count, Counts, EXTENSIONS, Record, ReplayOptions, Report, find_logs, replay_files_with,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<Answer> {
    let paths = logs(&args.files)?;
    cancel_on_interrupt();
    // Hides itself where the standard error is no terminal.
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} logs, {eta} left")?;
    let bar = ProgressBar::new(paths.len() as u64).with_style(style);
    let start = Instant::now();
    let report = replay_files_with(
        &paths,
        &ReplayOptions {
            threads: args.threads.or_zero(),
            rules: args.rules.map(rules),
            progress: Some(&|| bar.inc(1)),
            cancel: Some(&CANCELLED),
        },
    );
    let time = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let stopped = report.files.len() < paths.len();
    if args.json {
        let mut document = json!(report);
        document["stopped"] = stopped.into();
        document["timing"] = json!({"seconds": time, "threads": args.threads.count()});
        print_json(&document, out)?;
    } else if report.unreadable().count() < report.files.len() {
        print(&report, &paths, out)?;
        let rate = thousands((report.files.len() as f64 / time * 60.0) as u64);
        let threads = args.threads.count();
        let plural = if threads == 1 { "" } else { "s" };
        writeln!(out, "{} on {threads} thread{plural}, {rate} logs a minute", seconds(time))?;
    }
    answer(&report, stopped)
}

/// Returns the exit status; an unreadable log is bad input, whatever the others are.
fn answer(report: &Report, stopped: bool) -> Result<Answer> {
    let mut unreadable = report.unreadable();
    if let Some((path, error)) = unreadable.next() {
        let more = match unreadable.count() {
            0 => String::new(),
            n => format!(" (and {n} more cannot be read)"),
        };
        return Err(anyhow!("'{}': {error}{more}", path.display()));
    }
    Ok(match (report.disagreements().next(), stopped) {
        (Some(_), _) => Answer::No,
        (None, true) => Answer::Interrupted,
        (None, false) => Answer::Done,
    })
}

/// Returns the logs that the arguments name.
fn logs(files: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut logs = Vec::new();
    for path in files {
        let named = || format!("'{}'", path.display());
        let found = find_logs(path).with_context(named)?;
        let ends = EXTENSIONS.join(", .");
        ensure!(!found.is_empty(), "{}: no logs, expected names that end in .{ends}", named());
        logs.extend(found);
    }
    Ok(logs)
}

/// Returns the preset for the seats of a log, with the length that the log names.
fn rules(preset: Preset) -> fn(&Record) -> Rules {
    fn of(preset: Preset, record: &Record) -> Rules {
        let east = record.rules.is_some_and(|rules| rules.east_only);
        preset.rules(record.seats).with_length(if east { Length::Tonpu } else { Length::Hanchan })
    }
    match preset {
        Preset::Tenhou => |record| of(Preset::Tenhou, record),
        Preset::Mjsoul => |record| of(Preset::Mjsoul, record),
    }
}

/// Prints unreadable and differing logs, then the counts of events.
fn print(report: &Report, paths: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    for (path, error) in report.unreadable() {
        writeln!(out, "{}: {error}", path.display())?;
    }
    for (path, disagreement) in report.disagreements() {
        writeln!(out, "{}: {disagreement}", path.display())?;
    }
    let [agreed, logs] = [report.agreed(), report.files.len()].map(|n| thousands(n as u64));
    if report.files.len() < paths.len() {
        writeln!(out, "stopped after {logs} of {} logs", thousands(paths.len() as u64))?;
    }
    writeln!(out, "{agreed} of {logs} logs agree at every step\n")?;
    if report.agreed() > 0 { print_counts(&report.counts, out) } else { Ok(()) }
}

/// Prints the count of every kind of event, and the kinds that never occurred.
fn print_counts(counts: &Counts, out: &mut dyn Write) -> Result<()> {
    let (seen, never): (Vec<(Count, u64)>, Vec<_>) =
        counts.iter().partition(|(_, times)| *times > 0);
    let mut table = layout::table(&["event", "count"]);
    for (count, times) in seen {
        table.add_row([count.name(), &thousands(times)]);
    }
    layout::align_right(&mut table, [1]);
    write!(out, "{}", layout::text(&table))?;
    let never: Vec<&str> = never.iter().map(|(count, _)| count.name()).collect();
    if !never.is_empty() {
        write!(out, "\n{}", layout::wrap(&format!("never  {}", never.join(", "))))?;
    }
    writeln!(out)?;
    Ok(())
}
