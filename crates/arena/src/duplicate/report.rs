//! What a duel found out: plain data.

use crate::stats::Estimate;
use serde::Serialize;

/// What one game of a duel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A single hand.
    Hand,
    /// A whole match.
    Match,
}

/// A finished or cancelled duel.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct DuplicateMatch {
    /// What was found out; equal for equal seeds.
    pub report: MatchReport,
    /// How long it took; different each time.
    pub timing: MatchTiming,
}

/// What a duel found out. It depends on the seed and the bots, not on threads or time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct MatchReport {
    /// What one game is.
    pub unit: Unit,
    /// The seed of all deals and of the bots' luck.
    pub seed: u64,
    /// How many clusters were asked for.
    pub requested: u64,
    /// How many clusters were played: the first ones, and all unless the duel was cancelled.
    pub clusters: u64,
    /// How many games were played: one for each cluster and seating.
    pub games: u64,
    /// How many hands were played.
    pub hands: u64,
    /// How many hands a game has.
    pub hands_per_game: Estimate,
    /// The bots in the order of the line-up.
    pub bots: Vec<BotReport>,
    /// Each bot against each later one.
    pub pairs: Vec<PairReport>,
}

impl MatchReport {
    /// Whether all clusters that were asked for were played.
    pub const fn is_complete(&self) -> bool {
        self.clusters == self.requested
    }
}

/// How one bot did.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BotReport {
    /// Its name.
    pub name: String,
    /// Its final score in a game.
    pub score: Estimate,
    /// Its points in a hand, without the bonuses of a match.
    pub points_per_hand: Estimate,
    /// Its share of the games: 1 for winning alone, 1/k for winning with k - 1 others. The best
    /// score wins a hand; who wins a match is for [`facedown_game::Match::winners`] to say.
    pub win_rate: Estimate,
    /// Games that it won alone.
    pub wins: u64,
    /// Games that it won with others.
    pub draws: u64,
    /// Games that another won.
    pub losses: u64,
    /// How often it chose.
    pub decisions: u64,
}

/// How bot `a` did against bot `b`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PairReport {
    /// The one bot: its place in the line-up.
    pub a: usize,
    /// The other, later one.
    pub b: usize,
    /// By how much `a` outscores `b` in a game.
    pub score: Estimate,
    /// By how many points `a` outscores `b` in a hand, without the bonuses of a match.
    pub points_per_hand: Estimate,
    /// The share of the games in which `a` outscores `b`, draws counted half.
    pub win_rate: Estimate,
    /// Games in which `a` outscored `b`.
    pub wins: u64,
    /// Games in which they had equal scores.
    pub draws: u64,
    /// Games in which `b` outscored `a`.
    pub losses: u64,
}

/// How long a duel took.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct MatchTiming {
    /// Seconds from beginning to end.
    pub elapsed: f64,
    /// How many threads played.
    pub threads: usize,
    /// The bots in the order of the line-up.
    pub bots: Vec<BotTiming>,
}

/// How long one bot thought.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BotTiming {
    /// Its name.
    pub name: String,
    /// Seconds in all, over all threads.
    pub thinking: f64,
    /// Seconds for each decision; `None` where it never had to decide.
    pub per_decision: Option<f64>,
}
