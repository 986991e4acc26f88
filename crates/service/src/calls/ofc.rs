//! Open-face Chinese poker: Fantasyland settings, placements, scores of boards.

mod fantasy;
mod placements;
mod score;
mod solve;

pub use fantasy::{FantasyAnswer, FantasyRequest, SettingAnswer};
pub use placements::{PlacementAnswer, SolveAnswer};
pub use score::{ScoreAnswer, ScoreRequest};
pub use solve::SolveRequest;

use crate::ServiceError;
use facedown_game::excerpt;
use facedown_ofc::Rules;

/// Returns the preset of this name.
fn preset(name: &str) -> Result<Rules, ServiceError> {
    let named = |error| format!("'{}': {error}", excerpt(name));
    Rules::preset(name).map_err(|error| ServiceError::invalid("rules", named(error)))
}

fn default_rules() -> String {
    "standard".to_owned()
}
