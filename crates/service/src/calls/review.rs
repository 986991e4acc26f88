//! `review`: the bot's opinion at every decision of a recorded game, in every game.

mod record;
mod report;

pub use record::{GameRecord, RECORD_VERSION};
pub use report::{
    GameDecision, GameDecisionPlace, GameOption, GameReview, GameReviewTotal, ReviewHand,
};

use super::act::search_params;
use crate::call::{Begun, Call, Work};
use crate::job::Spent;
use crate::{Budget, ErrorKind, Limits, Progress, ServiceError};
use facedown_catalog::{
    Advice, AdviseSpec, AnyAdvisor, AnyComparison, AnyView, DEFAULT_BOT, OwnPolicy,
};
use facedown_game::{Control, ProcessClock, Rng};
use facedown_search::Slice;
use record::{Moment, Played};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::atomic::{AtomicBool, Ordering};

/// The iterations of the search at a decision.
const DEFAULT_ITERATIONS: u64 = 2_000;
/// The worlds in which the played move and the advised one are compared.
const DEFAULT_WORLDS: u64 = 400;
/// Worlds between two looks at the clock.
const WORLDS_A_STEP: u64 = 8;

/// A recorded game, and the seat to review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameReviewRequest {
    /// The game.
    pub record: GameRecord,
    /// The seat, counted from 0; all if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The bot whose opinion is asked: `search` by default.
    #[serde(default = "default_bot")]
    #[cfg_attr(feature = "schema", schema(example = "search"))]
    pub bot: String,
    /// The policy that is asked instead, where it is the caller's own.
    #[serde(skip)]
    pub own: Option<OwnPolicy>,
    /// Iterations of its search at each decision; 2000 if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub iterations: Option<u64>,
    /// The worlds in which the played move and the advised one are compared; 400 if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 2, maximum = 100_000))]
    pub worlds: Option<u64>,
    /// Milliseconds until the answer is there, waiting included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
    /// The random seed. Equal seeds, iterations and worlds give equal reviews.
    #[serde(default)]
    pub seed: u64,
}

fn default_bot() -> String {
    DEFAULT_BOT.to_owned()
}

impl GameReviewRequest {
    /// Returns a request with the default budget.
    pub fn new(record: GameRecord) -> Self {
        Self {
            record,
            seat: None,
            bot: default_bot(),
            own: None,
            iterations: None,
            worlds: None,
            timeout_ms: None,
            seed: 0,
        }
    }

    /// Returns the budget. Without a time it is the service's limit.
    pub fn budget(&self) -> Budget {
        let iterations = self.iterations.or(Some(DEFAULT_ITERATIONS));
        Budget { iterations, timeout_ms: self.timeout_ms, seconds: None }
    }
}

impl Call for GameReviewRequest {
    type Answer = GameReview;

    fn begin(&self, limits: &Limits) -> Result<Begun<GameReview>, ServiceError> {
        self.budget().checked(limits)?;
        let worlds = self.worlds.unwrap_or(DEFAULT_WORLDS);
        if !(2..=100_000).contains(&worlds) {
            let why = format!("{worlds}, expected 2 to 100000");
            return Err(ServiceError::invalid("worlds", why));
        }
        if self.record.actions.len() > limits.actions {
            let count = self.record.actions.len();
            return Err(ServiceError::too_large("record.actions", count, limits.actions));
        }
        let played = Played::replay(&self.record, self.seat)?;
        let params = match self.own {
            Some(_) => Map::new(),
            None => search_params(&*played.game, &self.bot, &Map::new(), 0, limits)?,
        };
        let reviewing = Reviewing {
            params,
            request: self.clone(),
            played,
            worlds,
            current: None,
            done: Vec::new(),
            spent: Spent::default(),
        };
        Ok(Begun::Work(Box::new(reviewing)))
    }
}

/// A decision in work: the search for the advised move, then the comparison with the played one.
enum Current {
    Advising(Box<dyn AnyAdvisor>),
    Comparing { advice: Box<Advice>, comparison: Box<dyn AnyComparison> },
}

struct Reviewing {
    request: GameReviewRequest,
    params: Map<String, Value>,
    played: Played,
    worlds: u64,
    current: Option<Current>,
    done: Vec<GameDecision>,
    spent: Spent,
}

fn internal(error: impl std::fmt::Display) -> ServiceError {
    ServiceError::new(ErrorKind::Internal, error)
}

impl Reviewing {
    /// Begins to advise on a decision.
    fn advise(&self, moment: &Moment) -> Result<Box<dyn AnyAdvisor>, ServiceError> {
        let mut params = self.params.clone();
        let seed = Rng::stream(self.request.seed, self.done.len() as u64).next_u64();
        // Seeds of the command line and of JSON have 63 bits.
        params.insert("seed".to_owned(), (seed >> 1).into());
        let budget = facedown_search::Budget::iterations(
            self.request.iterations.unwrap_or(DEFAULT_ITERATIONS),
        );
        let own = self.request.own.clone();
        let spec = AdviseSpec::new(&self.request.bot, Some(budget), &params);
        let begun = moment.view.begin_advice(&AdviseSpec { own, ..spec });
        begun.map_err(|error| ServiceError::invalid("bot", error))
    }

    /// Takes a step of the decision in work.
    fn step(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<(), ServiceError> {
        let number = self.done.len();
        let current = match self.current.take() {
            Some(current) => current,
            None => Current::Advising(self.advise(&self.played.moments[number])?),
        };
        let moment = &self.played.moments[number];
        match current {
            Current::Advising(mut advisor) => {
                let mut control = Control { cancel: Some(cancel), ..Control::default() };
                if !advisor.advance(slice, &mut control).map_err(internal)? {
                    self.current = Some(Current::Advising(advisor));
                    return Ok(());
                }
                let advice = advisor.advice();
                self.spent.iterations += advice.totals.iterations;
                self.spent.worlds += advice.totals.worlds;
                let best = advice.best();
                let advised =
                    if best.moves.is_empty() { vec![best.action] } else { best.moves.clone() };
                let moves = [advised, vec![moment.played]];
                let seed = Rng::stream(!self.request.seed, number as u64).next_u64();
                let comparison = moment.view.begin_comparison(&moves, seed).map_err(internal)?;
                self.current = Some(Current::Comparing { advice: Box::new(advice), comparison });
            }
            Current::Comparing { advice, mut comparison } => {
                let agrees = report::agrees(&*moment.view, moment, &advice);
                let worlds = if agrees { 0 } else { self.worlds };
                let done = comparison.values().count() as u64;
                comparison.advance(WORLDS_A_STEP.min(worlds.saturating_sub(done)));
                if done + WORLDS_A_STEP < worlds {
                    self.current = Some(Current::Comparing { advice, comparison });
                } else {
                    self.spent.worlds += worlds;
                    self.done.push(report::decision(moment, &advice, comparison.values()));
                }
            }
        }
        Ok(())
    }
}

impl Work<GameReview> for Reviewing {
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        let mut left = slice.begin(&ProcessClock);
        while self.done.len() < self.played.moments.len() && !cancel.load(Ordering::Relaxed) {
            self.step(slice, cancel)?;
            left.spend(1);
            if left.is_over() {
                return Ok(self.done.len() == self.played.moments.len());
            }
        }
        Ok(true)
    }

    fn progress(&self) -> Option<Progress<GameReview>> {
        let all = self.played.moments.len().max(1);
        Some(Progress::Share(self.done.len() as f64 / all as f64))
    }

    fn answer(&mut self) -> Result<GameReview, ServiceError> {
        Ok(report::assemble(&self.request, &self.played, &self.done, self.worlds))
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}

/// Returns whether a view's seat has a choice.
pub(super) fn has_choice(view: &dyn AnyView) -> bool {
    view.legal().len() > 1
}
