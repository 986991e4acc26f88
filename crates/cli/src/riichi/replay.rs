//! `facedown riichi replay`: verifies game logs with the engine.

use super::args::{Preset, ReplayArgs};
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, seconds};
use crate::{Answer, print_json};
use anyhow::{Context, Result, anyhow, ensure};
use facedown_game::{Control, path_excerpt, thousands};
use facedown_riichi::Rules;
use facedown_riichi_logs::fs::{LogFile, find_logs};
use facedown_riichi_logs::{
    Count, Counts, EXTENSIONS, GameLuck, Record, ReplayOptions, Report, replay_all,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

pub(crate) fn run(args: &ReplayArgs, out: &mut dyn Write) -> Result<Answer> {
    let logs = logs(&args.files)?;
    cancel_on_interrupt();
    // Hides itself where the standard error is no terminal.
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} logs, {eta} left")?;
    let bar = ProgressBar::new(logs.len() as u64).with_style(style);
    let start = Instant::now();
    let options = ReplayOptions {
        threads: args.threads.or_zero(),
        rules: args.rules.map(log_rules),
        luck: args.luck,
    };
    let mut advance = |_: &_| bar.inc(1);
    let mut control =
        Control { cancel: Some(&CANCELLED), progress: Some(&mut advance), ..Control::default() };
    let report = replay_all(&logs, &options, &mut control);
    let time = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let stopped = report.logs.len() < logs.len();
    if args.json {
        let mut document = json!(report);
        document["stopped"] = stopped.into();
        document["timing"] = json!({"seconds": time, "threads": args.threads.count()});
        print_json(&document, out)?;
    } else if report.unreadable().count() < report.logs.len() {
        print(&report, logs.len(), out)?;
        let rate = thousands((report.logs.len() as f64 / time * 60.0) as u64);
        let threads = args.threads.count();
        let plural = if threads == 1 { "" } else { "s" };
        writeln!(out, "{} on {threads} thread{plural}, {rate} logs a minute", seconds(time))?;
    }
    answer(&report, stopped)
}

/// Returns the exit status; an unreadable log is bad input, whatever the others are.
fn answer(report: &Report, stopped: bool) -> Result<Answer> {
    let mut unreadable = report.unreadable();
    if let Some((name, error)) = unreadable.next() {
        let more = match unreadable.count() {
            0 => String::new(),
            n => format!(" (and {n} more cannot be read)"),
        };
        return Err(anyhow!("'{name}': {error}{more}"));
    }
    Ok(match (report.disagreements().next(), stopped) {
        (Some(_), _) => Answer::No,
        (None, true) => Answer::Interrupted,
        (None, false) => Answer::Done,
    })
}

/// Returns the logs that the arguments name.
fn logs(files: &[PathBuf]) -> Result<Vec<LogFile>> {
    let mut logs = Vec::new();
    for path in files {
        let named = || format!("'{}'", path_excerpt(path));
        let found = find_logs(path).with_context(named)?;
        let ends = EXTENSIONS.join(", .");
        ensure!(
            !found.is_empty(),
            "{}: no logs, expected names that end in .{ends}, .zip",
            named()
        );
        logs.extend(found);
    }
    Ok(logs)
}

/// Returns the preset for the seats and the length of a log.
fn log_rules(preset: Preset) -> fn(&Record) -> Rules {
    match preset {
        Preset::Tenhou => Record::tenhou_rules,
        Preset::Mjsoul => Record::mjsoul_rules,
    }
}

/// Prints unreadable and differing logs, then the counts of events.
fn print(report: &Report, total: usize, out: &mut dyn Write) -> Result<()> {
    for (name, error) in report.unreadable() {
        writeln!(out, "{name}: {error}")?;
    }
    for (name, disagreement) in report.disagreements() {
        writeln!(out, "{name}: {disagreement}")?;
    }
    let [agreed, logs] = [report.agreed(), report.logs.len()].map(|n| thousands(n as u64));
    if report.logs.len() < total {
        writeln!(out, "stopped after {logs} of {} logs", thousands(total as u64))?;
    }
    writeln!(out, "{agreed} of {logs} logs agree at every step\n")?;
    for (name, luck) in report.luck() {
        print_luck(name, luck, out)?;
    }
    if report.agreed() > 0 { print_counts(&report.counts, out) } else { Ok(()) }
}

/// Prints each seat's points of a game, and of its rounds, divided into luck and play.
fn print_luck(name: &str, luck: &GameLuck, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{name}: points = luck + play")?;
    let seats = luck.points.len();
    let header: Vec<String> = (0..seats).map(|seat| format!("seat {seat}")).collect();
    let header: Vec<&str> =
        ["round"].into_iter().chain(header.iter().map(String::as_str)).collect();
    let mut table = layout::table(&header);
    let row = |name: &str, points: &[i32], luck: &[f64], play: &[f64]| -> Vec<String> {
        let each =
            |seat: usize| format!("{:+} = {:+.0} {:+.0}", points[seat], luck[seat], play[seat]);
        [name.to_owned()].into_iter().chain((0..seats).map(each)).collect()
    };
    for round in &luck.rounds {
        table.add_row(row(&round.round, &round.points, &round.luck, &round.play));
    }
    table.add_row(row("all", &luck.points, &luck.luck, &luck.play));
    layout::align_right(&mut table, 1..=seats);
    writeln!(out, "{}", layout::text(&table))?;
    Ok(())
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
