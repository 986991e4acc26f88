//! `facedown match`: duplicate matches of bots.

use crate::args::{GameArgs, MatchArgs};
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, interval, percent, place, points, seconds};
use crate::{Answer, games, print_json, processor_time, search_params};
use anyhow::{Result, ensure};
use facedown_arena::{
    Adjusted, ConfidenceInterval, DuplicateMatch, DuplicateOptions, DuplicateProgress, LuckReport,
    MatchReport, PairReport, Unit,
};
use facedown_catalog::DuplicateSpec;
use facedown_game::{Control, excerpt, thousands};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

pub(crate) fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<Answer> {
    let game = games::chosen(&args.game)?;
    for name in &args.bots {
        game.bot(name, 0)?;
    }
    let (bots, seats) = (args.bots.join(","), game.seats());
    ensure!(
        args.bots.len() == seats,
        "--bots '{bots}': expected {seats}, one for each seat",
        bots = excerpt(&bots)
    );
    let names: Vec<&str> = args.bots.iter().map(String::as_str).collect();
    let params = search_params::chosen(&args.params, &*game, &names)?;
    if args.processor_time {
        processor_time::install()?;
    }
    cancel_on_interrupt();
    // Hides itself where the standard error is no terminal.
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len}, {eta} left")?;
    let bar = ProgressBar::new(args.deals).with_style(style);
    let mut progress = |progress: &DuplicateProgress| bar.set_position(progress.clusters);
    let options = DuplicateOptions {
        threads: args.threads.or_zero(),
        ..DuplicateOptions::new(args.deals, args.seed)
    };
    let spec = DuplicateSpec {
        bots: &args.bots,
        params: &params,
        matches: args.matches,
        luck: args.luck.name(),
        options,
    };
    let control =
        Control { cancel: Some(&CANCELLED), progress: Some(&mut progress), ..Control::default() };
    let start = Instant::now();
    let played = game.duplicate_match(&spec, control);
    let elapsed = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let mut played = match played {
        Err(why) if CANCELLED.load(Ordering::Relaxed) => {
            writeln!(std::io::stderr(), "facedown: {why}")?;
            return Ok(Answer::Interrupted);
        }
        played => played?,
    };
    // The clock of the process may be that of a thread.
    played.timing.elapsed = elapsed;
    if args.json {
        print_json(
            &json!({
                "game": args.game.game,
                "rules": game.rules(),
                "report": played.report,
                "timing": played.timing,
            }),
            out,
        )?;
    } else {
        writeln!(out, "{}", headline(&args.game, &played.report))?;
        writeln!(out)?;
        print(&played, out)?;
    }
    Ok(if played.report.is_complete() { Answer::Done } else { Answer::Interrupted })
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

/// Prints the table and the verdicts.
fn print(played: &DuplicateMatch, out: &mut dyn Write) -> Result<()> {
    let DuplicateMatch { report, timing, .. } = played;
    let measure = Measure::of(report.unit);
    let mut header = vec!["bot", measure.name, "95 % interval"];
    // Of two bots the share of wins says the same.
    let ranked = report.bots.len() > 2;
    if ranked {
        header.extend(["mean rank", "95 % interval"]);
    }
    header.extend(["won", "drawn", "lost", "per decision"]);
    let mut table = layout::table(&header);
    for (bot, time) in report.bots.iter().zip(&timing.bots) {
        let estimate = match report.unit {
            Unit::Hand => &bot.score,
            Unit::Match => &bot.win_rate,
        };
        let number = measure.number;
        let mut row = vec![bot.name.clone(), number(estimate.mean), interval(estimate, number)];
        if ranked {
            row.extend([place(bot.rank.mean), interval(&bot.rank, place)]);
        }
        row.extend([bot.wins, bot.draws, bot.losses].map(thousands));
        row.push(time.per_decision.map_or_else(|| "-".to_owned(), seconds));
        table.add_row(row);
    }
    layout::align_right(&mut table, 1..header.len());
    write!(out, "{}", layout::text(&table))?;
    writeln!(out)?;
    for pair in &report.pairs {
        writeln!(out, "{}", verdict(report, pair))?;
    }
    if let Some(luck) = &report.luck {
        print_luck(report, luck, out)?;
    }
    let threads = timing.threads;
    let plural = if threads == 1 { "" } else { "s" };
    writeln!(out, "{} on {threads} thread{plural}", seconds(timing.elapsed))?;
    Ok(())
}

/// Prints the results adjusted for luck beside the plain ones.
fn print_luck(report: &MatchReport, luck: &LuckReport, out: &mut dyn Write) -> Result<()> {
    let measure = Measure::of(report.unit);
    let both = |name: String, result: &Adjusted, number: fn(f64) -> String| {
        let Adjusted { plain, adjusted, fewer_deals, .. } = result;
        [
            name,
            number(plain.mean),
            interval(plain, number),
            number(adjusted.mean),
            interval(adjusted, number),
            fewer_deals.map_or_else(|| "-".to_owned(), |times| format!("{times:.1} times")),
        ]
    };
    let header =
        [measure.name, "plain", "95 % interval", "adjusted", "95 % interval", "fewer deals"];
    let mut table = layout::table(&header);
    for (bot, result) in report.bots.iter().zip(&luck.bots) {
        table.add_row(both(bot.name.clone(), result, measure.number));
    }
    for (pair, result) in report.pairs.iter().zip(&luck.pairs) {
        let (a, b) = (&report.bots[pair.a].name, &report.bots[pair.b].name);
        table.add_row(both(format!("{a} - {b}"), result, measure.number));
    }
    layout::align_right(&mut table, 1..6);
    writeln!(out, "\nadjusted for luck, baseline {}", luck.baseline)?;
    write!(out, "{}", layout::text(&table))?;
    writeln!(out)?;
    Ok(())
}

/// The measure by which bots are compared.
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

/// Says which of two bots is better, if the interval shows it.
fn verdict(report: &MatchReport, pair: &PairReport) -> String {
    let (a, b) = (&report.bots[pair.a].name, &report.bots[pair.b].name);
    let share = &pair.win_rate;
    if report.unit == Unit::Match {
        let (mean, ends) = (percent(share.mean), interval(share, percent));
        return format!("{a} wins {mean} of its matches against {b} ({ends})");
    }
    let Some(ConfidenceInterval { low, high }) = pair.score.interval else {
        return format!("{a} against {b}: one deal gives no interval");
    };
    let mean = pair.score.mean;
    if low > 0.0 {
        format!("{a} outscores {b} by {mean:.2} points per deal ({low:.2} to {high:.2})")
    } else if high < 0.0 {
        let (mean, low, high) = (-mean, -high, -low);
        format!("{b} outscores {a} by {mean:.2} points per deal ({low:.2} to {high:.2})")
    } else {
        let (mean, ends) = (points(mean), interval(&pair.score, points));
        format!("{a} against {b}: no significant difference, {mean} points per deal ({ends})")
    }
}
