//! `tricks/deals`: deals that are consistent with a view.

use super::act::read_position;
use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_catalog::tricks_view;
use facedown_game::{Game, Hidden, Rng};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Deals per random stream, as in Python's `sample_deals`.
const STREAM: usize = 4096;

/// A view of a trick-taking game, and how many deals to sample.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DealsRequest {
    /// The game; it may be left out where the view names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "hearts"))]
    pub game: Option<String>,
    /// The rules: the name of a preset, or a record of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Value>))]
    pub rules: Option<Value>,
    /// The view, as `docs/reference/tricks-view.md` describes it.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub view: Value,
    /// The number of deals.
    #[serde(default = "one")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub n: usize,
    /// The random seed.
    #[serde(default)]
    pub seed: u64,
}

fn one() -> usize {
    1
}

/// The deals.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DealsAnswer {
    /// The number of seats.
    pub seats: usize,
    /// The number of consistent deals, rounded where it is large; none from 2^128 on.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub count: Option<f64>,
    /// For each deal the cards of each seat, then those that nobody holds.
    pub deals: Vec<Vec<String>>,
}

impl Call for DealsRequest {
    type Answer = DealsAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<DealsAnswer>, ServiceError> {
        if !(1..=limits.deals).contains(&self.n) {
            let why = format!("{}, expected 1 to {}", self.n, limits.deals);
            return Err(ServiceError::invalid("n", why));
        }
        let position = read_position(self.game.as_deref(), self.rules.as_ref(), &self.view)?;
        let Some((game, view)) = tricks_view(&*position.view) else {
            let why = format!("{} is not a trick-taking game", position.game.info().name);
            return Err(ServiceError::invalid("game", why));
        };
        let worlds = game.worlds(view).map_err(|error| ServiceError::invalid("view", error))?;
        let seats = game.seats();
        let mut rng = Rng::new(self.seed);
        let deal = |i: usize| {
            if i.is_multiple_of(STREAM) {
                rng = Rng::stream(self.seed, (i / STREAM) as u64);
            }
            let hands = worlds.sample_hands(&mut rng);
            hands.into_iter().take(seats + 1).map(|cards| cards.to_string()).collect()
        };
        let deals = (0..self.n).map(deal).collect();
        Ok(Begun::Done(DealsAnswer { seats, count: worlds.count().map(|n| n as f64), deals }))
    }
}
