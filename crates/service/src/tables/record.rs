//! A table as it is stored.

use crate::calls::review::{GameRecord, RECORD_VERSION};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// The version of the format.
pub(super) const VERSION: u32 = 1;

/// A table: setup, random seed, and the actions of all seats in order. It holds every hidden card and
/// every token: it stays where it is stored.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRecord {
    /// The version of the format.
    pub version: u32,
    /// The game.
    pub game: String,
    /// The rules in full.
    pub rules: Map<String, Value>,
    /// The seats.
    pub seats: Vec<SeatRecord>,
    /// The number of hands after which the table ends; none for a whole match.
    pub hands: Option<u32>,
    /// The random seed of deals and bots.
    pub seed: u64,
    /// The ids of the actions of all seats in order, over all hands.
    pub actions: Vec<usize>,
    /// The seat that has given up.
    pub resigned: Option<usize>,
}

/// Who sits in a seat.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatRecord {
    /// A person with this token.
    Person(String),
    /// A bot, with the milliseconds of a decision and its iterations.
    Bot {
        /// The name.
        name: String,
        /// Milliseconds of a decision.
        timeout_ms: u64,
        /// Iterations of a decision.
        iterations: Option<u64>,
    },
}

impl TableRecord {
    /// Returns the game without the tokens, for a review. It holds every hidden card.
    pub(super) fn game_record(&self) -> GameRecord {
        let name = |seat: &SeatRecord| match seat {
            SeatRecord::Person(_) => "person".to_owned(),
            SeatRecord::Bot { name, .. } => name.clone(),
        };
        GameRecord {
            version: RECORD_VERSION,
            game: self.game.clone(),
            rules: self.rules.clone(),
            names: self.seats.iter().map(name).collect(),
            seed: self.seed,
            actions: self.actions.clone(),
        }
    }

    /// Returns the seat of a token. The comparison takes the same time for every token.
    pub(super) fn seat(&self, token: &str) -> Option<usize> {
        let mut found = None;
        for (seat, record) in self.seats.iter().enumerate() {
            if let SeatRecord::Person(own) = record
                && same(own.as_bytes(), token.as_bytes())
            {
                found = Some(seat);
            }
        }
        found
    }
}

/// Compares secrets in a time that depends on their lengths alone.
fn same(a: &[u8], b: &[u8]) -> bool {
    let differ = a.iter().zip(b).fold(0, |differ, (x, y)| differ | (x ^ y));
    std::hint::black_box(differ) == 0 && a.len() == b.len()
}

impl fmt::Debug for TableRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableRecord").field("game", &self.game).finish_non_exhaustive()
    }
}

impl fmt::Debug for SeatRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(_) => f.write_str("Person"),
            Self::Bot { name, .. } => f.debug_tuple("Bot").field(name).finish(),
        }
    }
}
