//! Records of views as people and programs write them: the input of [`Gin::read_view`].
//!
//! [`Gin::read_view`]: crate::Gin::read_view

use super::ViewRecord;
use facedown_cards::{Card, CardSet};
use facedown_game::{InvalidRecord, excerpt};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A [`ViewRecord`] as read from a file or a request. Fields that follow from others may be left
/// out; if present, they must agree with the others.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewInput {
    pub(super) version: Option<u32>,
    pub(super) seat: usize,
    pub(super) phase: String,
    pub(super) to_act: Option<usize>,
    pub(super) dealer: usize,
    pub(super) points: Option<[i32; 2]>,
    #[serde(deserialize_with = "cards")]
    pub(super) hand: CardSet,
    pub(super) deadwood: Option<u8>,
    #[serde(default, deserialize_with = "card")]
    pub(super) drawn: Option<Card>,
    #[serde(default, deserialize_with = "card")]
    pub(super) taken: Option<Card>,
    #[serde(default, deserialize_with = "card")]
    pub(super) upcard: Option<Card>,
    #[serde(default, deserialize_with = "card")]
    pub(super) first_upcard: Option<Card>,
    pub(super) knock_limit: Option<u8>,
    pub(super) stock: Option<usize>,
    pub(super) opponent_cards: Option<usize>,
    #[serde(default, deserialize_with = "some_cards")]
    pub(super) opponent_known: Option<CardSet>,
    #[serde(default, deserialize_with = "some_cards")]
    pub(super) opponent_refused: Option<CardSet>,
    #[serde(default)]
    pub(super) turns: Vec<TurnInput>,
    pub(super) knocker: Option<usize>,
    #[serde(default, deserialize_with = "melds")]
    pub(super) melds: [Vec<CardSet>; 2],
    #[serde(default, deserialize_with = "cards")]
    pub(super) laid_off: CardSet,
    pub(super) doubled: Option<bool>,
}

/// A completed turn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnInput {
    pub(super) seat: usize,
    pub(super) took_upcard: bool,
    #[serde(deserialize_with = "one_card")]
    pub(super) discard: Card,
}

impl ViewInput {
    /// Checks that every field given equals that of the view built from the others.
    pub(super) fn check_against(&self, found: &ViewRecord) -> Result<(), InvalidRecord> {
        let set = |texts: &[String]| texts.concat().parse::<CardSet>().unwrap_or_default();
        let card = |text: &Option<String>| text.as_ref().and_then(|text| text.parse().ok());
        let show =
            |cards: CardSet| if cards.is_empty() { "none".into() } else { cards.to_string() };
        let given = |card: Option<Card>| card.map(Some);
        same("version", self.version.as_ref(), &found.version)?;
        same_as("to_act", Some(self.to_act), found.to_act, |to_act| match to_act {
            Some(seat) => format!("seat {seat}"),
            None => "nobody".into(),
        })?;
        same("deadwood", self.deadwood.as_ref(), &found.deadwood)?;
        same("knock_limit", self.knock_limit.as_ref(), &found.knock_limit)?;
        same("stock", self.stock.as_ref(), &found.stock)?;
        same("opponent_cards", self.opponent_cards.as_ref(), &found.opponent_cards)?;
        same_as("opponent_known", self.opponent_known, set(&found.opponent_known), show)?;
        same_as("opponent_refused", self.opponent_refused, set(&found.opponent_refused), show)?;
        same("doubled", self.doubled.as_ref(), &found.doubled)?;
        let name = |card: Option<Card>| card.map_or_else(|| "none".into(), |card| card.to_string());
        same_as("taken", given(self.taken), card(&found.taken), name)?;
        same_as("upcard", given(self.upcard), card(&found.upcard), name)?;
        same_as("first_upcard", given(self.first_upcard), card(&found.first_upcard), name)?;
        same_as("drawn", Some(self.drawn), card(&found.drawn), name)?;
        same_as("laid_off", Some(self.laid_off), set(&found.laid_off), show)?;
        same_as("knocker", Some(self.knocker), found.knocker, |knocker| match knocker {
            Some(seat) => format!("seat {seat}"),
            None => "nobody".into(),
        })?;
        for (given, found) in self.melds.iter().zip(&found.melds) {
            let found: Vec<CardSet> = found.iter().map(|meld| set(meld)).collect();
            same_as("melds", Some(given.clone()), found, |melds| {
                let texts: Vec<String> = melds.iter().map(CardSet::to_string).collect();
                if texts.is_empty() { "none".into() } else { texts.join(" | ") }
            })?;
        }
        Ok(())
    }
}

fn same<T: PartialEq + fmt::Display + Clone>(
    field: &'static str,
    given: Option<&T>,
    found: &T,
) -> Result<(), InvalidRecord> {
    same_as(field, given.cloned(), found.clone(), |value| value.to_string())
}

fn same_as<T: PartialEq>(
    field: &'static str,
    given: Option<T>,
    found: T,
    text: impl Fn(T) -> String,
) -> Result<(), InvalidRecord> {
    match given {
        Some(given) if given != found => {
            let (given, found) = (text(given), text(found));
            let reason = format!("{given}, but the rest of the view makes it {found}");
            Err(InvalidRecord::field(field, reason))
        }
        _ => Ok(()),
    }
}

/// Reads cards from a text, `As Kd`, or a list of texts, `["As", "Kd"]`.
struct CardsVisitor;

impl<'de> Visitor<'de> for CardsVisitor {
    type Value = CardSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cards like \"As Kd\" or [\"As\", \"Kd\"]")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CardSet, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<CardSet, A::Error> {
        let mut all = CardSet::EMPTY;
        while let Some(text) = list.next_element::<String>()? {
            let card = read_card(&text)?;
            if all.contains(card) {
                return Err(A::Error::custom(format_args!("{card} is there twice")));
            }
            all.insert(card);
        }
        Ok(all)
    }
}

/// Cards in either form.
struct Cards(CardSet);

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CardsVisitor).map(Self)
    }
}

fn cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
    Ok(Cards::deserialize(deserializer)?.0)
}

fn some_cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CardSet>, D::Error> {
    Ok(Option::<Cards>::deserialize(deserializer)?.map(|cards| cards.0))
}

fn melds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Vec<CardSet>; 2], D::Error> {
    let both = <[Vec<Cards>; 2]>::deserialize(deserializer)?;
    Ok(both.map(|melds| melds.into_iter().map(|meld| meld.0).collect()))
}

fn card<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Card>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| read_card(&text)).transpose()
}

fn one_card<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
    read_card(&String::deserialize(deserializer)?)
}

fn read_card<E: Error>(text: &str) -> Result<Card, E> {
    text.parse().map_err(|error| E::custom(format_args!("'{text}': {error}", text = excerpt(text))))
}
