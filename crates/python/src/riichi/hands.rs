//! Shanten and acceptance of arrays of counts.

use super::parallel::evaluate;
use crate::arrays::{input, output};
use crate::errors::{place, value_error};
use crate::threads::threads;
use crate::values::Integer;
use facedown_tiles::{
    Acceptance, Counts, FifthCopy, Forms, InvalidHand, Kind, Pack, RawCounts, forms,
    try_acceptance, try_discards, try_shanten,
};
use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::{Bound, PyAny, PyErr, PyResult, Python, pyfunction};

type Array<'py, T> = Bound<'py, PyArrayDyn<T>>;

/// Returns the pack for a number of seats.
fn pack(seats: &Integer<'_>) -> PyResult<Pack> {
    match seats.in_range::<u8>(3..=4) {
        Some(3) => Ok(Pack::Three),
        Some(_) => Ok(Pack::Four),
        None => Err(value_error(format_args!("seats is {seats}: expected 3 or 4"))),
    }
}

/// Returns the shape without its last axis, which is 34.
fn shape_of(shape: &[usize]) -> PyResult<&[usize]> {
    match shape.split_last() {
        Some((&Kind::COUNT, shape)) => Ok(shape),
        _ => Err(value_error("expected a last axis of 34")),
    }
}

fn refused(shape: &[usize]) -> impl Fn((usize, Refused)) -> PyErr + '_ {
    move |(index, Refused(array, error))| {
        value_error(format_args!("{}: {error}", place(array, index, shape)))
    }
}

/// The array that holds an invalid hand, and why it is invalid.
pub(super) struct Refused(&'static str, InvalidHand);

impl From<InvalidHand> for Refused {
    fn from(error: InvalidHand) -> Self {
        Self("counts", error)
    }
}

fn same_length(hands: usize, results: usize) -> PyResult<()> {
    if hands == results {
        Ok(())
    } else {
        Err(value_error(format_args!("{hands} hands, but room for {results}")))
    }
}

#[pyfunction]
#[pyo3(signature = (counts, out, seats, threads=None))]
pub(super) fn riichi_shanten(
    py: Python<'_>,
    counts: &Array<'_, u8>,
    out: &Array<'_, i8>,
    seats: Integer<'_>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let (pack, threads) = (pack(&seats)?, self::threads(threads)?);
    let (counts, mut out) = (input("counts", counts)?, output("out", out)?);
    let shape = shape_of(counts.shape())?;
    let (hands, _) = counts.as_slice()?.as_chunks();
    let result = out.as_slice_mut()?;
    same_length(hands.len(), result.len())?;
    let answer = |hand: &RawCounts, _: Option<&RawCounts>, out: &mut i8, (): &mut ()| {
        *out = try_shanten(hand, pack)?;
        Ok(())
    };
    let mut nothing = vec![(); hands.len()];
    py.detach(|| evaluate(hands, None, (result, &mut nothing), threads, answer))
        .map_err(refused(shape))
}

/// Returns the shanten of one hand by form: standard, seven pairs, thirteen orphans.
#[pyfunction]
pub(super) fn riichi_forms(
    counts: [u8; 34],
    seats: Integer<'_>,
) -> PyResult<(i8, Option<i8>, Option<i8>)> {
    let pack = pack(&seats)?;
    try_shanten(&counts, pack).map_err(|error| value_error(format_args!("counts: {error}")))?;
    let counts = Counts::new(counts).map_err(value_error)?;
    let Forms { standard, seven_pairs, thirteen_orphans } = forms(&counts, pack);
    Ok((standard, seven_pairs, thirteen_orphans))
}

/// Checks the visible tiles of a hand: at most four of a kind.
fn check_visible(visible: Option<&RawCounts>) -> Result<(), Refused> {
    let five = visible.and_then(|visible| visible.iter().position(|&count| count > 4));
    match (five.and_then(Kind::from_index), visible) {
        (Some(kind), Some(visible)) => {
            let five = FifthCopy { kind, count: visible[kind.index()] };
            Err(Refused("visible", InvalidHand::Fifth(five)))
        }
        _ => Ok(()),
    }
}

/// Writes the acceptance of a hand as 34 flags, and the number of tiles left.
fn write(acceptance: &Acceptance, kinds: &mut [u8; 34], left: &mut u8) {
    for kind in acceptance.kinds {
        kinds[kind.index()] = 1;
    }
    *left = acceptance.left;
}

/// Writes a row of 34 flags, all 0 before, and a count for each hand before its draw.
#[pyfunction]
#[pyo3(signature = (counts, visible, kinds, left, seats, threads=None))]
pub(super) fn riichi_acceptance(
    py: Python<'_>,
    counts: &Array<'_, u8>,
    visible: Option<&Array<'_, u8>>,
    kinds: &Array<'_, u8>,
    left: &Array<'_, u8>,
    seats: Integer<'_>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let (pack, threads) = (pack(&seats)?, self::threads(threads)?);
    let counts = input("counts", counts)?;
    let seen = visible.map(|visible| input("visible", visible)).transpose()?;
    let (mut kinds, mut left) = (output("kinds", kinds)?, output("left", left)?);
    let shape = shape_of(counts.shape())?;
    let (hands, _) = counts.as_slice()?.as_chunks();
    let visible = seen.as_ref().map(|seen| seen.as_slice()).transpose()?;
    let visible = visible.map(|visible| visible.as_chunks().0);
    let (rows, _) = kinds.as_slice_mut()?.as_chunks_mut();
    let left = left.as_slice_mut()?;
    same_length(hands.len(), rows.len())?;
    same_length(hands.len(), left.len())?;
    same_length(hands.len(), visible.map_or(hands.len(), <[_]>::len))?;
    let answer = |hand: &_, visible: Option<&_>, kinds: &mut _, left: &mut _| {
        check_visible(visible)?;
        write(&try_acceptance(hand, visible, pack)?, kinds, left);
        Ok(())
    };
    py.detach(|| evaluate(hands, visible, (rows, left), threads, answer)).map_err(refused(shape))
}

/// Writes the same by discard for each hand after its draw; kinds not held stay 0.
#[pyfunction]
#[pyo3(signature = (counts, visible, kinds, left, seats, threads=None))]
pub(super) fn riichi_discards(
    py: Python<'_>,
    counts: &Array<'_, u8>,
    visible: Option<&Array<'_, u8>>,
    kinds: &Array<'_, u8>,
    left: &Array<'_, u8>,
    seats: Integer<'_>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let (pack, threads) = (pack(&seats)?, self::threads(threads)?);
    let counts = input("counts", counts)?;
    let seen = visible.map(|visible| input("visible", visible)).transpose()?;
    let (mut kinds, mut left) = (output("kinds", kinds)?, output("left", left)?);
    let shape = shape_of(counts.shape())?;
    let (hands, _) = counts.as_slice()?.as_chunks();
    let visible = seen.as_ref().map(|seen| seen.as_slice()).transpose()?;
    let visible = visible.map(|visible| visible.as_chunks().0);
    let (rows, _) = kinds.as_slice_mut()?.as_chunks_mut::<34>();
    let (rows, _) = rows.as_chunks_mut::<34>();
    let (left, _) = left.as_slice_mut()?.as_chunks_mut::<34>();
    same_length(hands.len(), rows.len())?;
    same_length(hands.len(), left.len())?;
    same_length(hands.len(), visible.map_or(hands.len(), <[_]>::len))?;
    let answer = |hand: &_, visible: Option<&_>, rows: &mut [[u8; 34]; 34], left: &mut [u8; 34]| {
        check_visible(visible)?;
        for discard in try_discards(hand, visible, pack)?.iter() {
            let kind = discard.kind.index();
            write(&discard.acceptance, &mut rows[kind], &mut left[kind]);
        }
        Ok(())
    };
    py.detach(|| evaluate(hands, visible, (rows, left), threads, answer)).map_err(refused(shape))
}
