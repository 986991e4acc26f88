//! `facedown match`: bots against bots on the same deals.

use crate::args::{GameArgs, MatchArgs};
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, interval, percent, points, seconds, thousands};
use crate::{Answer, games, print_json, search_params};
use anyhow::{Result, ensure};
use facedown_arena::{
    ConfidenceInterval, DuplicateMatch, DuplicateOptions, DuplicateProgress, MatchReport,
    PairReport, Unit,
};
use facedown_catalog::DuplicateSpec;
use facedown_game::Control;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering;

pub(crate) fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<Answer> {
    let game = games::chosen(&args.game)?;
    for name in &args.bots {
        game.bot(name, 0)?;
    }
    let (bots, seats) = (args.bots.join(","), game.seats());
    ensure!(args.bots.len() == seats, "--bots '{bots}': expected {seats}, one for each seat");
    let names: Vec<&str> = args.bots.iter().map(String::as_str).collect();
    let params = search_params::chosen(&args.knobs, &*game, &names)?;
    cancel_on_interrupt();
    // Hides itself where the standard error is no terminal.
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len}, {eta} left")?;
    let bar = ProgressBar::new(args.deals).with_style(style);
    let mut progress = |progress: &DuplicateProgress| bar.set_position(progress.clusters);
    let options = DuplicateOptions {
        threads: args.threads.or_zero(),
        ..DuplicateOptions::new(args.deals, args.seed)
    };
    let spec = DuplicateSpec { bots: &args.bots, params: &params, matches: args.matches, options };
    let control =
        Control { cancel: Some(&CANCELLED), progress: Some(&mut progress), ..Control::default() };
    let duel = game.duplicate_match(&spec, control);
    bar.finish_and_clear();
    let duel = match duel {
        Err(why) if CANCELLED.load(Ordering::Relaxed) => {
            writeln!(std::io::stderr(), "facedown: {why}")?;
            return Ok(Answer::Interrupted);
        }
        duel => duel?,
    };
    if args.json {
        print_json(
            &json!({
                "game": args.game.game,
                "rules": game.rules(),
                "report": duel.report,
                "timing": duel.timing,
            }),
            out,
        )?;
    } else {
        writeln!(out, "{}", headline(&args.game, &duel.report))?;
        writeln!(out)?;
        print(&duel, out)?;
    }
    Ok(if duel.report.is_complete() { Answer::Done } else { Answer::Interrupted })
}

fn headline(args: &GameArgs, report: &MatchReport) -> String {
    let MatchReport { clusters, games, seed, requested, .. } = report;
    let preset = facedown_catalog::GAMES.iter().find(|info| info.name == args.game);
    let preset = preset.and_then(|info| info.presets.first()).copied().unwrap_or("");
    let changed = if args.options.is_empty() { "" } else { ", changed" };
    let rules = args.rules.as_deref().unwrap_or(preset);
    let done = if report.is_complete() {
        thousands(*clusters)
    } else {
        format!("stopped after {} of {}", thousands(*clusters), thousands(*requested))
    };
    let what = match report.unit {
        Unit::Hand => format!("deals, {} hands", thousands(report.hands)),
        Unit::Match => {
            let hands = thousands(report.hands);
            format!("sets of deals, {} matches with {hands} hands", thousands(*games))
        }
    };
    format!("{} ({rules}{changed}), seed {seed}: {done} {what}", args.game)
}

/// The table and the verdict of a duel.
fn print(duel: &DuplicateMatch, out: &mut dyn Write) -> Result<()> {
    let DuplicateMatch { report, timing, .. } = duel;
    let measure = Measure::of(report.unit);
    let header = ["bot", measure.name, "95 % interval", "won", "drawn", "lost", "per decision"];
    let mut table = layout::table(&header);
    for (bot, time) in report.bots.iter().zip(&timing.bots) {
        let estimate = match report.unit {
            Unit::Hand => &bot.score,
            Unit::Match => &bot.win_rate,
        };
        table.add_row([
            bot.name.clone(),
            (measure.number)(estimate.mean),
            interval(estimate, measure.number),
            thousands(bot.wins),
            thousands(bot.draws),
            thousands(bot.losses),
            time.per_decision.map_or_else(|| "-".to_owned(), seconds),
        ]);
    }
    layout::align_right(&mut table, 1..7);
    write!(out, "{}", layout::text(&table))?;
    writeln!(out)?;
    for pair in &report.pairs {
        writeln!(out, "{}", verdict(report, pair))?;
    }
    let threads = timing.threads;
    let plural = if threads == 1 { "" } else { "s" };
    writeln!(out, "{} on {threads} thread{plural}", seconds(timing.elapsed))?;
    Ok(())
}

/// By what bots of a unit are compared.
struct Measure {
    name: &'static str,
    number: fn(f64) -> String,
}

impl Measure {
    const fn of(unit: Unit) -> Self {
        match unit {
            Unit::Hand => Self { name: "points per deal", number: points },
            Unit::Match => Self { name: "matches won", number: percent },
        }
    }
}

/// Who is better, if that much can be said.
pub(crate) fn verdict(report: &MatchReport, pair: &PairReport) -> String {
    let (a, b) = (&report.bots[pair.a].name, &report.bots[pair.b].name);
    let share = &pair.win_rate;
    if report.unit == Unit::Match {
        let (mean, ends) = (percent(share.mean), interval(share, percent));
        return format!("{a} wins {mean} of its matches against {b} ({ends})");
    }
    let Some(ConfidenceInterval { low, high }) = pair.score.interval else {
        return format!("{a} against {b}: one deal says nothing");
    };
    let mean = pair.score.mean;
    if low > 0.0 {
        format!("{a} outscores {b} by {mean:.2} points per deal ({low:.2} to {high:.2})")
    } else if high < 0.0 {
        let (mean, low, high) = (-mean, -high, -low);
        format!("{b} outscores {a} by {mean:.2} points per deal ({low:.2} to {high:.2})")
    } else {
        let (mean, ends) = (points(mean), interval(&pair.score, points));
        format!("{a} against {b}: even as far as this shows, {mean} points per deal ({ends})")
    }
}
