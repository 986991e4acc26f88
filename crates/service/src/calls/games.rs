//! `games`: what can be played.

use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_catalog::{GameDescription, descriptions};
use serde::{Deserialize, Serialize};

/// A request for the list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GamesRequest {}

/// The games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamesAnswer {
    /// Every game.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<GameDescription>))]
    pub games: &'static [GameDescription],
}

impl Call for GamesRequest {
    type Answer = GamesAnswer;

    fn begin(&self, _: &Limits) -> Result<Begun<GamesAnswer>, ServiceError> {
        Ok(Begun::Done(GamesAnswer { games: descriptions() }))
    }
}
