//! The view of one seat.

use crate::buffers::Dtype;
use crate::errors::catalog_error;
use crate::game::{Game, action_id};
use crate::values::to_python;
use facedown_catalog::{AnyGame, AnyView};
use facedown_game::{Half, ObservationMut};
use numpy::{PyArray1, PyArrayMethods, ToPyArray};
use pyo3::intern;
use pyo3::prelude::{Bound, Py, PyAny, PyAnyMethods, PyRef, PyResult, Python, pyclass, pymethods};
use std::sync::Arc;

/// All that one seat knows, and nothing else; made by `State.view`.
///
/// Views are equal if they contain the same information. They can be pickled.
#[pyclass(frozen, module = "facedown")]
pub(crate) struct View {
    game: Arc<dyn AnyGame>,
    view: Box<dyn AnyView>,
}

impl View {
    pub(crate) fn new(game: Arc<dyn AnyGame>, view: Box<dyn AnyView>) -> Self {
        Self { game, view }
    }

    pub(crate) fn view(&self) -> &dyn AnyView {
        self.view.as_ref()
    }

    pub(crate) fn table_game(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.game)
    }
}

#[pymethods]
impl View {
    /// The game that the view is of.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The seat whose view it is.
    #[getter]
    fn seat(&self) -> usize {
        self.view.seat()
    }

    /// Returns the ids of the seat's legal actions, ascending; none if it is not to act.
    fn legal_actions(&self) -> Vec<usize> {
        self.view.legal()
    }

    /// Returns the action mask, 1 for the ids of legal actions: `uint8[num_actions]`.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let mut mask = vec![0; self.game.action_count()];
        self.view.legal().into_iter().for_each(|action| mask[action] = 1);
        mask.to_pyarray(py)
    }

    /// Returns the view as an array of the game's `observation_shape`: raw counts for `uint8`, the
    /// default, scaled values for `float32` and `float16`.
    #[pyo3(signature = (dtype=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.game.encoder().shape;
        let len = shape.iter().product();
        match dtype.map_or(Ok(Dtype::U8), |given| Dtype::parse(py, given))? {
            Dtype::U8 => {
                let mut array = vec![0; len];
                self.view.encode_into(ObservationMut::U8(&mut array));
                Ok(array.to_pyarray(py).reshape(shape)?.into_any())
            }
            Dtype::F16 => {
                let mut array = vec![Half::default(); len];
                self.view.encode_into(ObservationMut::F16(&mut array));
                let bits: Vec<u16> = array.into_iter().map(Half::to_bits).collect();
                bits.to_pyarray(py).reshape(shape)?.call_method1(intern!(py, "view"), ("float16",))
            }
            Dtype::F32 => {
                let mut array = vec![0.0; len];
                self.view.encode_into(ObservationMut::F32(&mut array));
                Ok(array.to_pyarray(py).reshape(shape)?.into_any())
            }
        }
    }

    /// Which hand of a match it is, as a dictionary: see `State.setup`.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.view.setup())
    }

    /// Returns the view as a record of texts and numbers, which `Game.view_from_dict` reads.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.view.record())
    }

    /// Returns the view as text, for logs, people and language models: what the seat sees, its cards
    /// and the score. Equal views have equal texts.
    fn text(&self) -> String {
        self.view.text().trim_end().to_owned()
    }

    /// Describes what the action with this id does.
    fn describe(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let id = action_id(self.game.as_ref(), action)?;
        self.view.describe(id).map_err(catalog_error)
    }

    fn __copy__(slf: PyRef<'_, Self>) -> Py<Self> {
        slf.into()
    }

    fn __deepcopy__(slf: PyRef<'_, Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf.into()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.view.same(other.view.as_ref())
    }

    fn __repr__(&self) -> String {
        format!("<View of {}: seat {}>", self.game.info().name, self.view.seat())
    }

    fn __str__(&self) -> String {
        self.text()
    }
}
