//! Views as records that travel: to Python, a page, a file, and back.
//!
//! A [`ViewRecord`] is a view in the notation that people read, with everything that happened at
//! the table since the deal; `docs/riichi-view.md` describes its form. [`ViewRecord::view`] moves
//! the table on step by step again, so that what comes in from outside has passed every rule that a
//! seat can check.

mod read;
mod reader;
mod write;

use serde::{Deserialize, Serialize};

/// The version of the record's form.
pub const VERSION: u32 = 1;

/// All that one seat knows, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewRecord {
    /// The form's version: 1.
    #[serde(default = "version")]
    pub version: u32,
    /// Whose view it is.
    pub seat: usize,
    /// The round's wind: `E`, `S`, `W` or `N`.
    #[serde(default = "east")]
    pub wind: String,
    /// Who deals.
    #[serde(default)]
    pub dealer: usize,
    /// Counters on the table.
    #[serde(default)]
    pub honba: u8,
    /// Riichi sticks on the table when the round began.
    #[serde(default)]
    pub sticks: u8,
    /// The points of each seat when the round began; what a match begins with where left out.
    #[serde(default)]
    pub scores: Vec<i32>,
    /// The dora indicators in the order in which they were turned.
    pub dora: String,
    /// The seat's closed tiles, the one just drawn included.
    pub hand: String,
    /// The tile that the seat has just drawn.
    #[serde(default)]
    pub drawn: Option<String>,
    /// What happened since the deal, in order. Draws follow from it.
    #[serde(default)]
    pub steps: Vec<StepRecord>,
    /// The seat that has drawn, or has called and must discard; none while a tile is offered.
    #[serde(default)]
    pub turn: Option<usize>,
    /// Whether the seat is asked what it says to the tile that is offered.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// What it has answered, while others may still be asked: `pass`, `ron`, `pon 55p`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// How the round ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndRecord>,
    /// Where the round stands: what follows from the rest, for readers; not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<NowRecord>,
}

const fn version() -> u32 {
    VERSION
}

fn east() -> String {
    "E".to_owned()
}

/// One thing that a seat did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRecord {
    /// Which seat.
    pub seat: usize,
    /// It declared riichi; with its discard, or alone while that is still to come.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub riichi: bool,
    /// The tile that it discarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<String>,
    /// The discard is the very tile just drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drawn: bool,
    /// What it laid down: a chi `4-06p`, a pon `555=s`, an open kan `5550+p`, a closed kan `1111z`.
    /// The mark after the called tile tells whose it was: `-` left, `=` across, `+` right; with
    /// three seats `=` left, `+` right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meld: Option<String>,
    /// The tile that it added to a pon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add: Option<String>,
    /// It set a north call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nuki: bool,
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndRecord {
    /// `tsumo`, `ron`, `exhausted`, `nagashi`, `nine_terminals`, `four_winds`, `four_riichi`,
    /// `four_kans` or `triple_ron`.
    pub by: EndKind,
    /// Who won; at the end of the wall who was tenpai.
    #[serde(default)]
    pub seats: Vec<usize>,
    /// What each seat gained or paid, sticks included. Needed after a win.
    #[serde(default)]
    pub deltas: Vec<i32>,
}

/// Ways for a round to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndKind {
    /// A win by one's own draw.
    Tsumo,
    /// Wins with another seat's tile.
    Ron,
    /// The wall is exhausted.
    Exhausted,
    /// The same, and somebody discarded nothing but terminals and honours.
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

/// Where a round stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NowRecord {
    /// Tiles left to draw.
    pub left: usize,
    /// The points of each seat.
    pub scores: Vec<i32>,
    /// Riichi sticks on the table.
    pub sticks: usize,
    /// The tile that is offered.
    pub offered: Option<String>,
    /// The discards of each seat; those in brackets were called away.
    pub rivers: Vec<String>,
    /// The melds of each seat.
    pub melds: Vec<Vec<String>>,
    /// Norths set aside by each seat.
    pub nuki: Vec<usize>,
    /// The seats in riichi.
    pub riichi: Vec<usize>,
    /// How far the seat's closed tiles are from tenpai; 0 is tenpai.
    pub shanten: i8,
    /// What they wait for, before the last draw.
    pub waits: String,
    /// Whether the seat may not win with another's tile.
    pub furiten: bool,
}
