//! `facedown ofc solve --book`: openings that need no search.

use super::args::SolveArgs;
use super::book::{depth_texts, open, print_move};
use crate::layout::{thousands, wrap};
use crate::print_json;
use anyhow::{Context, Result, bail};
use facedown_ofc_solver::Position;
use facedown_ofc_solver::book::{Book, BookInfo, BookMove};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Whether a book had the answer.
pub(super) enum Found {
    /// It was printed.
    Answered,
    /// It has none, and why.
    Not(String),
}

/// What a book says, in the form of an answer.
#[derive(Serialize)]
struct BookAnswer<'a> {
    street: u8,
    exact: bool,
    how: &'static str,
    #[serde(flatten)]
    found: &'a BookMove,
    book: BookInfo,
}

/// Answers from the book where it can: the five cards are in it, and nothing else is seen.
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
            let file = path.display();
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
        return Ok(Found::Not("it is of a seat on its own that has seen no other card".to_owned()));
    }
    if args.worth.is_some() {
        return Ok(Found::Not("it has its own worth of Fantasyland".to_owned()));
    }
    let found = book.look_up(position.deal()).with_context(|| format!("--deal '{}'", args.deal))?;
    let Some(found) = found else { return Ok(Found::Not(missing(&book))) };
    if args.json {
        let answer =
            BookAnswer { street: 1, exact: false, how: "book", found: &found, book: book.info() };
        print_json(&answer, out)?;
    } else {
        print_move(&found, out)?;
        writeln!(out)?;
        write!(out, "{}", wrap(&told(&book)))?;
    }
    Ok(Found::Answered)
}

fn missing(book: &Book) -> String {
    let info = book.info();
    let (done, all) = (u64::from(info.classes_done), u64::from(info.settings.classes));
    format!("it has {} of {} classes, and not this one", thousands(done), thousands(all))
}

/// Where an answer is from, and how deep it was searched.
fn told(book: &Book) -> String {
    let settings = book.settings();
    let (searched, exact) = depth_texts(&settings.depth);
    let worth = settings.fantasyland_values.map(|points| format!("{points:.1}")).join(", ");
    format!(
        "From the opening book, not searched now: {searched}; exact values of street 4: {exact}. ± is \
         a 95 % interval of the points. Fantasyland with 13 to 17 cards is taken to be worth {worth}."
    )
}
