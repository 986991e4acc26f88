//! Files of positions with reference values: `testdata/ofc/positions-*.json`.

use facedown_cards::PackCard;
use facedown_ofc::endgame::{Partial, Stakes};
use facedown_ofc::solve::{Position, PositionError};
use facedown_ofc::{Row, Rules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Positions, and how their values were come by.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionFile {
    /// The command that made it.
    pub(crate) command: String,
    /// What the values are, in words.
    pub(crate) values: String,
    /// What Fantasyland and fouls were taken to be worth, by preset: values rest on it, so that the
    /// file stays true when the solver's default changes.
    pub(crate) worth: BTreeMap<String, Worths>,
    /// The positions.
    pub(crate) positions: Vec<Valued>,
}

/// What fouls and Fantasyland with 13 to 17 cards are worth.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Worths {
    pub(crate) foul: f64,
    pub(crate) entry: [f64; 5],
}

impl From<Worths> for Stakes {
    fn from(Worths { foul, entry }: Worths) -> Self {
        Self { foul, entry }
    }
}

impl From<Stakes> for Worths {
    fn from(Stakes { foul, entry }: Stakes) -> Self {
        Self { foul, entry }
    }
}

/// A position and what its placements are worth.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Valued {
    pub(crate) preset: String,
    pub(crate) board: String,
    pub(crate) deal: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) opponents: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) dead: String,
    /// The mean over all placements: what a random one is worth when the rest is played well.
    pub(crate) random: f64,
    /// By [`code`], the placements that were valued: all where values are exact, else the serious
    /// ones.
    pub(crate) placements: BTreeMap<String, Known>,
}

/// What a placement is worth.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Known {
    /// The expectation, or its estimate.
    pub(crate) value: f64,
    /// How far it is behind the best, over the same luck.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) behind: f64,
    /// The standard error of that; 0 where values are exact.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) error: f64,
    /// How many tries it was valued by; 0 where values are exact.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) tries: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form that the serializer calls")]
fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form that the serializer calls")]
fn is_none(n: &u64) -> bool {
    *n == 0
}

impl Valued {
    /// The position.
    pub(crate) fn position(&self) -> Result<Position, PositionError> {
        let rules = Rules::preset(&self.preset).unwrap_or(Rules::STANDARD);
        let opponents: Vec<&str> = self.opponents.iter().map(String::as_str).collect();
        Position::parse(&rules, &self.board, &self.deal, &opponents, &self.dead)
    }
}

/// A placement in short: for each card of the deal its row, `t`, `m` or `b`, or `-` where it is
/// discarded.
pub(crate) fn code(deal: &[PackCard], board: &Partial) -> String {
    let row = |card: &PackCard| Row::ALL.into_iter().find(|row| board.row(*row).contains(*card));
    let letter = |card: &PackCard| row(card).map_or('-', |row| ['t', 'm', 'b'][row as usize]);
    deal.iter().map(letter).collect()
}
