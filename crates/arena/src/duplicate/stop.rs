//! When a duplicate match ends: after its deals, or as soon as its result is sharp enough.

use super::tally::{Difference, Tally};
use crate::stats::ConfidenceInterval;
#[cfg(feature = "serde")]
use serde::Serialize;

/// When a duplicate match ends before its last deal. Differences are those of the score in hands and
/// of the share of wins in matches, adjusted for luck if there is a baseline.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Stop {
    /// After its last deal alone.
    #[default]
    Never,
    /// Once the 95 % interval of every difference is at most so wide from end to end. It looks at
    /// the width, never at the difference, so that intervals keep their coverage (Chow and Robbins
    /// 1965, "On the asymptotic theory of fixed-width sequential confidence intervals").
    Narrow {
        /// The width, above 0.
        width: f64,
    },
    /// Once the first bot is better or worse than each other, or equal within a margin, by a
    /// sequence of intervals that hold at all deals at once with 95 %.
    Decided {
        /// Differences of at most so much count as equal; 0 or more.
        margin: f64,
    },
}

impl Stop {
    /// Returns the value that cannot be, with what was expected.
    pub(super) fn fault(self) -> Option<String> {
        match self {
            Self::Narrow { width } if !(width.is_finite() && width > 0.0) => {
                Some(format!("a width of {width}: expected more than 0"))
            }
            Self::Decided { margin } if !(margin.is_finite() && margin >= 0.0) => {
                Some(format!("a margin of {margin}: expected 0 or more"))
            }
            _ => None,
        }
    }

    /// Returns whether a match ends here.
    pub(super) fn is_reached(self, tally: &Tally) -> bool {
        match self {
            Self::Never => false,
            Self::Narrow { width } => tally
                .differences()
                .all(|difference| difference.width().is_some_and(|own| own <= width)),
            Self::Decided { margin } => {
                compared(tally, margin).all(|pair| pair.verdict != Verdict::Open)
            }
        }
    }

    /// Returns the interval that the difference is shown with.
    pub(super) fn interval(self, difference: &Difference) -> Option<ConfidenceInterval> {
        match self {
            Self::Decided { .. } => difference.sequence,
            _ => difference.estimate.interval,
        }
    }

    /// Returns what the comparison concludes, if it was asked for.
    pub(super) fn report(self, tally: &Tally) -> Option<SequentialReport> {
        let Self::Decided { margin } = self else { return None };
        Some(SequentialReport { margin, pairs: compared(tally, margin).collect() })
    }
}

/// Compares the first bot with each other.
fn compared(tally: &Tally, margin: f64) -> impl Iterator<Item = SequentialPair> {
    let with_first = tally.differences().filter(|difference| difference.a == 0);
    with_first.map(move |Difference { a, b, estimate, sequence, .. }| {
        let verdict = sequence.map_or(Verdict::Open, |ends| Verdict::of(ends, margin));
        SequentialPair { a, b, difference: estimate.mean, interval: sequence, verdict }
    })
}

/// The conclusion of a sequential comparison.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct SequentialReport {
    /// Differences of at most so much count as equal.
    pub margin: f64,
    /// The first bot against each other.
    pub pairs: Vec<SequentialPair>,
}

/// The conclusion about two bots.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize))]
#[non_exhaustive]
pub struct SequentialPair {
    /// The index of the first bot.
    pub a: usize,
    /// The index of the other.
    pub b: usize,
    /// The mean difference per game.
    pub difference: f64,
    /// The 95 % interval that holds at all deals at once; `None` in the first deals.
    pub interval: Option<ConfidenceInterval>,
    /// What it says.
    pub verdict: Verdict,
}

/// Whether a bot is better than another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "lowercase"))]
pub enum Verdict {
    /// The first bot is better.
    Better,
    /// The first bot is worse.
    Worse,
    /// They differ by less than the margin.
    Equal,
    /// Not decided yet.
    Open,
}

impl Verdict {
    fn of(ConfidenceInterval { low, high }: ConfidenceInterval, margin: f64) -> Self {
        if low > 0.0 {
            Self::Better
        } else if high < 0.0 {
            Self::Worse
        } else if -margin <= low && high <= margin {
            Self::Equal
        } else {
            Self::Open
        }
    }
}
