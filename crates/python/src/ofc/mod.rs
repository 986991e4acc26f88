//! Open-face Chinese poker on arrays: Fantasyland and scores of many hands; and opening books.

mod book;
mod fantasy;
mod score;

use crate::errors::value_error;
use facedown_cards::PackCard;
use facedown_ofc::Rules;
use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, wrap_pyfunction};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(fantasy::ofc_solve_fantasy_batch, module)?)?;
    module.add_function(wrap_pyfunction!(score::ofc_evaluate, module)?)?;
    module.add_class::<book::OfcBook>()
}

/// Looks up a preset.
fn rules(name: &str) -> PyResult<Rules> {
    Rules::preset(name).map_err(|error| value_error(format_args!("rules: {error}")))
}

/// Returns whether the pack of these rules has a card: not every one has jokers.
fn in_pack(rules: &Rules, card: PackCard) -> bool {
    card.index() < 52 + usize::from(rules.jokers)
}

/// Returns the default number of threads.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(8)
}
