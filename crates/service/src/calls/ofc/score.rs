//! `ofc/score`: boards that are given.

use super::{default_rules, preset};
use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_game::excerpt;
use facedown_ofc::{BoardScore, PairScore, Showdown, ShowdownError};
use serde::{Deserialize, Serialize};

/// Boards to score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// One to four boards, `top / middle / bottom`, complete or not; `X` is a joker.
    #[cfg_attr(
        feature = "schema",
        schema(example = json!(["Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h"]))
    )]
    pub boards: Vec<String>,
    /// The preset of the rules.
    #[serde(default = "default_rules")]
    #[cfg_attr(feature = "schema", schema(example = "standard"))]
    pub rules: String,
}

/// The scores of boards, and the points between them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoreAnswer {
    /// The preset of the rules.
    pub rules: String,
    /// The boards.
    pub boards: Vec<BoardScore>,
    /// The points between each two boards that are complete.
    pub pairs: Vec<PairScore>,
}

impl Call for ScoreRequest {
    type Answer = ScoreAnswer;

    fn begin(&self, _: &Limits) -> Result<Begun<ScoreAnswer>, ServiceError> {
        let rules = preset(&self.rules)?;
        let showdown = Showdown::parse(&rules, &self.boards).map_err(|error| match error {
            ShowdownError::Board { board, error } => {
                let text = excerpt(&self.boards[board - 1]);
                ServiceError::invalid(
                    format!("boards[{}]", board - 1),
                    format!("'{text}': {error}"),
                )
            }
            ShowdownError::NotInPack { board, .. } => {
                ServiceError::invalid(format!("boards[{}]", board - 1), error)
            }
            _ => ServiceError::invalid("boards", error),
        })?;
        let Showdown { boards, pairs, .. } = showdown;
        Ok(Begun::Done(ScoreAnswer { rules: self.rules.clone(), boards, pairs }))
    }
}
