//! Reports of duplicate matches: plain data.

use crate::stats::Estimate;
use serde::Serialize;

/// The unit of a duplicate match: what counts as one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A single hand.
    Hand,
    /// A whole match.
    Match,
}

/// A finished or cancelled duplicate match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct DuplicateMatch {
    /// The result; equal for equal seeds.
    pub report: MatchReport,
    /// The time spent; different each time.
    pub timing: MatchTiming,
}

/// The result of a duplicate match. It depends on the seed and the bots, not on threads or time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct MatchReport {
    /// What counts as one game.
    pub unit: Unit,
    /// The random seed of deals and bots.
    pub seed: u64,
    /// The number of requested clusters.
    pub requested: u64,
    /// The number of finished clusters: the first ones, and all unless the match was cancelled.
    pub clusters: u64,
    /// The number of games: one for each cluster and seating.
    pub games: u64,
    /// The number of hands.
    pub hands: u64,
    /// The number of hands per game.
    pub hands_per_game: Estimate,
    /// The bots in the order of the line-up.
    pub bots: Vec<BotReport>,
    /// Each bot against each later one.
    pub pairs: Vec<PairReport>,
}

impl MatchReport {
    /// Returns whether all requested clusters were played.
    pub const fn is_complete(&self) -> bool {
        self.clusters == self.requested
    }
}

/// The results of one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BotReport {
    /// The name.
    pub name: String,
    /// The final score per game.
    pub score: Estimate,
    /// The points per hand, without the bonuses of a match.
    pub points_per_hand: Estimate,
    /// The share of games won; a game with k winners counts 1/k for each. The best score wins a
    /// hand, [`facedown_game::Match::winners`] decides a match.
    pub win_rate: Estimate,
    /// The number of games won alone.
    pub wins: u64,
    /// The number of games won together with others.
    pub draws: u64,
    /// The number of games that others won.
    pub losses: u64,
    /// The number of decisions.
    pub decisions: u64,
}

/// The results of bot `a` against bot `b`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PairReport {
    /// The index of the first bot in the line-up.
    pub a: usize,
    /// The index of the second, larger than `a`.
    pub b: usize,
    /// The difference of the final scores per game.
    pub score: Estimate,
    /// The difference of the points per hand, without the bonuses of a match.
    pub points_per_hand: Estimate,
    /// The share of games in which `a` finishes ahead of `b`; draws count half.
    pub win_rate: Estimate,
    /// The number of games in which `a` finished ahead.
    pub wins: u64,
    /// The number of games in which they finished level.
    pub draws: u64,
    /// The number of games in which `b` finished ahead.
    pub losses: u64,
}

/// The time spent on a duplicate match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct MatchTiming {
    /// The wall-clock time in seconds.
    pub elapsed: f64,
    /// The number of threads.
    pub threads: usize,
    /// The bots in the order of the line-up.
    pub bots: Vec<BotTiming>,
}

/// The thinking time of one bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BotTiming {
    /// The name.
    pub name: String,
    /// The total in seconds, over all threads.
    pub thinking: f64,
    /// Seconds per decision; `None` without decisions.
    pub per_decision: Option<f64>,
}
