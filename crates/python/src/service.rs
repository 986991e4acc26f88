//! Calls of the service: requests and answers as dicts.

use crate::errors::value_error;
use crate::game::Game;
use crate::interruptible::interruptible;
use crate::players::Players;
use crate::values::{options, to_python};
use facedown_catalog::Player;
use facedown_game::Control;
use facedown_service::{Request, Service};
use pyo3::prelude::{
    Bound, PyAny, PyModule, PyModuleMethods, PyResult, Python, pyfunction, wrap_pyfunction,
};
use pyo3::types::PyDict;
use serde_json::json;
use std::sync::atomic::AtomicBool;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(answer, module)?)
}

/// Answers a call of the service, such as `review`, which may ask a policy of the caller's.
#[pyfunction]
#[pyo3(signature = (call, request, game=None, bot=None))]
fn answer<'py>(
    py: Python<'py>,
    call: &str,
    request: &Bound<'py, PyDict>,
    game: Option<&Game>,
    bot: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut request = Request::read_fields(call, options(Some(request))?).map_err(value_error)?;
    let players = match (game, bot) {
        (Some(game), Some(bot)) => Some(Players::read_one(&game.0, bot)?),
        _ => None,
    };
    if let (Request::Review(review), Some(players)) = (&mut request, &players) {
        Player { name: review.bot, own: review.own } = players.one();
    }
    let cancel = AtomicBool::new(false);
    let work = |_: &_| {
        let mut control = Control { cancel: Some(&cancel), ..Control::default() };
        Service::local().answer_with(&request, &mut control)
    };
    let (answer, failed) = interruptible(py, &cancel, work, |_: Option<()>| Ok(true));
    if let Some(error) = failed {
        return Err(error);
    }
    let answer = answer.map_err(|error| match &players {
        Some(players) => players.caused(py, value_error(error)),
        None => value_error(error),
    });
    to_python(py, &json!(answer?))
}
