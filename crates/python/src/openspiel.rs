//! OpenSpiel's numbers of cards and actions: `facedown.gin.openspiel`.

use crate::errors::{index_error, value_error};
use crate::hands::hand;
use facedown_cards::Card;
use facedown_gin::{Actions, Phase, openspiel};
use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, pyfunction};
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

fn found<T>(what: &str, number: i64, count: usize, found: Option<T>) -> PyResult<T> {
    found
        .ok_or_else(|| index_error(format_args!("no {what} {number}, expected 0 to {}", count - 1)))
}

/// `None` for big gin, which OpenSpiel does not have.
#[pyfunction]
fn openspiel_action(action: i64) -> PyResult<Option<usize>> {
    let ours = usize::try_from(action).ok().and_then(Actions::from_number);
    Ok(openspiel::action_number(found("action", action, Actions::COUNT, ours)?))
}

#[pyfunction]
fn openspiel_action_back(action: i64) -> PyResult<usize> {
    let ours = usize::try_from(action).ok().and_then(openspiel::action);
    Ok(Actions::number(found("action", action, openspiel::ACTIONS, ours)?))
}

#[pyfunction]
fn openspiel_card(card: i64) -> PyResult<usize> {
    let ours = usize::try_from(card).ok().and_then(Card::from_index);
    Ok(openspiel::card_number(found("card", card, 52, ours)?))
}

#[pyfunction]
fn openspiel_card_back(card: i64) -> PyResult<usize> {
    let ours = usize::try_from(card).ok().and_then(openspiel::card);
    Ok(found("card", card, 52, ours)?.index())
}

#[pyfunction]
fn openspiel_phase(phase: &str) -> PyResult<&'static str> {
    let Some(found) = PHASES.into_iter().find(|known| known.name() == phase) else {
        let known = PHASES.map(Phase::name).join(", ");
        return Err(value_error(format_args!("no phase '{phase}', expected one of {known}")));
    };
    Ok(openspiel::phase_name(found))
}

#[pyfunction]
fn openspiel_deadwood_with_draw(hand: u64) -> PyResult<u8> {
    let hand = self::hand(hand).map_err(value_error)?;
    Ok(openspiel::deadwood_with_draw(hand))
}
