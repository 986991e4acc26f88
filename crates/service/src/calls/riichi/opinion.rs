//! `riichi/opinion`: the reviewer's value of every option of a view.

use crate::call::{Begun, Call, Work, advance_by_steps};
use crate::calls::act::read_position;
use crate::job::Spent;
use crate::{Budget, Limits, Progress, ServiceError};
use facedown_catalog::riichi_view;
use facedown_riichi_review::{
    DEFAULT_WORLDS, MAX_WORLDS, OptionOpinion, REVIEW_BOT, ReviewError, ViewOpinion,
};
use facedown_search::Slice;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// A riichi view whose seat is to act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OpinionRequest {
    /// The rules: the name of a preset, or a record of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Value>))]
    pub rules: Option<Value>,
    /// The view, as `docs/reference/riichi-view.md` describes it.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub view: Value,
    /// The worlds in which the options are compared; 1000 if it is left out.
    #[serde(default, alias = "iterations", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 100_000))]
    pub worlds: Option<u64>,
    /// Milliseconds until the answer is there, waiting included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
    /// The random seed. Equal seeds and worlds give equal answers.
    #[serde(default)]
    pub seed: u64,
}

/// The opinion: every option, the best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpinionAnswer {
    /// The seat that decides.
    pub seat: usize,
    /// The bot whose opinion it is.
    pub bot: &'static str,
    /// The worlds in which the options were compared.
    pub worlds: usize,
    /// The options.
    pub options: Vec<OptionOpinion>,
}

impl OpinionRequest {
    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        let iterations = self.worlds.or(Some(DEFAULT_WORLDS as u64));
        Budget { iterations, timeout_ms: self.timeout_ms, seconds: None }
    }
}

impl Call for OpinionRequest {
    type Answer = OpinionAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<OpinionAnswer>, ServiceError> {
        self.budget().checked(limits)?;
        let position = read_position(Some("riichi"), self.rules.as_ref(), &self.view)?;
        let found = riichi_view(&*position.view);
        let (game, view) = found.ok_or_else(|| ServiceError::invalid("view", "not of riichi"))?;
        let worlds = self.worlds.unwrap_or(DEFAULT_WORLDS as u64);
        let worlds = usize::try_from(worlds).unwrap_or(MAX_WORLDS + 1);
        let opinion = ViewOpinion::begin(game, view, worlds, self.seed).map_err(|error| {
            let field = if matches!(error, ReviewError::Worlds(_)) { "worlds" } else { "view" };
            ServiceError::invalid(field, error)
        })?;
        Ok(Begun::Work(Box::new(Judging { seat: view.seat().index(), opinion })))
    }
}

struct Judging {
    seat: usize,
    opinion: ViewOpinion,
}

impl Judging {
    fn so_far(&self) -> OpinionAnswer {
        let options = self.opinion.options();
        OpinionAnswer { seat: self.seat, bot: REVIEW_BOT, worlds: self.opinion.worlds(), options }
    }
}

impl Work<OpinionAnswer> for Judging {
    /// A unit of work is a few worlds.
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        Ok(advance_by_steps(slice, cancel, || self.opinion.step()))
    }

    fn progress(&self) -> Option<Progress<OpinionAnswer>> {
        Some(Progress::Answer(Box::new(self.so_far())))
    }

    fn answer(&mut self) -> Result<OpinionAnswer, ServiceError> {
        Ok(self.so_far())
    }

    fn spent(&self) -> Spent {
        let worlds = self.opinion.worlds() as u64;
        Spent { iterations: worlds, worlds }
    }
}
