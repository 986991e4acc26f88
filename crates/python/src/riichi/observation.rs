//! The observation of one seat, with its encodings.

use super::env_log::{Log, MjaiWriter};
use super::env_table::opened;
use super::observation_action::{Action, from_mjai, tile_id};
use super::observation_ids as their_ids;
use crate::errors::{index_error, value_error};
use crate::values::{Integer, to_python};
use crate::vec_env::Parts;
use facedown_game::{ActionBuf, Encoder, Game, Seat, excerpt};
use facedown_riichi::wire::ViewRecord;
use facedown_riichi::{Action as Move, ActionIds, Legal, Riichi, Rules, View};
use facedown_riichi_features::{DiscardDecay, Extended, Features, Mode};
use facedown_tiles::{Kind, Meld, MeldShape, Tile};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult, Python, pyclass, pyfunction, pymethods};
use pyo3::types::{PyBytes, PyDict, PyDictMethods};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// The place of an observation in a log.
#[derive(Clone)]
pub(super) struct LogSpan {
    pub(super) log: Arc<Mutex<Log>>,
    /// The entries since the seat's last observation.
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The lines of a pickled observation.
struct Kept {
    lines: Vec<String>,
    /// The index of the first line since the seat's last observation.
    from: usize,
}

/// What one seat knows at a decision, and its legal actions.
///
/// The encodings are NumPy arrays of `float32`; `docs/reference/riichi-features.md` describes them.
#[pyclass(frozen, module = "facedown.riichi")]
#[derive(Clone)]
pub(crate) struct Observation {
    game: Arc<Riichi>,
    view: Arc<View>,
    legal: Arc<[Move]>,
    mode: Mode,
    span: Option<LogSpan>,
    kept: Option<Arc<Kept>>, // instead, where it comes from a pickle
}

impl Observation {
    pub(super) fn new(game: Arc<Riichi>, view: &View, mode: Mode, span: Option<LogSpan>) -> Self {
        let mut legal = Legal::default();
        game.view_actions(view, &mut legal);
        let legal = Arc::from(legal.as_slice());
        Self { game, view: Arc::new(*view), legal, mode, span, kept: None }
    }

    fn seats(&self) -> usize {
        self.view.table().seats()
    }

    fn array<'py>(&self, py: Python<'py>, encoder: &Features) -> Bound<'py, PyArrayDyn<f32>> {
        let mut values = vec![0f32; encoder.len()];
        encoder.encode(&self.game, &self.view, &mut values);
        let flat = PyArray1::from_vec(py, values);
        flat.reshape(encoder.shape()).expect("the shape has the encoder's length")
    }

    fn encoded<'py>(&self, py: Python<'py>, encoding: &str) -> Bound<'py, PyArrayDyn<f32>> {
        let encoder = Features::new(encoding, self.seats(), self.mode).expect("one of the five");
        self.array(py, &encoder)
    }

    fn held(&self, action: Move) -> Action {
        Action { does: action, loose: false, at: Some(Arc::clone(&self.view)) }
    }

    /// Collects a value for each seat.
    fn each<T>(&self, of: impl Fn(Seat) -> T) -> Vec<T> {
        Seat::all(self.seats()).map(of).collect()
    }

    fn river(&self, seat: Seat) -> Vec<usize> {
        self.view.table().river().of(seat).map(|discard| tile_id(discard.tile)).collect()
    }

    fn writer(&self) -> MjaiWriter<'_> {
        MjaiWriter {
            seats: self.seats(),
            rules: &self.game.rules().score,
            to: Some(self.view.seat()),
        }
    }

    fn lines(&self, all: bool) -> Vec<String> {
        if let Some(kept) = &self.kept {
            return kept.lines[if all { 0 } else { kept.from }..].to_vec();
        }
        let Some(span) = &self.span else { return Vec::new() };
        let writer = self.writer();
        let from = if all { 0 } else { span.from };
        let log = opened(&span.log);
        let entries = log.entries.get(from..span.to).unwrap_or(&[]);
        entries.iter().filter_map(|entry| writer.line(entry)).collect()
    }

    fn their_ids(&self) -> bool {
        self.mode != Mode::Spec
    }

    fn number(&self, action: Move) -> usize {
        if self.their_ids() { their_ids::number(&self.view, action) } else { ActionIds::id(action) }
    }
}

/// Returns distinct ids of the tiles of a hand or a meld.
fn ids(tiles: impl Iterator<Item = Tile>) -> Vec<usize> {
    let mut taken = [0; Tile::COUNT];
    tiles
        .map(|tile| {
            let copy = &mut taken[tile.index()];
            *copy += 1;
            tile_id(tile) + *copy - 1
        })
        .collect()
}

#[pymethods]
impl Observation {
    /// The seat whose observation it is.
    #[getter]
    fn player_id(&self) -> usize {
        self.view.seat().index()
    }

    /// Its closed tiles as ids, ascending.
    #[getter]
    fn hand(&self) -> Vec<usize> {
        ids(self.view.hand().tiles())
    }

    /// The closed tiles of every seat; empty for the others, whose tiles are unknown.
    #[getter]
    fn hands(&self) -> Vec<Vec<usize>> {
        let own = self.view.seat();
        self.each(|seat| if seat == own { self.hand() } else { Vec::new() })
    }

    /// The melds of every seat: shape, tiles, and the seat whose discard was called (`None` for a
    /// closed kan).
    #[getter]
    #[expect(clippy::type_complexity, reason = "plain tuples for Python")]
    fn melds(&self) -> Vec<Vec<(&'static str, Vec<usize>, Option<usize>)>> {
        let seats = self.seats();
        let meld = |seat: Seat, meld: &Meld| {
            let from = meld.is_open().then_some((seat.index() + usize::from(meld.from)) % seats);
            (shape(meld.shape), ids(meld.tiles()), from)
        };
        self.each(|seat| self.view.table().melds(seat).iter().map(|m| meld(seat, m)).collect())
    }

    /// The discards of every seat as ids, those that were called away included.
    #[getter]
    fn discards(&self) -> Vec<Vec<usize>> {
        self.each(|seat| self.river(seat))
    }

    /// Whether each discard was the tile just drawn (*tsumogiri*).
    #[getter]
    fn tsumogiri_flags(&self) -> Vec<Vec<bool>> {
        self.each(|seat| self.view.table().river().of(seat).map(|d| d.drawn).collect())
    }

    /// The dora indicators as ids.
    #[getter]
    fn dora_indicators(&self) -> Vec<usize> {
        self.view.table().dora_indicators().iter().map(|tile| tile_id(*tile)).collect()
    }

    /// The points of every seat.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.each(|seat| self.view.table().score(seat))
    }

    /// Whether each seat's riichi is accepted.
    #[getter]
    fn riichi_declared(&self) -> Vec<bool> {
        self.each(|seat| self.view.table().is_riichi(seat))
    }

    /// The tile with which each seat declared riichi.
    #[getter]
    fn riichi_sutehais(&self) -> Vec<Option<usize>> {
        let river = self.view.table().river();
        self.each(|seat| river.riichi_place(seat).map(|place| tile_id(river.at(place).tile)))
    }

    /// The last discard of each seat out of its hand.
    #[getter]
    fn last_tedashis(&self) -> Vec<Option<usize>> {
        let last = |seat: Seat| self.view.table().river().of(seat).rfind(|d| !d.drawn);
        self.each(|seat| last(seat).map(|discard| tile_id(discard.tile)))
    }

    /// The last discard.
    #[getter]
    fn last_discard(&self) -> Option<usize> {
        self.view.table().last_discard().map(|discard| tile_id(discard.tile))
    }

    /// The tile that the seat has just drawn.
    #[getter]
    fn drawn_tile(&self) -> Option<usize> {
        self.view.drawn().map(tile_id)
    }

    /// Counters on the table.
    #[getter]
    fn honba(&self) -> u8 {
        self.view.table().setup().honba
    }

    /// Riichi sticks on the table.
    #[getter]
    fn riichi_sticks(&self) -> usize {
        self.view.table().sticks()
    }

    /// The round's wind: 0 east, 1 south, 2 west, 3 north.
    #[getter]
    fn round_wind(&self) -> u8 {
        self.view.table().setup().wind
    }

    /// The dealer.
    #[getter]
    fn oya(&self) -> usize {
        self.view.table().setup().dealer.index()
    }

    /// The round's number within its wind, from 0.
    #[getter]
    fn kyoku_index(&self) -> usize {
        self.oya()
    }

    /// Tiles left to draw.
    #[getter]
    fn tiles_left(&self) -> usize {
        self.view.table().live()
    }

    /// The kinds that complete the hand as of the seat's last discard, 0 to 33.
    #[getter]
    fn waits(&self) -> Vec<usize> {
        self.view.waits().iter().map(Kind::index).collect()
    }

    /// Whether `waits` has any kind: the hand is tenpai.
    #[getter]
    fn is_tenpai(&self) -> bool {
        !self.view.waits().is_empty()
    }

    /// Whether the seat is barred from ron (*furiten*).
    #[getter]
    fn is_furiten(&self) -> bool {
        self.view.is_furiten()
    }

    /// The convention of encodings and action ids: `spec` or `riichienv-0.4.11`.
    #[getter]
    fn compat(&self) -> Option<&'static str> {
        (self.mode != Mode::Spec).then_some(self.mode.name())
    }

    /// Returns the legal actions in the order of ids; none if the seat is not active.
    fn legal_actions(&self) -> Vec<Action> {
        self.legal.iter().map(|action| self.held(*action)).collect()
    }

    /// The size of the action space: 249, with `compat` that of the package, 82 or 60.
    #[getter]
    fn action_space_size(&self) -> usize {
        if self.their_ids() { their_ids::count(self.seats()) } else { ActionIds::COUNT }
    }

    /// Returns the ids of the legal actions.
    fn action_ids(&self) -> Vec<usize> {
        let mut ids: Vec<usize> = self.legal.iter().map(|a| self.number(*a)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Returns the action mask, a byte for each id: 1 for a legal action, else 0.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut mask = [0u8; ActionIds::COUNT];
        for action in self.legal.iter() {
            mask[self.number(*action)] = 1;
        }
        PyBytes::new(py, &mask[..self.action_space_size()])
    }

    /// Returns the legal action with this id; `None` if it is not legal. With `compat` several
    /// actions share an id: then a plain five precedes a red one.
    #[expect(clippy::needless_pass_by_value, reason = "converted from Python's")]
    fn find_action(&self, action_id: Integer<'_>) -> PyResult<Option<Action>> {
        let count = self.action_space_size();
        let Some(number) = action_id.below(count) else {
            return Err(index_error(format_args!(
                "no action {action_id}, expected 0 to {}",
                count - 1
            )));
        };
        let found = self.legal.iter().find(|action| self.number(**action) == number);
        Ok(found.map(|action| self.held(*action)))
    }

    /// Returns the legal action of an MJAI event, a line or a dict; `None` if there is none.
    fn select_action_from_mjai(
        &self,
        py: Python<'_>,
        mjai: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Action>> {
        let found = from_mjai(py, &self.view, &self.legal, mjai)?;
        Ok(found.map(|action| self.held(action)))
    }

    /// Returns the MJAI events since the seat's last observation, as lines.
    fn new_events(&self) -> Vec<String> {
        self.lines(false)
    }

    /// The MJAI events that the seat has observed since the match began, as lines.
    #[getter]
    fn events(&self) -> Vec<String> {
        self.lines(true)
    }

    /// Encodes the 74 base planes: `(74, 34)`, with three seats `(74, 27)`.
    fn encode<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<f32>> {
        self.encoded(py, "base")
    }

    /// Encodes discards weighted by age: `(4, 34)`, with three seats `(3, 27)`.
    #[pyo3(signature = (decay_rate=None))]
    fn encode_discard_history_decay<'py>(
        &self,
        py: Python<'py>,
        decay_rate: Option<f32>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let rate = decay_rate.unwrap_or(DiscardDecay::RATE);
        let encoder =
            DiscardDecay::with_rate(self.seats(), self.mode, rate).map_err(value_error)?;
        Ok(self.array(py, &Features::DiscardDecay(encoder)))
    }

    /// Encodes which yaku are still possible: `(4, 21, 2)`, with three seats `(3, 21, 2)`.
    fn encode_yaku_possibility<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<f32>> {
        self.encoded(py, "yaku")
    }

    /// Encodes for whom a ron is unlikely: `(4, 21)`, with three seats `(3, 21)`.
    fn encode_furiten_ron_possibility<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<f32>> {
        self.encoded(py, "furiten")
    }

    /// Encodes shanten and acceptance: `(4, 4)`, with three seats `(3, 4)`.
    fn encode_shanten_efficiency<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<f32>> {
        self.encoded(py, "shanten")
    }

    /// Encodes the 74 base planes and 130 more: `(204, 34)`, with three seats `(204, 27)`; it does
    /// not depend on `compat`.
    fn encode_extended<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<f32>> {
        self.array(py, &Features::Extended(Extended::new(self.seats())))
    }

    /// Encodes with the encoder of this id.
    fn encode_as<'py>(
        &self,
        py: Python<'py>,
        encoder: &str,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        Ok(self.array(py, &named(encoder, self.seats())?))
    }

    /// Returns the observation with another convention of encodings: `riichienv-0.4.11`, the same
    /// with `+flags` (its tsumogiri flags are filled), or by default the specification.
    #[pyo3(signature = (compat=None))]
    fn with_compat(&self, compat: Option<&str>) -> PyResult<Self> {
        Ok(Self { mode: mode_of(compat)?, ..self.clone() })
    }

    /// Returns the main properties as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("player_id", self.player_id())?;
        dict.set_item("hands", self.hands())?;
        dict.set_item("melds", self.melds())?;
        dict.set_item("discards", self.discards())?;
        dict.set_item("tsumogiri_flags", self.tsumogiri_flags())?;
        dict.set_item("dora_indicators", self.dora_indicators())?;
        dict.set_item("scores", self.scores())?;
        dict.set_item("riichi_declared", self.riichi_declared())?;
        dict.set_item("legal_actions", self.action_ids())?;
        dict.set_item("events", self.events())?;
        dict.set_item("honba", self.honba())?;
        dict.set_item("riichi_sticks", self.riichi_sticks())?;
        dict.set_item("round_wind", self.round_wind())?;
        dict.set_item("oya", self.oya())?;
        dict.set_item("tiles_left", self.tiles_left())?;
        Ok(dict)
    }

    /// Returns the view as a record (`docs/reference/riichi-view.md`).
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(ViewRecord::new(&self.game, &self.view)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            let same_game = self.game.rules() == other.game.rules();
            same_game && self.mode == other.mode && self.view == other.view
        })
    }

    fn __repr__(&self) -> String {
        let table = self.view.table();
        format!(
            "<Observation: seat {}, {}{}, {} tiles left, {} legal actions>",
            self.player_id(),
            ["east", "south", "west", "north"][usize::from(self.round_wind() & 3)],
            self.oya() + 1,
            table.live(),
            self.legal.len()
        )
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Pickles the record with the events observed.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let maker = py.import("facedown._native")?.getattr("riichi_observation")?;
        let lines = self.lines(true);
        let record = json!({
            "rules": self.game.rules(),
            "mode": self.mode.name(),
            "view": ViewRecord::new(&self.game, &self.view),
            "told_before": lines.len() - self.lines(false).len(),
            "events": lines,
        });
        (maker, (record.to_string(),)).into_bound_py_any(py)
    }
}

/// Loads a pickled observation.
#[pyfunction]
pub(crate) fn riichi_observation(text: &str) -> PyResult<Observation> {
    let broken = |error: &dyn std::fmt::Display| {
        value_error(format_args!("not a pickled observation: {error}"))
    };
    let mut record: Value = serde_json::from_str(text).map_err(|error| broken(&error))?;
    let rules: Rules =
        serde_json::from_value(record["rules"].take()).map_err(|error| broken(&error))?;
    let mode = Mode::named(record["mode"].as_str().unwrap_or(""))
        .ok_or_else(|| broken(&"it has no mode"))?;
    let view: ViewRecord =
        serde_json::from_value(record["view"].take()).map_err(|error| broken(&error))?;
    let game = Arc::new(Riichi::new(rules).map_err(|error| broken(&error))?);
    let view = view.view(&game).map_err(|error| broken(&error))?;
    // Records of earlier versions have no events.
    let lines = match record["events"].take() {
        Value::Null => Vec::new(),
        events => serde_json::from_value(events).map_err(|error| broken(&error))?,
    };
    let from = record["told_before"].as_u64().unwrap_or(0) as usize;
    if from > lines.len() {
        return Err(broken(&format_args!("{from} events of {} were observed before", lines.len())));
    }
    let kept = Some(Arc::new(Kept { lines, from }));
    Ok(Observation { kept, ..Observation::new(game, &view, mode, None) })
}

/// Parses `compat`.
pub(super) fn mode_of(compat: Option<&str>) -> PyResult<Mode> {
    match compat {
        None => Ok(Mode::Spec),
        Some(name) => Mode::named(name).filter(|mode| *mode != Mode::Spec).ok_or_else(|| {
            value_error(format_args!(
                "compat is '{name}': expected None, riichienv-0.4.11 or riichienv-0.4.11+flags",
                name = excerpt(name)
            ))
        }),
    }
}

/// Returns the encoder with this id.
pub(super) fn named(encoder: &str, seats: usize) -> PyResult<Features> {
    Features::named(encoder, seats).ok_or_else(|| {
        let known = Features::ENCODINGS.map(|encoding| format!("riichi-{encoding}-1"));
        value_error(format_args!(
            "no encoder '{encoder}', expected one of {} (or riichienv-0.4.11-base and so on)",
            known.join(", "),
            encoder = excerpt(encoder)
        ))
    })
}

/// Returns id, shape, scales and channel names of an encoder.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "converted from Python's")]
pub(crate) fn riichi_encoder(encoder: &str, seats: Integer<'_>) -> PyResult<Parts> {
    let seats = seats.within("seats", 3..=4)?;
    let encoder = named(encoder, seats)?;
    let (shape, scales) = (encoder.shape().to_vec(), encoder.scales().to_vec());
    Ok((encoder.id(), shape, scales, encoder.channels().to_vec()))
}

const fn shape(shape: MeldShape) -> &'static str {
    match shape {
        MeldShape::Chi => "chi",
        MeldShape::Pon => "pon",
        MeldShape::OpenKan => "daiminkan",
        MeldShape::ClosedKan => "ankan",
        MeldShape::AddedKan => "kakan",
    }
}
