//! Files of positions with reference values: `testdata/ofc/positions-*.json`.

use facedown_cards::PackCard;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Row, Rules, Stakes};
use facedown_ofc_solver::{Position, PositionError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Positions, and how their values were computed.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionFile {
    /// The command that made it.
    pub(crate) command: String,
    /// A description of the values.
    pub(crate) values: String,
    /// The stakes by preset: values depend on them, so that the file stays valid when the solver's
    /// default changes.
    #[serde(rename = "worth")]
    pub(crate) stakes: BTreeMap<String, StakesRecord>,
    /// The positions.
    pub(crate) positions: Vec<Valued>,
}

/// The cost of a foul, and the value of Fantasyland with 13 to 17 cards.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct StakesRecord {
    pub(crate) foul: f64,
    pub(crate) entry: [f64; 5],
}

impl From<StakesRecord> for Stakes {
    fn from(StakesRecord { foul, entry }: StakesRecord) -> Self {
        Self { foul, entry }
    }
}

impl From<Stakes> for StakesRecord {
    fn from(Stakes { foul, entry }: Stakes) -> Self {
        Self { foul, entry }
    }
}

/// A position with the values of its placements.
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
    /// The mean over all placements: the value of a random one if the rest is played well.
    pub(crate) random: f64,
    /// Placements by [`code`]: all if values are exact, else the serious ones.
    pub(crate) placements: BTreeMap<String, Known>,
}

/// The value of a placement.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Known {
    /// The expectation, or its estimate.
    pub(crate) value: f64,
    /// The gap to the best, over common random numbers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) behind: f64,
    /// The standard error of the gap; 0 if exact.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) error: f64,
    /// The number of samples; 0 if exact.
    #[serde(default, skip_serializing_if = "is_none")]
    pub(crate) tries: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde expects")]
fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde expects")]
fn is_none(n: &u64) -> bool {
    *n == 0
}

impl Valued {
    /// Returns the position.
    pub(crate) fn position(&self) -> Result<Position, PositionError> {
        let rules = Rules::preset(&self.preset).unwrap_or(Rules::STANDARD);
        let opponents: Vec<&str> = self.opponents.iter().map(String::as_str).collect();
        Position::parse(&rules, &self.board, &self.deal, &opponents, &self.dead)
    }
}

/// Returns the code of a placement: for each card of the deal its row, `t`, `m` or `b`, or `-` if
/// discarded.
pub(crate) fn code(deal: &[PackCard], board: &Partial) -> String {
    let row = |card: &PackCard| Row::ALL.into_iter().find(|row| board.row(*row).contains(*card));
    let letter = |card: &PackCard| row(card).map_or('-', |row| ['t', 'm', 'b'][row as usize]);
    deal.iter().map(letter).collect()
}
