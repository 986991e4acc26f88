//! `facedown match`: duplicate matches of bots.

use crate::args::{GameArgs, MatchArgs};
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, interval, percent, place, points, seconds};
use crate::{Answer, games, players, print_json, processor_time, search_params};
use anyhow::{Context, Result, ensure};
use facedown_arena::{
    Adjusted, ConfidenceInterval, DuplicateMatch, DuplicateOptions, DuplicateProgress, LuckReport,
    MatchReport, PairReport, SequentialPair, Stop, Unit, Verdict,
};
use facedown_catalog::{DuplicateSpec, FailedMatch};
use facedown_game::{Control, excerpt, thousands};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, json};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

pub(crate) fn run(args: &MatchArgs, out: &mut dyn Write) -> Result<Answer> {
    let game = games::chosen(&args.game)?;
    let players = players::players(&args.bots)?;
    for player in &players {
        game.player(player, 0, &Map::new(), None)?;
    }
    let (bots, seats) = (args.bots.join(","), game.seats());
    ensure!(
        args.bots.len() == seats,
        "--bots '{bots}': expected {seats}, one for each seat",
        bots = excerpt(&bots)
    );
    let set = search_params::chosen(&args.params)?;
    if args.processor_time {
        processor_time::install()?;
    }
    cancel_on_interrupt();
    let stop = match (args.until, args.against) {
        (Some(width), _) => Stop::Narrow { width },
        (None, Some(margin)) => Stop::Decided { margin },
        (None, None) => Stop::Never,
    };
    let deals = args.deals.unwrap_or(if stop == Stop::Never { DEALS } else { MAX_DEALS });
    // Hides itself where the standard error is no terminal.
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len}, {eta} left{msg}")?;
    let bar = ProgressBar::new(deals).with_style(style);
    let number = Measure::of(if args.matches { Unit::Match } else { Unit::Hand }).difference;
    let mut progress = |progress: &DuplicateProgress| {
        bar.set_position(progress.clusters);
        if let Some(difference) = &progress.difference {
            let ends = interval(difference, number);
            bar.set_message(format!("  {} ({ends})", number(difference.mean)));
        }
    };
    let options = DuplicateOptions {
        threads: args.threads.or_zero(),
        stop,
        ..DuplicateOptions::new(deals, args.seed)
    };
    let spec = DuplicateSpec {
        bots: &players,
        params: &set.params,
        network: set.network,
        matches: args.matches,
        hand: args.hand,
        luck: args.luck.name(),
        options,
    };
    let control =
        Control { cancel: Some(&CANCELLED), progress: Some(&mut progress), ..Control::default() };
    let start = Instant::now();
    let played = game.duplicate_match(&spec, control);
    let elapsed = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let (mut played, failed) = match played {
        Ok(played) => (played, None),
        Err(why) if CANCELLED.load(Ordering::Relaxed) && why.so_far.is_none() => {
            writeln!(std::io::stderr(), "facedown: {why}")?;
            return Ok(Answer::Interrupted);
        }
        Err(FailedMatch { error, so_far: Some(so_far) }) => (*so_far, Some(error)),
        Err(FailedMatch { error, so_far: None }) => return Err(error.into()),
    };
    // The clock of the process may be that of a thread.
    played.timing.elapsed = elapsed;
    if let Some(path) = &args.plot {
        plot(&played, &args.game, path)?;
    }
    if args.json {
        print_json(
            &json!({
                "game": args.game.game,
                "rules": game.rules(),
                "report": played.report,
                "course": played.course,
                "timing": played.timing,
            }),
            out,
        )?;
    } else {
        writeln!(out, "{}", headline(&args.game, &played.report))?;
        writeln!(out)?;
        print(&played, out)?;
    }
    if let Some(error) = failed {
        let done = thousands(played.report.clusters);
        out.flush()?;
        return Err(anyhow::Error::new(error).context(format!("stopped after {done} deals")));
    }
    let complete = stop != Stop::Never || played.report.is_complete();
    let complete = complete && !CANCELLED.load(Ordering::Relaxed);
    Ok(if complete { Answer::Done } else { Answer::Interrupted })
}

/// The number of deals where nothing else ends a match.
const DEALS: u64 = 1_000;

/// The largest number of deals where the result ends a match.
const MAX_DEALS: u64 = 1_000_000;

/// Writes the picture of mean and interval over the deals.
fn plot(played: &DuplicateMatch, game: &GameArgs, path: &Path) -> Result<()> {
    let measure = Measure::of(played.report.unit);
    let adjusted = if played.report.luck.is_some() { ", adjusted for luck" } else { "" };
    let unit = format!("{}{adjusted}", measure.name);
    let svg = played.course.svg(&headline(game, &played.report), &unit);
    let svg = svg.with_context(|| {
        format!("--plot '{}': no two bots and deals to compare", path.display())
    })?;
    std::fs::write(path, svg).with_context(|| format!("cannot write '{}'", path.display()))
}

fn headline(args: &GameArgs, report: &MatchReport) -> String {
    let MatchReport { clusters, games, seed, requested, seatings, .. } = report;
    let preset = facedown_catalog::GAMES.iter().find(|info| info.name == args.game);
    let preset = preset.and_then(|info| info.presets.first()).copied().unwrap_or("");
    let changed = if args.options.is_empty() { "" } else { ", changed" };
    let rules = args.rules.as_deref().unwrap_or(preset);
    // A million is no plan, but the bound of a match that its result ends.
    let done = if report.is_complete() || *requested == MAX_DEALS {
        thousands(*clusters)
    } else {
        format!("stopped after {} of {}", thousands(*clusters), thousands(*requested))
    };
    let seatings = match (report.all_seatings, *seatings) {
        (true, 1) => String::new(),
        (true, 2) => ", each in both seatings".to_owned(),
        (true, n) => format!(", each in all {n} seatings"),
        (false, n) => format!(", each in {n} seatings, balanced"),
    };
    let what = match report.unit {
        Unit::Hand => format!("deals{seatings}, {} hands", thousands(report.hands)),
        Unit::Match => {
            let hands = thousands(report.hands);
            format!("sets of deals{seatings}, {} matches with {hands} hands", thousands(*games))
        }
    };
    format!("{} ({rules}{changed}), seed {seed}: {done} {what}", args.game)
}

/// Prints the table and the verdicts.
fn print(played: &DuplicateMatch, out: &mut dyn Write) -> Result<()> {
    let DuplicateMatch { report, timing, .. } = played;
    let measure = Measure::of(report.unit);
    let mut header = vec!["bot"];
    // Where a bot holds several seats, its row is their mean.
    let pooled = report.bots.iter().any(|bot| bot.seats > 1);
    if pooled {
        header.push("seats");
    }
    header.extend([measure.name, "95 % interval"]);
    // Of two bots the share of wins says the same.
    let ranked = report.bots.iter().map(|bot| bot.seats).sum::<usize>() > 2;
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
        let mut row = vec![bot.name.clone()];
        if pooled {
            row.push(bot.seats.to_string());
        }
        row.extend([number(estimate.mean), interval(estimate, number)]);
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
    if let Some(sequential) = &report.sequential {
        for pair in &sequential.pairs {
            writeln!(out, "{}", conclusion(report, sequential.margin, pair))?;
        }
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
    difference: fn(f64) -> String,
}

impl Measure {
    const fn of(unit: Unit) -> Self {
        match unit {
            Unit::Hand => Self { name: "points per deal", number: points, difference: points },
            Unit::Match => Self {
                name: "matches won",
                number: percent,
                difference: |share| format!("{:+.1} %", 100.0 * share),
            },
        }
    }
}

/// Says what a sequential comparison concludes.
fn conclusion(report: &MatchReport, margin: f64, pair: &SequentialPair) -> String {
    let Measure { name, difference: number, .. } = Measure::of(report.unit);
    let (a, b) = (&report.bots[pair.a].name, &report.bots[pair.b].name);
    let verdict = match pair.verdict {
        Verdict::Better => format!("{a} is better than {b}"),
        Verdict::Worse => format!("{a} is worse than {b}"),
        Verdict::Equal => format!("{a} and {b} are equal within {}", number(margin)),
        Verdict::Open => format!("{a} against {b}: undecided"),
    };
    let ends = match pair.interval {
        Some(ConfidenceInterval { low, high }) => {
            format!("{} to {}", number(low), number(high))
        }
        None => "too few deals".to_owned(),
    };
    let mean = number(pair.difference);
    format!("{verdict}: {mean} {name} ({ends}, at all deals at once with 95 %)")
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
