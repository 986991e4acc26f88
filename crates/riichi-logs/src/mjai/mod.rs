//! The MJAI protocol: one JSON object a line.
//!
//! Its events are what bots of many projects speak and what converters of logs write. We read the
//! common dialects (the original server's, Mortal's, three-seat extensions) and write one that all
//! of them read: fields that only we know (`rules`, `shuffle`, `yaku`) are additions that others
//! ignore.

mod event;
mod fast_path;
mod read;
mod write;

pub use event::{Event, Hora, Pai};
pub use read::read;
pub use write::{events, write};

use crate::error::Reason;
use event::north;
use facedown_riichi::DrawKind;
use facedown_riichi::score::Yaku;
use serde::Deserialize;

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
    if let Some(event) = fast_path::scan(line) {
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
