//! What a hand is worth, by discard.

use super::hands::pack;
use super::score::{about, kinds, rules, wind};
use crate::errors::value_error;
use crate::values::{Integer, to_python};
use facedown_riichi::Rules;
use facedown_riichi_analysis::hand_ev::{DiscardEv, EvOptions, HandEv};
use facedown_tiles::{Hand, Meld, Pack, Tile, notation};
use pyo3::prelude::{
    Bound, FromPyObject, PyAny, PyAnyMethods, PyDictMethods, PyResult, Python, pyfunction,
};
use pyo3::types::PyDict;
use serde_json::{Value, json};

/// The circumstances of a hand; field names are those of the Python options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct EvFacts<'py> {
    melds: Vec<String>,
    turn: Integer<'py>,
    draws: Option<Integer<'py>>,
    seat_wind: String,
    round_wind: String,
    dora: String,
    visible: String,
    discarded: String,
    nuki: Integer<'py>,
    seats: Integer<'py>,
    honba: Integer<'py>,
    sticks: Integer<'py>,
    riichi: bool,
    ron: f32,
    tenpai: f32,
    others: f32,
    reshape: bool,
    rules: Bound<'py, PyDict>,
}

/// Returns a record of the evaluation.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "made of the dict for this call")]
pub(super) fn riichi_hand_ev<'py>(
    py: Python<'py>,
    hand: &str,
    facts: EvFacts<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let closed: Hand = hand.parse().map_err(about("hand", hand))?;
    let options = facts.options()?;
    let found = py.detach(|| HandEv::of(&closed, &options)).map_err(value_error)?;
    let discards: Vec<Value> = found.discards.iter().map(record).collect();
    let record = json!({
        "shanten": found.shanten,
        "turn": found.turn,
        "draws": found.draws,
        "unseen": found.unseen,
        "nodes": found.nodes,
        "reshapes": found.reshapes,
        "complete": found.complete,
        "discards": discards,
    });
    to_python(py, &record)
}

fn record(discard: &DiscardEv) -> Value {
    json!({
        "tile": discard.tile.map(|tile| tile.to_string()),
        "shanten": discard.shanten,
        "left": discard.acceptance,
        "riichi": discard.riichi,
        "points_riichi": discard.declared,
        "points_silent": discard.silent,
        "win": discard.win,
        "tenpai": discard.tenpai,
        "points": discard.points,
    })
}

fn tiles(name: &str, text: &str) -> PyResult<Vec<Tile>> {
    notation::parse_tiles(text).map_err(about(name, text))
}

impl EvFacts<'_> {
    fn options(&self) -> PyResult<EvOptions> {
        let meld = |text: &String| text.parse::<Meld>().map_err(about("meld", text));
        let draws = self.draws.as_ref().map(|draws| draws.within("draws", 0..=70)).transpose()?;
        Ok(EvOptions {
            rules: self.rules()?,
            seat_wind: wind("seat_wind", &self.seat_wind)?,
            round_wind: wind("round_wind", &self.round_wind)?,
            melds: self.melds.iter().map(meld).collect::<PyResult<_>>()?,
            dora_indicators: tiles("dora", &self.dora)?,
            visible: tiles("visible", &self.visible)?,
            discarded: kinds("discarded", &self.discarded)?,
            nuki: self.nuki.within("nuki", 0..=4)?,
            turn: self.turn.within("turn", 1..=19)?,
            draws,
            honba: self.honba.within("honba", 0..=200)?,
            sticks: self.sticks.within("sticks", 0..=200)?,
            riichi: self.riichi,
            ron: self.ron,
            tenpai: self.tenpai,
            others: self.others,
            reshape: u8::from(self.reshape),
            ..EvOptions::default()
        })
    }

    /// Returns the preset for the number of seats, with options of scoring that replace its own.
    fn rules(&self) -> PyResult<Rules> {
        let score = rules(&self.rules)?;
        let named = self.rules.get_item("rules")?;
        let name = named.map_or(Ok("tenhou".to_owned()), |name| name.extract::<String>())?;
        let three = pack(&self.seats)? == Pack::Three;
        let name = if three && !name.ends_with('3') { format!("{name}3") } else { name };
        let preset = Rules::preset(&name).map_err(value_error)?;
        if preset.is_three() != three {
            return Err(value_error(format_args!(
                "rules '{name}' are for three seats, but seats is 4"
            )));
        }
        Ok(Rules { score, ..preset })
    }
}
