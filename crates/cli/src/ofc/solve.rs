//! `facedown ofc solve`: the expectation of every placement.

use super::args::SolveArgs;
use super::opening::{self, Found};
use crate::service::{self, expect_answer};
use crate::{Answer, interrupt, layout, print_json};
use anyhow::{Result, bail};
use facedown_game::{Control, excerpt, thousands};
use facedown_ofc::Row;
use facedown_ofc_solver::Style;
use facedown_search::{ChanceParallel, Stop};
use facedown_service::calls::ofc::{PlacementAnswer, SolveAnswer, SolveRequest};
use facedown_service::{Progress, Request};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write;

/// The default seconds of a search.
const SECONDS: f64 = 2.0;

const OPTIONS: &service::Options = &[
    ("rules", "--rules"),
    ("fantasyland_values", "--fantasyland-values"),
    ("seconds", "--seconds"),
    ("iterations", "--iterations"),
    ("threads", "--threads"),
    ("past", "--past"),
    ("candidates", "--candidates"),
    ("memory", "--memory"),
    ("pruning_margin", "--pruning-margin"),
    ("confidence_margin", "--confidence-margin"),
];

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Answer> {
    let request = request(args)?;
    let not_in_book = match &args.book {
        Some(path) => {
            let position = request.position().map_err(|error| service::named(&error, OPTIONS))?;
            match opening::from_book(path.as_deref(), &position, args, out)? {
                Found::Answered => return Ok(Answer::Done),
                Found::Not(why) => Some(why),
            }
        }
        None => None,
    };
    interrupt::cancel_on_interrupt();
    let answer = with_progress(request)?;
    if args.json {
        print_json(&Document { answer: &answer, not_in_book: not_in_book.as_deref() }, out)?;
    } else {
        print(&answer, args, out)?;
        if let Some(why) = not_in_book {
            write!(out, "{}", layout::wrap(&format!("Not from the opening book: {why}.")))?;
        }
    }
    let cancelled = answer.stop == Stop::Cancelled.text();
    Ok(if cancelled { Answer::Interrupted } else { Answer::Done })
}

fn request(args: &SolveArgs) -> Result<SolveRequest> {
    let limited = args.seconds.is_some() || args.iterations.is_some();
    let params = &args.params;
    Ok(SolveRequest {
        board: args.board.clone(),
        opponents: args.opponents.clone(),
        dead: args.dead.clone(),
        rules: args.rules.clone(),
        fantasyland_values: args.fantasyland_values.as_deref().map(five).transpose()?,
        seconds: if limited { args.seconds } else { Some(SECONDS) },
        iterations: args.iterations,
        threads: args.threads,
        seed: args.seed,
        exact: args.exact,
        infer_discards: args.infer_discards,
        infer_styles: args.infer_styles,
        past: past(args)?,
        sample_intervals: params.sample_intervals,
        candidates: params.candidates,
        memory: params.memory,
        parallel: match params.parallel.as_str() {
            "leaf" => ChanceParallel::Leaf,
            _ => ChanceParallel::Root,
        },
        pruning: !params.no_pruning,
        pruning_margin: params.pruning_margin,
        confidence_margin: params.confidence_margin,
        pruning_visits: params.pruning_visits,
        ..SolveRequest::new(args.deal.as_str())
    })
}

/// Returns each opponent's boards of earlier hands; `2: BOARD` is the second opponent's.
fn past(args: &SolveArgs) -> Result<Vec<Vec<String>>> {
    let opponents = args.opponents.len();
    let mut boards = vec![Vec::new(); opponents];
    for text in &args.past {
        let (number, board) = text.split_once(':').unwrap_or(("1", text));
        match number.trim().parse::<usize>() {
            Ok(number) if (1..=opponents).contains(&number) => {
                boards[number - 1].push(board.to_owned());
            }
            _ => bail!(
                "--past '{}': no opponent {}, there are {opponents}",
                excerpt(text),
                excerpt(number.trim())
            ),
        }
    }
    Ok(boards)
}

/// An answer, and why it does not come from the book that was asked for.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    answer: &'a SolveAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_in_book: Option<&'a str>,
}

/// Parses five numbers of points, separated by commas.
fn five(text: &str) -> Result<[f64; 5]> {
    let named = || format!("--fantasyland-values '{}'", excerpt(text));
    let mut points = Vec::new();
    for part in text.split(',') {
        match part.trim().parse::<f64>() {
            Ok(number) if (0.0..=500.0).contains(&number) => points.push(number),
            _ => bail!("{}: '{}' is not 0 to 500 points", named(), excerpt(part)),
        }
    }
    let count = points.len();
    let Ok(points) = points.try_into() else {
        bail!("{}: {count} numbers, expected 5", named());
    };
    Ok(points)
}

/// Solves and shows the progress.
fn with_progress(request: SolveRequest) -> Result<SolveAnswer> {
    // Hides itself where the standard error is no terminal.
    let bar =
        ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let visible = !bar.is_hidden();
    let mut show = |progress: &Progress| {
        match progress {
            Progress::Share(part) => {
                bar.set_message(format!("{} of all deals", layout::percent(*part)));
            }
            Progress::Answer(answer) => {
                let facedown_service::Answer::Solve(answer) = &**answer else { return };
                let Some(best) = answer.placements.first() else { return };
                let iterations = thousands(answer.iterations);
                let points = layout::points(best.value);
                let seconds = answer.seconds;
                bar.set_message(format!(
                    "{iterations} iterations, {seconds:.1} s, best: {} ({points})",
                    best.board
                ));
            }
            _ => return,
        }
        bar.tick();
    };
    let mut control = Control { cancel: Some(&interrupt::CANCELLED), ..Control::default() };
    if visible {
        control.progress = Some(&mut show);
    }
    let answer = service::answer_with(&Request::Solve(Box::new(request)), OPTIONS, control);
    bar.finish_and_clear();
    Ok(expect_answer!(answer?, Solve))
}

fn print(answer: &SolveAnswer, args: &SolveArgs, out: &mut dyn Write) -> Result<()> {
    let shown = &answer.placements[..args.top.clamp(1, answer.placements.len())];
    let has_rows = shown.iter().any(|placement| placement.rows.is_some());
    let searched = answer.how == "searched";
    let discards = shown.iter().any(|placement| placement.discard.is_some());
    let mut header = vec!["top", "mid", "bottom"];
    if discards {
        header.push("out");
    }
    header.extend(["points", "behind"]);
    if searched {
        header.push("±");
    }
    header.extend(["foul", "FL", "royalty"]);
    if has_rows {
        header.push("rows %");
    }
    let mut table = layout::table(&header);
    for placement in shown {
        table.add_row(line(placement, searched));
    }
    layout::align_right(&mut table, if discards { 4 } else { 3 }..header.len());
    write!(out, "{}", layout::text(&table))?;
    writeln!(out)?;
    let hidden = answer.placements.len() - shown.len();
    if hidden > 0 {
        writeln!(out, "{hidden} more placements rank lower.")?;
    }
    let how = match (answer.exact, searched) {
        (true, _) => "Exact: every deal was enumerated.".to_owned(),
        (false, false) => "Every deal was enumerated.".to_owned(),
        (false, true) => {
            let iterations = thousands(answer.iterations);
            format!(
                "Searched: {iterations} iterations; {}. ± is a 95 % interval of the difference.",
                answer.stop
            )
        }
    };
    writeln!(out, "{how}")?;
    if let Some(modelled) = &answer.modelled {
        write!(out, "{}", layout::wrap(&format!("Modelled: {modelled}.")))?;
    }
    for (i, odds) in answer.styles.iter().flatten().enumerate() {
        let chances = Style::ALL.map(|style| (style, odds.get(style.name()).unwrap_or(&0.0)));
        let chances = chances.map(|(style, chance)| format!("{style} {:.0} %", 100.0 * chance));
        let chances = chances.join(", ");
        write!(out, "{}", layout::wrap(&format!("Style of opponent {}: {chances}.", i + 1)))?;
    }
    let values = answer.fantasyland_values.map(|points| format!("{points:.1}")).join(", ");
    let legend =
        if has_rows { "Rows: probabilities of winning top, middle and bottom. " } else { "" };
    let note = format!("{legend}Fantasyland (FL) with 13 to 17 cards is valued at {values}.");
    write!(out, "{}", layout::wrap(&note))?;
    Ok(())
}

/// Returns one row of the table.
fn line(placement: &PlacementAnswer, searched: bool) -> Vec<String> {
    let row = |row: Row| {
        let cards = placement.placed.iter().filter(|(_, to)| *to == row.to_string());
        let cards: Vec<&str> = cards.map(|(card, _)| card.as_str()).collect();
        if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
    };
    let mut cells: Vec<String> = Row::ALL.into_iter().map(row).collect();
    cells.extend(placement.discard.clone());
    cells.push(layout::points(placement.value));
    cells.push(format!("{:.2}", placement.behind));
    if searched {
        let half = placement.behind_interval.map(|[low, high]| (high - low) / 2.0);
        cells.push(half.map_or_else(|| "-".to_owned(), |half| format!("{half:.2}")));
    }
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    cells.push(percent(placement.foul));
    cells.push(percent(placement.fantasyland));
    cells.push(format!("{:.2}", placement.royalties));
    if let Some(rows) = placement.rows {
        cells.push(rows.map(|chance| format!("{:.0}", 100.0 * chance)).join(" "));
    }
    cells
}
