//! El Dorado by the calls of the original card app: `eldorado/bid` and `eldorado/play`.
//!
//! The app sends a hand, the current trick and the cards played so far, and no history. The cards
//! played are in the order of play, so the tricks follow from them: one first leader alone fits the
//! leader of the current trick. With the additional fields `completedTricks`, `playerOrder` and
//! `trumpCard` nothing has to be inferred. What cannot be made into a history is answered as a shorter
//! hand without the cards that are gone.

mod cards;
mod payload;
mod view;

pub use payload::{CardModel, Config, Context, Ordered, Payload, Played, Trick, TrickPlay};

use crate::call::{Begun, Call, Work};
use crate::calls::act::{ActAnswer, Advising, search_params};
use crate::job::Spent;
use crate::{ErrorKind, Limits, Progress, ServiceError};
use cards::read_card;
use facedown_catalog::{DEFAULT_BOT, position};
use facedown_search::Slice;
use serde::{Deserialize, Serialize};
use serde_json::Map;
use std::sync::atomic::AtomicBool;
use view::Phase;

/// A request for a bid.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct BidRequest(pub Payload);

/// A request for a card.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct PlayRequest(pub Payload);

/// A bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BidAnswer {
    /// The number of tricks.
    pub bid: u8,
}

/// A card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayAnswer {
    /// The id of a card of the hand.
    pub card: String,
}

impl Call for BidRequest {
    type Answer = BidAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<BidAnswer>, ServiceError> {
        let advising = advise(&self.0, Phase::Bid, limits)?;
        let bid = |text: &str| Some(BidAnswer { bid: text.parse().ok()? });
        Ok(Begun::Work(Box::new(Deciding { advising, read: Box::new(bid) })))
    }
}

impl Call for PlayRequest {
    type Answer = PlayAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<PlayAnswer>, ServiceError> {
        let advising = advise(&self.0, Phase::Play, limits)?;
        let hand = self.0.hand.clone();
        let card = move |text: &str| {
            let held = hand.iter().find(|held| {
                read_card(&held.rank, &held.suit).is_ok_and(|card| card.to_string() == text)
            });
            held.map(|held| PlayAnswer { card: held.id.clone() })
        };
        Ok(Begun::Work(Box::new(Deciding { advising, read: Box::new(card) })))
    }
}

/// Begins to decide: with the history that the request gives or implies, else without one.
fn advise(payload: &Payload, phase: Phase, limits: &Limits) -> Result<Advising, ServiceError> {
    let budget = payload.budget().checked(limits)?;
    let mut why = None;
    for document in view::documents(payload, phase)? {
        let begun = position(&document, None, &Map::new())
            .map_err(|error| ServiceError::invalid("context", error))
            .and_then(|found| {
                let (none, seed) = (Map::new(), payload.seed);
                let params = search_params(&*found.game, DEFAULT_BOT, &none, seed, limits)?;
                Advising::begin(&found, DEFAULT_BOT, budget, &params)
            });
        match begun {
            Ok(advising) => return Ok(advising),
            // The first is the request as it is; the others leave out what contradicts itself.
            Err(error) => why = why.or(Some(error)),
        }
    }
    Err(why.unwrap_or_else(|| ServiceError::new(ErrorKind::Internal, "there is no position")))
}

/// Reads the answer of the app from the notation of an action.
type Reader<A> = Box<dyn Fn(&str) -> Option<A> + Send>;

/// A decision in progress, answered in the app's form.
struct Deciding<A> {
    advising: Advising,
    read: Reader<A>,
}

impl<A> Work<A> for Deciding<A> {
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        self.advising.advance(slice, cancel)
    }

    fn progress(&self) -> Option<Progress<A>> {
        None
    }

    fn answer(&mut self) -> Result<A, ServiceError> {
        let ActAnswer { text, .. } = self.advising.answer()?;
        let unread = || ServiceError::new(ErrorKind::Internal, format!("no answer in '{text}'"));
        (self.read)(&text).ok_or_else(unread)
    }

    fn spent(&self) -> Spent {
        self.advising.spent()
    }
}
