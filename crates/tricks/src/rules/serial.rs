//! Parts of the rules as texts of records.

use super::text::{Kinds, RankOrder};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

impl Serialize for RankOrder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RankOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Kinds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Serialises a suit as its letter.
pub(crate) mod suit_letter {
    use facedown_cards::Suit;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(crate) fn serialize<S: Serializer>(suit: &Suit, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&suit.letter())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Suit, D::Error> {
        let text = String::deserialize(d)?;
        let found = Suit::ALL.into_iter().find(|suit| text == suit.letter().to_string());
        found.ok_or_else(|| {
            de::Error::custom(format!(
                "no suit '{text}', expected one of c d h s",
                text = facedown_game::excerpt(&text)
            ))
        })
    }
}

/// Serialises a card in its notation.
pub(crate) mod card_text {
    use facedown_cards::Card;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(crate) fn serialize<S: Serializer>(card: &Card, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(card)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Card, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(|error| {
            de::Error::custom(format!("'{text}': {error}", text = facedown_game::excerpt(&text)))
        })
    }
}

/// Serialises a rank as its letter.
pub(crate) mod rank_letter {
    use facedown_cards::Rank;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    pub(crate) fn serialize<S: Serializer>(rank: &Rank, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&rank.letter())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Rank, D::Error> {
        let text = String::deserialize(d)?;
        let found = Rank::ALL.into_iter().find(|rank| text == rank.letter().to_string());
        let no = || {
            format!(
                "no rank '{text}', expected one of A23456789TJQK",
                text = facedown_game::excerpt(&text)
            )
        };
        found.ok_or_else(|| de::Error::custom(no()))
    }
}
