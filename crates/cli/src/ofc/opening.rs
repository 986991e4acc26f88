//! `facedown ofc solve --book`: openings that need no search.

use super::args::SolveArgs;
use super::book::{depth_texts, open, print_move};
use crate::layout::wrap;
use crate::print_json;
use anyhow::{Context, Result, bail};
use facedown_game::{excerpt, path_excerpt, thousands};
use facedown_ofc_solver::Position;
use facedown_ofc_solver::book::{Book, BookInfo, BookMove};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// The outcome of a look into a book.
pub(super) enum Found {
    /// The answer was printed.
    Answered,
    /// The book has no answer, for this reason.
    Not(String),
}

/// The answer of a book.
#[derive(Serialize)]
struct BookAnswer<'a> {
    street: u8,
    exact: bool,
    how: &'static str,
    #[serde(flatten)]
    found: &'a BookMove,
    book: BookInfo,
}

/// Answers from the book if it can: it has the five cards, and no other card is visible.
pub(super) fn from_book(
    path: Option<&Path>,
    position: &Position,
    args: &SolveArgs,
    out: &mut dyn Write,
) -> Result<Found> {
    let book = open(path, "--book")?;
    let settings = book.settings();
    if settings.rules != args.rules {
        if let Some(path) = path {
            let file = path_excerpt(path);
            bail!(
                "--book '{file}': a book of the rules '{}', not '{}'",
                settings.rules,
                args.rules
            );
        }
        return Ok(Found::Not(format!("it is of the rules '{}'", settings.rules)));
    }
    if position.street() > 1 {
        return Ok(Found::Not("it has street 1 only".to_owned()));
    }
    // An empty board of an opponent shows nothing, but rows and scoop against it count.
    if !position.opponents().is_empty() || !position.dead().is_empty() {
        return Ok(Found::Not(
            "it is for a seat on its own that has seen no other card".to_owned(),
        ));
    }
    if args.fantasyland_values.is_some() {
        return Ok(Found::Not("it was made with its own values of Fantasyland".to_owned()));
    }
    let found = book
        .look_up(position.deal())
        .with_context(|| format!("--deal '{}'", excerpt(&args.deal)))?;
    let Some(found) = found else { return Ok(Found::Not(missing(&book))) };
    if args.json {
        let answer =
            BookAnswer { street: 1, exact: false, how: "book", found: &found, book: book.info() };
        print_json(&answer, out)?;
    } else {
        print_move(&found, out)?;
        writeln!(out)?;
        write!(out, "{}", wrap(&source(&book)))?;
    }
    Ok(Found::Answered)
}

fn missing(book: &Book) -> String {
    let info = book.info();
    let (done, all) = (info.classes_done, info.settings.classes);
    format!("it has {} of {} classes, but not this one", thousands(done), thousands(all))
}

/// Describes where an answer comes from, and how deep it was searched.
fn source(book: &Book) -> String {
    let settings = book.settings();
    let (searched, exact) = depth_texts(&settings.depth);
    let values = settings.fantasyland_values.map(|points| format!("{points:.1}")).join(", ");
    format!(
        "From the opening book, not searched now: {searched}; exact values of street 4: {exact}. ± is \
         a 95 % interval of the points. Fantasyland with 13 to 17 cards is valued at {values}."
    )
}
