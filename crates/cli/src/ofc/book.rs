//! `facedown ofc book`: opening books.

use super::args::BookArgs;
use crate::interrupt::{CANCELLED, cancel_on_interrupt};
use crate::layout::{percent, points};
use crate::{Answer, print_json};
use anyhow::{Context, Result, bail};
use facedown_cards::{PackCard, parse_pack};
use facedown_game::stats::Z95;
use facedown_game::{Control, ProcessClock, excerpt, path_excerpt, thousands};
use facedown_ofc::Row;
use facedown_ofc_solver::book::{
    Book, BookFile, BookInfo, BookMove, BookSettings, Depth, iterations_in,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

pub(super) fn run(args: &BookArgs, out: &mut dyn Write) -> Result<Answer> {
    if let Some(path) = &args.out {
        return make(path, args, out);
    }
    if let Some(cards) = &args.look {
        return look(cards, args, out);
    }
    let path = args.info.as_ref().and_then(Option::as_deref);
    let info = open(path, "--info")?.info();
    if args.json {
        return print_json(&info, out);
    }
    print_info(&info, out)?;
    Ok(Answer::Done)
}

/// Opens the book in a file, or the one that comes with the program.
pub(super) fn open(path: Option<&Path>, option: &str) -> Result<Book> {
    match path {
        Some(path) => {
            Book::open(path).with_context(|| format!("{option} '{}'", path_excerpt(path)))
        }
        None => Ok(Book::shipped()?),
    }
}

fn look(text: &str, args: &BookArgs, out: &mut dyn Write) -> Result<Answer> {
    let named = || format!("--look '{text}'", text = excerpt(text));
    let cards = parse_pack(text).with_context(named)?;
    let book = open(args.input.as_deref(), "--in")?;
    let found = book.look_up(&cards).with_context(named)?;
    let rules = &book.settings().rules;
    if args.json {
        print_json(&json!({ "rules": rules, "cards": cards_text(&cards), "found": found }), out)?;
    } else if let Some(found) = &found {
        print_move(found, out)?;
    } else {
        let done = percent(book.info().share);
        writeln!(out, "The book has {done} of all hands, but not this one.")?;
    }
    Ok(if found.is_some() { Answer::Done } else { Answer::No })
}

fn cards_text(cards: &[PackCard]) -> String {
    cards.iter().map(PackCard::to_string).collect::<Vec<_>>().join(" ")
}

/// Formats the cards of a row.
fn row_text(placed: &[(PackCard, Row)], row: Row) -> String {
    let cards = placed.iter().filter(|(_, to)| *to == row).map(|(card, _)| *card);
    let cards: Vec<PackCard> = cards.collect();
    if cards.is_empty() { "-".to_owned() } else { cards_text(&cards) }
}

pub(super) fn print_move(found: &BookMove, out: &mut dyn Write) -> Result<()> {
    for (name, row) in ["top", "middle", "bottom"].into_iter().zip(Row::ALL) {
        writeln!(out, "{name:>9}  {}", row_text(&found.placed, row))?;
    }
    writeln!(out, "   points  {} ± {:.2}", points(found.value), Z95 * found.error)?;
    if let Some(second) = &found.second {
        let rows = Row::ALL.map(|row| row_text(second, row)).join(" / ");
        writeln!(out, "     next  {rows}, {:.2} behind", found.behind)?;
    }
    let plural = if found.hands == 1 { "hand" } else { "hands" };
    writeln!(out, "    class  {} {plural}", found.hands)?;
    Ok(())
}

fn print_info(info: &BookInfo, out: &mut dyn Write) -> Result<()> {
    let settings = &info.settings;
    let depth = &settings.depth;
    let values = settings.fantasyland_values.map(|points| format!("{points:.2}")).join(", ");
    let count = |done: u32, all: u32| format!("{} of {}", thousands(done), thousands(all));
    let (searched, exact) = depth_texts(depth);
    let lines = [
        ("rules", settings.rules.clone()),
        ("classes", count(info.classes_done, settings.classes)),
        ("shards", count(info.shards_done, settings.shards)),
        ("hands", percent(info.share)),
        ("searched", searched),
        ("street 4", exact),
        ("seed", settings.seed.to_string()),
        ("values", format!("{values} (Fantasyland with 13 to 17 cards)")),
        ("foul", format!("-{}", settings.foul_cost)),
        ("evaluator", format!("{:08x}", settings.evaluator)),
        ("method", settings.method.to_string()),
    ];
    for (name, text) in lines {
        writeln!(out, "{name:>9}  {text}")?;
    }
    Ok(())
}

/// Describes how deep openings were searched, and how street 4 was valued.
pub(super) fn depth_texts(depth: &Depth) -> (String, String) {
    let Depth { lookahead, rounds, searched, iterations, .. } = *depth;
    let searched = if rounds == 0 {
        format!("{iterations} iterations over the {lookahead} best placements by the evaluator")
    } else {
        format!(
            "{iterations} iterations over {searched} placements after a lookahead of {lookahead} \
             with {rounds} rounds of deals"
        )
    };
    let exact = if depth.exact_iterations == 0 {
        "none: values come from the evaluator".to_owned()
    } else {
        format!("{} iterations over {} placements", depth.exact_iterations, depth.solved)
    };
    (searched, exact)
}

fn make(path: &Path, args: &BookArgs, out: &mut dyn Write) -> Result<Answer> {
    let named = || format!("--out '{}'", path_excerpt(path));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores.min(8));
    if !(1..=64).contains(&threads) {
        bail!("--threads is {threads}, expected 1 to 64");
    }
    // Nothing is written before all arguments are checked.
    let (mut maker, part) = if path.exists() {
        let maker = BookFile::open(path).with_context(named)?;
        maker.check(&wanted(args, maker.book().settings().clone())?).with_context(named)?;
        let part = part(args, maker.book().settings().shards)?;
        (maker, part)
    } else {
        let settings = fresh(args)?;
        let part = part(args, settings.shards)?;
        (BookFile::create(path, &settings).with_context(named)?, part)
    };
    for other in &args.from {
        let book = open(Some(other), "--from")?;
        maker.take(&book).with_context(|| format!("--from '{}'", path_excerpt(other)))?;
    }
    let missing = maker.missing(part.clone())?;
    let all = maker.book().settings().classes;
    // Hides itself where the standard error is no terminal.
    let bar = ProgressBar::new(missing).with_style(ProgressStyle::with_template(
        "{bar:30} {human_pos} of {human_len} openings, {eta} left",
    )?);
    cancel_on_interrupt();
    let mut found = |found: &u64| bar.set_position(*found);
    let control =
        Control { cancel: Some(&CANCELLED), progress: Some(&mut found), ..Control::default() };
    let finished = maker.run(part, threads, control)?;
    bar.finish_and_clear();
    let info = maker.book().info();
    if args.json {
        print_json(&info, out)?;
    } else {
        let done = thousands(info.classes_done);
        let stopped = if finished { "" } else { "stopped; " };
        writeln!(out, "{stopped}'{}' has {done} of {} openings", path.display(), thousands(all))?;
    }
    Ok(if finished { Answer::Done } else { Answer::Interrupted })
}

/// Returns the settings of a new book.
fn fresh(args: &BookArgs) -> Result<BookSettings> {
    let name = args.preset.as_deref().unwrap_or("standard");
    let settings = BookSettings::new(name)
        .with_context(|| format!("--preset '{name}'", name = excerpt(name)))?;
    let mut settings = wanted(args, settings)?;
    if let Some(seconds) = args.seconds_per_opening {
        settings.depth.iterations =
            iterations_in(&settings, seconds, &ProcessClock).context("--seconds-per-opening")?;
    }
    Ok(settings)
}

/// Returns these settings with the user's changes. A time is not a setting: a book that was begun
/// with one has the iterations that it came to.
fn wanted(args: &BookArgs, settings: BookSettings) -> Result<BookSettings> {
    let mut wanted = settings;
    if let Some(name) = &args.preset {
        // Checks the name; the file's settings are compared with it.
        let other = BookSettings::new(name)
            .with_context(|| format!("--preset '{name}'", name = excerpt(name)))?;
        wanted.rules = other.rules;
    }
    if let Some(shards) = args.shards {
        wanted.shards = shards;
    }
    if let Some(iterations) = args.iterations {
        wanted.depth.iterations = iterations;
    }
    if let Some(iterations) = args.exact_iterations {
        wanted.depth.exact_iterations = iterations;
    }
    if let Some(seed) = args.seed {
        wanted.seed = seed;
    }
    wanted.validate()?;
    Ok(wanted)
}

/// Parses the range of shards: `3..7` is 3, 4, 5 and 6.
fn part(args: &BookArgs, shards: u32) -> Result<Range<u32>> {
    let Some(text) = &args.only else { return Ok(0..shards) };
    let ends = text.split_once("..").map(|(first, end)| (first.trim().parse(), end.trim().parse()));
    match ends {
        Some((Ok(first), Ok(end))) if first < end && end <= shards => Ok(first..end),
        _ => bail!("--only '{text}', expected a range within 0..{shards}", text = excerpt(text)),
    }
}
