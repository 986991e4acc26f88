//! OpenSpiel's ids of cards and actions: `facedown.gin.openspiel`.

use crate::errors::{index_error, value_error};
use crate::hands::hand;
use crate::values::{index, shown};
use facedown_cards::Card;
use facedown_game::excerpt;
use facedown_gin::{ActionIds, Phase, openspiel};
use pyo3::prelude::{Bound, PyAny, PyModule, PyModuleMethods, PyResult, pyfunction};
use pyo3::wrap_pyfunction;

const PHASES: [Phase; 9] = [
    Phase::FirstUpcard,
    Phase::Draw,
    Phase::Discard,
    Phase::KnockDiscard,
    Phase::KnockMelds,
    Phase::Layoff,
    Phase::DefenderMelds,
    Phase::Wall,
    Phase::Over,
];

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(openspiel_action, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_action_back, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_card, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_card_back, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_phase, module)?)?;
    module.add_function(wrap_pyfunction!(openspiel_deadwood_with_draw, module)?)
}

/// Looks up an id of Python's among `count` of them.
fn find<T>(
    what: &str,
    number: &Bound<'_, PyAny>,
    count: usize,
    find: impl Fn(usize) -> Option<T>,
) -> PyResult<T> {
    index(number)?.and_then(find).ok_or_else(|| {
        index_error(format_args!("no {what} {}, expected 0 to {}", shown(number), count - 1))
    })
}

/// `None` for big gin, which OpenSpiel does not have.
#[pyfunction]
fn openspiel_action(action: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    find("action", action, ActionIds::COUNT, ActionIds::from_id).map(openspiel::action_id)
}

#[pyfunction]
fn openspiel_action_back(action: &Bound<'_, PyAny>) -> PyResult<usize> {
    find("action", action, openspiel::ACTIONS, openspiel::action).map(ActionIds::id)
}

#[pyfunction]
fn openspiel_card(card: &Bound<'_, PyAny>) -> PyResult<usize> {
    find("card", card, 52, Card::from_index).map(openspiel::card_id)
}

#[pyfunction]
fn openspiel_card_back(card: &Bound<'_, PyAny>) -> PyResult<usize> {
    find("card", card, 52, openspiel::card).map(Card::index)
}

#[pyfunction]
fn openspiel_phase(phase: &str) -> PyResult<&'static str> {
    let Some(found) = PHASES.into_iter().find(|known| known.name() == phase) else {
        let known = PHASES.map(Phase::name).join(", ");
        return Err(value_error(format_args!(
            "no phase '{phase}', expected one of {known}",
            phase = excerpt(phase)
        )));
    };
    Ok(openspiel::phase_name(found))
}

#[pyfunction]
fn openspiel_deadwood_with_draw(hand: u64) -> PyResult<u8> {
    let hand = self::hand(hand).map_err(value_error)?;
    Ok(openspiel::deadwood_with_draw(hand))
}
