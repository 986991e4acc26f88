//! Riichi mahjong: hands in arrays, environments, and logs.
//!
//! Users call `facedown/riichi.py`, which has checked types and shapes.

mod danger;
mod env;
mod env_log;
mod env_table;
mod hands;
mod logs;
mod observation;
mod observation_action;
mod observation_ids;
mod samples;
mod parallel;
mod tiles;
mod yaku;

use pyo3::prelude::{Bound, PyModule, PyModuleMethods, PyResult, wrap_pyfunction};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(tiles::riichi_counts, module)?)?;
    module.add_function(wrap_pyfunction!(tiles::riichi_format_counts, module)?)?;
    module.add_function(wrap_pyfunction!(tiles::riichi_format_ids, module)?)?;
    module.add_function(wrap_pyfunction!(hands::riichi_shanten, module)?)?;
    module.add_function(wrap_pyfunction!(hands::riichi_forms, module)?)?;
    module.add_function(wrap_pyfunction!(hands::riichi_acceptance, module)?)?;
    module.add_function(wrap_pyfunction!(hands::riichi_discards, module)?)?;
    module.add_function(wrap_pyfunction!(danger::riichi_danger, module)?)?;
    module.add_function(wrap_pyfunction!(yaku::riichi_yaku, module)?)?;
    module.add_class::<env::RiichiEnvCore>()?;
    module.add_class::<observation::Observation>()?;
    module.add_class::<observation_action::Action>()?;
    module.add_class::<observation_action::ActionType>()?;
    module.add_function(wrap_pyfunction!(env::riichi_env, module)?)?;
    module.add_function(wrap_pyfunction!(env::riichi_rules, module)?)?;
    module.add_function(wrap_pyfunction!(observation::riichi_observation, module)?)?;
    module.add_function(wrap_pyfunction!(observation::riichi_encoder, module)?)?;
    module.add_function(wrap_pyfunction!(observation_action::riichi_action, module)?)?;
    module.add_class::<samples::RiichiSamples>()?;
    module.add_function(wrap_pyfunction!(samples::riichi_to_mjai, module)?)?;
    module.add_function(wrap_pyfunction!(logs::riichi_review, module)?)?;
    module.add_function(wrap_pyfunction!(logs::riichi_replay, module)?)
}
