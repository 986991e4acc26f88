//! `gin/deadwood`: exact deadwood of hands.

use crate::call::{Begun, Call};
use crate::{Limits, ServiceError};
use facedown_cards::{Card, CardSet};
use facedown_game::excerpt;
use facedown_gin::kernel::{
    Arrangement, MAX_CARDS, all_best_melds, best_melds, deadwood_after_discards, min_deadwood,
};
use serde::{Deserialize, Serialize};

/// Gin hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeadwoodRequest {
    /// Hands of 1 to 11 cards: rank `A23456789TJQK`, then suit `cdhs`; spaces are optional.
    #[cfg_attr(feature = "schema", schema(example = json!(["As2s3s 9c9d9h Kd 2c 7h 7d"])))]
    pub hands: Vec<String>,
    /// Whether every arrangement with the least deadwood is listed.
    #[serde(default)]
    pub all: bool,
    /// Whether only the deadwood is returned, as a list of numbers.
    #[serde(default)]
    pub brief: bool,
}

/// The answers, in the order of the hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DeadwoodAnswer {
    /// An answer for each hand; empty if only the deadwood is wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<HandDeadwood>,
    /// The deadwood of each hand, if only that is wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deadwood: Vec<u8>,
}

/// The answer for a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HandDeadwood {
    /// The cards.
    pub hand: Vec<String>,
    /// The least deadwood, all cards counted.
    pub deadwood: u8,
    /// The best arrangement.
    #[serde(flatten)]
    pub best: Grouping,
    /// Every arrangement with the least deadwood, the best first; on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groupings: Option<Vec<Grouping>>,
    /// The first of `discards`; eleven cards only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_discard: Option<String>,
    /// Every discard, the best first, equals in the order of the pack; eleven cards only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discards: Vec<DiscardDeadwood>,
}

/// Melds, and the cards in none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Grouping {
    /// The melds.
    pub melds: Vec<Vec<String>>,
    /// The loose cards.
    pub loose: Vec<String>,
}

/// A discard and what it leaves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DiscardDeadwood {
    /// The card.
    pub card: String,
    /// The deadwood after it.
    pub deadwood: u8,
    /// The best arrangement after it.
    #[serde(flatten)]
    pub best: Grouping,
}

impl Call for DeadwoodRequest {
    type Answer = DeadwoodAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<DeadwoodAnswer>, ServiceError> {
        if self.hands.len() > limits.hands {
            return Err(ServiceError::too_large("hands", self.hands.len(), limits.hands));
        }
        let read = |(i, text): (usize, &String)| {
            read_hand(text).map_err(|why| ServiceError::invalid(format!("hands[{i}]"), why))
        };
        let hands = self.hands.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Begun::Done(if self.brief {
            let deadwood = hands.into_iter().map(min_deadwood).collect();
            DeadwoodAnswer { hands: Vec::new(), deadwood }
        } else {
            let hands = hands.into_iter().map(|hand| HandDeadwood::of(hand, self.all)).collect();
            DeadwoodAnswer { hands, deadwood: Vec::new() }
        }))
    }
}

fn read_hand(text: &str) -> Result<CardSet, String> {
    let named = |why: &dyn std::fmt::Display| format!("'{}': {why}", excerpt(text));
    let hand: CardSet = text.parse().map_err(|error| named(&error))?;
    match hand.len() {
        1..=MAX_CARDS => Ok(hand),
        count => Err(named(&format_args!("{count} cards, expected 1 to {MAX_CARDS}"))),
    }
}

fn texts(cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| card.to_string()).collect()
}

impl From<&Arrangement> for Grouping {
    fn from(arrangement: &Arrangement) -> Self {
        Self {
            melds: arrangement.melds().iter().map(|meld| texts(*meld)).collect(),
            loose: texts(arrangement.loose()),
        }
    }
}

impl HandDeadwood {
    /// Answers for a hand of 1 to 11 cards.
    pub fn of(hand: CardSet, all: bool) -> Self {
        let best = best_melds(hand);
        let groupings = || all_best_melds(hand).iter().map(Grouping::from).collect();
        let discards = if hand.len() == MAX_CARDS { discards(hand) } else { Vec::new() };
        Self {
            hand: texts(hand),
            deadwood: best.deadwood(),
            best: Grouping::from(&best),
            groupings: all.then(groupings),
            best_discard: discards.first().map(|discard| discard.card.clone()),
            discards,
        }
    }
}

fn discards(hand: CardSet) -> Vec<DiscardDeadwood> {
    let after = deadwood_after_discards(hand);
    let discard = |card: Card| DiscardDeadwood {
        card: card.to_string(),
        deadwood: after[card.index()],
        best: Grouping::from(&best_melds(hand.without(card))),
    };
    let mut discards: Vec<DiscardDeadwood> = hand.iter().map(discard).collect();
    discards.sort_by_key(|discard| discard.deadwood); // keeps equals in the order of the pack
    discards
}
