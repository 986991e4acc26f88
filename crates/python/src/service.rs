//! Calls of the service: requests and answers as dicts.

use crate::errors::value_error;
use crate::game::Game;
use crate::players::Players;
use crate::values::{options, to_python};
use crate::watch::Watch;
use facedown_catalog::Player;
use facedown_service::{Progress, Request, Service, ServiceError};
use pyo3::prelude::{
    Bound, Py, PyAny, PyErr, PyModule, PyModuleMethods, PyResult, Python, pyfunction,
    wrap_pyfunction,
};
use pyo3::types::PyDict;
use serde_json::json;
use std::collections::HashMap;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(answer, module)?)
}

/// An answer as a record, and the exception that interrupted it, if any.
type Answer<'py> = (Bound<'py, PyAny>, Option<Py<PyAny>>);

/// Answers a call of the service; `review` may ask a policy of the caller's. Its progress is a record
/// with the `share` that is done, or with the `answer` so far. An error has the argument's name instead
/// of the field's: one of `names`, where it is another; a part of the request whose name is empty there
/// has its fields among the arguments.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are those of the Python function")]
#[pyo3(signature = (
    call, request, game=None, bot=None, *, names=None, progress=None, every=None, cancel=None
))]
fn answer<'py>(
    py: Python<'py>,
    call: &str,
    request: &Bound<'py, PyDict>,
    game: Option<&Game>,
    bot: Option<&Bound<'py, PyAny>>,
    names: Option<HashMap<String, String>>,
    progress: Option<&Bound<'py, PyAny>>,
    every: Option<&Bound<'py, PyAny>>,
    cancel: Option<&Bound<'py, PyAny>>,
) -> PyResult<Answer<'py>> {
    let watch = Watch::new(progress, every, cancel)?;
    let names = names.unwrap_or_default();
    let mut request = Request::read_fields(call, options(Some(request))?)
        .map_err(|error| named(&error, &names))?;
    let players = match (game, bot) {
        (Some(game), Some(bot)) => Some(Players::read_one(&game.0, bot)?),
        _ => None,
    };
    if let (Request::Review(review), Some(players)) = (&mut request, &players) {
        Player { name: review.bot, own: review.own } = players.one();
    }
    let (answer, interrupt) = answered(py, &request, &watch);
    let answer = match (answer, interrupt) {
        (Ok(answer), interrupt) => (to_python(py, &json!(answer))?, interrupt),
        // Work that has no answer so far.
        (Err(_), Some(interrupt)) => return Err(interrupt),
        (Err(error), None) => {
            let error = named(&error, &names);
            return Err(match &players {
                Some(players) => players.caused(py, error),
                None => error,
            });
        }
    };
    Ok((answer.0, answer.1.map(|error: PyErr| error.into_value(py).into_any())))
}

/// Answers a request, without the GIL. Returns also the error that interrupted it, if there was one.
pub(crate) fn answered<'py>(
    py: Python<'py>,
    request: &Request,
    watch: &Watch<'py>,
) -> (Result<facedown_service::Answer, ServiceError>, Option<PyErr>) {
    match py.detach(|| Service::local().begin(request)) {
        // An answer that was there at once needs no thread.
        Ok(job) if job.is_done() => (job.answer(), None),
        Ok(job) => watch.run(
            py,
            |mut control| job.run(&mut control),
            |progress: Progress| Ok((to_python(py, &json!(progress))?,)),
        ),
        Err(error) => (Err(error), None),
    }
}

/// Converts an error of the service, with the argument instead of the field.
fn named(error: &ServiceError, names: &HashMap<String, String>) -> PyErr {
    let field = error.field.as_deref().unwrap_or_default();
    let (field, place) = field.split_at(field.find('[').unwrap_or(field.len()));
    let own = names.get(field).map(String::as_str);
    // The fields of a part that has no name of its own are arguments beside the others.
    let part =
        field.split_once('.').filter(|(part, _)| names.get(*part).is_some_and(String::is_empty));
    match own.or(part.map(|(_, field)| field)).unwrap_or(field) {
        "" => value_error(&error.message),
        name => value_error(error.about(&format!("{name}{place}"))),
    }
}
