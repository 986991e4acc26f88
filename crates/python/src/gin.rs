//! Gin rummy's kernel on NumPy arrays, and on single hands as numbers.
//!
//! Arrays come from `facedown/gin.py`, which has seen to their types and shapes. All hands of a
//! batch are checked before a result is written.

use crate::arrays::{input, output};
use crate::errors::{place, value_error};
use crate::shim::{self, BatchError};
use facedown_cards::CardSet;
use facedown_gin::kernel::{self, Arrangement, HandError, MAX_CARDS, Meld, NOT_HELD};
use numpy::{PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::PyErr;
use pyo3::prelude::{
    Bound, PyModule, PyModuleMethods, PyResult, Python, pyfunction, wrap_pyfunction,
};
use std::fmt::Display;

type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("GIN_MAX_CARDS", MAX_CARDS)?;
    module.add("GIN_NOT_HELD", NOT_HELD)?;
    module.add_function(wrap_pyfunction!(gin_min_deadwood, module)?)?;
    module.add_function(wrap_pyfunction!(gin_min_deadwood_planes, module)?)?;
    module.add_function(wrap_pyfunction!(gin_deadwood_after_discards, module)?)?;
    module.add_function(wrap_pyfunction!(gin_hand_points, module)?)?;
    module.add_function(wrap_pyfunction!(gin_valid_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_best_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_all_best_melds, module)?)?;
    module.add_function(wrap_pyfunction!(gin_best_defence, module)?)?;
    Ok(())
}

/// A word that a user gave, if it is a hand.
fn hand(bits: u64) -> Result<CardSet, HandError> {
    let cards = CardSet::from_bits(bits).ok_or(HandError::NotCards(bits))?;
    if cards.len() > MAX_CARDS { Err(HandError::TooMany(cards.len())) } else { Ok(cards) }
}

/// The error of a hand in an array.
fn hand_error(index: usize, shape: &[usize], error: HandError) -> PyErr {
    value_error(format_args!("{}: {error}", place("hands", index, shape)))
}

fn batch_error(shape: &[usize]) -> impl Fn(BatchError) -> PyErr {
    move |error| hand_error(error.index, shape, error.error)
}

/// The number of threads, if it is one.
fn threads(threads: Option<isize>) -> PyResult<Option<usize>> {
    match threads {
        Some(n) if n < 1 => Err(value_error(format_args!("threads is {n}: expected at least 1"))),
        n => Ok(n.map(|n| n as usize)),
    }
}

#[pyfunction]
#[pyo3(signature = (hands, out, threads=None))]
fn gin_min_deadwood(
    py: Python<'_>,
    hands: &Array<'_, u64>,
    out: &Array<'_, u8>,
    threads: Option<isize>,
) -> PyResult<()> {
    let threads = self::threads(threads)?;
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let (words, result) = (hands.as_slice()?, out.as_slice_mut()?);
    same_length(words.len(), result.len())?;
    py.detach(|| shim::words(words, result, threads)).map_err(batch_error(hands.shape()))
}

/// Hands as 52 bytes each, of which any but 0 is a card held.
#[pyfunction]
#[pyo3(signature = (hands, out, threads=None))]
fn gin_min_deadwood_planes(
    py: Python<'_>,
    hands: &Array<'_, u8>,
    out: &Array<'_, u8>,
    threads: Option<isize>,
) -> PyResult<()> {
    let threads = self::threads(threads)?;
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let (planes, rest) = hands.as_slice()?.as_chunks();
    let result = out.as_slice_mut()?;
    same_length(planes.len() + rest.len(), result.len())?;
    let shape = hands.shape().split_last().map_or(&[][..], |(_, shape)| shape);
    py.detach(|| shim::planes(planes, result, threads)).map_err(batch_error(shape))
}

#[pyfunction]
#[pyo3(signature = (hands, out, threads=None))]
fn gin_deadwood_after_discards(
    py: Python<'_>,
    hands: &Array<'_, u64>,
    out: &Array<'_, u8>,
    threads: Option<isize>,
) -> PyResult<()> {
    let threads = self::threads(threads)?;
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let (result, rest) = out.as_slice_mut()?.as_chunks_mut();
    let words = hands.as_slice()?;
    same_length(words.len(), result.len() + rest.len())?;
    py.detach(|| shim::discards(words, result, threads)).map_err(batch_error(hands.shape()))
}

#[pyfunction]
fn gin_hand_points(hands: &Array<'_, u64>, out: &Array<'_, u8>) -> PyResult<()> {
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let (cards, result) = (checked_hands(&hands)?, out.as_slice_mut()?);
    same_length(cards.len(), result.len())?;
    for (points, &hand) in result.iter_mut().zip(&cards) {
        *points = kernel::hand_points(hand) as u8; // eleven cards count at most 106
    }
    Ok(())
}

/// One byte for each of the 185 melds of each hand: 1 where the hand holds it, 0 elsewhere.
#[pyfunction]
fn gin_valid_melds(hands: &Array<'_, u64>, out: &Array<'_, u8>) -> PyResult<()> {
    let (hands, mut out) = (input("hands", hands)?, output("out", out)?);
    let cards = checked_hands(&hands)?;
    let (result, rest) = out.as_slice_mut()?.as_chunks_mut::<{ Meld::COUNT }>();
    same_length(cards.len(), result.len() + rest.len())?;
    for (held, &hand) in result.iter_mut().zip(&cards) {
        let melds = kernel::valid_melds(hand);
        *held = Meld::ALL.map(|meld| u8::from(melds.contains(meld)));
    }
    Ok(())
}

/// All hands of an array.
fn checked_hands(hands: &PyReadonlyArrayDyn<'_, u64>) -> PyResult<Vec<CardSet>> {
    let words = hands.as_slice()?.iter().enumerate();
    words.map(|(i, &w)| hand(w).map_err(|e| hand_error(i, hands.shape(), e))).collect()
}

fn same_length(hands: usize, results: usize) -> PyResult<()> {
    if hands == results {
        Ok(())
    } else {
        Err(value_error(format_args!("{results} results for {hands} hands")))
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

/// The defender's own grouping, and the layoffs as card numbers with the places of melds.
#[pyfunction]
fn gin_best_defence(hand: u64, knocker_melds: Vec<u64>) -> PyResult<(Grouping, Vec<(usize, u8)>)> {
    let hand = self::hand(hand).map_err(value_error)?;
    let melds = checked_melds(&knocker_melds, hand)?;
    let defence = kernel::best_defence(hand, &melds);
    let layoffs = defence.layoffs().iter().map(|layoff| (layoff.card.index(), layoff.onto));
    Ok((grouping(defence.own()), layoffs.collect()))
}

/// The knocker's melds: each is one, and they share no card with each other or the defender.
fn checked_melds(melds: &[u64], defender: CardSet) -> PyResult<Vec<CardSet>> {
    let mut taken = defender;
    let mut checked = Vec::with_capacity(melds.len());
    for (i, &bits) in melds.iter().enumerate() {
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
