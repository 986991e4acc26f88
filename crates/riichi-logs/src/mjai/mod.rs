//! The MJAI format: one JSON object per line.
//!
//! Bots of many projects speak it, and log converters write it. [`read`] accepts the common dialects
//! (the original server's, Mortal's, three-seat extensions); [`write()`] writes one that all of them
//! read, with additional fields (`rules`, `shuffle`, `yaku`) that other programs ignore.

mod event;
mod fast_path;
mod read;
mod write;

pub use event::{Event, Hora, Pai};
pub use read::read;
pub use write::{events, round_events, write};

use crate::error::Reason;
use event::north;
use facedown_riichi::DrawKind;
use facedown_riichi::score::Yaku;
use serde::Deserialize;

/// The original server's names of draws.
const REASONS: [(DrawKind, &str); 7] = [
    (DrawKind::Exhausted, "fanpai"),
    (DrawKind::Nagashi, "nagashimangan"),
    (DrawKind::NineTerminals, "kyushukyuhai"),
    (DrawKind::FourWinds, "sufonrenta"),
    (DrawKind::FourRiichi, "suchariichi"),
    (DrawKind::FourKans, "sukaikan"),
    (DrawKind::TripleRon, "sanchaho"),
];

/// Returns whether the text starts with an event rather than with other JSON.
pub(crate) fn is_event(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    let head = &line[..line.char_indices().nth(4096).map_or(line.len(), |(at, _)| at)];
    head.contains("\"type\"")
}

/// A draw or discard in any layout. Nine lines in ten are one, and reading it directly avoids the
/// buffering of serde's tagged enums.
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

/// Parses one event.
pub fn parse_event(line: &str) -> Result<Event, Reason> {
    if let Some(event) = fast_path::scan(line) {
        return Ok(event);
    }
    let head = line.as_bytes().get(..24).unwrap_or(line.as_bytes());
    let frequent = [&b"\"tsumo\""[..], b"\"dahai\""];
    if head.windows(7).any(|part| frequent.contains(&part))
        && let Some(event) = DrawOrDiscard::read(line)
    {
        return Ok(event);
    }
    serde_json::from_str(line).map_err(|error| {
        let text = error.to_string();
        // The text is one line, so the parser's line number means nothing.
        Reason::Json(text.replace(" at line 1 column ", " at column "))
    })
}

/// Returns the name of a yaku in the field `yaku`: its romaji with underscores.
fn yaku_name(yaku: Yaku) -> String {
    yaku.romaji().replace(' ', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_and_general_parsers_agree() {
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
            let general = serde_json::from_str::<Event>(line).ok();
            assert_eq!(parse_event(line).ok(), general, "{line}");
        }
    }
}
