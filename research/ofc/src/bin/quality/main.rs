//! The quality of the solver: makes files of positions with reference values, and compares the
//! solver's choices with them.
//!
//! Run with `cargo research quality -- COMMAND`:
//!
//! | command | |
//! |---|---|
//! | `make STREET START END SEED [FILE]` | positions with their values, as JSON; the stakes are those of the file, or the current ones |
//! | `check FILES [OPTIONS]` | mean loss by street; fails where a goal is missed |
//! | `curve SECONDS FILES [OPTIONS]` | mean loss by street after each of some times, such as `0.1,1,10` |
//! | `scenarios RUNS PART FILES` | the specification's four scenarios in this part of its time |
//!
//! Options of `check` and `curve`: `street=3`, `first=5` (positions of a street), `seconds=1` or `iterations=20000`
//! (the goals' seconds unless given), `threads=2`, `seed=0`, `widening=1`, `breadth=256`, `margin=2`,
//! `prior=0` (by the networks unless given), `estimated=1`, `networks=0` (those of `steady` instead of the value networks), `loud=1`.

mod check;
mod curve;
#[path = "../../../../../crates/ofc-solver/tests/all/position_file.rs"]
mod file;
mod make;
mod play;
mod reference;
mod scenarios;

use check::Query;
use facedown_ofc_solver::placements::PlacementsConfig;
use facedown_search::Budget;
use make::StakesSource;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["make", street, start, end, seed, file @ ..] if file.len() <= 1 => {
            let numbers = start.parse()?..end.parse()?;
            let stakes = StakesSource::of(file.first().copied())?;
            print(&make::make(street.parse()?, numbers, seed.parse()?, &stakes)?)
        }
        ["check", rest @ ..] => {
            let (files, query) = files_and_query(rest)?;
            let reached = check::check(&files, &query)?;
            if reached { Ok(()) } else { Err("a goal is missed".into()) }
        }
        ["curve", seconds, rest @ ..] => {
            let (files, query) = files_and_query(rest)?;
            let seconds: Result<Vec<f64>, _> = seconds.split(',').map(str::parse).collect();
            curve::curve(&files, &seconds?, &query)
        }
        ["scenarios", runs, part, files @ ..] => {
            scenarios::run(&read(files)?, runs.parse()?, part.parse()?)
        }
        _ => Err("expected a command, see the head of research/ofc/src/bin/quality/main.rs".into()),
    }
}

fn files_and_query(words: &[&str]) -> Result<(Vec<file::PositionFile>, Query), Box<dyn Error>> {
    let (options, files): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.contains('='));
    Ok((read(&files)?, query(&options)?))
}

fn read(files: &[&str]) -> Result<Vec<file::PositionFile>, Box<dyn Error>> {
    files.iter().map(|path| check::read(Path::new(path))).collect()
}

fn query(options: &[&str]) -> Result<Query, Box<dyn Error>> {
    let config = PlacementsConfig { threads: 2, ..PlacementsConfig::default() };
    let mut query = Query { config, budget: None, street: None, first: usize::MAX, loud: false };
    for option in options {
        let (name, value) = option.split_once('=').ok_or("an option has a value")?;
        match name {
            "street" => query.street = Some(value.parse()?),
            "first" => query.first = value.parse()?,
            "seconds" => query.budget = Some(Budget::seconds(value.parse()?)),
            "tries" | "iterations" => query.budget = Some(Budget::iterations(value.parse()?)),
            "threads" => query.config.threads = value.parse()?,
            "seed" => query.config.seed = value.parse()?,
            "widening" => query.config.widening = value.parse()?,
            "breadth" => query.config.breadth = value.parse()?,
            "margin" => query.config.margin = value.parse()?,
            "prior" => query.config.prior = Some(value.parse()?),
            "networks" => query.config.networks = value == "1",
            "estimated" => query.config.estimated = value == "1",
            "loud" => query.loud = value == "1",
            _ => return Err(format!("no option '{name}'").into()),
        }
    }
    Ok(query)
}

/// Prints a file, one position a line.
fn print(file: &file::PositionFile) -> Result<(), Box<dyn Error>> {
    println!("{{\"command\": {},", serde_json::to_string(&file.command)?);
    println!("\"values\": {},", serde_json::to_string(&file.values)?);
    println!("\"worth\": {},", serde_json::to_string(&file.stakes)?);
    println!("\"positions\": [");
    for (i, valued) in file.positions.iter().enumerate() {
        let comma = if i + 1 < file.positions.len() { "," } else { "" };
        println!("{}{comma}", serde_json::to_string(valued)?);
    }
    println!("]}}");
    Ok(())
}
