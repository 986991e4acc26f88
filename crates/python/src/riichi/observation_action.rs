//! Actions as Python objects.

use crate::errors::{type_error, value_error};
use crate::values::{Integer, shown, to_python};
use facedown_game::{ActionBuf, Game};
use facedown_riichi::{Action as Move, ActionIds, Legal, Riichi, View};
use facedown_riichi_logs::mjai_bot::Reply;
use facedown_tiles::{Kind, Tile, TileId};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python, pyclass, pymethods};
use pyo3::types::{PyDict, PyDictMethods, PyString, PyStringMethods};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Kinds of actions, by the names and values of `riichienv`.
#[pyclass(eq, eq_int, frozen, hash, from_py_object, module = "facedown.riichi")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[expect(clippy::upper_case_acronyms, non_camel_case_types, reason = "the names users type")]
pub(crate) enum ActionType {
    DISCARD = 0,
    CHI = 1,
    PON = 2,
    DAIMINKAN = 3,
    RON = 4,
    RIICHI = 5,
    TSUMO = 6,
    PASS = 7,
    ANKAN = 8,
    KAKAN = 9,
    KYUSHU_KYUHAI = 10,
    KITA = 11,
}

/// Returns the id of a tile: for a red five the lowest of its kind, for a plain tile the lowest
/// that is not red with one red five in each suit.
pub(crate) fn tile_id(tile: Tile) -> usize {
    let kind = tile.kind();
    4 * kind.index() + usize::from(kind.is_five() && !tile.is_red())
}

pub(crate) fn tile_of(id: &Integer<'_>) -> PyResult<Tile> {
    let found = id.below(136).and_then(TileId::from_index);
    found
        .map(TileId::tile)
        .ok_or_else(|| value_error(format_args!("tile is {id}: expected 0 to 135")))
}

/// An action: one of `Observation.legal_actions()`, or one to be matched with them.
///
/// `Action(ActionType.DISCARD, tile)` is a discard of that tile, from the hand if it is there,
/// otherwise of the tile just drawn. Actions are equal if their effects are.
#[pyclass(frozen, module = "facedown.riichi")]
#[derive(Clone)]
pub(crate) struct Action {
    pub(crate) does: Move,
    /// A discard may be of either copy: from the hand, or just drawn.
    pub(crate) loose: bool,
    /// The decision it answers.
    pub(crate) at: Option<Arc<View>>,
}

/// The pairs of tiles in ascending order.
fn pair(tiles: &[Integer<'_>]) -> PyResult<[Tile; 2]> {
    let [a, b] = tiles else {
        let texts: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        return Err(value_error(format_args!(
            "consume_tiles is [{}]: expected the two tiles of the hand",
            texts.join(", ")
        )));
    };
    let mut pair = [tile_of(a)?, tile_of(b)?];
    pair.sort_unstable();
    Ok(pair)
}

#[pymethods]
impl Action {
    #[new]
    #[pyo3(signature = (action_type, tile=None, consume_tiles=vec![]))]
    #[expect(clippy::needless_pass_by_value, reason = "lists come in as vectors")]
    fn new(
        action_type: ActionType,
        tile: Option<Integer<'_>>,
        consume_tiles: Vec<Integer<'_>>,
    ) -> PyResult<Self> {
        let needed = || {
            let id = tile.as_ref().or_else(|| consume_tiles.first());
            tile_of(id.ok_or_else(|| value_error("the action needs a tile"))?)
        };
        let action = match action_type {
            ActionType::DISCARD => Move::Discard { tile: needed()?, drawn: false },
            ActionType::CHI => Move::Chi(pair(&consume_tiles)?),
            ActionType::PON => Move::Pon(pair(&consume_tiles)?),
            ActionType::DAIMINKAN => Move::OpenKan,
            ActionType::RON => Move::Ron,
            ActionType::RIICHI => Move::Riichi,
            ActionType::TSUMO => Move::Tsumo,
            ActionType::PASS => Move::Pass,
            ActionType::ANKAN => Move::ClosedKan(needed()?.kind()),
            ActionType::KAKAN => Move::AddedKan(needed()?),
            ActionType::KYUSHU_KYUHAI => Move::NineTerminals,
            ActionType::KITA => Move::Nuki,
        };
        Ok(Self { does: action, loose: true, at: None })
    }

    /// The kind of action.
    #[getter]
    pub(crate) fn action_type(&self) -> ActionType {
        match self.does {
            Move::Discard { .. } => ActionType::DISCARD,
            Move::Riichi => ActionType::RIICHI,
            Move::Tsumo => ActionType::TSUMO,
            Move::ClosedKan(_) => ActionType::ANKAN,
            Move::AddedKan(_) => ActionType::KAKAN,
            Move::Nuki => ActionType::KITA,
            Move::NineTerminals => ActionType::KYUSHU_KYUHAI,
            Move::Pass => ActionType::PASS,
            Move::Chi(_) => ActionType::CHI,
            Move::Pon(_) => ActionType::PON,
            Move::OpenKan => ActionType::DAIMINKAN,
            Move::Ron => ActionType::RON,
        }
    }

    /// The id of the tile that is discarded, called, added or won on; `None` if there is none.
    #[getter]
    fn tile(&self) -> Option<usize> {
        let offered = || self.at.as_ref().and_then(|view| view.table().offered());
        let tile = match self.does {
            Move::Discard { tile, .. } | Move::AddedKan(tile) => Some(tile),
            Move::ClosedKan(kind) => Some(Tile::plain(kind)),
            Move::Nuki => Some(Tile::plain(Kind::NORTH)),
            Move::Tsumo => self.at.as_ref().and_then(|view| view.drawn()),
            Move::Chi(_) | Move::Pon(_) | Move::OpenKan | Move::Ron => offered(),
            Move::Riichi | Move::NineTerminals | Move::Pass => None,
        };
        tile.map(tile_id)
    }

    /// The ids of the tiles of the hand that a chi or a pon melds.
    #[getter]
    fn consume_tiles(&self) -> Vec<usize> {
        match self.does {
            Move::Chi([a, b]) if a == b => vec![tile_id(a), tile_id(a) + 1],
            Move::Pon([a, b]) if a == b => vec![tile_id(a), tile_id(a) + 1],
            Move::Chi(own) | Move::Pon(own) => own.map(tile_id).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether it discards the tile just drawn (*tsumogiri*).
    #[getter]
    fn tsumogiri(&self) -> bool {
        matches!(self.does, Move::Discard { drawn: true, .. })
    }

    /// The seat that acts.
    #[getter]
    fn actor(&self) -> Option<usize> {
        self.at.as_ref().map(|view| view.seat().index())
    }

    /// Returns the action's id, 0 to 248. Red fives, and discards from the hand and of the tile
    /// just drawn, have ids of their own.
    pub(crate) fn encode(&self) -> usize {
        ActionIds::id(self.does)
    }

    /// Returns the action as a line of MJAI.
    fn to_mjai(&self) -> PyResult<String> {
        let view = self.at.as_ref().ok_or_else(|| {
            value_error("only an action of an observation can be written as MJAI")
        })?;
        Ok(Reply::of(view, self.does).line())
    }

    /// Returns the action as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("type", self.action_type() as u8)?;
        dict.set_item("tile", self.tile())?;
        dict.set_item("consume_tiles", self.consume_tiles())?;
        dict.set_item("actor", self.actor())?;
        Ok(dict)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().does == self.does)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.encode().hash(&mut hasher);
        hasher.finish()
    }

    fn __int__(&self) -> usize {
        self.encode()
    }

    fn __index__(&self) -> usize {
        self.encode()
    }

    fn __str__(&self) -> String {
        self.does.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Action {}: {}>", self.encode(), self.does)
    }

    /// Pickles the id, without the observation.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let maker = py.import("facedown._native")?.getattr("riichi_action")?;
        (maker, (self.encode(),)).into_bound_py_any(py)
    }
}

/// Returns the action with an id.
#[pyo3::prelude::pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "converted from Python's")]
pub(crate) fn riichi_action(number: Integer<'_>) -> PyResult<Action> {
    let found = number.below(ActionIds::COUNT).and_then(ActionIds::from_id);
    let action = found.ok_or_else(|| no_number(&number, ActionIds::COUNT))?;
    Ok(Action { does: action, loose: false, at: None })
}

fn no_number(number: &Integer<'_>, count: usize) -> pyo3::PyErr {
    crate::errors::index_error(format_args!("no action {number}, expected 0 to {}", count - 1))
}

/// Finds the legal action given as an `Action`, an id, or an MJAI event.
pub(crate) fn find(
    py: Python<'_>,
    view: &View,
    legal: &[Move],
    wanted: &Bound<'_, PyAny>,
) -> PyResult<Move> {
    if let Ok(action) = wanted.cast::<Action>() {
        let action = action.get();
        return meant(legal, action.does, action.loose)
            .ok_or_else(|| refused(view, legal, &action.does.to_string()));
    }
    if let Ok(number) = wanted.extract::<Integer<'_>>() {
        let found = number.below(ActionIds::COUNT).and_then(ActionIds::from_id);
        let action = found.ok_or_else(|| no_number(&number, ActionIds::COUNT))?;
        return meant(legal, action, false)
            .ok_or_else(|| refused(view, legal, &format!("{number} ({action})")));
    }
    match from_mjai(py, view, legal, wanted)? {
        Some(action) => Ok(action),
        None => Err(refused(view, legal, &shown(wanted))),
    }
}

fn meant(legal: &[Move], wanted: Move, loose: bool) -> Option<Move> {
    let same = |action: &Move| *action == wanted;
    legal.iter().copied().find(same).or_else(|| match wanted {
        Move::Discard { tile, drawn } if loose => {
            let other = Move::Discard { tile, drawn: !drawn };
            legal.iter().copied().find(|action| *action == other)
        }
        _ => None,
    })
}

/// Finds the legal action of an MJAI event, a line or a dict.
pub(crate) fn from_mjai(
    py: Python<'_>,
    view: &View,
    legal: &[Move],
    event: &Bound<'_, PyAny>,
) -> PyResult<Option<Move>> {
    let text = json_text(py, event)?;
    let reply: Reply = serde_json::from_str(&text)
        .map_err(|error| value_error(format_args!("not an MJAI action: {error}")))?;
    Ok(reply.action(view, legal))
}

/// Returns the text of a line or a dict of JSON.
pub(crate) fn json_text(py: Python<'_>, event: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = event.cast::<PyString>() {
        return Ok(text.to_string_lossy().into_owned());
    }
    if !event.is_instance_of::<PyDict>() {
        return Err(type_error(format_args!(
            "{}: expected an Action, its number, or an event of MJAI",
            shown(event)
        )));
    }
    py.import("json")?.call_method1("dumps", (event,))?.extract()
}

fn refused(view: &View, legal: &[Move], wanted: &str) -> pyo3::PyErr {
    let names: Vec<String> = legal.iter().map(ToString::to_string).collect();
    let expected = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    value_error(format_args!(
        "seat {}: {wanted} is not legal now, expected one of: {expected}",
        view.seat().index()
    ))
}

/// Returns the legal actions of the view's seat.
pub(crate) fn legal_of(game: &Riichi, view: &View) -> Vec<Move> {
    let mut legal = Legal::default();
    game.view_actions(view, &mut legal);
    legal.as_slice().to_vec()
}

/// Parses JSON to Python objects.
pub(crate) fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(value_error)?;
    to_python(py, &value)
}
