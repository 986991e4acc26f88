//! `ofc/score`: boards that are given.

use super::{default_rules, preset};
use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_ofc::{BoardScore, PairScore, RowScore, Showdown, ShowdownError};
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoreAnswer {
    /// The preset of the rules.
    pub rules: String,
    /// The boards.
    pub boards: Vec<BoardAnswer>,
    /// The points between each two boards that are complete.
    pub pairs: Vec<PairAnswer>,
}

/// The score of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardAnswer {
    /// The board.
    pub board: String,
    /// Whether all thirteen cards are there.
    pub complete: bool,
    /// The rows, top first.
    pub rows: Vec<RowAnswer>,
    /// Whether it is a foul; none if that depends on cards to come.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub foul: Option<bool>,
    /// The royalties of a complete board, 0 for a foul.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub royalties: Option<u16>,
    /// The cards of the Fantasyland that a complete board enters, 0 for none.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub fantasyland: Option<u8>,
    /// Whether a complete board that was set in Fantasyland stays there.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub stays: Option<bool>,
    /// The points from all other boards, if there are any and all are complete.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub points: Option<i32>,
}

/// The score of a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RowAnswer {
    /// The row: `top`, `middle` or `bottom`.
    pub row: String,
    /// Its cards.
    pub cards: String,
    /// The hand in words; none if cards are missing.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub hand: Option<String>,
    /// Its royalties.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub royalties: Option<u8>,
}

/// The points between two boards, from the point of view of the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PairAnswer {
    /// The numbers of the boards, from 1.
    #[cfg_attr(feature = "schema", schema(value_type = (usize, usize)))]
    pub boards: [usize; 2],
    /// The points of each row, top first.
    #[cfg_attr(feature = "schema", schema(value_type = (i32, i32, i32)))]
    pub rows: [i32; 3],
    /// The points for all three rows.
    pub scoop: i32,
    /// The difference of royalties.
    pub royalties: i32,
    /// The sum.
    pub points: i32,
}

impl From<&RowScore> for RowAnswer {
    fn from(row: &RowScore) -> Self {
        Self {
            row: row.row.to_string(),
            cards: row.cards.to_string(),
            hand: row.hand.clone(),
            royalties: row.royalties,
        }
    }
}

impl From<&BoardScore> for BoardAnswer {
    fn from(score: &BoardScore) -> Self {
        Self {
            board: score.board.to_string(),
            complete: score.complete,
            rows: score.rows.iter().map(RowAnswer::from).collect(),
            foul: score.foul,
            royalties: score.royalties,
            fantasyland: score.fantasyland,
            stays: score.stays,
            points: score.points,
        }
    }
}

impl From<&PairScore> for PairAnswer {
    fn from(pair: &PairScore) -> Self {
        let PairScore { boards, rows, scoop, royalties, points, .. } = *pair;
        Self { boards, rows, scoop, royalties, points }
    }
}

impl Call for ScoreRequest {
    type Answer = ScoreAnswer;

    fn begin(&self, _: &Limits) -> Result<Begun<ScoreAnswer>, ServiceError> {
        let rules = preset(&self.rules)?;
        let showdown = Showdown::parse(&rules, &self.boards).map_err(|error| {
            let field = match &error {
                ShowdownError::Board { board, .. } | ShowdownError::NotInPack { board, .. } => {
                    format!("boards[{}]", board - 1)
                }
                _ => "boards".to_owned(),
            };
            ServiceError::invalid(field, error)
        })?;
        Ok(Begun::Done(ScoreAnswer {
            rules: self.rules.clone(),
            boards: showdown.boards.iter().map(BoardAnswer::from).collect(),
            pairs: showdown.pairs.iter().map(PairAnswer::from).collect(),
        }))
    }
}
