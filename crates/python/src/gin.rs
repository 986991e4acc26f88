//! Gin rummy's kernel on NumPy arrays, and on single hands as numbers.
//!
//! Arrays come from `facedown/gin.py`, which has checked their types and shapes.

use crate::arrays::{input, output};
use crate::errors::value_error;
use crate::hands::{all_hands, deadwood_after_discards, hand, min_deadwood};
use crate::threads::threads;
use facedown_cards::CardSet;
use facedown_gin::kernel::{self, Arrangement, MAX_CARDS, Meld, NOT_HELD};
use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::{
    Bound, PyAny, PyModule, PyModuleMethods, PyResult, Python, pyfunction, wrap_pyfunction,
};
use std::fmt::Display;

type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("GIN_MAX_CARDS", MAX_CARDS)?;
    module.add("GIN_NOT_HELD", NOT_HELD)?;
    module.add_function(wrap_pyfunction!(gin_min_deadwood, module)?)?;
    module.add_function(wrap_pyfunction!(gin_min_deadwood_flags, module)?)?;
    module.add_function(wrap_pyfunction!(gin_deadwood_after_discards, module)?)?;
    module.add_function(wrap_pyfunction!(gin_hand_points, module)?)?;
    module.add_function(wrap_pyfunction!(gin_valid_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_best_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_all_best_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_best_defence, module)?)?;
    Ok(())
}

#[pyfunction]
#[pyo3(signature = (hands, out, threads=None))]
fn gin_min_deadwood(
    py: Python<'_>,
    hands: &Array<'_, u64>,
    out: &Array<'_, u8>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let threads = self::threads(threads)?;
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let (words, result) = (hands.as_slice()?, out.as_slice_mut()?);
    let shape = hands.shape();
    py.detach(|| min_deadwood(words, shape, result, threads)).map_err(value_error)
}

/// Hands as 52 bytes each, 0 or 1.
#[pyfunction]
#[pyo3(signature = (hands, out, threads=None))]
fn gin_min_deadwood_flags(
    py: Python<'_>,
    hands: &Array<'_, u8>,
    out: &Array<'_, u8>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let threads = self::threads(threads)?;
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let Some((&52, shape)) = hands.shape().split_last() else {
        return Err(value_error("expected a last axis of 52"));
    };
    let (flags, _) = hands.as_slice()?.as_chunks::<52>();
    let result = out.as_slice_mut()?;
    py.detach(|| min_deadwood(flags, shape, result, threads)).map_err(value_error)
}

/// A row of 52 for each hand. All hands are checked before a row is written.
#[pyfunction]
#[pyo3(signature = (hands, out, threads=None))]
fn gin_deadwood_after_discards(
    py: Python<'_>,
    hands: &Array<'_, u64>,
    out: &Array<'_, u8>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let threads = self::threads(threads)?;
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let (words, shape) = (hands.as_slice()?, hands.shape());
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut();
    py.detach(|| deadwood_after_discards(words, shape, rows, threads)).map_err(value_error)
}

#[pyfunction]
fn gin_hand_points(hands: &Array<'_, u64>, out: &Array<'_, u8>) -> PyResult<()> {
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let cards = all_hands(hands.as_slice()?, hands.shape()).map_err(value_error)?;
    let result = out.as_slice_mut()?;
    same_length(cards.len(), result.len())?;
    for (points, &hand) in result.iter_mut().zip(&cards) {
        *points = kernel::hand_points(hand) as u8; // Eleven cards count at most 110.
    }
    Ok(())
}

/// A row of 185 bytes for each hand: 1 where it holds the meld, 0 elsewhere.
#[pyfunction]
fn gin_valid_melds(hands: &Array<'_, u64>, out: &Array<'_, u8>) -> PyResult<()> {
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let cards = all_hands(hands.as_slice()?, hands.shape()).map_err(value_error)?;
    let (rows, _) = out.as_slice_mut()?.as_chunks_mut::<{ Meld::COUNT }>();
    same_length(cards.len(), rows.len())?;
    for (held, &hand) in rows.iter_mut().zip(&cards) {
        let melds = kernel::valid_melds(hand);
        *held = Meld::ALL.map(|meld| u8::from(melds.contains(meld)));
    }
    Ok(())
}

fn same_length(hands: usize, results: usize) -> PyResult<()> {
    if hands == results {
        Ok(())
    } else {
        Err(value_error(format_args!("{hands} hands, but room for {results}")))
    }
}

/// Cards and points of the 185 melds.
#[pyfunction]
fn gin_melds() -> Vec<(u64, u8)> {
    Meld::ALL.iter().map(|meld| (meld.cards().bits(), meld.points())).collect()
}

/// Deadwood, melds and loose cards.
type Grouping = (u8, Vec<u64>, u64);

fn grouping(found: &Arrangement) -> Grouping {
    let melds = found.melds().iter().map(|meld| meld.bits()).collect();
    (found.deadwood(), melds, found.loose().bits())
}

#[pyfunction]
fn gin_best_melds(hand: u64) -> PyResult<Grouping> {
    let hand = self::hand(hand).map_err(value_error)?;
    Ok(grouping(&kernel::best_melds(hand)))
}

#[pyfunction]
fn gin_all_best_melds(hand: u64) -> PyResult<Vec<Grouping>> {
    let hand = self::hand(hand).map_err(value_error)?;
    Ok(kernel::all_best_melds(hand).iter().map(grouping).collect())
}

/// The defender's own grouping, and the layoffs as card ids with the indices of melds.
#[pyfunction]
fn gin_best_defence(hand: u64, knocker_melds: Vec<u64>) -> PyResult<(Grouping, Vec<(usize, u8)>)> {
    let hand = self::hand(hand).map_err(value_error)?;
    let melds = checked_melds(knocker_melds, hand)?;
    let defence = kernel::best_defence(hand, &melds);
    let layoffs = defence.layoffs().iter().map(|layoff| (layoff.card.index(), layoff.onto));
    Ok((grouping(defence.own()), layoffs.collect()))
}

/// Checks the knocker's melds: each is one, and they share no card with each other or the defender.
fn checked_melds(melds: Vec<u64>, defender: CardSet) -> PyResult<Vec<CardSet>> {
    let mut taken = defender;
    let mut checked = Vec::with_capacity(melds.len());
    for (i, bits) in melds.into_iter().enumerate() {
        let wrong = |what: &dyn Display| value_error(format_args!("knocker_melds[{i}]: {what}"));
        let meld = hand(bits).map_err(|error| wrong(&error))?;
        if !kernel::all_best_melds(meld).iter().any(|found| found.melds() == [meld]) {
            return Err(wrong(&format_args!("'{meld}' is neither a set nor a run")));
        }
        if let Some(card) = (meld & taken).first() {
            return Err(wrong(&format_args!("{card} is in the hand or in another meld")));
        }
        taken |= meld;
        checked.push(meld);
    }
    Ok(checked)
}
