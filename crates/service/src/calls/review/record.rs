//! A recorded game of any kind: setup, random seed, actions.

use super::has_choice;
use crate::ServiceError;
use facedown_catalog::{AnyGame, AnyView, CatalogError, game};
use facedown_game::Turn;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the format.
pub const RECORD_VERSION: u32 = 1;

/// A game from its first hand on: rules, random seed of the deals, and the actions of all seats in
/// order. It holds every hidden card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The version of the format: 1.
    #[cfg_attr(feature = "schema", schema(example = 1))]
    pub version: u32,
    /// The game.
    #[cfg_attr(feature = "schema", schema(example = "gin"))]
    pub game: String,
    /// The rules: the options that differ from the game's default.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub rules: Map<String, Value>,
    /// The names of the players, by seat.
    #[serde(default)]
    pub names: Vec<String>,
    /// The random seed of the deals.
    pub seed: u64,
    /// The ids of the actions of all seats in order, over all hands.
    pub actions: Vec<usize>,
}

/// A decision of a recorded game, as its seat saw it.
pub(super) struct Moment {
    pub(super) view: Box<dyn AnyView>,
    pub(super) seat: usize,
    pub(super) hand: usize,
    /// The number of actions of the game before it.
    pub(super) number: usize,
    pub(super) played: usize,
    pub(super) text: String,
}

/// A recorded game, replayed.
pub(super) struct Played {
    pub(super) game: Box<dyn AnyGame>,
    pub(super) moments: Vec<Moment>,
    /// The scores of each hand; none of a hand that the record does not end.
    pub(super) scores: Vec<Option<Vec<i32>>>,
}

fn bad(field: &str, error: &CatalogError) -> ServiceError {
    ServiceError::invalid(format!("record.{field}"), error)
}

impl Played {
    /// Replays a game and collects the decisions of a seat, or of all.
    pub(super) fn replay(record: &GameRecord, seat: Option<usize>) -> Result<Self, ServiceError> {
        if record.version != RECORD_VERSION {
            let why = format!("{}, expected {RECORD_VERSION}", record.version);
            return Err(ServiceError::invalid("record.version", why));
        }
        let game = game(&record.game, &record.rules).map_err(|error| {
            let field =
                if matches!(error, CatalogError::UnknownGame(_)) { "game" } else { "rules" };
            bad(field, &error)
        })?;
        let seats = game.seats();
        if let Some(asked) = seat.filter(|seat| *seat >= seats) {
            let why = format!("{asked}, expected 0 to {}", seats - 1);
            return Err(ServiceError::invalid("seat", why));
        }
        let mut matches = game.begin_match(record.seed);
        let (mut moments, mut scores) = (Vec::new(), Vec::new());
        let mut hand = matches.next_hand();
        for (number, action) in record.actions.iter().enumerate() {
            let field = format!("actions[{number}]");
            let Some(current) = &mut hand else {
                let why = "the match was over before it";
                return Err(ServiceError::invalid(format!("record.{field}"), why));
            };
            let Turn::Act(mover) = current.turn() else {
                return Err(ServiceError::invalid(format!("record.{field}"), "nobody is to act"));
            };
            let mover = mover.index();
            if seat.is_none_or(|seat| seat == mover) {
                let view = current.view(mover).map_err(|error| bad(&field, &error))?;
                if has_choice(&*view) {
                    let text = game.action_text(*action).unwrap_or_else(|_| action.to_string());
                    let hand = scores.len();
                    moments.push(Moment { view, seat: mover, hand, number, played: *action, text });
                }
            }
            current.apply(*action).map_err(|error| bad(&field, &error))?;
            if current.turn() == Turn::Over {
                scores.push(Some(current.scores()));
                matches.finish_hand(&**current);
                hand = matches.next_hand();
            }
        }
        if hand.is_some_and(|hand| !hand.history().is_empty()) {
            scores.push(None);
        }
        Ok(Self { game, moments, scores })
    }
}
