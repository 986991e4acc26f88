//! Cards as text and as numbers.

use crate::errors::value_error;
use facedown_cards::CardSet;
use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pyfunction, wrap_pyfunction};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse_cards, module)?)?;
    module.add_function(wrap_pyfunction!(format_cards, module)?)
}

#[pyfunction]
fn parse_cards(text: &str) -> PyResult<u64> {
    text.parse::<CardSet>().map(CardSet::bits).map_err(value_error)
}

#[pyfunction]
fn format_cards(mask: u64) -> PyResult<String> {
    let cards = CardSet::from_bits(mask)
        .ok_or_else(|| value_error(format_args!("{mask:#x} is not a set of cards")))?;
    Ok(cards.to_string())
}
