//! Means, standard errors and 95 % confidence intervals, clustered by deal.
//!
//! Games that share a deal are not independent, so standard errors are taken over clusters: all the
//! games of one deal. Sums are kept as integers, which makes them exact and independent of order:
//! threads cannot change a result, and identical bots differ by exactly 0.

mod moments;
mod sequence;

pub(crate) use moments::{Moments, RatioMoments, Tails};
pub(crate) use sequence::{confidence_sequence, is_settled};

use facedown_game::stats::{SampleMean, student_t95};
#[cfg(feature = "serde")]
use serde::Serialize;
use std::fmt;

/// A 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct ConfidenceInterval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl ConfidenceInterval {
    /// Returns whether the value lies within, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A mean with its standard error and confidence interval, clustered by deal.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error over clusters; `None` for a single cluster, which has no variance.
    pub standard_error: Option<f64>,
    /// The 95 % confidence interval; `None` for a single cluster.
    pub interval: Option<ConfidenceInterval>,
    /// The number of clusters, at least one.
    pub clusters: u64,
}

impl Estimate {
    /// Estimates the mean of independent values, one for each cluster, with a Student's t interval;
    /// `None` without values.
    ///
    /// ```
    /// use facedown_arena::Estimate;
    ///
    /// let estimate = Estimate::of(&[1.0, 2.0, 6.0]).unwrap();
    /// assert_eq!(estimate.mean, 3.0);
    /// assert!(estimate.interval.unwrap().contains(0.0));
    /// assert_eq!(Estimate::of(&[7.0]).unwrap().interval, None);
    /// ```
    pub fn of(values: &[f64]) -> Option<Self> {
        let found = SampleMean::of(values.iter().copied());
        (!values.is_empty()).then(|| Self::from(found))
    }

    /// Computes the Student's t interval from the clusters' sum of squared deviations from the mean.
    fn student(mean: f64, squares: f64, clusters: u64) -> Self {
        let n = clusters as f64;
        let error = (clusters > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        Self::from(SampleMean { count: clusters, mean, error })
    }

    /// Replaces the interval by Wilson's, for a mean that is a proportion: it stays within 0 and 1
    /// and has a width even if one side won everything.
    fn into_proportion(mut self) -> Self {
        if let Some(error) = self.standard_error {
            // The effective sample size: the number of independent games with this standard error.
            // If all clusters are won or all are lost, the error is 0 and each counts as one game.
            let variance = self.mean * (1.0 - self.mean);
            let games = if variance > 0.0 {
                variance / error.powi(2) // infinite if the clusters agree: the interval is a point
            } else {
                self.clusters as f64
            };
            self.interval = Some(wilson(self.mean, games, student_t95(self.clusters - 1)));
        }
        self
    }
}

impl From<SampleMean> for Estimate {
    fn from(found: SampleMean) -> Self {
        let SampleMean { count, mean, error } = found;
        let interval = found
            .student_half_width()
            .map(|reach| ConfidenceInterval { low: mean - reach, high: mean + reach });
        Self { mean, standard_error: error, interval, clusters: count }
    }
}

/// Returns the Wilson score interval: all proportions from which the observed one is no further than
/// `z` of *their* standard errors. Wilson 1927, "Probable inference, the law of succession, and
/// statistical inference".
fn wilson(rate: f64, games: f64, z: f64) -> ConfidenceInterval {
    let zz = z * z / games;
    let middle = (rate + zz / 2.0) / (1.0 + zz);
    let reach = (rate * (1.0 - rate) * zz + zz * zz / 4.0).sqrt() / (1.0 + zz);
    // Rounding must not exclude the rate itself.
    ConfidenceInterval {
        low: (middle - reach).clamp(0.0, rate),
        high: (middle + reach).clamp(rate, 1.0),
    }
}

impl fmt::Display for Estimate {
    /// Writes `1.25 [0.75, 1.75]`, by default with 3 decimals, and with signs if the format has a
    /// plus.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(3);
        let number = |value: f64| {
            if f.sign_plus() {
                format!("{value:+.decimals$}")
            } else {
                format!("{value:.decimals$}")
            }
        };
        match self.interval {
            Some(ConfidenceInterval { low, high }) => {
                let (mean, low, high) = (number(self.mean), number(low), number(high));
                write!(f, "{mean} [{low}, {high}]")
            }
            None => write!(f, "{} (one cluster: no interval)", number(self.mean)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_written_with_its_interval() {
        let estimate = Estimate::of(&[1.0, 1.0, 1.0, 3.0]).unwrap();
        assert_eq!(format!("{estimate:.2}"), "1.50 [-0.09, 3.09]");
        assert_eq!(format!("{estimate:+.2}"), "+1.50 [-0.09, +3.09]");
    }

    #[test]
    fn wilson_matches_a_published_example() {
        // Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662.
        let interval = wilson(81.0 / 263.0, 263.0, 1.959_964);
        assert!((interval.low - 0.2553).abs() < 5e-5, "{interval:?}");
        assert!((interval.high - 0.3662).abs() < 5e-5, "{interval:?}");
    }
}
