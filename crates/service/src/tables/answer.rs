//! Answers at tables: what a seat may see.

use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// A new table.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CreateAnswer {
    /// The table's id.
    pub table: String,
    /// The token of every person, to be handed to that person alone.
    pub tokens: Vec<SeatToken>,
}

/// The token of a seat.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatToken {
    /// The seat.
    pub seat: usize,
    /// Its token.
    pub token: String,
}

impl fmt::Debug for CreateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateAnswer").finish_non_exhaustive()
    }
}

/// That a table is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RemoveAnswer {
    /// Always true.
    pub removed: bool,
}

/// A seat's view, by the family of the game.
#[cfg(feature = "schema")]
#[derive(utoipa::ToSchema)]
#[serde(untagged)]
#[expect(dead_code, clippy::large_enum_variant, reason = "a schema: the catalog writes views")]
enum SeatView {
    Gin(facedown_gin::wire::ViewRecord),
    Tricks(facedown_tricks::wire::ViewRecord),
    Riichi(facedown_riichi::wire::ViewRecord),
    Ofc(facedown_ofc::wire::ViewRecord),
}

/// What a seat sees of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableAnswer {
    /// The game.
    pub game: String,
    /// The rules in full.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub rules: Value,
    /// The seat.
    pub seat: usize,
    /// Who sits where: the bots' names, `person` for people.
    pub players: Vec<String>,
    /// The number of the hand, from 0.
    pub hand: usize,
    /// The seat's view of the hand; of the last hand if the table is over.
    #[cfg_attr(feature = "schema", schema(value_type = SeatView))]
    pub view: Value,
    /// The view as a terminal shows it.
    pub text: String,
    /// Whether the seat is to act.
    pub your_turn: bool,
    /// The legal actions of the seat.
    pub actions: Vec<ActionAnswer>,
    /// The cards to choose from, where a decision takes several at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<SelectionAnswer>,
    /// The running score of each seat.
    pub scores: Vec<i32>,
    /// The hands that are over.
    pub results: Vec<HandResult>,
    /// The seat's view of the last hand that is over, while another is in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<SeatView>))]
    pub last_view: Option<Value>,
    /// Whether the table is over.
    pub over: bool,
    /// The seats that have won, once the table is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<usize>,
    /// The seat that has given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resigned: Option<usize>,
    /// Whether the seat can take back its last action.
    pub can_undo: bool,
    /// The number of events that the seat has witnessed.
    pub seen: usize,
    /// The events, without those that the client has already.
    pub events: Vec<EventAnswer>,
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ActionAnswer {
    /// Its id.
    pub action: usize,
    /// Its notation.
    pub text: String,
    /// A description.
    pub about: String,
}

/// A choice of several cards at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SelectionAnswer {
    /// What is done with the cards: `pass`.
    pub verb: &'static str,
    /// The number of cards to choose.
    pub count: usize,
    /// The cards to choose from.
    pub cards: Vec<String>,
    /// A move as `tables/act` reads it.
    pub example: String,
}

/// The result of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandResult {
    /// The score of each seat in the hand.
    pub scores: Vec<i32>,
    /// The running score of each seat after it.
    pub totals: Vec<i32>,
}

/// Something that a seat has witnessed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventAnswer {
    /// The number of the hand, from 0.
    pub hand: usize,
    /// The seat that acted, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The id of the action, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// What happened, in words.
    pub text: String,
}

/// Everything that a seat has witnessed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HistoryAnswer {
    /// The game.
    pub game: String,
    /// The rules in full.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub rules: Value,
    /// The seat.
    pub seat: usize,
    /// The events.
    pub events: Vec<EventAnswer>,
    /// The hands that are over.
    pub results: Vec<HandResult>,
    /// The seat's view at the end of each hand that is over.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<SeatView>))]
    pub views: Vec<Value>,
    /// Whether the table is over.
    pub over: bool,
}
