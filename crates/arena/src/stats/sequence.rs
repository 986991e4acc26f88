//! Confidence sequences: intervals that hold at all times at once.
//!
//! An ordinary 95 % interval holds at a number of deals that was fixed before. Who looks after every
//! deal and stops as soon as it excludes zero finds a difference between identical bots sooner or
//! later. A confidence sequence holds at every number of deals together with a chance of 95 %, so
//! that one may look as often as one likes and stop when one likes.

use super::{ConfidenceInterval, Estimate, Tails};
use facedown_game::math::{exp, ln};

/// From so many clusters on, counted by [`Tails::effective`], sums are near enough to normal and their
/// variance is known well enough.
const MIN_CLUSTERS: f64 = 60.0;

/// Up to this skewness a mean is near enough to normal.
const MAX_SKEWNESS: f64 = 0.15;

/// The squared standard deviation, over the standard deviation of a cluster, of the differences that
/// the sequence is narrowest for: a tenth of a deal's deviation, which takes some hundred deals.
const PRIOR: f64 = 0.01;

/// The chance that the sequence misses the mean anywhere.
const ALPHA: f64 = 0.05;

/// Returns whether enough clusters were seen for a rule that looks at their variance.
pub(crate) fn is_settled(tails: &Tails) -> bool {
    tails.effective() >= MIN_CLUSTERS && tails.skewness().abs() <= MAX_SKEWNESS
}

/// Returns the interval of the confidence sequence at an estimate whose values had these tails: of a
/// mean of normal values whose variance is not known. `None` before it is settled.
///
/// Bots that act alike differ in no deal. Then a deal differs with a chance of at most
/// -ln([`ALPHA`]) / n, for all n at once, and it is taken to differ by at most `largest`, the largest
/// score that a deal had.
///
/// The Bayes factor of the t test with a normal prior of the standardised difference (Gönen,
/// Johnson, Lu and Westfall 2005, "The Bayesian two-sample t test") is a martingale under every mean
/// that is tested, whatever the variance (Pérez-Ortiz, Lardy, de Heide and Grünwald 2024,
/// "E-statistics, group invariance and anytime-valid testing"). By Ville's inequality it exceeds
/// 1 / [`ALPHA`] at any time with a chance of at most [`ALPHA`]; the interval holds the means for
/// which it does not.
pub(crate) fn confidence_sequence(
    estimate: &Estimate,
    tails: &Tails,
    largest: f64,
) -> Option<ConfidenceInterval> {
    let (n, error) = (estimate.clusters as f64, estimate.standard_error?);
    if tails.all_zero() {
        let reach = -ln(ALPHA) / n * largest;
        return Some(ConfidenceInterval { low: -reach, high: reach });
    }
    if !is_settled(tails) {
        return None;
    }
    // The Bayes factor is k^(-1/2) ((1 + t²/v) / (1 + t²/(v k)))^(n/2), with v = n - 1 degrees.
    let k = 1.0 + n * PRIOR;
    let bound = exp(2.0 / n * ln(k.sqrt() / ALPHA));
    if bound >= k {
        return None;
    }
    let t = ((n - 1.0) * (bound - 1.0) / (1.0 - bound / k)).sqrt();
    let reach = t * error;
    Some(ConfidenceInterval { low: estimate.mean - reach, high: estimate.mean + reach })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;
    use facedown_game::Rng;

    /// Draws a value; the mean of many is `mean`.
    type Draw = fn(&mut Rng) -> i64;

    /// Returns the share of runs in which an interval misses `mean` at any of the first deals, in
    /// percent: of the sequence, and of ordinary intervals.
    fn misses(draw: Draw, mean: f64) -> [f64; 2] {
        let (runs, deals) = (1_000, 4_000);
        let mut missed = [0; 2];
        for run in 0..runs {
            let mut rng = Rng::stream(3, run);
            let (mut sums, mut tails) = (Moments::default(), Tails::default());
            let mut outside = [false; 2];
            for deal in 1..=deals {
                let value = draw(&mut rng);
                sums.add(value);
                tails.add(value as f64);
                let estimate = sums.estimate(deal, 1.0);
                if is_settled(&tails) {
                    let sequence = confidence_sequence(&estimate, &tails, 0.0);
                    for (outside, interval) in outside.iter_mut().zip([sequence, estimate.interval])
                    {
                        *outside |= interval.is_some_and(|interval| !interval.contains(mean));
                    }
                }
            }
            missed.iter_mut().zip(outside).for_each(|(missed, out)| *missed += u64::from(out));
        }
        missed.map(|missed| 100.0 * missed as f64 / runs as f64)
    }

    #[test]
    fn the_sequence_holds_at_all_deals_at_once_where_ordinary_intervals_do_not() {
        let dice: Draw = |rng| (0..4).map(|_| i64::from(rng.below(6))).sum();
        // Three deals in a hundred decide: 40 one way and the rest evenly the other.
        let skewed: Draw = |rng| if rng.below(100) < 3 { 97 } else { -3 };
        let heavy: Draw = |rng| {
            let size = 1i64 << (rng.below(256).trailing_zeros().min(7));
            if rng.below(2) == 0 { size } else { -size }
        };
        for (draw, mean) in [(dice, 10.0), (skewed, 0.0), (heavy, 0.0)] {
            let [sequence, ordinary] = misses(draw, mean);
            // The standard error of 5 % of 1,000 runs is 0.7.
            assert!(sequence < 6.5, "{sequence}");
            assert!(ordinary > 15.0, "{ordinary}");
        }
    }

    #[test]
    fn bots_that_never_differ_are_equal_within_less_and_less() {
        let mut tails = Tails::default();
        let mut before = f64::INFINITY;
        for clusters in 2..200 {
            tails.add(0.0);
            let estimate = Estimate::student(0.0, 0.0, clusters);
            let ends = confidence_sequence(&estimate, &tails, 20.0).unwrap();
            assert!((ends.low + ends.high).abs() < 1e-12 && ends.high < before);
            before = ends.high;
        }
        assert!(before < 0.31, "three in two hundred deals, of 20 points each: {before}");
        tails.add(0.5);
        assert_eq!(confidence_sequence(&Estimate::student(0.0, 1.0, 200), &tails, 20.0), None);
    }

    #[test]
    fn the_sequence_is_at_most_twice_as_wide_as_an_interval() {
        for clusters in [200, 1_000, 10_000, 100_000] {
            let mut tails = Tails::default();
            (0..clusters).for_each(|i| tails.add(if i % 2 == 0 { 1.0 } else { -1.0 }));
            let estimate = Estimate::student(0.0, clusters as f64, clusters);
            let width = |interval: ConfidenceInterval| interval.high - interval.low;
            let sequence = confidence_sequence(&estimate, &tails, 0.0).unwrap();
            let ratio = width(sequence) / width(estimate.interval.unwrap());
            assert!((1.3..2.1).contains(&ratio), "{clusters}: {ratio}");
        }
    }
}
