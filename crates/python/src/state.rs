//! One hand in progress.

use crate::errors::{catalog_error, index_error, value_error};
use crate::game::{Game, action_id, is_same};
use crate::values::{index, shown, to_python};
use crate::view::View;
use facedown_catalog::{AnyGame, AnyHand};
use facedown_game::Turn;
use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyDictMethods, PyString, PyStringMethods};
use serde_json::Value;
use std::fmt::Write;
use std::sync::Arc;

/// The origin of a hand.
#[derive(Clone, PartialEq)]
pub(crate) enum Origin {
    /// A seed, and the place of the hand in a match; without one it was drawn.
    Seed(u64, Option<u32>),
    /// The cards in order, and the place of the hand in a match.
    Pack(Vec<usize>, u32),
    /// The match with this seed, after hands with these actions.
    Match { seed: u64, hands: Vec<Vec<usize>> },
    /// The world of a view that this seed samples.
    World { view: Value, seed: u64 },
}

/// A hand in progress, hidden cards included, dealt by `Game.deal`.
///
/// Bots and networks get a `view()` of it. States are equal if the whole table is, hidden cards and
/// past discards included. They can be copied and pickled.
#[pyclass(module = "facedown")]
pub(crate) struct State {
    game: Arc<dyn AnyGame>,
    hand: Box<dyn AnyHand>,
    origin: Arc<Origin>,
}

impl State {
    pub(crate) fn new(game: Arc<dyn AnyGame>, hand: Box<dyn AnyHand>, origin: Origin) -> Self {
        Self { game, hand, origin: Arc::new(origin) }
    }

    pub(crate) fn origin(&self) -> &Origin {
        &self.origin
    }

    pub(crate) fn hand(&self) -> &dyn AnyHand {
        self.hand.as_ref()
    }

    pub(crate) fn is_of(&self, game: &dyn AnyGame) -> bool {
        is_same(self.game.as_ref(), game)
    }

    /// Returns the ids of the actions that an id or a text names.
    fn ids(&self, action: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        if let Ok(text) = action.cast::<PyString>() {
            return self.hand.parse(&text.to_string_lossy()).map_err(catalog_error);
        }
        Ok(vec![action_id(self.game.as_ref(), action)?])
    }
}

#[pymethods]
impl State {
    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The origin of the hand: `{"seed": …, "hand": …}` or `{"pack": […], "hand": …}`, the arguments
    /// of `Game.deal`; `{"match": …, "hands": […]}` with the seed of the match and the actions of the
    /// hands before; or `{"view": …, "seed": …}` with the record of a view and the seed of one of its
    /// worlds.
    #[getter(origin)]
    fn origin_record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let record = PyDict::new(py);
        match self.origin() {
            Origin::Seed(seed, hand) => {
                record.set_item("seed", seed)?;
                record.set_item("hand", hand)?;
            }
            Origin::Pack(pack, hand) => {
                record.set_item("pack", pack)?;
                record.set_item("hand", hand)?;
            }
            Origin::Match { seed, hands } => {
                record.set_item("match", seed)?;
                record.set_item("hands", hands)?;
            }
            Origin::World { view, seed } => {
                record.set_item("view", to_python(py, view)?)?;
                record.set_item("seed", seed)?;
            }
        }
        Ok(record)
    }

    /// Which hand of a match it is, as a dictionary: `hand`, its place in the cycle of a match as
    /// `Game.deal` takes it; `dealer`, a seat, in open-face poker the one with the button; `scores`
    /// before the hand, in open-face poker `fantasy`, each seat's cards of Fantasyland; in riichi
    /// also `wind`, `honba` and `sticks`.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.hand.setup())
    }

    /// The seat to act; `None` when the hand is over.
    #[getter]
    fn current_seat(&self) -> Option<usize> {
        match self.hand.turn() {
            Turn::Act(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Whether the hand is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.hand.turn() == Turn::Over
    }

    /// The ids of the actions so far.
    #[getter]
    fn history(&self) -> Vec<usize> {
        self.hand.history().to_vec()
    }

    /// Returns the ids of the legal actions, ascending; none when the hand is over.
    fn legal_actions(&self) -> Vec<usize> {
        self.hand.legal()
    }

    /// Applies an action, given by its id or as text: `upcard`, `Kd`, `knock`. Several cards that
    /// are chosen at once are one text, in any order: `pass As Kd 4c`.
    ///
    /// Raises `ValueError` if it is not legal, `IndexError` if no action has the id, and then
    /// leaves the hand as it was.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let ids = self.ids(action)?;
        if let [id] = ids.as_slice() {
            return self.hand.apply(*id).map_err(catalog_error);
        }
        let mut hand = self.hand.boxed_clone();
        for id in ids {
            hand.apply(id).map_err(catalog_error)?;
        }
        self.hand = hand;
        Ok(())
    }

    /// Returns the score of each seat so far; final when the hand is over.
    fn scores(&self) -> Vec<i32> {
        self.hand.scores()
    }

    /// Returns the view of a seat, by default of the seat to act.
    #[pyo3(signature = (seat=None))]
    fn view(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<View> {
        let seat = match (seat, self.current_seat()) {
            (Some(seat), _) => index(seat)?.ok_or_else(|| {
                let last = self.game.seats() - 1;
                index_error(format_args!("no seat {}, expected 0 to {last}", shown(seat)))
            })?,
            (None, Some(seat)) => seat,
            (None, None) => {
                return Err(value_error("the hand is over and no seat is to act: expected a seat"));
            }
        };
        let view = self.hand.view(seat).map_err(catalog_error)?;
        Ok(View::new(Arc::clone(&self.game), view))
    }

    /// Returns an independent copy.
    fn copy(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            hand: self.hand.boxed_clone(),
            origin: Arc::clone(&self.origin),
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.hand.same(other.hand.as_ref())
    }

    fn __repr__(&self) -> String {
        let (name, actions) = (self.game.info().name, self.hand.history().len());
        let plural = if actions == 1 { "" } else { "s" };
        match self.current_seat() {
            Some(seat) => {
                format!("<State of {name}: seat {seat} to act after {actions} action{plural}>")
            }
            None => format!("<State of {name}: over after {actions} action{plural}>"),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        let mut text = self.__repr__();
        for seat in 0..self.game.seats() {
            let view = self.hand.view(seat).map_err(catalog_error)?;
            let _ = write!(text, "\nseat {seat}\n{}", view.text().trim_end());
        }
        Ok(text)
    }
}
