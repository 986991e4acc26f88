//! How the differences between bots and their intervals developed over the deals.

use super::stop::Stop;
use super::tally::{Difference, Tally};
use crate::stats::ConfidenceInterval;
#[cfg(feature = "serde")]
use serde::Serialize;

/// Each point has so many times the deals of the one before.
const STEP: f64 = 1.05;

/// The differences between bots at growing numbers of deals.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct Course {
    /// The names of the bots of each difference.
    pub pairs: Vec<[String; 2]>,
    /// The points, by number of deals.
    pub points: Vec<CoursePoint>,
}

/// The differences after some deals.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct CoursePoint {
    /// The number of deals.
    pub deals: u64,
    /// The mean of each difference.
    pub means: Vec<f64>,
    /// Its 95 % interval: the one that holds at all deals at once, if a match is stopped by it.
    pub intervals: Vec<Option<ConfidenceInterval>>,
}

impl Course {
    /// Adds a point if it is time to, or if it is the last.
    pub(super) fn add(&mut self, tally: &Tally, stop: Stop, last: bool) {
        let deals = tally.clusters();
        let before = self.points.last().map_or(0, |point| point.deals);
        let due = (before as f64 * STEP).ceil() as u64;
        if deals < 2 || deals == before || !last && deals < due.max(before + 1) {
            return;
        }
        let differences: Vec<_> = tally.differences().collect();
        if self.pairs.is_empty() {
            let names = |of: &Difference| [of.a, of.b].map(|entry| tally.name(entry).to_owned());
            self.pairs = differences.iter().map(names).collect();
        }
        self.points.push(CoursePoint {
            deals,
            means: differences.iter().map(|difference| difference.estimate.mean).collect(),
            intervals: differences.iter().map(|difference| stop.interval(difference)).collect(),
        });
    }
}
