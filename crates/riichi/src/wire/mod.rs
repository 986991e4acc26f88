//! Views as JSON records.
//!
//! A [`ViewRecord`] is a view in human-readable notation, with the history of the round;
//! `docs/reference/riichi-view.md` describes the format. [`ViewRecord::view`] replays the history step by
//! step, so that a view from outside has passed every rule that its seat can check.

mod read;
mod reader;
mod write;

pub use write::WINDS;

use serde::{Deserialize, Serialize};

/// The version of the format.
pub const VERSION: u32 = 1;

/// A view as a record: everything that one seat knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RiichiView))]
#[serde(deny_unknown_fields)]
pub struct ViewRecord {
    /// The version of the format: 1.
    #[serde(default = "version")]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub version: u32,
    /// The seat whose view it is.
    pub seat: usize,
    /// The round wind: `E`, `S`, `W` or `N`.
    #[serde(default = "east")]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub wind: String,
    /// The dealer.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub dealer: usize,
    /// The number of counters (*honba*).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub honba: u8,
    /// Riichi sticks on the table when the round began.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub sticks: u8,
    /// The points of each seat when the round began; by default those at the start of a match.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub scores: Vec<i32>,
    /// The dora indicators in the order in which they were turned.
    pub dora: String,
    /// The seat's closed tiles, the one just drawn included.
    pub hand: String,
    /// The tile that the seat has just drawn.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub drawn: Option<String>,
    /// The history since the deal, in order. Draws follow from it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub steps: Vec<StepRecord>,
    /// The seat that has drawn, or has called and must discard; none while a tile is offered.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub turn: Option<usize>,
    /// Whether the seat is asked to answer the offered tile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// Its answer, while others may still be asked: `pass`, `ron`, `pon 55p`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// How the round ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndRecord>,
    /// A summary of the current state for readers; ignored when a record is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(required = true, value_type = NowRecord))]
    pub now: Option<NowRecord>,
}

const fn version() -> u32 {
    VERSION
}

fn east() -> String {
    "E".to_owned()
}

/// A step of the history: an action of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RiichiStep))]
#[serde(deny_unknown_fields)]
pub struct StepRecord {
    /// The seat.
    pub seat: usize,
    /// Whether it declared riichi; with its discard, or alone before the discard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub riichi: bool,
    /// The discarded tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<String>,
    /// Whether the discard is the tile just drawn (*tsumogiri*).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
    /// A meld: a chi `4-06p`, a pon `555=s`, an open kan `5550+p`, a closed kan `1111z`. The mark
    /// after the called tile names its discarder: `-` left, `=` across, `+` right; with three seats
    /// `=` left, `+` right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meld: Option<String>,
    /// The tile added to a pon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<String>,
    /// Whether it set a north aside.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nuki: bool,
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RiichiEnd))]
#[serde(deny_unknown_fields)]
pub struct EndRecord {
    /// `tsumo`, `ron`, `exhausted`, `nagashi`, `nine_terminals`, `four_winds`, `four_riichi`,
    /// `four_kans` or `triple_ron`.
    pub by: EndKind,
    /// The winners; at an exhaustive draw the tenpai seats.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub seats: Vec<usize>,
    /// The change of each seat's points, sticks included. Required after a win.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub deltas: Vec<i32>,
}

/// The kinds of ends of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RiichiEndKind))]
#[serde(rename_all = "snake_case")]
pub enum EndKind {
    /// A win by tsumo.
    Tsumo,
    /// One or more wins by ron.
    Ron,
    /// The wall is exhausted.
    Exhausted,
    /// The wall is exhausted, with nagashi mangan.
    Nagashi,
    /// Nine kinds of terminals and honours.
    NineTerminals,
    /// Four discards of the same wind.
    FourWinds,
    /// Four riichi.
    FourRiichi,
    /// Four kans of more than one seat.
    FourKans,
    /// Three wins on one discard.
    TripleRon,
}

/// A summary of the current state of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RiichiNow))]
pub struct NowRecord {
    /// The number of tiles left to draw.
    pub left: usize,
    /// The points of each seat.
    pub scores: Vec<i32>,
    /// The number of riichi sticks on the table.
    pub sticks: usize,
    /// The offered tile.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub offered: Option<String>,
    /// The discards of each seat; those in brackets were called.
    pub rivers: Vec<String>,
    /// The melds of each seat.
    pub melds: Vec<Vec<String>>,
    /// The number of norths set aside by each seat.
    pub nuki: Vec<usize>,
    /// The seats in riichi.
    pub riichi: Vec<usize>,
    /// The shanten of the seat's closed tiles; 0 is tenpai.
    pub shanten: i8,
    /// The waits before the last draw.
    pub waits: String,
    /// Whether the seat is barred from ron.
    pub furiten: bool,
}
