//! `facedown advise`: what every choice of a seat is worth, found by a search.

use crate::args::{AdviseArgs, AskArgs, BudgetArgs};
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{self, percent, points, seconds, thousands};
use crate::{Answer, color, games, print_json, search_params};
use anyhow::{Context, Result};
use facedown_catalog::{ActionAdvice, Advice, AdviseSpec, Position, position, searches};
use facedown_game::Control;
use facedown_search::{Budget, Stop, Totals};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use std::path::Path;

pub(crate) fn run(args: &AdviseArgs, out: &mut dyn Write) -> Result<Answer> {
    let position = asked(Some(&args.game.game), &games::options(&args.game)?, &args.ask)?;
    answer(&position, &args.ask, out)
}

/// The position of a file: of this game, or of the game that the file names.
pub(crate) fn asked(
    game: Option<&str>,
    options: &Map<String, Value>,
    ask: &AskArgs,
) -> Result<Position> {
    let file = file_name(&ask.file);
    let document = read(&ask.file).with_context(|| file.clone())?;
    position(&document, game, options).context(file)
}

/// Answers for a position.
pub(crate) fn answer(position: &Position, ask: &AskArgs, out: &mut dyn Write) -> Result<Answer> {
    let config = config(ask, position)?;
    cancel_on_interrupt();
    let advice = search(ask, position, &config)?;
    if ask.json {
        print_json(
            &json!({
                "game": position.game.info().name,
                "rules": position.game.rules(),
                "bot": ask.bot,
                "config": search_config(position, &ask.bot, &config)?,
                "answer": advice,
            }),
            out,
        )?;
    } else {
        let view = layout::wrap(&position.view.text());
        let about = position.game.info().about;
        let color = color::of(position.game.info().name);
        writeln!(out, "{about}, seat {}, {}\n", advice.seat, ask.bot)?;
        writeln!(out, "{}\n{}", color(&view), color(&table(&advice)))?;
    }
    let cancelled = advice.totals.stop == Stop::Cancelled;
    Ok(if cancelled { Answer::Interrupted } else { Answer::Done })
}

pub(crate) fn file_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { format!("'{}'", path.display()) }
}

fn read(path: &Path) -> Result<Value> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(path)?;
    }
    Ok(serde_json::from_slice(&bytes)?)
}

/// Returns all parameters of the bot, or null if it does not search.
fn search_config(position: &Position, bot: &str, params: &Map<String, Value>) -> Result<Value> {
    if !searches(kind(bot)) {
        return Ok(Value::Null);
    }
    Ok(position.view.search_config(bot, params)?)
}

fn kind(bot: &str) -> &str {
    bot.split(':').next().unwrap_or_default()
}

/// Returns the search parameters that the arguments set. A search uses all cores by default.
fn config(ask: &AskArgs, position: &Position) -> Result<Map<String, Value>> {
    position.game.bot(&ask.bot, 0)?;
    let mut params = search_params::chosen(&ask.knobs, &*position.game, &[&ask.bot])?;
    if let Some(seed) = ask.seed {
        params.insert("seed".to_owned(), seed.into());
    }
    if !searches(kind(&ask.bot)) {
        return Ok(params);
    }
    match ask.threads.given() {
        Some(threads) => drop(params.insert("threads".to_owned(), threads.into())),
        None => drop(params.entry("threads").or_insert_with(|| 0.into())),
    }
    Ok(params)
}

fn budget(args: &BudgetArgs) -> Option<Budget> {
    let budget = Budget { seconds: args.seconds, iterations: args.iterations, nodes: args.nodes };
    (budget != Budget::default()).then_some(budget)
}

fn search(ask: &AskArgs, position: &Position, config: &Map<String, Value>) -> Result<Advice> {
    // Hides itself where the standard error is no terminal.
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
    let control = Control {
        cancel: Some(&CANCELLED),
        progress: if watched { Some(&mut show) } else { None },
        ..Control::default()
    };
    let spec = AdviseSpec { control, ..AdviseSpec::new(&ask.bot, budget(&ask.budget), config) };
    let advice = position.view.advise(spec);
    bar.finish_and_clear();
    Ok(advice?)
}

/// The shortest continuation worth a column.
const LEAST_LINE: usize = 8;

/// Every choice with its value and what may follow, then what the search spent.
pub(crate) fn table(advice: &Advice) -> String {
    let header = ["", "choice", "visits", "share", "value", "95 % interval", "then"];
    let mut narrow = layout::table(&header[..6]);
    for (place, action) in advice.actions.iter().enumerate() {
        narrow.add_row(row(place, action));
    }
    let used = layout::text(&narrow).lines().map(|l| l.chars().count()).max().unwrap_or(0);
    let room = layout::width(&narrow).saturating_sub(used + 2);
    let mut table = narrow;
    let continued = advice.actions.iter().any(|action| action.line.len() > 1);
    if room >= LEAST_LINE && continued {
        table = layout::table(&header);
        for (place, action) in advice.actions.iter().enumerate() {
            let line = cut(&action.line.get(1..).unwrap_or_default().join(" "), room);
            table.add_row(row(place, action).into_iter().chain([line]));
        }
    }
    layout::align_right(&mut table, 2..6);
    format!("{}\n{}", layout::text(&table), layout::wrap(&spent(&advice.totals)))
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

/// A text of at most so many characters.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room - 1).collect();
    // Half a card is no card.
    let whole = kept.rsplit_once(' ').map_or(kept.as_str(), |(whole, _)| whole);
    format!("{whole}…")
}

fn spent(totals: &Totals) -> String {
    let [iterations, worlds, nodes, trees] =
        [totals.iterations, totals.worlds, totals.nodes, totals.trees].map(thousands);
    let memory = if totals.memory_full { ", memory full" } else { "" };
    format!(
        "{iterations} iterations in {} ({worlds} worlds, {nodes} nodes in {trees} trees, depth \
         {:.1}{memory}): {}",
        seconds(totals.seconds),
        totals.mean_depth,
        totals.stop.text()
    )
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
