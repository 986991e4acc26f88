//! Requests at tables.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

macro_rules! debug_without_token {
    ($($request:ident),*) => {$(
        impl fmt::Debug for $request {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($request)).finish_non_exhaustive()
            }
        }
    )*};
}

/// A new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    /// The game.
    #[cfg_attr(feature = "schema", schema(example = "gin"))]
    pub game: String,
    /// The rules: options, of which `rules` names a preset.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub rules: Map<String, Value>,
    /// Who sits where; by default a person in seat 0 and the game's usual bot in the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<SeatInput>>,
    /// The number of hands; a whole match if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1000))]
    pub hands: Option<u32>,
    /// The random seed of deals and bots; a secret one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// Who sits in a seat: a person, or a bot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SeatInput {
    /// The bot's name; a person if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "search"))]
    pub bot: Option<String>,
    /// Iterations of a bot's decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub iterations: Option<u64>,
    /// Milliseconds of a bot's decision; 100 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
}

/// A look at a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// The table.
    pub table: String,
    /// The seat's token.
    pub token: String,
    /// The number of events that the client has already: only later ones are returned.
    #[serde(default)]
    pub since: usize,
}

/// An action at a table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ActAtRequest {
    /// The table.
    pub table: String,
    /// The seat's token.
    pub token: String,
    /// The action.
    pub action: Chosen,
    /// The number of events that the client has seen. If it is given and others have happened since,
    /// the action is refused, so that a request sent twice acts once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<usize>,
}

/// An action by its id, by its text (`pass As Kd 4c` names several), or several ids.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Chosen {
    /// An id.
    Id(usize),
    /// A text.
    Text(String),
    /// Several ids, applied in order.
    Several(Vec<usize>),
}

debug_without_token!(LookRequest, ActAtRequest);

macro_rules! seat_requests {
    ($($(#[$doc:meta])* $request:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $request {
            /// The table.
            pub table: String,
            /// The seat's token.
            pub token: String,
        }

        debug_without_token!($request);
    )*};
}

seat_requests! {
    /// A request for all that a seat has witnessed.
    HistoryRequest;
    /// A request for the record of a table that is over.
    RecordRequest;
    /// A request to take back a seat's last action.
    UndoRequest;
    /// A request to give up.
    ResignRequest;
    /// A request to remove the table.
    RemoveRequest;
}
