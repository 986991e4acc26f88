//! Fits the danger model on recorded games, and compares predicted with actual rates:
//!
//! `cargo research fit_danger -- SEATS ARCHIVE OUT [MORE…]`
//!
//! Fits on the oldest nine tenths of the archive's games by name (names begin with the date), writes
//! the weights to OUT, and checks on the newest tenth and on the other archives. OUT `-` checks the
//! weights that ship. Games that a player left are dropped.

mod evaluate;
mod fit;
mod head;
mod rows;

use evaluate::Evaluation;
use facedown_riichi_analysis::danger::assess;
use facedown_riichi_analysis::danger::model::Model;
use facedown_riichi_logs::fs::{LogFile, find_logs};
use fit::Start;
use head::{Head, file};
use rows::{Rows, SujiTable};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// The share of the games, the newest, on which the model is checked: one in so many.
const CHECKED: usize = 10;

fn sorted_logs(path: &str) -> Result<Vec<LogFile>, Box<dyn Error>> {
    let mut logs = find_logs(Path::new(path))?;
    logs.sort_by(|a, b| a.path().cmp(b.path()));
    Ok(logs)
}

/// The number of games whose views are timed.
const SPEED_GAMES: usize = 10;

/// Prints the time to assess a view, the best of several passes.
fn speed(logs: &[LogFile], seats: usize) -> Result<(), Box<dyn Error>> {
    let mut views = Vec::new();
    rows::for_each_decision(logs, seats, |choice| views.push((choice.game.clone(), choice.view)))?;
    let passes = (0..20).map(|_| {
        let start = Instant::now();
        let good = views.iter().filter(|(game, view)| assess(game, view).is_ok()).count();
        assert_eq!(good, views.len(), "every view has a discard");
        start.elapsed()
    });
    let best = passes.min().unwrap_or_default().as_secs_f64() * 1e6 / views.len().max(1) as f64;
    println!("{best:.2} µs for a view ({} views)", views.len());
    Ok(())
}

/// Prints how a model does on these games.
fn check(
    name: &str,
    logs: &[LogFile],
    seats: usize,
    model: &Model,
    suji: &SujiTable,
) -> Result<(), Box<dyn Error>> {
    let mut evaluation = Evaluation::new(model, suji);
    let games = rows::for_each_decision(logs, seats, |decision| evaluation.add(decision))?;
    println!("\n## {name}: {games} games\n\n{evaluation}");
    speed(&logs[..logs.len().min(SPEED_GAMES)], seats)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seats, archive, out, more @ ..] = arguments.as_slice() else {
        return Err("expected: SEATS ARCHIVE OUT [MORE…]".into());
    };
    let seats = seats.parse()?;
    let logs = sorted_logs(archive)?;
    let (fitted, checked) = logs.split_at(logs.len() - logs.len() / CHECKED);
    let mut rows = Rows::new();
    let games = rows::for_each_decision(fitted, seats, |decision| rows.add(decision))?;
    let counts = (rows.deal_in.len(), rows.tenpai.len(), rows.points.len());
    println!("{games} games: {} pairs, {} opponents, {} wins", counts.0, counts.1, counts.2);
    let suji = rows.suji;
    let bytes = if out == "-" {
        None
    } else {
        // Few games with three seats are at hand, so they start from the weights of four.
        let start = |head| match seats {
            3 => Start::from(head::of_four(head)),
            _ => Start::NOTHING,
        };
        let deal_in = fit::logistic(&mut rows.deal_in, Head::DealIn, &start(Head::DealIn));
        let tenpai = fit::logistic(&mut rows.tenpai, Head::Tenpai, &start(Head::Tenpai));
        let points = fit::log_linear(&mut rows.points, Head::Points, &start(Head::Points));
        let bytes = file(&deal_in, &tenpai, &points);
        std::fs::write(out, &bytes)?;
        Some(bytes)
    };
    let fitted = bytes.map(|bytes| Model::read(&bytes)).transpose()?;
    let model = fitted.as_ref().unwrap_or_else(|| Model::of(seats));
    check("newest tenth", checked, seats, model, &suji)?;
    for path in more {
        check(path, &sorted_logs(path)?, seats, model, &suji)?;
    }
    Ok(())
}
