//! Hands from a shuffled pack.

use crate::arrays::output;
use crate::errors::value_error;
use crate::interruptible::in_slices;
use crate::values::{Seed, index, shown};
use facedown_game::Rng;
use facedown_gin::kernel::MAX_CARDS;
use numpy::PyArrayDyn;
use pyo3::prelude::{Bound, PyAny, PyModule, PyModuleMethods, PyResult, Python, pyfunction};
use pyo3::wrap_pyfunction;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(gin_random_hands, module)?)
}

#[pyfunction]
fn gin_random_hands(
    py: Python<'_>,
    seed: Seed,
    cards: &Bound<'_, PyAny>,
    out: &Bound<'_, PyArrayDyn<u64>>,
) -> PyResult<()> {
    let Some(count) = index(cards)?.filter(|count| *count <= MAX_CARDS) else {
        return Err(value_error(format_args!(
            "hands of {} cards: expected 0 to {MAX_CARDS}",
            shown(cards)
        )));
    };
    let mut out = output("out", out)?;
    let hands = out.as_slice_mut()?;
    in_slices(py, hands.len() > SLICE, |cancel| deal(&mut Rng::new(seed.0), count, hands, cancel))
}

/// Hands that are dealt between two looks at signals: a few milliseconds of work.
const SLICE: usize = 1 << 16;

fn deal(rng: &mut Rng, count: usize, hands: &mut [u64], cancel: &AtomicBool) {
    let mut pack: [u8; 52] = std::array::from_fn(|card| card as u8);
    for slice in hands.chunks_mut(SLICE) {
        if cancel.load(Ordering::Relaxed) {
            return;
        }
        deal_slice(rng, count, &mut pack, slice);
    }
}

fn deal_slice(rng: &mut Rng, count: usize, pack: &mut [u8; 52], hands: &mut [u64]) {
    for hand in hands {
        *hand = 0;
        // The pack need not be reset: the draws are uniform from any order.
        for place in 0..count {
            let from = place + rng.below((pack.len() - place) as u32) as usize;
            pack.swap(place, from);
            *hand |= 1 << pack[place];
        }
    }
}
