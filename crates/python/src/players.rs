//! Bots as Python gives them: names, callables, networks.

use crate::buffers::Dtype;
use crate::nets::Network;
use crate::view::View;
use facedown_catalog::{
    AnyGame, AnyView, ArrayPolicy, Choice, DecisionBatch, Observations, OwnPolicy, Player,
    ViewPolicy, bot_kind,
};
use facedown_game::Half;
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyErr, PyResult, Python};
use pyo3::types::{PyList, PyString, PyStringMethods};
use std::sync::{Arc, Mutex, PoisonError};

/// The exception of a callable that failed first.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// The bots of a table, and what their callables raise.
pub(crate) struct Players {
    pub(crate) players: Vec<Player>,
    raised: Raised,
}

impl Players {
    /// Reads bots: each a name, or what `facedown._players.resolve` knows. Different objects of one
    /// name get names that differ.
    pub(crate) fn read(game: &Arc<dyn AnyGame>, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = given.py();
        let raised = Raised::default();
        let module = py.import(intern!(py, "facedown._players"))?;
        let known = game.info().bots.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let resolved = module.call_method1(intern!(py, "resolve"), (given, known))?;
        let players = resolved
            .try_iter()?
            .map(|one| player(game, &one?, &raised))
            .collect::<PyResult<Vec<_>>>()?;
        Ok(Self { players, raised })
    }

    /// Reads a single bot.
    pub(crate) fn read_one(game: &Arc<dyn AnyGame>, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(name) = given.cast::<PyString>() {
            let name = name.to_string_lossy();
            let kind = bot_kind(&name);
            if game.info().bots.iter().any(|(bot, _)| *bot == kind) {
                let players = vec![Player::from(&*name)];
                return Ok(Self { players, raised: Raised::default() });
            }
        }
        Self::read(game, PyList::new(given.py(), [given])?.as_any())
    }

    /// Returns the only bot.
    pub(crate) fn one(&self) -> Player {
        self.players[0].clone()
    }

    /// Returns an error with what a callable raised as its cause.
    pub(crate) fn caused(&self, py: Python<'_>, error: PyErr) -> PyErr {
        caused(py, &self.raised, error)
    }

    /// Returns the place of what the callables raise.
    pub(crate) fn raised(&self) -> Raised {
        Arc::clone(&self.raised)
    }
}

/// Returns an error with what a callable raised as its cause, if one did.
pub(crate) fn caused(py: Python<'_>, raised: &Raised, error: PyErr) -> PyErr {
    let cause = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    if cause.is_some() {
        error.set_cause(py, cause);
    }
    error
}

/// Reads what `resolve` returned: a name, its form, the object, the encoder and the dtype.
fn player(game: &Arc<dyn AnyGame>, given: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<Player> {
    let py = given.py();
    let (name, form, object, encoder, dtype): (
        String,
        String,
        Bound<'_, PyAny>,
        Option<String>,
        Bound<'_, PyAny>,
    ) = given.extract()?;
    let raised = Arc::clone(raised);
    let policy = match form.as_str() {
        "bot" => return Ok(Player::from(name.as_str())),
        "network" => OwnPolicy::Network(object.cast::<Network>()?.get().policy()?),
        "view" => {
            let game = Arc::clone(game);
            OwnPolicy::Views(Arc::new(Callable { call: object.unbind(), game, raised }))
        }
        "arrays" => {
            let dtype = Dtype::parse(py, &dtype)?;
            let call = object.unbind();
            OwnPolicy::Arrays(Arc::new(ArrayCallable { call, encoder, dtype, raised }))
        }
        other => return Err(PyValueError::new_err(format!("no form of a bot '{other}'"))),
    };
    Ok(Player::own(name, policy))
}

/// Keeps an exception, and returns its text.
fn keep(py: Python<'_>, raised: &Raised, error: PyErr) -> String {
    let text = error.to_string();
    let mut kept = raised.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.is_none() {
        *kept = Some(error.clone_ref(py));
    }
    text
}

/// A callable that takes a view.
struct Callable {
    call: Py<PyAny>,
    game: Arc<dyn AnyGame>,
    raised: Raised,
}

impl ViewPolicy for Callable {
    fn choose(&self, view: Box<dyn AnyView>) -> Result<Choice, String> {
        Python::attach(|py| {
            let view = View::new(Arc::clone(&self.game), view);
            let chosen = self.call.bind(py).call1((view,)).and_then(|answer| {
                if let Ok(text) = answer.cast::<PyString>() {
                    return Ok(Choice::Text(text.to_string_lossy().into_owned()));
                }
                answer.call_method0(intern!(py, "__index__")).map_or_else(
                    |_| {
                        let kind = answer.get_type();
                        Err(PyValueError::new_err(format!(
                            "it returned {kind}: expected the id or the text of an action"
                        )))
                    },
                    |id| Ok(Choice::Id(id.extract().unwrap_or(-1))),
                )
            });
            chosen.map_err(|error| keep(py, &self.raised, error))
        })
    }
}

/// A callable that takes observations and masks.
struct ArrayCallable {
    call: Py<PyAny>,
    encoder: Option<String>,
    dtype: Dtype,
    raised: Raised,
}

impl ArrayPolicy for ArrayCallable {
    fn encoder(&self) -> Option<&str> {
        self.encoder.as_deref()
    }

    fn observations(&self) -> Observations {
        match self.dtype {
            Dtype::U8 => Observations::U8(Vec::new()),
            Dtype::F16 => Observations::F16(Vec::new()),
            Dtype::F32 => Observations::F32(Vec::new()),
        }
    }

    fn choose(&self, batch: DecisionBatch<'_>) -> Result<Vec<i64>, String> {
        Python::attach(|py| self.answer(py, batch).map_err(|error| keep(py, &self.raised, error)))
    }
}

impl ArrayCallable {
    fn answer(&self, py: Python<'_>, batch: DecisionBatch<'_>) -> PyResult<Vec<i64>> {
        let DecisionBatch { decisions, observations, shape, masks } = batch;
        let shape: Vec<usize> = std::iter::once(decisions).chain(shape.iter().copied()).collect();
        let observations = match observations {
            Observations::U8(values) => values.into_pyarray(py).reshape(shape)?.into_any(),
            Observations::F32(values) => values.into_pyarray(py).reshape(shape)?.into_any(),
            Observations::F16(values) => {
                let bits: Vec<u16> = values.into_iter().map(Half::to_bits).collect();
                let array = bits.into_pyarray(py).reshape(shape)?;
                array.call_method1(intern!(py, "view"), ("float16",))?
            }
        };
        let actions = masks.len() / decisions.max(1);
        let masks = masks.into_pyarray(py).reshape([decisions, actions])?;
        let answer = self.call.bind(py).call1((observations, masks))?;
        let ids = answer.cast::<PyArray1<i64>>()?.readonly();
        Ok(ids.as_slice()?.to_vec())
    }
}
