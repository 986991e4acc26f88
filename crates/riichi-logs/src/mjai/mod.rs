//! The MJAI protocol: one JSON object a line.
//!
//! Its events are what bots of many projects speak and what converters of logs write. We read the
//! common dialects (the original server's, Mortal's, three-seat extensions) and write one that all
//! of them read: fields that only we know (`rules`, `shuffle`, `yaku`) are additions that others
//! ignore.

mod read;
mod scan;
mod write;

pub use read::read;
pub use write::{events, write};

use super::error::Reason;
use super::record::LogRules;
use facedown_riichi::DrawKind;
use facedown_riichi::score::Yaku;
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

fn north() -> Pai {
    Tile::plain(Kind::NORTH).into()
}

/// The names of the original server for rounds without a win.
const REASONS: [(DrawKind, &str); 7] = [
    (DrawKind::Exhausted, "fanpai"),
    (DrawKind::Nagashi, "nagashimangan"),
    (DrawKind::NineTerminals, "kyushukyuhai"),
    (DrawKind::FourWinds, "sufonrenta"),
    (DrawKind::FourRiichi, "suchariichi"),
    (DrawKind::FourKans, "sukaikan"),
    (DrawKind::TripleRon, "sanchaho"),
];

/// Whether the first line is an event rather than the start of another kind of JSON.
pub(super) fn is_event(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    let head = &line[..line.char_indices().nth(4096).map_or(line.len(), |(at, _)| at)];
    head.contains("\"type\"")
}

/// A draw or a discard, which nine lines in ten are, with spaces or in another order: read without
/// looking for the kind of event first, for which the whole object has to be kept.
#[derive(Deserialize)]
struct DrawOrDiscard<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    actor: usize,
    pai: Pai,
    tsumogiri: Option<bool>,
}

impl DrawOrDiscard<'_> {
    fn read(line: &str) -> Option<Event> {
        let DrawOrDiscard { kind, actor, pai, tsumogiri } = serde_json::from_str(line).ok()?;
        match (kind, tsumogiri) {
            ("tsumo", _) => Some(Event::Tsumo { actor, pai }),
            ("dahai", Some(tsumogiri)) => Some(Event::Dahai { actor, pai, tsumogiri }),
            _ => None,
        }
    }
}

/// Reads one event.
pub fn parse_event(line: &str) -> Result<Event, Reason> {
    if let Some(event) = scan::scan(line) {
        return Ok(event);
    }
    let head = line.as_bytes().get(..24).unwrap_or(line.as_bytes());
    let often = [&b"\"tsumo\""[..], b"\"dahai\""];
    if head.windows(7).any(|part| often.contains(&part))
        && let Some(event) = DrawOrDiscard::read(line)
    {
        return Ok(event);
    }
    serde_json::from_str(line).map_err(|error| {
        let text = error.to_string();
        // Each event stands on a line of its own, so only the column says anything.
        Reason::Json(text.replace(" at line 1 column ", " at column "))
    })
}

/// The yaku's name in our logs: its romaji with underscores.
fn yaku_name(yaku: Yaku) -> String {
    yaku.romaji().replace(' ', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_reads_what_the_long_one_does() {
        for line in [
            r#"{"type":"tsumo","actor":2,"pai":"5mr"}"#,
            r#"{ "type" : "tsumo", "pai": "?", "actor": 0, "more": [1, {"x": null}] }"#,
            r#"{"actor":3,"type":"dahai","tsumogiri":false,"pai":"E"}"#,
            r#"{"type":"dahai","actor":1,"pai":"9s","tsumogiri":true,"tsumogiri":true}"#,
            r#"{"type":"dahai","actor":1,"pai":"9s"}"#,
            r#"{"type":"dahai","actor":-1,"pai":"9s","tsumogiri":true}"#,
            r#"{"type":"tsumo","actor":1,"pai":"0s"}"#,
            r#"{"type":"tsumo","actor":1,"pai":7}"#,
            r#"{"type":"tsumo","actor":1,"pai":"9s"} {}"#,
            r#"{"type":"tsumo","actor":1"#,
            r#"{"type":"chi","actor":0,"target":3,"pai":"1m","consumed":["2m","3m"]}"#,
        ] {
            let long = serde_json::from_str::<Event>(line).ok();
            assert_eq!(parse_event(line).ok(), long, "{line}");
        }
    }
}
