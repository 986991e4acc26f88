//! `facedown review`: a bot's opinion at every decision of a recorded game.

use crate::args::ReviewArgs;
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::service::expect_answer;
use crate::{Answer, advise, layout, print_json};
use anyhow::{Context, Result};
use facedown_game::Control;
use facedown_service::calls::review::{GameRecord, GameReview, GameReviewRequest};
use facedown_service::{Progress, Request, Service};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;

pub(crate) fn run(args: &ReviewArgs, out: &mut dyn Write) -> Result<Answer> {
    let named = || advise::file_name(&args.file);
    let document = advise::read(&args.file).with_context(named)?;
    let record: GameRecord = serde_json::from_value(document).with_context(named)?;
    let request = GameReviewRequest {
        seat: args.seat,
        bot: args.bot.clone(),
        iterations: args.iterations,
        worlds: args.worlds,
        seed: args.seed,
        ..GameReviewRequest::new(record)
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
    let mut control =
        Control { cancel: Some(&CANCELLED), progress: Some(&mut advance), ..Control::default() };
    let answer = Service::local().answer_with(&Request::Review(Box::new(request)), &mut control)?;
    bar.finish_and_clear();
    let review = expect_answer!(answer, Review);
    if args.json {
        print_json(&review, out)?;
    } else {
        print(&review, out)?;
    }
    Ok(if review.stopped { Answer::Interrupted } else { Answer::Done })
}

fn print(review: &GameReview, out: &mut dyn Write) -> Result<()> {
    let stopped = if review.stopped { ", stopped before its end" } else { "" };
    writeln!(out, "{}: opinion of {}{stopped}\n", review.game, review.bot)?;
    let header = ["seat", "decisions", "mistakes", "lost", "a decision"];
    let mut table = layout::table(&header);
    for total in &review.totals {
        let name = review.names.get(total.seat).map_or("", String::as_str);
        table.add_row([
            format!("{} {}", total.seat, name.replace(char::is_control, "\u{fffd}")),
            total.decisions.to_string(),
            total.mistakes.to_string(),
            format!("{:.1}", total.loss),
            format!("{:.2}", total.loss_per_decision),
        ]);
    }
    layout::align_right(&mut table, 1..header.len());
    writeln!(out, "{}", layout::text(&table))?;
    writeln!(out, "Worst decisions\n")?;
    if review.worst.is_empty() {
        writeln!(out, "  none whose interval excludes zero")?;
        return Ok(());
    }
    let header = ["hand", "seat", "played", "advised", "lost", "interval"];
    let mut table = layout::table(&header);
    for place in &review.worst {
        let decision = &review.hands[place.hand].decisions[place.decision];
        let ends = |[low, high]: [f64; 2]| format!("{low:.1} to {high:.1}");
        table.add_row([
            (place.hand + 1).to_string(),
            decision.seat.to_string(),
            decision.played.clone(),
            decision.advised.clone(),
            format!("{:.1}", decision.loss),
            decision.interval.map_or(String::new(), ends),
        ]);
    }
    layout::align_right(&mut table, [0, 1, 4, 5]);
    write!(out, "{}", layout::text(&table))?;
    Ok(())
}
