//! The answer: every action with its statistics, and the totals of the search.

use facedown_game::Seat;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

/// The answer of a search.
///
/// `A` is the game's action, or whatever [`Answer::map`] made of it: an answer of texts is
/// serialised as it is.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct Answer<A> {
    /// The seat at the root.
    #[cfg_attr(feature = "serde", serde(serialize_with = "seat_number"))]
    pub seat: Seat,
    /// Every legal action, the best first; there is at least one.
    pub actions: Vec<ActionReport<A>>,
    /// Totals of the search.
    pub totals: Totals,
}

/// The statistics of an action. Values are utilities of the seat at the root, not scaled.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct ActionReport<A> {
    /// The action.
    pub action: A,
    /// The actions of the whole move, `action` first, where several are chosen at once; else empty.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub moves: Vec<A>,
    /// Visits, in all trees together.
    pub visits: u64,
    /// The mean value, or the proven one; `None` without visits. In determinized search it is the
    /// mean over the worlds in which the action was tried, each counted once.
    pub mean: Option<f64>,
    /// The 95 % confidence interval of the mean, from the outcomes of this search (in determinized
    /// search from the values in its worlds); `None` with fewer than two.
    pub interval: Option<[f64; 2]>,
    /// The value, if proven.
    pub proven: Option<f64>,
    /// Its share of all visits.
    pub share: f64,
    /// The share of iterations in which it was legal.
    pub availability: f64,
    /// The principal variation: this action and the most visited ones after it, in one of the
    /// sampled worlds.
    pub line: Vec<A>,
}

/// The totals of a search.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct Totals {
    /// Iterations in all trees together.
    pub iterations: u64,
    /// Sampled worlds.
    pub worlds: u64,
    /// Trees that were summed.
    pub trees: u64,
    /// Nodes in all trees together.
    pub nodes: u64,
    /// Bytes allocated for them.
    pub bytes: u64,
    /// Whether memory ran out.
    pub memory_full: bool,
    /// The mean number of decisions in the tree, over the iterations.
    pub mean_depth: f64,
    /// The greatest number of decisions in the tree.
    pub max_depth: u64,
    /// Seconds by the clock.
    pub seconds: f64,
    /// Why the search ended.
    pub stop: Stop,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Stop {
    /// It has not: this is an interim answer.
    Running,
    /// The time was up.
    Time,
    /// The iterations were used up.
    Iterations,
    /// The nodes were used up.
    Nodes,
    /// There was nothing left to expand, and only nodes were counted.
    Exhausted,
    /// No other action could catch up.
    Settled,
    /// The value of the root was proven.
    Proven,
    /// It was cancelled.
    Cancelled,
    /// A rule decided: there was no search.
    Rule,
}

impl Stop {
    /// Returns the reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Running => "still running",
            Self::Time => "time was up",
            Self::Iterations => "iterations were used up",
            Self::Nodes => "nodes were used up",
            Self::Exhausted => "nothing was left to expand",
            Self::Settled => "no other action could catch up",
            Self::Proven => "the value was proven",
            Self::Cancelled => "cancelled",
            Self::Rule => "decided without search",
        }
    }
}

impl<A: Clone> ActionReport<A> {
    /// Builds the report of an action of another kind of search.
    pub fn new(action: A, visits: u64, mean: Option<f64>, interval: Option<[f64; 2]>) -> Self {
        let line = vec![action.clone()];
        let (proven, share, availability) = (None, 0.0, 1.0);
        let moves = Vec::new();
        Self { action, moves, visits, mean, interval, proven, share, availability, line }
    }
}

impl Totals {
    /// Builds the totals of another kind of search, without trees and worlds.
    pub const fn new(iterations: u64, seconds: f64, stop: Stop) -> Self {
        Self {
            iterations,
            worlds: 0,
            trees: 0,
            nodes: 0,
            bytes: 0,
            memory_full: false,
            mean_depth: 0.0,
            max_depth: 0,
            seconds,
            stop,
        }
    }
}

impl<A> Answer<A> {
    /// Builds the answer of another kind of search from every legal action, the best first, and
    /// computes the shares of visits.
    pub fn new(seat: Seat, mut actions: Vec<ActionReport<A>>, totals: Totals) -> Self {
        let all = actions.iter().map(|report| report.visits).sum::<u64>().max(1);
        for report in &mut actions {
            report.share = report.visits as f64 / all as f64;
        }
        Self { seat, actions, totals }
    }

    /// Returns the best action with its statistics.
    ///
    /// If the root is proven, it is the action with the greatest proven value. If UCB allocated the
    /// iterations, the [`Choice`](crate::Choice) of the configuration decides, by default most
    /// visits; in determinized search the greatest mean over the worlds. If they were allocated in
    /// equal shares, it is the action with the greatest mean of those that survived the halving.
    pub fn best(&self) -> &ActionReport<A> {
        &self.actions[0]
    }

    /// Returns the same answer with every action replaced by `name` of it.
    pub fn map<B>(&self, name: impl Fn(&A) -> B) -> Answer<B> {
        let actions = self.actions.iter().map(|report| ActionReport {
            action: name(&report.action),
            moves: report.moves.iter().map(&name).collect(),
            visits: report.visits,
            mean: report.mean,
            interval: report.interval,
            proven: report.proven,
            share: report.share,
            availability: report.availability,
            line: report.line.iter().map(&name).collect(),
        });
        Answer { seat: self.seat, actions: actions.collect(), totals: self.totals.clone() }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form that the serializer calls")]
#[cfg(feature = "serde")]
fn seat_number<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(seat.index() as u64)
}
