//! Many boards that are given, as arrays.

use super::{cores, in_pack, rules};
use crate::arrays::{input, output};
use crate::errors::{place, value_error};
use crate::threads::threads;
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::{Board, Row, Rules, Scorer, Stakes};
use facedown_ofc_solver::stakes;
use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};

type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;

/// The results of a batch: for each board its value, royalties, whether it is a foul, the cards of
/// the Fantasyland that it enters, and whether it stays.
struct Results<'a> {
    values: &'a mut [f64],
    royalties: &'a mut [u16],
    fouls: &'a mut [bool],
    fantasy: &'a mut [u8],
    stays: &'a mut [bool],
}

/// The rows of all boards, top first.
#[derive(Clone, Copy)]
struct Given<'a>([&'a [u8]; 3]);

const NAMES: [&str; 3] = ["top", "middle", "bottom"];

#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the arrays are the caller's")]
pub(super) fn ofc_evaluate(
    py: Python<'_>,
    top: &Array<'_, u8>,
    middle: &Array<'_, u8>,
    bottom: &Array<'_, u8>,
    rules: &str,
    stay_value: Option<f64>,
    cards: u8,
    threads: Option<&Bound<'_, PyAny>>,
    values: &Array<'_, f64>,
    royalties: &Array<'_, u16>,
    fouls: &Array<'_, bool>,
    fantasy: &Array<'_, u8>,
    stays: &Array<'_, bool>,
) -> PyResult<()> {
    let rules = self::rules(rules)?;
    let threads = self::threads(threads)?.unwrap_or_else(cores).min(64);
    let scorer = Scorer::new(&rules).map_err(value_error)?;
    if !(13..=17).contains(&cards) {
        return Err(value_error(format_args!("cards is {cards}: expected 13 to 17")));
    }
    let stay = match stay_value {
        Some(points) if (0.0..=500.0).contains(&points) => points,
        Some(points) => {
            let why = format_args!("stay_value is {points}: expected 0 to 500 points");
            return Err(value_error(why));
        }
        None => stakes(&rules).map_err(value_error)?.staying(&rules, usize::from(cards)),
    };
    let rows = [input("top", top)?, input("middle", middle)?, input("bottom", bottom)?];
    let boards = values.len();
    for ((rows, row), name) in rows.iter().zip(Row::ALL).zip(NAMES) {
        if rows.shape() != [boards, row.size()] {
            let size = row.size();
            return Err(value_error(format_args!(
                "{name}: expected {boards} rows of {size} cards"
            )));
        }
    }
    let (mut values, mut royalties) = (output("values", values)?, output("royalties", royalties)?);
    let (mut fouls, mut fantasy) = (output("fouls", fouls)?, output("fantasy", fantasy)?);
    let mut stays = output("stays", stays)?;
    let results = Results {
        values: values.as_slice_mut()?,
        royalties: royalties.as_slice_mut()?,
        fouls: fouls.as_slice_mut()?,
        fantasy: fantasy.as_slice_mut()?,
        stays: stays.as_slice_mut()?,
    };
    let Results { royalties, fouls, fantasy, stays, .. } = &results;
    if [royalties.len(), fouls.len(), fantasy.len(), stays.len()] != [boards; 4] {
        return Err(value_error("results: expected room for every board"));
    }
    let given = Given([rows[0].as_slice()?, rows[1].as_slice()?, rows[2].as_slice()?]);
    let judge = Judge { scorer, rules, stay, foul: Stakes::foul_cost(&rules) };
    py.detach(|| judge.all(given, threads, results)).map_err(value_error)
}

/// Values boards that were set in Fantasyland.
struct Judge {
    scorer: Scorer,
    rules: Rules,
    /// The value of staying.
    stay: f64,
    /// The cost of a foul.
    foul: f64,
}

impl Judge {
    /// Values all boards, a contiguous run on each thread.
    fn all(&self, given: Given<'_>, threads: usize, results: Results<'_>) -> Result<(), String> {
        let boards = results.values.len();
        if boards == 0 {
            return Ok(());
        }
        let run = boards.div_ceil(threads.min(boards));
        if run == boards {
            return self.run(given, 0, results);
        }
        std::thread::scope(|scope| {
            let Results { values, royalties, fouls, fantasy, stays } = results;
            let numbers = values.chunks_mut(run).zip(royalties.chunks_mut(run));
            let flags =
                fouls.chunks_mut(run).zip(fantasy.chunks_mut(run)).zip(stays.chunks_mut(run));
            let parts = numbers.zip(flags).enumerate();
            let workers: Vec<_> = parts
                .map(|(i, ((values, royalties), ((fouls, fantasy), stays)))| {
                    let count = values.len();
                    let results = Results { values, royalties, fouls, fantasy, stays };
                    let mut part = given;
                    for (cards, row) in part.0.iter_mut().zip(Row::ALL) {
                        *cards = &cards[i * run * row.size()..][..count * row.size()];
                    }
                    scope.spawn(move || self.run(part, i * run, results))
                })
                .collect();
            // The error names the first invalid board, whichever thread was first.
            workers.into_iter().try_for_each(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })
    }

    fn run(&self, given: Given<'_>, first: usize, results: Results<'_>) -> Result<(), String> {
        let Results { values, royalties, fouls, fantasy, stays } = results;
        for i in 0..values.len() {
            let board = self.board(given, first, i)?;
            let rows = self.scorer.rows(&board);
            fouls[i] = rows.is_none();
            royalties[i] = rows.map_or(0, |rows| self.scorer.royalties(rows));
            fantasy[i] = rows.and_then(|rows| self.scorer.entry(rows)).unwrap_or(0);
            stays[i] = rows.is_some_and(|rows| self.scorer.stay(rows, 14).is_some());
            values[i] = match rows {
                Some(_) => f64::from(royalties[i]) + if stays[i] { self.stay } else { 0.0 },
                None => -self.foul,
            };
        }
        Ok(())
    }

    /// Reads a board.
    fn board(&self, given: Given<'_>, first: usize, i: usize) -> Result<Board, String> {
        let mut rows = [PackSet::EMPTY; 3];
        let mut seen = PackSet::EMPTY;
        for row in Row::ALL {
            let size = row.size();
            for (column, number) in given.0[row as usize][i * size..][..size].iter().enumerate() {
                let at = |what: String| {
                    let index = (first + i) * size + column;
                    let place = place(NAMES[row as usize], index, &[usize::MAX, size]);
                    Err(format!("{place}: {what}"))
                };
                let card = PackCard::from_index(usize::from(*number));
                let Some(card) = card.filter(|card| in_pack(&self.rules, *card)) else {
                    let last = 51 + self.rules.jokers;
                    return at(format!("no card {number}, expected 0 to {last}"));
                };
                if seen.contains(card) {
                    return at(format!("{card} is there twice"));
                }
                seen.insert(card);
                rows[row as usize].insert(card);
            }
        }
        Board::new(rows).map_err(|error| error.to_string())
    }
}
