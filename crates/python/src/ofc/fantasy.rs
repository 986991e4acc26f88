//! Fantasyland: many hands as card ids.

use super::{cores, in_pack, rules};
use crate::arrays::{input, output};
use crate::errors::{place, value_error};
use crate::interruptible::in_slices;
use crate::threads::threads;
use facedown_cards::PackCard;
use facedown_ofc::fantasy::{Scratch, Solver};
use facedown_ofc::{Row, Rules};
use facedown_ofc_solver::stakes;
use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};
use std::sync::atomic::{AtomicBool, Ordering};

type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;

fn solver(rules: &Rules, cards: usize, stay_value: Option<f64>) -> PyResult<Solver> {
    let stay_value = match stay_value {
        Some(points) => points,
        None => stakes(rules).map_err(value_error)?.staying(rules, cards),
    };
    Solver::new(rules, stay_value).map_err(|error| value_error(format_args!("stay_value: {error}")))
}

/// The results of a batch: for each card its row (3 is a discard), and for each hand its royalties,
/// whether it stays, and its value.
struct Results<'a> {
    rows: &'a mut [u8],
    royalties: &'a mut [u16],
    stays: &'a mut [bool],
    values: &'a mut [f64],
}

#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the arrays are the caller's")]
pub(super) fn ofc_solve_fantasy_batch(
    py: Python<'_>,
    cards: &Array<'_, u8>,
    rules: &str,
    stay_value: Option<f64>,
    threads: Option<&Bound<'_, PyAny>>,
    rows: &Array<'_, u8>,
    royalties: &Array<'_, u16>,
    stays: &Array<'_, bool>,
    values: &Array<'_, f64>,
) -> PyResult<()> {
    let rules = self::rules(rules)?;
    let threads = self::threads(threads)?.unwrap_or_else(cores);
    let cards = input("cards", cards)?;
    let &[hands, size] = cards.shape() else {
        return Err(value_error("cards: expected two axes, hands and their cards"));
    };
    let solver = solver(&rules, size, stay_value)?;
    let (mut rows, mut royalties) = (output("rows", rows)?, output("royalties", royalties)?);
    let (mut stays, mut values) = (output("stays", stays)?, output("values", values)?);
    let results = Results {
        rows: rows.as_slice_mut()?,
        royalties: royalties.as_slice_mut()?,
        stays: stays.as_slice_mut()?,
        values: values.as_slice_mut()?,
    };
    let lengths = (results.royalties.len(), results.stays.len(), results.values.len());
    if results.rows.len() != hands * size || lengths != (hands, hands, hands) {
        return Err(value_error("results: expected room for every hand"));
    }
    let numbers = cards.as_slice()?;
    let mut solved = Ok(());
    in_slices(py, hands > 1, |cancel| {
        solved = solve_all(&solver, numbers, size, (threads, cancel), results);
    })?;
    solved.map_err(value_error)
}

/// Solves hands in parallel, a contiguous run on each thread.
fn solve_all(
    solver: &Solver,
    numbers: &[u8],
    size: usize,
    (threads, cancel): (usize, &AtomicBool),
    results: Results<'_>,
) -> Result<(), String> {
    let hands = results.values.len();
    if hands == 0 {
        return Ok(());
    }
    if size == 0 {
        return Err("cards[0]: 0 cards, Fantasyland has 13 to 17".to_owned());
    }
    let run = hands.div_ceil(threads.min(hands));
    std::thread::scope(|scope| {
        let Results { rows, royalties, stays, values } = results;
        let rows = rows.chunks_mut(run * size);
        let rest = royalties.chunks_mut(run).zip(stays.chunks_mut(run)).zip(values.chunks_mut(run));
        let parts = numbers.chunks(run * size).zip(rows.zip(rest));
        let workers: Vec<_> = parts
            .enumerate()
            .map(|(i, (numbers, (rows, ((royalties, stays), values))))| {
                let mut results = Results { rows, royalties, stays, values };
                scope.spawn(move || {
                    solve_run(solver, numbers, (size, i * run), &mut results, cancel)
                })
            })
            .collect();
        // The error names the first invalid hand, whichever thread was first.
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })
}

fn solve_run(
    solver: &Solver,
    numbers: &[u8],
    (size, first): (usize, usize),
    results: &mut Results<'_>,
    cancel: &AtomicBool,
) -> Result<(), String> {
    let mut scratch = Scratch::default();
    let mut hand = Vec::with_capacity(size);
    for (i, numbers) in numbers.chunks(size).enumerate() {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let at = |column: usize, error: String| {
            let index = (first + i) * size + column;
            format!("{}: {error}", place("cards", index, &[usize::MAX, size]))
        };
        hand.clear();
        for (column, number) in numbers.iter().enumerate() {
            let card = PackCard::from_index(usize::from(*number));
            let last = 51 + solver.scorer().rules().jokers;
            let card = card.filter(|card| in_pack(solver.scorer().rules(), *card));
            let bad = || at(column, format!("no card {number}, expected 0 to {last}"));
            hand.push(card.ok_or_else(bad)?);
        }
        let setting = solver
            .solve_with(&mut scratch, &hand)
            .map_err(|error| format!("cards[{}]: {error}", first + i))?;
        for (row, card) in results.rows[i * size..][..size].iter_mut().zip(&hand) {
            let held = Row::ALL.iter().position(|row| setting.board.row(*row).contains(*card));
            *row = held.unwrap_or(3) as u8;
        }
        results.royalties[i] = setting.royalties;
        results.stays[i] = setting.stays;
        results.values[i] = setting.value;
    }
    Ok(())
}
