//! The events of the protocol as types.

use crate::record::LogRules;
use facedown_tiles::{Kind, Tile};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A tile as MJAI writes it: `5mr`, `E`, and `?` for one that is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pai(pub Option<Tile>);

impl Serialize for Pai {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.map_or("?", Tile::mjai))
    }
}

impl<'de> Deserialize<'de> for Pai {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(PaiVisitor)
    }
}

struct PaiVisitor;

impl Visitor<'_> for PaiVisitor {
    type Value = Pai;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Pai, E> {
        if text == "?" {
            return Ok(Pai(None));
        }
        text.parse().map(|tile| Pai(Some(tile))).map_err(E::custom)
    }
}

impl From<Tile> for Pai {
    fn from(tile: Tile) -> Self {
        Self(Some(tile))
    }
}

/// An event of the protocol.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A game starts.
    StartGame {
        /// The seat that a bot is told it has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<usize>,
        /// The players' names.
        #[serde(default)]
        names: Vec<String>,
        /// What the log tells of the rules; ours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<LogRules>,
        /// Tenhou's seed of the walls; ours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shuffle: Option<String>,
    },
    /// A round starts.
    StartKyoku {
        /// The round's wind.
        bakaze: Pai,
        /// The first dora indicator.
        dora_marker: Pai,
        /// The round, 1 to 4.
        kyoku: u8,
        /// Counters.
        honba: u16,
        /// Riichi sticks on the table.
        #[serde(alias = "kyoutaku")]
        kyotaku: u16,
        /// Who deals.
        oya: usize,
        /// The scores; the original protocol leaves them out.
        #[serde(default)]
        scores: Vec<i32>,
        /// The hands.
        tehais: Vec<Vec<Pai>>,
    },
    /// A draw.
    Tsumo {
        /// Whose.
        actor: usize,
        /// The tile.
        pai: Pai,
    },
    /// A discard.
    Dahai {
        /// Whose.
        actor: usize,
        /// The tile.
        pai: Pai,
        /// It is the tile just drawn.
        tsumogiri: bool,
    },
    /// A declaration of riichi.
    Reach {
        /// Whose.
        actor: usize,
    },
    /// The stick is on the table.
    ReachAccepted {
        /// Whose.
        actor: usize,
    },
    /// Three in a row.
    Chi {
        /// Who calls.
        actor: usize,
        /// Whose discard.
        target: usize,
        /// The discard.
        pai: Pai,
        /// The tiles of the hand.
        consumed: [Pai; 2],
    },
    /// Three alike.
    Pon {
        /// Who calls.
        actor: usize,
        /// Whose discard.
        target: usize,
        /// The discard.
        pai: Pai,
        /// The tiles of the hand.
        consumed: [Pai; 2],
    },
    /// Four alike with a discard.
    Daiminkan {
        /// Who calls.
        actor: usize,
        /// Whose discard.
        target: usize,
        /// The discard.
        pai: Pai,
        /// The tiles of the hand.
        consumed: [Pai; 3],
    },
    /// Four alike out of the hand.
    Ankan {
        /// Whose.
        actor: usize,
        /// The tiles.
        consumed: [Pai; 4],
    },
    /// A tile added to a pon.
    Kakan {
        /// Whose.
        actor: usize,
        /// The added tile.
        pai: Pai,
        /// The pon.
        consumed: [Pai; 3],
    },
    /// A north set aside.
    #[serde(alias = "kita")]
    Nukidora {
        /// Whose.
        actor: usize,
        /// The tile, a north.
        #[serde(default = "north")]
        pai: Pai,
    },
    /// A further indicator.
    Dora {
        /// The indicator.
        dora_marker: Pai,
    },
    /// A win.
    Hora(Box<Hora>),
    /// The end of a round without a win.
    Ryukyoku {
        /// Why; Mortal leaves it out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The hands that are shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tehais: Option<Vec<Vec<Pai>>>,
        /// What each seat gains or pays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deltas: Option<Vec<i32>>,
    },
    /// A round is over.
    EndKyoku,
    /// The game is over.
    EndGame {
        /// The final scores.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scores: Option<Vec<i32>>,
        /// The results in thousands of points with the bonuses of places; ours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        results: Option<Vec<f64>>,
    },
}

/// A win.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hora {
    /// Who wins.
    pub actor: usize,
    /// On whose tile.
    pub target: usize,
    /// The winning tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pai: Option<Pai>,
    /// The indicators under the dora indicators.
    #[serde(default, alias = "uradora_markers")]
    pub ura_markers: Vec<Pai>,
    /// The closed tiles with the winning one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hora_tehais: Option<Vec<Pai>>,
    /// The yaku by our names with their han; ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yaku: Option<Vec<(String, u8)>>,
    /// Fu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fu: Option<u8>,
    /// The points won, without counters and sticks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hora_points: Option<i32>,
    /// Who is liable for a yakuman; ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liable: Option<usize>,
    /// What each seat gains or pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deltas: Option<Vec<i32>>,
}

pub(super) fn north() -> Pai {
    Tile::plain(Kind::NORTH).into()
}
