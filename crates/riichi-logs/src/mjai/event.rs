//! MJAI events as types.

use crate::error::Reason;
use crate::record::LogRules;
use facedown_tiles::{Kind, Tile};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A tile in MJAI notation: `5mr`, `E`, or `?` for a hidden one.
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

impl Pai {
    /// Returns the tile, which must not be hidden; `field` names it in the error.
    pub(crate) fn visible(self, field: &'static str) -> Result<Tile, Reason> {
        self.0.ok_or_else(|| Reason::value(field, "?"))
    }

    /// Returns the tiles of the field `consumed`, which must not be hidden.
    pub(crate) fn consumed<const N: usize>(pais: [Self; N]) -> Result<[Tile; N], Reason> {
        let mut tiles = [Tile::new(0); N];
        for (tile, pai) in tiles.iter_mut().zip(pais) {
            *tile = pai.visible("consumed")?;
        }
        Ok(tiles)
    }
}

impl From<Tile> for Pai {
    fn from(tile: Tile) -> Self {
        Self(Some(tile))
    }
}

/// An event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The start of a game.
    StartGame {
        /// The seat of the receiving bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<usize>,
        /// The names of the players.
        #[serde(default)]
        names: Vec<String>,
        /// The rules (extension).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<LogRules>,
        /// Tenhou's shuffle seed (extension).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shuffle: Option<String>,
    },
    /// The start of a round.
    StartKyoku {
        /// The round wind.
        bakaze: Pai,
        /// The first dora indicator.
        dora_marker: Pai,
        /// The number of the round within its wind, 1 to 4.
        kyoku: u8,
        /// Counters.
        honba: u16,
        /// Riichi sticks on the table.
        #[serde(alias = "kyoutaku")]
        kyotaku: u16,
        /// The dealer.
        oya: usize,
        /// The scores; omitted by the original protocol.
        #[serde(default)]
        scores: Vec<i32>,
        /// The hands.
        tehais: Vec<Vec<Pai>>,
    },
    /// A draw.
    Tsumo {
        /// The seat.
        actor: usize,
        /// The tile.
        pai: Pai,
    },
    /// A discard.
    Dahai {
        /// The seat.
        actor: usize,
        /// The tile.
        pai: Pai,
        /// Whether it is the tile just drawn.
        tsumogiri: bool,
    },
    /// A declaration of riichi.
    Reach {
        /// The seat.
        actor: usize,
    },
    /// A riichi is accepted and its stick paid.
    ReachAccepted {
        /// The seat.
        actor: usize,
    },
    /// A run with a discard.
    Chi {
        /// The caller.
        actor: usize,
        /// The seat that discarded the tile.
        target: usize,
        /// The called tile.
        pai: Pai,
        /// The tiles from the hand.
        consumed: [Pai; 2],
    },
    /// A triplet with a discard.
    Pon {
        /// The caller.
        actor: usize,
        /// The seat that discarded the tile.
        target: usize,
        /// The called tile.
        pai: Pai,
        /// The tiles from the hand.
        consumed: [Pai; 2],
    },
    /// An open kan with a discard.
    Daiminkan {
        /// The caller.
        actor: usize,
        /// The seat that discarded the tile.
        target: usize,
        /// The called tile.
        pai: Pai,
        /// The tiles from the hand.
        consumed: [Pai; 3],
    },
    /// A closed kan.
    Ankan {
        /// The seat.
        actor: usize,
        /// The tiles.
        consumed: [Pai; 4],
    },
    /// An added kan.
    Kakan {
        /// The seat.
        actor: usize,
        /// The added tile.
        pai: Pai,
        /// The pon.
        consumed: [Pai; 3],
    },
    /// A north set aside.
    #[serde(alias = "kita")]
    Nukidora {
        /// The seat.
        actor: usize,
        /// The tile, a north.
        #[serde(default = "north")]
        pai: Pai,
    },
    /// A new dora indicator.
    Dora {
        /// The indicator.
        dora_marker: Pai,
    },
    /// A win.
    Hora(Box<Hora>),
    /// A draw.
    Ryukyoku {
        /// The kind of draw; omitted by Mortal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The hands shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tehais: Option<Vec<Vec<Pai>>>,
        /// The payments.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deltas: Option<Vec<i32>>,
    },
    /// The end of a round.
    EndKyoku,
    /// The end of a game.
    EndGame {
        /// The final scores.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scores: Option<Vec<i32>>,
        /// The results with uma and oka in thousands of points (extension).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        results: Option<Vec<f64>>,
    },
}

/// A win.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hora {
    /// The winner.
    pub actor: usize,
    /// The seat that discarded the winning tile.
    pub target: usize,
    /// The winning tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pai: Option<Pai>,
    /// The ura dora indicators.
    #[serde(default, alias = "uradora_markers")]
    pub ura_markers: Vec<Pai>,
    /// The closed tiles with the winning one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hora_tehais: Option<Vec<Pai>>,
    /// The yaku by name with their han (extension).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yaku: Option<Vec<(String, u8)>>,
    /// Fu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fu: Option<u8>,
    /// The points of the hand, without counters and sticks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hora_points: Option<i32>,
    /// The seat that is liable for a yakuman (extension).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub liable: Option<usize>,
    /// The payments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deltas: Option<Vec<i32>>,
}

/// Returns the default of the field `pai` of `nukidora`.
pub(super) fn north() -> Pai {
    Tile::plain(Kind::NORTH).into()
}
