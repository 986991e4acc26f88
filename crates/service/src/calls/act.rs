//! `act`: advice for the seat of a view, in every game.

use crate::call::{Begun, Call, Work};
use crate::job::Spent;
use crate::{Budget, ErrorKind, Limits, Progress, ServiceError};
use facedown_catalog::{
    ActionAdvice, Advice, AdviseSpec, AnyAdvisor, AnyGame, CatalogError, DEFAULT_BOT, GameView,
    position_of,
};
use facedown_game::{Control, excerpt};
use facedown_search::{Slice, Totals};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;

/// A seat's view, with the whole history of the hand, and the bot that advises.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    /// The game; it may be left out where the view names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "gin"))]
    pub game: Option<String>,
    /// The rules: the name of a preset, or a record of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Value>))]
    pub rules: Option<Value>,
    /// The view, as `docs/reference/views.md` describes it.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub view: Value,
    /// The bot that advises: `search` by default.
    #[serde(default = "default_bot")]
    #[cfg_attr(feature = "schema", schema(example = "search"))]
    pub bot: String,
    /// Iterations of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub iterations: Option<u64>,
    /// Seconds of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Milliseconds until the answer is there, waiting included; 1000 if no budget is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
    /// The random seed. Equal seeds and iterations give equal answers.
    #[serde(default)]
    pub seed: u64,
    /// Search parameters that replace the bot's own, all but `threads`, `memory` and `seed`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub params: Map<String, Value>,
}

fn default_bot() -> String {
    DEFAULT_BOT.to_owned()
}

/// The advice: the best action, and every legal one with its statistics.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ActAnswer {
    /// The game.
    pub game: &'static str,
    /// The bot that advised.
    pub bot: String,
    /// The seat that is advised.
    pub seat: usize,
    /// The id of the best action.
    pub action: usize,
    /// The notation of the best action, or of the whole move it begins.
    pub text: String,
    /// Every legal action, the best first.
    pub actions: Vec<ActionAdvice>,
    /// Totals of the search.
    pub totals: TotalsAnswer,
}

/// Totals of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TotalsAnswer {
    /// Iterations in all trees together.
    pub iterations: u64,
    /// Sampled worlds.
    pub worlds: u64,
    /// Trees that were summed.
    pub trees: u64,
    /// Nodes in all trees together.
    pub nodes: u64,
    /// Whether memory ran out.
    pub memory_full: bool,
    /// The mean number of decisions in the tree.
    pub mean_depth: f64,
    /// The greatest number of decisions in the tree.
    pub max_depth: u64,
    /// Seconds by the clock.
    pub seconds: f64,
    /// Why the search ended.
    pub stop: &'static str,
}

impl From<&Totals> for TotalsAnswer {
    fn from(totals: &Totals) -> Self {
        Self {
            iterations: totals.iterations,
            worlds: totals.worlds,
            trees: totals.trees,
            nodes: totals.nodes,
            memory_full: totals.memory_full,
            mean_depth: totals.mean_depth,
            max_depth: totals.max_depth,
            seconds: totals.seconds,
            stop: totals.stop.text(),
        }
    }
}

impl ActAnswer {
    fn new(game: &'static str, bot: &str, advice: Advice) -> Self {
        Self {
            game,
            bot: bot.to_owned(),
            seat: advice.seat,
            action: advice.best,
            text: advice.best().text.clone(),
            totals: TotalsAnswer::from(&advice.totals),
            actions: advice.actions,
        }
    }
}

impl ActRequest {
    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        let Self { iterations, seconds, timeout_ms, .. } = *self;
        Budget { iterations, seconds, timeout_ms }
    }

    fn position(&self) -> Result<GameView, ServiceError> {
        read_position(self.game.as_deref(), self.rules.as_ref(), &self.view)
    }
}

/// Reads a position; an error names the field of the request.
pub(crate) fn read_position(
    game: Option<&str>,
    rules: Option<&Value>,
    view: &Value,
) -> Result<GameView, ServiceError> {
    position_of(game, rules, view).map_err(|error| {
        let field = match &error {
            CatalogError::UnknownGame(_) => "game",
            CatalogError::UnknownOption { .. } | CatalogError::BadOption(_) => "rules",
            _ => "view",
        };
        ServiceError::invalid(field, error)
    })
}

/// Search parameters that belong to the service.
const RESERVED: [&str; 3] = ["threads", "memory", "seed"];

/// Returns the parameters of a search in the service: one thread, bounded memory.
pub(crate) fn search_params(
    game: &dyn AnyGame,
    bot: &str,
    params: &Map<String, Value>,
    seed: u64,
    limits: &Limits,
) -> Result<Map<String, Value>, ServiceError> {
    if bot.contains('=') {
        let why = format!("'{}': parameters are given in params", excerpt(bot));
        return Err(ServiceError::invalid("bot", why));
    }
    if let Some(name) = RESERVED.iter().find(|name| params.contains_key(**name)) {
        let why = format!("'{name}' is not a client's to set");
        return Err(ServiceError::invalid("params", why));
    }
    let mut all = params.clone();
    all.insert("seed".to_owned(), seed.into());
    let read = game.search_params(bot);
    for (name, value) in [("threads", 1), ("memory", limits.memory_of(None)?)] {
        if read.contains(&name) {
            all.insert(name.to_owned(), value.into());
        }
    }
    Ok(all)
}

impl Call for ActRequest {
    type Answer = ActAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<ActAnswer>, ServiceError> {
        let budget = self.budget().checked(limits)?;
        let position = self.position()?;
        let game = &*position.game;
        let params = search_params(game, &self.bot, &self.params, self.seed, limits)?;
        let advising = Advising::begin(&position, &self.bot, budget, &params)?;
        Ok(Begun::Work(Box::new(advising)))
    }
}

/// Advice in progress.
pub(crate) struct Advising {
    game: &'static str,
    bot: String,
    advisor: Box<dyn AnyAdvisor>,
    spent: Spent,
}

impl Advising {
    pub(crate) fn begin(
        position: &GameView,
        bot: &str,
        budget: facedown_search::Budget,
        params: &Map<String, Value>,
    ) -> Result<Self, ServiceError> {
        let spec = AdviseSpec::new(bot, Some(budget), params);
        let advisor = position.view.begin_advice(&spec).map_err(|error| {
            let field = match &error {
                CatalogError::UnknownBot { .. } | CatalogError::UnknownSearch { .. } => "bot",
                CatalogError::UnknownParam { .. } | CatalogError::BadOption(_) => "params",
                _ => "view",
            };
            ServiceError::invalid(field, error)
        })?;
        let game = position.game.info().name;
        Ok(Self { game, bot: bot.to_owned(), advisor, spent: Spent::default() })
    }
}

impl Work<ActAnswer> for Advising {
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        let mut control = Control { cancel: Some(cancel), ..Control::default() };
        let done = self.advisor.advance(slice, &mut control);
        let done = done.map_err(|error| ServiceError::new(ErrorKind::Invalid, error))?;
        if done {
            let totals = self.advisor.advice().totals;
            self.spent = Spent { iterations: totals.iterations, worlds: totals.worlds };
        }
        Ok(done)
    }

    fn progress(&self) -> Option<Progress<ActAnswer>> {
        let answer = ActAnswer::new(self.game, &self.bot, self.advisor.advice());
        Some(Progress::Answer(Box::new(answer)))
    }

    fn answer(&mut self) -> Result<ActAnswer, ServiceError> {
        let advice = self.advisor.advice();
        self.spent = Spent { iterations: advice.totals.iterations, worlds: advice.totals.worlds };
        Ok(ActAnswer::new(self.game, &self.bot, advice))
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
