//! Exact sums over clusters, and their estimates.

use super::Estimate;

/// Exact sums of an integer and of its square over clusters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moments {
    sum: i128,
    squares: i128,
}

impl Moments {
    pub(crate) fn add(&mut self, value: i64) {
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    pub(crate) fn sum(&self) -> i128 {
        self.sum
    }

    /// Estimates the mean over clusters of the value divided by `unit`.
    pub(crate) fn estimate(&self, clusters: u64, unit: f64) -> Estimate {
        let n = i128::from(clusters);
        let mean = self.sum as f64 / n as f64 / unit;
        // n times the sum of squared deviations, exactly.
        let deviations = n * self.squares - self.sum * self.sum;
        Estimate::student(mean, deviations as f64 / n as f64 / (unit * unit), clusters)
    }

    /// Estimates the mean of a value that is a proportion when divided by `unit`.
    pub(crate) fn proportion(&self, clusters: u64, unit: f64) -> Estimate {
        self.estimate(clusters, unit).into_proportion()
    }
}

/// The central moments of values that are added in a fixed order: how many of them decide the mean.
///
/// Ten deals of a thousand in which two bots differ are ten values, whatever their number says: until
/// some have been seen, the variance is not known either.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tails {
    n: f64,
    mean: f64,
    m2: f64,
    m3: f64,
    m4: f64,
}

impl Tails {
    /// Adds a value (Pébay 2008, "Formulas for robust, one-pass parallel computation of
    /// covariances and arbitrary-order statistical moments").
    pub(crate) fn add(&mut self, value: f64) {
        let before = self.n;
        self.n += 1.0;
        let n = self.n;
        let delta = value - self.mean;
        let part = delta / n;
        let term = delta * part * before;
        self.mean += part;
        self.m4 += term * part * part * (n * n - 3.0 * n + 3.0) + 6.0 * part * part * self.m2
            - 4.0 * part * self.m3;
        self.m3 += term * part * (n - 2.0) - 3.0 * part * self.m2;
        self.m2 += term;
    }

    /// Returns the number of normal values whose variance is as uncertain: that of the values over
    /// their kurtosis, times three. 0 if all are equal.
    pub(crate) fn effective(&self) -> f64 {
        if self.m4 > 0.0 { 3.0 * self.m2 * self.m2 / self.m4 } else { 0.0 }
    }

    /// Returns the skewness of the mean of so many values. 0 if all are equal.
    pub(crate) fn skewness(&self) -> f64 {
        if self.m2 > 0.0 { self.m3 / (self.m2 * self.m2.sqrt()) } else { 0.0 }
    }

    /// Returns whether all values were 0.
    pub(crate) fn all_zero(&self) -> bool {
        self.m2 == 0.0 && self.mean == 0.0
    }
}

/// Exact sums for a ratio: of a value, and of the number of items it belongs to (points and hands).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RatioMoments {
    value: Moments,
    items: Moments,
    products: i128,
}

impl RatioMoments {
    pub(crate) fn add(&mut self, value: i64, items: i64) {
        self.value.add(value);
        self.items.add(items);
        self.products += i128::from(value) * i128::from(items);
    }

    /// Estimates the value per item by the ratio of the sums, with the linearised (delta method)
    /// standard error: the residual of a cluster is its value minus the ratio times its items, so
    /// that clusters with many items weigh more. Without items the ratio is 0.
    pub(crate) fn estimate(&self, clusters: u64) -> Estimate {
        if self.items.sum == 0 {
            return Estimate::student(0.0, 0.0, clusters);
        }
        let ratio = self.value.sum as f64 / self.items.sum as f64;
        let residuals = self.value.squares as f64 - 2.0 * ratio * self.products as f64
            + ratio * ratio * self.items.squares as f64;
        let items = self.items.sum as f64 / clusters as f64;
        // Rounding can push a sum of squares that is 0 below it.
        Estimate::student(ratio, residuals.max(0.0) / (items * items), clusters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ConfidenceInterval;
    use facedown_game::Rng;

    fn moments(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        for value in values {
            moments.add(*value);
        }
        moments
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6 * b.abs().max(1.0)
    }

    #[test]
    fn an_interval_is_what_the_formula_gives_by_hand() {
        // Mean 3, squared deviations 4 + 1 + 9 = 14, variance 7, error sqrt(7/3), t(2) = 4.302653.
        let expected = 4.302_653 * (7.0f64 / 3.0).sqrt();
        let by_sums = moments(&[2, 4, 12]).estimate(3, 2.0);
        for estimate in [Estimate::of(&[1.0, 2.0, 6.0]).unwrap(), by_sums] {
            assert!(near(estimate.mean, 3.0));
            assert!(near(estimate.standard_error.unwrap(), 1.527_525_232));
            assert!(near(estimate.interval.unwrap().low, 3.0 - expected));
            assert!(near(estimate.interval.unwrap().high, 3.0 + expected));
        }
    }

    #[test]
    fn values_count_by_how_many_decide() {
        let effective = |values: &mut dyn Iterator<Item = f64>| {
            let mut tails = Tails::default();
            values.for_each(|value| tails.add(value));
            tails.effective()
        };
        // Values of two kinds have the kurtosis 1, rare ones the reciprocal of their share, about.
        assert!(near(effective(&mut (0..200).map(|i| f64::from(i % 2))), 600.0));
        let rare = effective(&mut (0..1_000).map(|i| if i % 100 == 7 { 50.0 } else { 0.0 }));
        assert!((25.0..35.0).contains(&rare), "{rare}");
        assert!(near(effective(&mut std::iter::repeat_n(2.5, 50)), 0.0));
        let mut rng = Rng::new(4);
        let mut dice = || (0..12).map(|_| f64::from(rng.below(600))).sum::<f64>();
        let normal = effective(&mut (0..20_000).map(|_| 1e6 + dice()));
        assert!((19_000.0..22_000.0).contains(&normal), "{normal}");
    }

    #[test]
    fn one_cluster_has_no_interval_and_the_text_says_so() {
        let estimate = moments(&[5]).estimate(1, 2.0);
        assert!(near(estimate.mean, 2.5));
        assert_eq!((estimate.standard_error, estimate.interval), (None, None));
        assert_eq!(estimate.to_string(), "2.500 (one cluster: no interval)");
        assert_eq!(moments(&[2]).proportion(1, 2.0).interval, None);
        assert_eq!(Estimate::of(&[]), None);
    }

    #[test]
    fn a_ratio_weighs_clusters_by_their_items() {
        // Ratio 12 / 6 = 2; residuals 2-2, 6-4, 4-6 give 8; mean items 2; error sqrt(8/4/2/3).
        let mut ratio = RatioMoments::default();
        for (value, items) in [(2, 1), (6, 2), (4, 3)] {
            ratio.add(value, items);
        }
        let estimate = ratio.estimate(3);
        assert!(near(estimate.mean, 2.0));
        assert!(near(estimate.standard_error.unwrap(), (1.0f64 / 3.0).sqrt()));
    }

    #[test]
    fn a_ratio_over_equal_items_is_the_plain_mean() {
        let mut ratio = RatioMoments::default();
        for value in [3, -4, 10, 7] {
            ratio.add(value, 2);
        }
        let (x, y) = (ratio.estimate(4), moments(&[3, -4, 10, 7]).estimate(4, 2.0));
        assert!(near(x.mean, y.mean));
        assert!(near(x.standard_error.unwrap(), y.standard_error.unwrap()));
    }

    #[test]
    fn a_bot_that_won_everything_is_not_called_certain() {
        let interval = moments(&[4; 20]).proportion(20, 4.0).interval.unwrap();
        assert!(near(interval.high, 1.0));
        assert!(interval.low > 0.7 && interval.low < 0.9, "{interval:?}");
    }

    #[test]
    fn equal_halves_in_every_cluster_are_exactly_one_half() {
        let rate = moments(&[2; 20]).proportion(20, 4.0);
        assert_eq!(rate.interval, Some(ConfidenceInterval { low: 0.5, high: 0.5 }));
    }

    /// Returns the coverage of the intervals of simulated experiments, in percent.
    fn coverage(truth: f64, mut experiment: impl FnMut(&mut Rng) -> Estimate) -> f64 {
        let mut rng = Rng::new(11);
        let held =
            (0..4_000).filter(|_| experiment(&mut rng).interval.unwrap().contains(truth)).count();
        held as f64 / 40.0
    }

    #[test]
    fn intervals_have_95_percent_coverage() {
        // The standard error of a coverage of 95 % over 4,000 experiments is 0.34 %.
        for clusters in [5u64, 12, 100] {
            let covered = coverage(2.5, |rng| {
                let mut sums = Moments::default();
                for _ in 0..clusters {
                    sums.add((0..6).map(|_| i64::from(rng.below(6))).sum::<i64>());
                }
                sums.estimate(clusters, 6.0)
            });
            assert!((93.5..96.5).contains(&covered), "{clusters}: {covered}");
        }
    }

    #[test]
    fn ratio_intervals_have_95_percent_coverage() {
        // A cluster has 1 to 20 hands that share an effect of the cluster.
        let covered = coverage(1.0, |rng| {
            let mut sums = RatioMoments::default();
            for _ in 0..60 {
                let (hands, effect) = (i64::from(rng.below(20)) + 1, i64::from(rng.below(5)) - 2);
                let points = (0..hands).map(|_| effect + i64::from(rng.below(3))).sum();
                sums.add(points, hands);
            }
            sums.estimate(60)
        });
        assert!((93.0..97.0).contains(&covered), "{covered}");
    }

    #[test]
    fn win_rate_intervals_have_95_percent_coverage_near_the_ends_too() {
        // Pairs of games; in half of them the draw of the deal favours each side once.
        for percent in [50u32, 90, 97] {
            let covered = coverage(f64::from(percent) / 100.0, |rng| {
                let mut sums = Moments::default();
                for _ in 0..60 {
                    let (draw, other) = (rng.below(100), rng.below(100));
                    let again = if rng.below(2) == 0 { 99 - draw } else { other };
                    let halves = |draw: u32| if draw < percent { 2 } else { 0 };
                    sums.add(halves(draw) + halves(again));
                }
                sums.proportion(60, 4.0)
            });
            assert!((94.0..98.5).contains(&covered), "{percent}: {covered}");
        }
    }
}
