//! `facedown ofc solve`: the expectation of every placement.

use super::args::{ParamArgs, SolveArgs};
use super::history;
use super::opening::{self, Found};
use crate::{Answer, interrupt, layout, print_json};
use anyhow::{Context, Result, bail};
use facedown_game::{Control, excerpt, thousands};
use facedown_ofc::{Row, Stakes};
use facedown_ofc_solver::placements::{
    Method, PlacementReport, PlacementsAnswer, PlacementsConfig, PlacementsProgress,
    solve_placements,
};
use facedown_ofc_solver::{Position, Style, stakes};
use facedown_search::{Budget, ChanceParallel, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::Write;

/// The default seconds of a search.
const SECONDS: f64 = 2.0;

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Answer> {
    let rules = super::rules(&args.rules)?;
    let opponents: Vec<&str> = args.opponents.iter().map(String::as_str).collect();
    let position = Position::parse(&rules, &args.board, &args.deal, &opponents, &args.dead)
        .with_context(|| named(args))?;
    let values = match &args.worth {
        Some(text) => Some(Stakes { entry: five(text)?, ..stakes(&rules)? }),
        None => None,
    };
    let position = history::with_history(position, &args.past, values)?;
    check_budget(args)?;
    let not_in_book = match &args.book {
        Some(path) => match opening::from_book(path.as_deref(), &position, args, out)? {
            Found::Answered => return Ok(Answer::Done),
            Found::Not(why) => Some(why),
        },
        None => None,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores.min(8));
    let config = PlacementsConfig {
        threads,
        seed: args.seed,
        stakes: values,
        exact: args.exact,
        infer_discards: args.inference,
        infer_styles: args.styles,
        ..params(&args.params)
    };
    let limited = args.seconds.is_some() || args.iterations.is_some();
    let seconds = if limited { args.seconds } else { Some(SECONDS) };
    let budget = Budget { seconds, iterations: args.iterations, nodes: None };
    interrupt::cancel_on_interrupt();
    let answer = with_progress(&position, &config, budget)?;
    if args.json {
        print_json(&SolveAnswer { answer: &answer, not_in_book: not_in_book.as_deref() }, out)?;
    } else {
        print(&answer, args, out)?;
        if let Some(why) = not_in_book {
            write!(out, "{}", layout::wrap(&format!("Not from the opening book: {why}.")))?;
        }
    }
    let cancelled = answer.stop_reason == Stop::Cancelled;
    Ok(if cancelled { Answer::Interrupted } else { Answer::Done })
}

/// Returns the configuration with these parameters.
fn params(args: &ParamArgs) -> PlacementsConfig {
    let default = PlacementsConfig::default();
    PlacementsConfig {
        breadth: args.candidates.unwrap_or(default.breadth),
        memory: args.memory.unwrap_or(default.memory),
        parallel: match args.parallel.as_str() {
            "leaf" => ChanceParallel::Leaf,
            _ => ChanceParallel::Root,
        },
        pruning: !args.no_pruning,
        pruning_margin: args.pruning_margin,
        confidence_margin: args.confidence_margin,
        pruning_visits: args.pruning_visits,
        ..default
    }
}

/// An answer, and why it does not come from the book that was asked for.
#[derive(Serialize)]
struct SolveAnswer<'a> {
    #[serde(flatten)]
    answer: &'a PlacementsAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_in_book: Option<&'a str>,
}

fn check_budget(args: &SolveArgs) -> Result<()> {
    if let Some(seconds) = args.seconds.filter(|seconds| !(seconds.is_finite() && *seconds > 0.0)) {
        bail!("--seconds is {seconds}, expected more than 0");
    }
    if args.iterations == Some(0) {
        bail!("--iterations is 0, expected 1 or more");
    }
    Ok(())
}

/// Parses five numbers of points, separated by commas.
fn five(text: &str) -> Result<[f64; 5]> {
    let mut points = Vec::new();
    for part in text.split(',') {
        match part.trim().parse::<f64>() {
            Ok(number) if (0.0..=500.0).contains(&number) => points.push(number),
            _ => bail!(
                "--worth '{text}': '{part}' is not 0 to 500 points",
                text = excerpt(text),
                part = excerpt(part)
            ),
        }
    }
    let count = points.len();
    let Ok(points) = points.try_into() else {
        bail!("--worth '{text}': {count} numbers, expected 5", text = excerpt(text));
    };
    Ok(points)
}

/// Solves and shows the progress.
fn with_progress(
    position: &Position,
    config: &PlacementsConfig,
    budget: Budget,
) -> Result<PlacementsAnswer> {
    // Hides itself where the standard error is no terminal.
    let bar =
        ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let visible = !bar.is_hidden();
    let mut show = |progress: &PlacementsProgress| {
        match progress {
            PlacementsProgress::Solving(part) => {
                bar.set_message(format!("{} of all deals", layout::percent(*part)));
            }
            PlacementsProgress::Searching(answer) => {
                let Some(best) = answer.placements.first() else { return };
                let iterations = thousands(answer.iterations);
                let points = layout::points(best.expectation.value);
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
    let answer = solve_placements(position, config, budget, control);
    bar.finish_and_clear();
    Ok(answer?)
}

/// Returns the position as it was typed.
fn named(args: &SolveArgs) -> String {
    let mut text = format!("--board '{}' --deal '{}'", excerpt(&args.board), excerpt(&args.deal));
    for opponent in &args.opponents {
        text = text + " --opponent '" + opponent + "'";
    }
    if !args.dead.is_empty() {
        text = text + " --dead '" + &args.dead + "'";
    }
    text
}

fn print(answer: &PlacementsAnswer, args: &SolveArgs, out: &mut dyn Write) -> Result<()> {
    let shown = &answer.placements[..args.top.clamp(1, answer.placements.len())];
    let has_rows = shown.iter().any(|placement| placement.expectation.rows.is_some());
    let searched = answer.method == Method::Searched;
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
    let how = match (answer.exact, answer.method) {
        (true, _) => "Exact: every deal was enumerated.".to_owned(),
        (false, Method::Enumerated) => "Every deal was enumerated.".to_owned(),
        (false, _) => {
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
        let chances = Style::ALL.into_iter().zip(odds.chances());
        let chances = chances.map(|(style, chance)| format!("{style} {:.0} %", 100.0 * chance));
        let chances = chances.collect::<Vec<_>>().join(", ");
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
fn line(placement: &PlacementReport, searched: bool) -> Vec<String> {
    let row = |row: Row| {
        let cards = placement.placed.iter().filter(|(_, to)| *to == row);
        let cards: Vec<String> = cards.map(|(card, _)| card.to_string()).collect();
        if cards.is_empty() { "-".to_owned() } else { cards.join(" ") }
    };
    let mut cells: Vec<String> = Row::ALL.into_iter().map(row).collect();
    cells.extend(placement.discard.map(|card| card.to_string()));
    cells.push(layout::points(placement.expectation.value));
    cells.push(format!("{:.2}", placement.behind));
    if searched {
        let half = placement.behind_interval.map(|[low, high]| (high - low) / 2.0);
        cells.push(half.map_or_else(|| "-".to_owned(), |half| format!("{half:.2}")));
    }
    let percent = |chance: f64| format!("{:.0} %", 100.0 * chance);
    cells.push(percent(placement.expectation.foul));
    cells.push(percent(placement.expectation.fantasyland));
    cells.push(format!("{:.2}", placement.expectation.royalties));
    if let Some(rows) = placement.expectation.rows {
        cells.push(rows.map(|chance| format!("{:.0}", 100.0 * chance)).join(" "));
    }
    cells
}
