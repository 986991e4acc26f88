//! `facedown riichi review`: the bot's opinion at every decision of a recorded game.

use super::args::ReviewArgs;
use super::color::color_tiles;
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, seconds};
use crate::service::{self, expect_answer};
use crate::{Answer, print_json};
use anyhow::{Context, Result, anyhow};
use facedown_game::{Control, path_excerpt};
use facedown_riichi_logs::fs::read_bytes;
use facedown_riichi_review::{DecisionReview, Review, ReviewRound, SeatTotal, html};
use facedown_service::calls::riichi::{LogInput, ReviewRequest};
use facedown_service::{Progress, Request};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::time::Instant;

/// The most threads of a review.
const MAX_THREADS: usize = 64;

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<Answer> {
    let named = || format!("'{}'", path_excerpt(&args.file));
    let bytes = read_bytes(&args.file).with_context(named)?;
    let name = args.file.file_name().unwrap_or(args.file.as_os_str()).to_string_lossy();
    let request = ReviewRequest {
        log: LogInput::of_bytes(name, bytes),
        seat: args.seat.map(usize::from),
        worlds: Some(args.worlds.into()),
        timeout_ms: None,
        seed: args.seed,
        threads: Some(args.threads.count().min(MAX_THREADS)),
        rules: args.rules.map(|preset| preset.name().to_owned()),
    };
    cancel_on_interrupt();
    let style = ProgressStyle::with_template("{bar:40} {percent} % of the decisions, {eta} left")?;
    // Hides itself where the standard error is no terminal.
    let bar = ProgressBar::new(1_000).with_style(style);
    let mut advance = |progress: &Progress| {
        if let Progress::Share(share) = progress {
            bar.set_position((1e3 * share) as u64);
        }
    };
    let control =
        Control { cancel: Some(&CANCELLED), progress: Some(&mut advance), ..Control::default() };
    let start = Instant::now();
    let request = Request::RiichiReview(Box::new(request));
    let answer = service::answer_with(&request, &[], control).with_context(named)?;
    let time = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let review = expect_answer!(answer, RiichiReview);
    if let Some(path) = &args.html {
        std::fs::write(path, html(&review))
            .map_err(|error| anyhow!("'{}': {error}", path_excerpt(path)))?;
    }
    if args.json {
        print_json(&review, out)?;
    } else {
        print(&review, out)?;
        writeln!(out, "{} on {} threads", seconds(time), args.threads.count())?;
    }
    Ok(if review.stopped { Answer::Interrupted } else { Answer::Done })
}

fn print(review: &Review, out: &mut dyn Write) -> Result<()> {
    let stopped = if review.stopped { ", stopped before its end" } else { "" };
    writeln!(
        out,
        "{}: playouts in {} worlds a decision{stopped}\n",
        review.log, review.iterations
    )?;
    print_totals(review, out)?;
    writeln!(out, "\nWorst decisions\n")?;
    if review.worst.is_empty() {
        writeln!(out, "  none whose interval excludes zero")?;
    }
    for (number, place) in review.worst.iter().enumerate() {
        let round = &review.rounds[place.round];
        let decision = &round.decisions[place.decision];
        print_decision(review, number + 1, round, decision, out)?;
    }
    print_rounds(review, out)
}

fn player(review: &Review, seat: usize) -> String {
    match review.names.get(seat).filter(|name| !name.is_empty()) {
        Some(name) => format!("{seat} {}", name.replace(char::is_control, "\u{fffd}")),
        None => format!("{seat}"),
    }
}

fn print_totals(review: &Review, out: &mut dyn Write) -> Result<()> {
    let header = ["seat", "decisions", "mistakes", "lost", "a decision", "points", "luck", "play"];
    let mut table = layout::table(&header);
    for total in &review.totals {
        let SeatTotal { seat, decisions, mistakes, loss, points, luck, .. } = total;
        let half = total.interval.map_or(0.0, |[low, high]| (high - low) / 2.0);
        let play = luck.map_or("-".to_owned(), |luck| format!("{:+.0}", f64::from(*points) - luck));
        table.add_row([
            player(review, *seat),
            decisions.to_string(),
            mistakes.to_string(),
            format!("{loss:.0}"),
            format!("{:.1} ± {half:.1}", total.loss_per_decision),
            format!("{points:+}"),
            luck.map_or("-".to_owned(), |luck| format!("{luck:+.0}")),
            play,
        ]);
    }
    layout::align_right(&mut table, 1..header.len());
    write!(out, "{}", layout::text(&table))?;
    for total in review.totals.iter().filter(|total| total.mistakes > 0) {
        let classes = total.classes.iter();
        let classes =
            classes.map(|(c, sum)| format!("{} {} ({:.0})", sum.count, c.name(), sum.loss));
        let classes: Vec<String> = classes.collect();
        writeln!(out, "seat {}: {}", total.seat, classes.join(", "))?;
    }
    Ok(())
}

fn round_name(round: &ReviewRound) -> String {
    match round.honba {
        0 => round.round.clone(),
        honba => format!("{}-{honba}", round.round),
    }
}

fn print_decision(
    review: &Review,
    number: usize,
    round: &ReviewRound,
    decision: &DecisionReview,
    out: &mut dyn Write,
) -> Result<()> {
    let seat = match review.seat {
        Some(_) => String::new(),
        None => format!(", seat {}", decision.seat),
    };
    let class = decision.class.map_or("", |class| class.name());
    let interval =
        decision.interval.map_or(String::new(), |[low, high]| format!(" ({low:.0} to {high:.0})"));
    writeln!(
        out,
        "{number}. {}, turn {}{seat}: {class}, {:.0} points{interval}",
        round_name(round),
        decision.turn,
        decision.loss
    )?;
    let drawn = decision.drawn.as_ref().map_or(String::new(), |tile| format!(" drew {tile}"));
    let offered = decision.offered.as_ref().map_or(String::new(), |t| format!(" offered {t}"));
    let line = format!("   {}{drawn}{offered}", decision.hand);
    writeln!(out, "{}", color_tiles(&line))?;
    for option in &decision.options {
        let mark = if option.text == decision.played { "  played" } else { "" };
        let value = option.value.map_or(String::new(), |value| format!("{value:+.0}"));
        let half = option.ci.map_or(0.0, |[low, high]| (high - low) / 2.0);
        let line = format!("   {:<10} {value:>7} ± {half:.0}{mark}", option.text);
        writeln!(out, "{}", color_tiles(&line))?;
    }
    if let Some(both) = &decision.acceptance {
        let (mine, best) = (both.played, both.advised);
        let mut line = format!(
            "   accepts {} tiles of {} kinds, {}-shanten; advised {} of {}, {}-shanten",
            mine.left, mine.kinds, mine.shanten, best.left, best.kinds, best.shanten
        );
        for (name, kinds) in [("gains", &both.gained), ("loses", &both.lost)] {
            if !kinds.is_empty() {
                line.extend(["; ", name, " ", &kinds.join(" ")]);
            }
        }
        writeln!(out, "{}", color_tiles(&line))?;
    }
    writeln!(out)?;
    Ok(())
}

/// Prints a line a round: points, luck, play, and what decisions lost.
fn print_rounds(review: &Review, out: &mut dyn Write) -> Result<()> {
    let mut table = layout::table(&["round", "seat", "points", "luck", "play", "lost", "mistakes"]);
    for round in &review.rounds {
        for seat in review.totals.iter().map(|total| total.seat) {
            let points = round.deltas[seat];
            let luck = round.luck.as_ref().map(|luck| luck[seat]);
            let own = round.decisions.iter().filter(|d| d.seat == seat && d.mistake).count();
            table.add_row([
                round_name(round),
                seat.to_string(),
                format!("{points:+}"),
                luck.map_or("-".to_owned(), |luck| format!("{luck:+.0}")),
                luck.map_or("-".to_owned(), |luck| format!("{:+.0}", f64::from(points) - luck)),
                format!("{:.0}", round.loss[seat]),
                own.to_string(),
            ]);
        }
    }
    layout::align_right(&mut table, 1..7);
    write!(out, "{}", layout::text(&table))?;
    Ok(())
}
