//! `facedown advise`: the value of every legal action of a seat.

use crate::args::{AdviseArgs, BudgetArgs, RequestArgs};
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, percent, points, seconds};
use crate::search_params::{self, Chosen};
use crate::{Answer, color, games, players, print_json};
use anyhow::{Context, Result, ensure};
use facedown_catalog::{ActionAdvice, Advice, AdviseSpec, GameView, position};
use facedown_game::{Control, MAX_DOCUMENT_BYTES, excerpt, path_excerpt, read_at_most, thousands};
use facedown_search::{Budget, Slice, Stop, Totals};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::Path;

pub(crate) fn run(args: &AdviseArgs, out: &mut dyn Write) -> Result<Answer> {
    let options = games::options(&args.game)?;
    let position = read_position(Some(&args.game.game), &options, &args.request.file)?;
    answer(&position, &args.request, out)
}

/// Reads the position of a file at this path, or of standard input for `-`.
pub(crate) fn read_position(
    game: Option<&str>,
    options: &Map<String, Value>,
    path: &Path,
) -> Result<GameView> {
    let file = file_name(path);
    let document = read(path).with_context(|| file.clone())?;
    position(&document, game, options).context(file)
}

/// Prints the advice for a position.
pub(crate) fn answer(
    position: &GameView,
    request: &RequestArgs,
    out: &mut dyn Write,
) -> Result<Answer> {
    cancel_on_interrupt();
    let (advice, params) = advice(request, position)?;
    if request.json {
        print_json(
            &json!({
                "game": position.game.info().name,
                "rules": position.game.rules(),
                "bot": request.bot,
                "config": params,
                "answer": advice,
            }),
            out,
        )?;
    } else {
        let view = layout::wrap(&position.view.text());
        let about = position.game.info().about;
        let color = color::of(position.game.info().name);
        writeln!(out, "{about}, seat {}, {}\n", advice.seat, request.bot)?;
        writeln!(out, "{}\n{}", color(&view), color(&table(&advice, " (--json has all)")))?;
    }
    let cancelled = advice.totals.stop == Stop::Cancelled;
    Ok(if cancelled { Answer::Interrupted } else { Answer::Done })
}

pub(crate) fn file_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        format!("'{}'", path_excerpt(path))
    }
}

/// Reads a JSON document; - is the standard input.
pub(crate) fn read(path: &Path) -> Result<Value> {
    let bytes = if path == Path::new("-") {
        read_at_most(std::io::stdin().lock(), MAX_DOCUMENT_BYTES)?
    } else {
        read_at_most(std::fs::File::open(path)?, MAX_DOCUMENT_BYTES)?
    };
    Ok(serde_json::from_slice(&bytes)?)
}

/// Returns what the arguments set for the bot. A search uses all cores by default.
fn chosen(request: &RequestArgs, position: &GameView) -> Result<Chosen> {
    let bot = request.bot.as_str();
    let mut set = search_params::chosen(&request.params)?;
    if let Some(seed) = request.seed {
        set.params.insert("seed".to_owned(), seed.into());
    }
    let read = position.game.search_params(bot);
    if read.is_empty() {
        ensure!(
            budget(&request.budget).is_none(),
            "'{bot}' does not search and takes no budget",
            bot = excerpt(bot)
        );
    } else if let Some(threads) = request.threads.given() {
        set.params.insert("threads".to_owned(), threads.into());
    } else {
        set.params.entry("threads").or_insert_with(|| 0.into());
    }
    Ok(set)
}

fn budget(args: &BudgetArgs) -> Option<Budget> {
    let budget = Budget { seconds: args.seconds, iterations: args.iterations, nodes: args.nodes };
    (budget != Budget::default()).then_some(budget)
}

/// Asks the bot, with a progress line on a terminal; returns its advice, and the parameters of its
/// search.
fn advice(
    request: &RequestArgs,
    position: &GameView,
) -> Result<(Advice, Option<Map<String, Value>>)> {
    let Chosen { params, network } = chosen(request, position)?;
    // Hidden unless the standard error is a terminal.
    let bar =
        ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let watched = !bar.is_hidden();
    let mut show = |advice: &Advice| {
        let ActionAdvice { about, value, .. } = advice.best();
        let value = value.map_or_else(|| "-".into(), points);
        let (iterations, time) = (thousands(advice.totals.iterations), advice.totals.seconds);
        bar.set_message(format!("{iterations} iterations, {time:.1} s, best: {about} ({value})"));
        bar.tick();
    };
    let mut control = Control {
        cancel: Some(&CANCELLED),
        progress: if watched { Some(&mut show) } else { None },
        ..Control::default()
    };
    let spec = AdviseSpec {
        own: players::player(&request.bot)?.own,
        network,
        ..AdviseSpec::new(&request.bot, budget(&request.budget), &params)
    };
    let mut advisor = position.view.begin_advice(&spec)?;
    advisor.advance(Slice::ALL, &mut control)?;
    bar.finish_and_clear();
    Ok((advisor.advice(), advisor.params().cloned()))
}

/// The least width of the column of continuations.
const MIN_LINE: usize = 8;

/// The greatest number of rows: a pass of three cards has 286 choices, five cards of OFC 232.
const MAX_ROWS: usize = 20;

/// Formats the best actions with their values and principal variations, then the totals of the
/// search. `rest` says where the actions are that are left out.
pub(crate) fn table(advice: &Advice, rest: &str) -> String {
    let shown = advice.actions.len().min(MAX_ROWS);
    let actions = &advice.actions[..shown];
    let header = ["", "action", "visits", "share", "value", "95 % interval", "then"];
    let mut narrow = layout::table(&header[..6]);
    for (place, action) in actions.iter().enumerate() {
        narrow.add_row(row(place, action));
    }
    let used = layout::text(&narrow).lines().map(|l| l.chars().count()).max().unwrap_or(0);
    let room = layout::width(&narrow).saturating_sub(used + 2);
    let mut table = narrow;
    let continued = actions.iter().any(|action| !continuation(action).is_empty());
    if room >= MIN_LINE && continued {
        table = layout::table(&header);
        for (place, action) in actions.iter().enumerate() {
            let line = cut(&continuation(action).join(" "), room);
            table.add_row(row(place, action).into_iter().chain([line]));
        }
    }
    layout::align_right(&mut table, 2..6);
    let hidden = match advice.actions.len() - shown {
        0 => String::new(),
        more => format!("… and {more} more{rest}\n"),
    };
    format!("{}{hidden}\n{}", layout::text(&table), layout::wrap(&spent(&advice.totals)))
}

/// Returns the principal variation after the action or the whole move.
fn continuation(action: &ActionAdvice) -> &[String] {
    action.line.get(action.moves.len().max(1)..).unwrap_or_default()
}

fn row(place: usize, action: &ActionAdvice) -> [String; 6] {
    let interval = match (action.proven, action.ci) {
        (Some(_), _) => "proven".to_owned(),
        (None, Some([low, high])) => format!("{} to {}", points(low), points(high)),
        (None, None) => "-".to_owned(),
    };
    [
        if place == 0 { "*" } else { "" }.to_owned(),
        action.about.clone(),
        thousands(action.visits),
        percent(action.share),
        action.value.map_or_else(|| "-".to_owned(), points),
        interval,
    ]
}

/// Cuts a text to at most this many characters.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room - 1).collect();
    // Not in the middle of a card.
    let whole = kept.rsplit_once(' ').map_or(kept.as_str(), |(whole, _)| whole);
    format!("{whole}…")
}

/// Describes what a search spent, and why it stopped.
fn spent(totals: &Totals) -> String {
    if totals.iterations == 0 {
        return totals.stop.text().to_owned();
    }
    let (iterations, time) = (thousands(totals.iterations), seconds(totals.seconds));
    // Searches without a tree have no nodes.
    let tree = if totals.nodes == 0 { String::new() } else { format!(" ({})", tree(totals)) };
    format!("{iterations} iterations in {time}{tree}: {}", totals.stop.text())
}

fn tree(totals: &Totals) -> String {
    let [worlds, nodes, trees] = [totals.worlds, totals.nodes, totals.trees].map(thousands);
    let memory = if totals.memory_full { ", memory full" } else { "" };
    let depth = totals.mean_depth;
    format!("{worlds} worlds, {nodes} nodes in {trees} trees, depth {depth:.1}{memory}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_between_words() {
        assert_eq!(cut("Kd stock 4c", 20), "Kd stock 4c");
        assert_eq!(cut("Kd stock 4c", 11), "Kd stock 4c");
        assert_eq!(cut("Kd stock 4c", 10), "Kd stock…");
        assert_eq!(cut("Kd stock 4c", 8), "Kd…");
        assert_eq!(cut("abcdefghij", 4), "abc…");
    }
}
