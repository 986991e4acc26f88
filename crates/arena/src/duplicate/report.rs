//! Reports of duplicate matches: plain data.

use super::course::Course;
use super::stop::SequentialReport;
use crate::stats::Estimate;
#[cfg(feature = "serde")]
use serde::Serialize;

/// The unit of a duplicate match: what counts as one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
pub enum Unit {
    /// A single hand.
    Hand,
    /// A whole match.
    Match,
}

/// A finished or cancelled duplicate match.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct DuplicateMatch {
    /// The result; equal for equal seeds.
    pub report: MatchReport,
    /// How means and intervals developed over the deals.
    pub course: Course,
    /// The time spent; different each time.
    pub timing: MatchTiming,
}

/// The result of a duplicate match. It depends on the seed and the bots, not on threads or time.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
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
    /// The number of seatings in which every deal was played.
    pub seatings: u64,
    /// Whether these are all distinct seatings, and not a balanced random set of them.
    pub all_seatings: bool,
    /// The number of games: one for each cluster and seating.
    pub games: u64,
    /// The number of hands.
    pub hands: u64,
    /// The number of hands per game.
    pub hands_per_game: Estimate,
    /// The bots in the order of the line-up: bots of equal names are one, and in games with
    /// partnerships a side is one.
    pub bots: Vec<BotReport>,
    /// Each bot against each later one.
    pub pairs: Vec<PairReport>,
    /// The results adjusted for luck; `None` without a baseline.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub luck: Option<LuckReport>,
    /// What a sequential comparison concludes; `None` if [`Stop::Decided`](crate::Stop) was not
    /// asked for.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub sequential: Option<SequentialReport>,
}

/// The results adjusted for luck: minus what chance did, by a baseline. The measure is the score of
/// a hand or deal, and of a match the share of a win.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct LuckReport {
    /// The name of the baseline.
    pub baseline: String,
    /// The bots in the order of the line-up.
    pub bots: Vec<Adjusted>,
    /// The differences between each bot and each later one, in the order of
    /// [`MatchReport::pairs`].
    pub pairs: Vec<Adjusted>,
}

/// A measure per game, plain and adjusted for luck. Both have the same expectation.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct Adjusted {
    /// The plain mean.
    pub plain: Estimate,
    /// The mean minus luck.
    pub adjusted: Estimate,
    /// The mean luck, whose expectation is zero.
    pub luck: Estimate,
    /// How many times fewer deals give the same interval: the ratio of the variances per deal;
    /// `None` if either is zero or unknown.
    pub fewer_deals: Option<f64>,
}

impl Adjusted {
    pub(super) fn new(plain: Estimate, luck: Estimate, adjusted: Estimate) -> Self {
        let ratio = plain.standard_error.zip(adjusted.standard_error);
        let ratio = ratio.filter(|(plain, adjusted)| *plain > 0.0 && *adjusted > 0.0);
        let fewer_deals = ratio.map(|(plain, adjusted)| (plain / adjusted).powi(2));
        Self { plain, adjusted, luck, fewer_deals }
    }
}

impl MatchReport {
    /// Returns whether all requested clusters were played.
    pub const fn is_complete(&self) -> bool {
        self.clusters == self.requested
    }
}

/// The results of one bot, as means over the seats that it holds.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct BotReport {
    /// The name; of a side of different bots their names, joined by a plus.
    pub name: String,
    /// The number of seats that it holds in every game.
    pub seats: usize,
    /// The final score per game.
    pub score: Estimate,
    /// The points per hand, without the bonuses of a match.
    pub points_per_hand: Estimate,
    /// The share of games won by one of its seats, or sides; a game with k winners counts 1/k for each. The best score wins a
    /// hand, [`facedown_game::Match::winners`] decides a match.
    pub win_rate: Estimate,
    /// The mean rank, 1 for the first; bots that finish level share the mean of their ranks.
    pub rank: Estimate,
    /// The number of games won alone, counted for each of its seats or sides.
    pub wins: u64,
    /// The number of games won together with others.
    pub draws: u64,
    /// The number of games that others won.
    pub losses: u64,
    /// The number of decisions.
    pub decisions: u64,
}

/// The results of bot `a` against bot `b`: the mean over the seats of `a` less that over the seats of
/// `b`, and for wins every meeting of a seat of `a` with one of `b`.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
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
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
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
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct BotTiming {
    /// The name.
    pub name: String,
    /// The total in seconds, over all threads.
    pub thinking: f64,
    /// Seconds per decision; `None` without decisions.
    pub per_decision: Option<f64>,
}
