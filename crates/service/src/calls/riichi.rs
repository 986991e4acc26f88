//! Riichi mahjong: hands, wins, danger, logs.

mod base64;
mod danger;
mod ev;
mod hand;
mod hand_input;
mod opinion;
mod replay;
mod review;
mod win;

pub use danger::{AgainstDanger, DangerAnswer, DangerRequest, DiscardDanger, OpponentDanger};
pub use ev::{DiscardValue, EvAnswer, EvRequest};
pub use facedown_riichi_review::Review;
pub use hand::{Accepts, DiscardAnswer, FormsAnswer, HandAnswer, HandRequest, Left};
pub use hand_input::HandInput;
pub use opinion::{OpinionAnswer, OpinionRequest};
pub use replay::{
    CountAnswer, DisagreementAnswer, LogInput, ReplayAnswer, ReplayRequest, UnreadableAnswer,
};
pub use review::ReviewRequest;
pub use win::{PaymentAnswer, RiichiDeclared, WinAnswer, WinRequest, Wind};

use crate::ServiceError;
use facedown_game::excerpt;
use facedown_riichi::Rules;
use facedown_riichi::score::ScoreRules;
use serde::Deserialize;
use serde_json::Value;

/// Returns the error of a text in a field.
fn bad(field: impl Into<String>, text: &str, why: &dyn std::fmt::Display) -> ServiceError {
    ServiceError::invalid(field, format!("'{}': {why}", excerpt(text)))
}

fn tenhou() -> Value {
    "tenhou".into()
}

/// Returns the rules for a number of seats: a preset by its name, or a record with options of scoring
/// that replace some of its own and with the preset's name as `rules`.
fn rules(field: &str, given: &Value, seats: u8) -> Result<Rules, ServiceError> {
    let name = match given {
        Value::Object(options) => options.get("rules").unwrap_or(&Value::Null),
        name => name,
    };
    let name = match name {
        Value::Null => "tenhou",
        Value::String(name) => name,
        other => return Err(ServiceError::invalid(field, format!("{other}, expected a name"))),
    };
    let preset = match (name, seats) {
        ("tenhou" | "tenhou3", 3) => Rules::TENHOU3,
        ("tenhou", _) => Rules::TENHOU,
        ("mjsoul" | "mjsoul3", 3) => Rules::MJSOUL3,
        ("mjsoul", _) => Rules::MJSOUL,
        _ => return Err(bad(field, name, &"expected one of tenhou, mjsoul")),
    };
    let Value::Object(options) = given else { return Ok(preset) };
    let mut all = serde_json::to_value(preset.score).unwrap_or_default();
    for (name, option) in options.iter().filter(|(name, _)| *name != "rules") {
        replace(&mut all[name.as_str()], option);
    }
    let score =
        ScoreRules::deserialize(all).map_err(|error| ServiceError::invalid(field, error))?;
    Ok(Rules { score, ..preset })
}

/// Puts an option in the place of another; a record is filled in.
fn replace(place: &mut Value, option: &Value) {
    match (place, option) {
        (Value::Object(fields), Value::Object(options)) => {
            for (name, option) in options {
                replace(fields.entry(name).or_insert(Value::Null), option);
            }
        }
        (place, option) => *place = option.clone(),
    }
}
