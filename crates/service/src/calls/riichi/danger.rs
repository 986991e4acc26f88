//! `riichi/danger`: the probability that each discard deals in.

use crate::call::{Begun, Call};
use crate::calls::act::read_position;
use crate::{Limits, ServiceError};
use facedown_catalog::{AnyView, riichi_view};
use facedown_riichi_analysis::danger::{AgainstReport, DangerReport, ReasonReport, assess};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A riichi view whose seat has a discard to choose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DangerRequest {
    /// The rules: the name of a preset, or a record of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Value>))]
    pub rules: Option<Value>,
    /// The view, as `docs/reference/riichi-view.md` describes it.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub view: Value,
}

/// The danger of every discard, the safest first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DangerAnswer {
    /// The seat that discards.
    pub seat: usize,
    /// The opponents, the next in turn first.
    pub opponents: Vec<OpponentDanger>,
    /// The discards.
    pub discards: Vec<DiscardDanger>,
}

/// An opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpponentDanger {
    /// Its seat.
    pub seat: usize,
    /// The probability that it is tenpai.
    pub tenpai: f32,
    /// Why, as data and as `text`.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Object>))]
    pub reasons: Vec<ReasonReport>,
}

/// A discard.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiscardDanger {
    /// The tile.
    pub tile: String,
    /// The probability that it deals in.
    pub deal_in: f32,
    /// The expected points lost by it.
    pub loss: f32,
    /// The same against each opponent.
    pub against: Vec<AgainstDanger>,
}

/// A discard against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AgainstDanger {
    /// The opponent's seat.
    pub seat: usize,
    /// The probability that it wins on the tile.
    pub deal_in: f32,
    /// The expected points of its win.
    pub points: f32,
    /// Why, as data and as `text`.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Object>))]
    pub reasons: Vec<ReasonReport>,
}

impl From<AgainstReport> for AgainstDanger {
    fn from(report: AgainstReport) -> Self {
        let AgainstReport { seat, deal_in, points, reasons } = report;
        Self { seat, deal_in, points, reasons }
    }
}

impl From<DangerReport> for DangerAnswer {
    fn from(report: DangerReport) -> Self {
        let opponents = report.opponents.into_iter().map(|opponent| OpponentDanger {
            seat: opponent.seat,
            tenpai: opponent.tenpai,
            reasons: opponent.reasons,
        });
        let discards = report.discards.into_iter().map(|discard| DiscardDanger {
            tile: discard.tile,
            deal_in: discard.deal_in,
            loss: discard.loss,
            against: discard.against.into_iter().map(AgainstDanger::from).collect(),
        });
        Self { seat: report.seat, opponents: opponents.collect(), discards: discards.collect() }
    }
}

impl DangerAnswer {
    /// Returns the danger of the discards of a seat that has one to choose.
    pub fn of_view(view: &dyn AnyView) -> Result<Self, ServiceError> {
        let bad = |why: &dyn std::fmt::Display| ServiceError::invalid("view", why);
        let (game, view) = riichi_view(view).ok_or_else(|| bad(&"expected a view of riichi"))?;
        let danger = assess(game, view).map_err(|error| bad(&error))?;
        Ok(DangerReport::new(&danger).into())
    }
}

impl Call for DangerRequest {
    type Answer = DangerAnswer;

    fn begin(&self, _: &Limits) -> Result<Begun<DangerAnswer>, ServiceError> {
        let position = read_position(Some("riichi"), self.rules.as_ref(), &self.view)?;
        DangerAnswer::of_view(&*position.view).map(Begun::Done)
    }
}
