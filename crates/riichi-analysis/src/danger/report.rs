//! The danger of a view as a record, for the doors.

use super::{Danger, Reason, Reasons};
use serde::Serialize;

/// The danger of every discard of a view, the safest first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DangerReport {
    /// The seat that discards.
    pub seat: usize,
    /// The opponents, the next in turn first.
    pub opponents: Vec<OpponentReport>,
    /// The discards.
    pub discards: Vec<DiscardReport>,
}

/// An opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpponentReport {
    /// Its seat.
    pub seat: usize,
    /// The probability that it is tenpai.
    pub tenpai: f32,
    /// Why.
    pub reasons: Vec<ReasonReport>,
}

/// A discard.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiscardReport {
    /// The tile.
    pub tile: String,
    /// The probability that it deals in.
    pub deal_in: f32,
    /// The expected points lost by it.
    pub loss: f32,
    /// The same against each opponent.
    pub against: Vec<AgainstReport>,
}

/// A discard against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgainstReport {
    /// The opponent's seat.
    pub seat: usize,
    /// The probability that it wins on the tile.
    pub deal_in: f32,
    /// The expected points of its win.
    pub points: f32,
    /// Why.
    pub reasons: Vec<ReasonReport>,
}

/// A reason with its text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReasonReport {
    /// The reason as data.
    #[serde(flatten)]
    pub reason: Reason,
    /// The reason as text.
    pub text: String,
}

fn report(reasons: &Reasons) -> Vec<ReasonReport> {
    reasons.iter().map(|reason| ReasonReport { reason, text: reason.to_string() }).collect()
}

impl DangerReport {
    /// Makes the record.
    pub fn new(danger: &Danger) -> Self {
        let opponents = danger.opponents().map(|(seat, tenpai, reasons)| OpponentReport {
            seat: seat.index(),
            tenpai,
            reasons: report(&reasons),
        });
        let against = |tile| {
            let each = danger.against(tile).map(|against| AgainstReport {
                seat: against.seat.index(),
                deal_in: against.deal_in,
                points: against.points,
                reasons: report(&against.reasons),
            });
            each.collect()
        };
        let mut discards: Vec<DiscardReport> = danger
            .discards()
            .map(|discard| DiscardReport {
                tile: discard.tile.to_string(),
                deal_in: discard.deal_in,
                loss: discard.loss,
                against: against(discard.tile),
            })
            .collect();
        discards.sort_by(|a, b| a.deal_in.total_cmp(&b.deal_in));
        Self { seat: danger.seat().index(), opponents: opponents.collect(), discards }
    }
}
