//! The request of the original app. Fields that it may send besides are ignored.

use crate::{Budget, DEFAULT_TIMEOUT_MS};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// A decision of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Payload {
    /// The phase: `bid` or `play`; the call says it too.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = "play"))]
    pub phase: String,
    /// The player's cards.
    pub hand: Vec<CardModel>,
    /// What the player knows of the round.
    pub context: Context,
    /// The configuration of the game.
    #[serde(default)]
    pub config: Config,
    /// Milliseconds until the answer is there.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
    /// Additional: iterations of the search.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub iterations: Option<u64>,
    /// Additional: the random seed.
    #[serde(default)]
    pub seed: u64,
}

impl Payload {
    /// Returns the budget; a second by default, as in the original.
    pub fn budget(&self) -> Budget {
        let default = self.iterations.is_none().then_some(DEFAULT_TIMEOUT_MS);
        Budget {
            iterations: self.iterations,
            timeout_ms: self.timeout_ms.or(default),
            seconds: None,
        }
    }
}

/// A card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardModel {
    /// The id that answers name.
    #[cfg_attr(feature = "schema", schema(example = "d0:hearts:K"))]
    pub id: String,
    /// The rank: `A`, `K`, …, `10`, …, `2`.
    #[cfg_attr(feature = "schema", schema(example = "K"))]
    pub rank: String,
    /// The suit: `hearts`.
    #[cfg_attr(feature = "schema", schema(example = "hearts"))]
    pub suit: String,
}

/// A card that was played: the card, or its id alone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Played {
    /// Its id.
    Id(String),
    /// The card.
    Card(CardModel),
}

/// A play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrickPlay {
    /// The player.
    pub player_id: String,
    /// The card.
    pub card: CardModel,
}

/// A trick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Trick {
    /// The leader.
    #[serde(default)]
    pub leader_player_id: Option<String>,
    /// The plays in order.
    pub plays: Vec<TrickPlay>,
}

/// What the player knows of the round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Context {
    /// The index of the round.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1000))]
    pub round_index: u32,
    /// The cards dealt to each player.
    #[serde(default)]
    pub cards_per_player: u32,
    /// The trump suit; none without trump.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = "spades"))]
    pub trump_suit: Option<String>,
    /// Whether trump may be led.
    #[serde(default)]
    pub trump_broken: bool,
    /// The trick in progress.
    #[serde(default)]
    pub current_trick: Option<Trick>,
    /// Every card played in the round, in order.
    #[serde(default)]
    pub played_cards: Vec<Played>,
    /// The bid of each player; null before it has bid.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub bids: Ordered<Option<i32>>,
    /// The score of each player.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub cumulative_scores: Ordered<i32>,
    /// The player.
    pub my_player_id: String,
    /// Additional: every completed trick of the round.
    #[serde(default, alias = "trickHistory")]
    pub completed_tricks: Option<Vec<Trick>>,
    /// Additional: the players in the order of play.
    #[serde(default)]
    pub player_order: Option<Vec<String>>,
    /// Additional: the card that was turned up.
    #[serde(default)]
    pub trump_card: Option<Played>,
}

/// The configuration of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct Config {
    /// The most players.
    pub max_players: u32,
    /// The number of rounds.
    pub round_count: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { max_players: 4, round_count: 10 }
    }
}

/// A record by player, in the order in which it was written: the order of the seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ordered<T>(pub Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Ordered<T> {
    /// Returns the value of a player.
    pub fn get(&self, player: &str) -> Option<&T> {
        self.0.iter().find(|(name, _)| name == player).map(|(_, value)| value)
    }
}

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Ordered<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a record by player")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Ordered<T>, M::Error> {
                let mut all = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(Ordered(all))
            }
        }
        input.deserialize_map(Fields(PhantomData))
    }
}
