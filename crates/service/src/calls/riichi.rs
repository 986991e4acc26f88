//! Riichi mahjong: hands, wins, logs.

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
pub use win::{
    CostAnswer, FuAnswer, PaymentAnswer, RiichiDeclared, WinAnswer, WinRequest, WinScore, Wind,
    YakuAnswer,
};

use crate::ServiceError;
use facedown_game::excerpt;
use facedown_riichi::Rules;

/// Returns the error of a text in a field.
fn bad(field: impl Into<String>, text: &str, why: &dyn std::fmt::Display) -> ServiceError {
    ServiceError::invalid(field, format!("'{}': {why}", excerpt(text)))
}

/// Returns the preset of this name for a number of seats.
fn preset(field: &str, name: &str, seats: u8) -> Result<Rules, ServiceError> {
    Ok(match (name, seats) {
        ("tenhou", 3) => Rules::TENHOU3,
        ("tenhou", _) => Rules::TENHOU,
        ("mjsoul", 3) => Rules::MJSOUL3,
        ("mjsoul", _) => Rules::MJSOUL,
        _ => return Err(bad(field, name, &"expected one of tenhou, mjsoul")),
    })
}
