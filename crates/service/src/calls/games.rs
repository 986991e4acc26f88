//! `games`: what can be played.

use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_catalog::{GAMES, searches};
use serde::{Deserialize, Serialize};

/// A request for the list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GamesRequest {}

/// The games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamesAnswer {
    /// Every game.
    pub games: Vec<GameAnswer>,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameAnswer {
    /// The name that other calls take.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    /// The named rules; the first is the default.
    pub presets: Vec<&'static str>,
    /// The number of seats by default.
    pub seats: usize,
    /// The bots.
    pub bots: Vec<BotAnswer>,
    /// The bot that a person plays against by default.
    pub opponent: &'static str,
}

/// A bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BotAnswer {
    /// The name.
    pub name: &'static str,
    /// A description.
    pub about: &'static str,
    /// Whether it searches, so that it takes a budget.
    pub searches: bool,
}

impl Call for GamesRequest {
    type Answer = GamesAnswer;

    fn begin(&self, _: &Limits) -> Result<Begun<GamesAnswer>, ServiceError> {
        let games = GAMES.iter().map(|info| GameAnswer {
            name: info.name,
            about: info.about,
            presets: info.presets.to_vec(),
            seats: info.seats(),
            bots: info
                .bots
                .iter()
                .map(|(name, about)| BotAnswer { name, about, searches: searches(name) })
                .collect(),
            opponent: info.opponent,
        });
        Ok(Begun::Done(GamesAnswer { games: games.collect() }))
    }
}
