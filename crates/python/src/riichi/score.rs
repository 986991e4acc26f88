//! The score of a winning hand.

use super::hands::pack;
use crate::errors::value_error;
use crate::values::{Integer, options, to_python};
use facedown_game::excerpt;
use facedown_riichi::Rules;
use facedown_riichi::score::{
    Cost, Riichi, ScoreError, ScoreRules, Situation, WinningHand, Yaku, explain, try_score,
};
use facedown_tiles::{Hand, Kind, Meld, Pack, Tile, notation};
use pyo3::prelude::{Bound, FromPyObject, PyAny, PyErr, PyResult, Python, pyfunction};
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};
use std::fmt::Display;

/// The circumstances of the win; field names are those of the Python options.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about the win")]
pub(super) struct Facts<'py> {
    melds: Vec<String>,
    tsumo: bool,
    seat_wind: String,
    round_wind: String,
    riichi: bool,
    double_riichi: bool,
    open_riichi: bool,
    ippatsu: bool,
    last_tile: bool,
    after_kan: bool,
    robbed_kan: bool,
    first_turn: bool,
    eighth_in_row: bool,
    dora: String,
    ura: String,
    nuki: Integer<'py>,
    seats: Integer<'py>,
    honba: Integer<'py>,
    sticks: Integer<'py>,
    rules: Bound<'py, PyDict>,
}

/// Makes an error that names an option and its text.
pub(super) fn about<E: Display>(name: &str, text: &str) -> impl Fn(E) -> PyErr {
    move |error| value_error(format_args!("{name} '{text}': {error}", text = excerpt(text)))
}

/// Returns a record of the score, or the reason why it is not a win.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "made of the dict for this call")]
pub(super) fn riichi_score<'py>(
    py: Python<'py>,
    hand: &str,
    win_tile: &str,
    facts: Facts<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut closed: Hand = hand.parse().map_err(about("hand", hand))?;
    let win: Tile = win_tile.parse().map_err(about("win_tile", win_tile))?;
    let meld = |text: &String| text.parse::<Meld>().map_err(about("meld", text));
    let melds = facts.melds.iter().map(meld).collect::<PyResult<Vec<_>>>()?;
    // The winning tile is an additional one, or among the closed tiles already.
    if closed.len() + 1 + 3 * melds.len() == 14 {
        closed.try_add(win).map_err(about("win_tile", win_tile))?;
    } else if closed.len() + 3 * melds.len() == 14 {
        closed.clone().try_remove(win).map_err(about("win_tile", win_tile))?;
    }
    let rules = rules(&facts.rules)?;
    let (dora, ura) = (kinds("dora", &facts.dora)?, kinds("ura", &facts.ura)?);
    let situation = facts.situation(&dora, &ura)?;
    let hand = WinningHand {
        closed: closed.counts().as_array(),
        reds: closed.red_fives(),
        melds: &melds,
        win,
    };
    // More counters and sticks than any table sees are a mistake.
    let honba: u32 = facts.honba.within("honba", 0..=200)?;
    let sticks: u32 = facts.sticks.within("sticks", 0..=200)?;
    let win = match try_score(&hand, &situation, &rules) {
        Ok(win) => win,
        Err(error @ (ScoreError::Incomplete | ScoreError::NoYaku)) => {
            return to_python(py, &Value::String(error.to_string()));
        }
        Err(error) => return Err(value_error(error)),
    };
    let explanation = explain(&hand, &situation, &rules, &win);
    let seats = if situation.three_seats { 3 } else { 4 };
    let pays = explanation.cost.with_honba(honba, seats, &rules.payment);
    let mut record = json!(explanation);
    record["text"] = explanation.to_string().into();
    record["payments"] = payments(pays);
    record["total"] = (pays.total(seats) + 1_000 * sticks).into();
    to_python(py, &record)
}

fn payments(cost: Cost) -> Value {
    match cost {
        Cost::Ron(points) => json!({ "discarder": points }),
        Cost::Tsumo { dealer: 0, other } => json!({ "other": other }),
        Cost::Tsumo { dealer, other } => json!({ "dealer": dealer, "other": other }),
    }
}

pub(super) fn kinds(name: &str, text: &str) -> PyResult<Vec<Kind>> {
    let tiles = notation::parse_tiles(text).map_err(about(name, text))?;
    Ok(tiles.into_iter().map(Tile::kind).collect())
}

impl Facts<'_> {
    fn situation<'a>(&self, dora: &'a [Kind], ura: &'a [Kind]) -> PyResult<Situation<'a>> {
        Ok(Situation {
            tsumo: self.tsumo,
            seat_wind: wind("seat_wind", &self.seat_wind)?,
            round_wind: wind("round_wind", &self.round_wind)?,
            riichi: match (self.riichi, self.double_riichi) {
                (_, true) => Riichi::Double,
                (true, false) => Riichi::Single,
                (false, false) => Riichi::No,
            },
            open_riichi: self.open_riichi,
            ippatsu: self.ippatsu,
            last_tile: self.last_tile,
            after_kan: self.after_kan,
            robbed_kan: self.robbed_kan,
            first_turn: self.first_turn,
            eighth_in_row: self.eighth_in_row,
            dora_indicators: dora,
            ura_indicators: ura,
            nuki: self.nuki.within("nuki", 0..=4)?,
            three_seats: pack(&self.seats)? == Pack::Three,
        })
    }
}

pub(super) fn wind(name: &str, text: &str) -> PyResult<Kind> {
    const WINDS: [[&str; 3]; 4] =
        [["E", "east", "1z"], ["S", "south", "2z"], ["W", "west", "3z"], ["N", "north", "4z"]];
    let place = WINDS.iter().position(|names| names.iter().any(|n| n.eq_ignore_ascii_case(text)));
    place.and_then(|place| Kind::from_index(Kind::EAST.index() + place)).ok_or_else(|| {
        value_error(format_args!("{name} is '{text}': expected E, S, W or N", text = excerpt(text)))
    })
}

/// Returns the preset named by `rules`, with options that replace its own.
pub(super) fn rules(dict: &Bound<'_, PyDict>) -> PyResult<ScoreRules> {
    let mut changes = options(Some(dict))?;
    let preset = match changes.remove("rules") {
        None => Rules::TENHOU,
        Some(Value::String(name)) => Rules::preset(&name).map_err(value_error)?,
        Some(other) => return Err(value_error(format_args!("rules is {other}: expected a name"))),
    };
    if changes.is_empty() {
        return Ok(preset.score);
    }
    let mut all = json!(preset.score);
    replace(&mut all, changes);
    serde_json::from_value(all).map_err(|error| value_error(format_args!("rules: {error}")))
}

/// Merges values into a record; nested records are merged, not replaced.
fn replace(record: &mut Value, changes: Map<String, Value>) {
    for (name, change) in changes {
        match (&mut record[name], change) {
            (inner @ Value::Object(_), Value::Object(changes)) => replace(inner, changes),
            (place, change) => *place = change,
        }
    }
}

/// Returns every yaku: name, id, English name, Japanese name, han closed and open, whether it is a
/// yakuman.
type YakuRow = (String, u8, &'static str, &'static str, u8, u8, bool);

#[pyfunction]
pub(super) fn riichi_yaku() -> Vec<YakuRow> {
    let row = |yaku: Yaku| {
        let name = json!(yaku).as_str().unwrap_or_default().to_owned();
        let han = [true, false].map(|closed| yaku.han(closed));
        (name, yaku.id(), yaku.english(), yaku.romaji(), han[0], han[1], yaku.is_yakuman())
    };
    Yaku::ALL.into_iter().map(row).collect()
}
