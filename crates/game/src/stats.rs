//! Means of sampled values, their standard errors, and 95 % confidence intervals.
//!
//! Everything that shows an interval takes it from here: searches, solvers, reviews, and the matches
//! of `facedown-arena`, which adds what games that share a deal need.

/// The quantile of the normal distribution that bounds a 95 % interval of many values.
pub const Z95: f64 = 1.96;

/// Returns the 95 % interval of a mean of many values with this standard error.
pub fn around(mean: f64, error: f64) -> [f64; 2] {
    [mean - Z95 * error, mean + Z95 * error]
}

/// Returns the 97.5 % quantile of Student's t distribution, which bounds a 95 % interval of few values.
///
/// # Panics
/// If there are 0 degrees of freedom.
pub fn student_t95(degrees: u64) -> f64 {
    /// For 1 to 30 degrees of freedom.
    const FEW: [f64; 30] = [
        12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004,
        2.262_157, 2.228_139, 2.200_985, 2.178_813, 2.160_369, 2.144_787, 2.131_450, 2.119_905,
        2.109_816, 2.100_922, 2.093_024, 2.085_963, 2.079_614, 2.073_873, 2.068_658, 2.063_899,
        2.059_539, 2.055_529, 2.051_831, 2.048_407, 2.045_230, 2.042_272,
    ];
    assert!(degrees > 0, "Student's distribution has at least one degree of freedom");
    if let Some(t) = FEW.get(degrees as usize - 1) {
        return *t;
    }
    // Abramowitz and Stegun 26.7.5: the normal quantile z and corrections in 1/degrees.
    let z = 1.959_963_984_540_054_f64;
    let v = degrees as f64;
    let z2 = z * z;
    z + z * (z2 + 1.0) / (4.0 * v)
        + z * ((5.0 * z2 + 16.0) * z2 + 3.0) / (96.0 * v * v)
        + z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / (384.0 * v * v * v)
}

/// The mean of independent values, and how certain it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampleMean {
    /// The number of values.
    pub count: u64,
    /// The mean; 0 without values.
    pub mean: f64,
    /// The standard error of the mean; `None` for fewer than two values.
    pub error: Option<f64>,
}

impl SampleMean {
    /// Returns the mean of values.
    ///
    /// ```
    /// use facedown_game::stats::SampleMean;
    ///
    /// let found = SampleMean::of([1.0, 2.0, 6.0].into_iter());
    /// assert_eq!(found.mean, 3.0);
    /// assert_eq!(found.error, Some((14.0f64 / 2.0 / 3.0).sqrt()));
    /// ```
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as u64;
        let n = count as f64;
        let mean = values.clone().sum::<f64>() / n.max(1.0);
        let squares = || values.map(|value| (value - mean).powi(2)).sum::<f64>();
        Self { count, mean, error: (count > 1).then(|| (squares() / (n - 1.0) / n).sqrt()) }
    }

    /// Returns the mean of pairs of a weight and a value. A weight is how often a value would have
    /// come, had it been drawn with its probability. Without weight the mean is 0.
    pub fn weighted(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        let count = pairs.clone().count() as u64;
        let n = count as f64;
        let total: f64 = pairs.clone().map(|(weight, _)| weight).sum();
        if total <= 0.0 {
            return Self { count, mean: 0.0, error: None };
        }
        let mean = pairs.clone().map(|(weight, value)| weight * value).sum::<f64>() / total;
        let squares: f64 = pairs.map(|(weight, value)| (weight * (value - mean)).powi(2)).sum();
        let error = (squares * n / (n - 1.0).max(1.0)).sqrt() / total;
        Self { count, mean, error: (count > 1).then_some(error) }
    }

    /// Returns the ratio of two sums over independent groups, each given by its part of both: points and
    /// hands of a game. `count` is the number of groups.
    pub fn ratio(groups: impl Iterator<Item = (f64, f64)> + Clone) -> Self {
        let count = groups.clone().count() as u64;
        let (sum, items) =
            groups.clone().fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
        let mean = if items > 0.0 { sum / items } else { 0.0 };
        let squares: f64 = groups.map(|(sum, items)| (sum - mean * items).powi(2)).sum();
        Self { count, mean, error: (count > 1).then(|| squares.sqrt() / items.max(1.0)) }
    }

    /// Returns the 95 % interval of the mean of many values; `None` for fewer than two.
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.error.map(|error| around(self.mean, error))
    }

    /// Returns half the width of the 95 % interval of the mean of many values; 0 for fewer than two.
    pub fn half_width(&self) -> f64 {
        self.error.map_or(0.0, |error| Z95 * error)
    }

    /// Returns half the width of the 95 % interval by Student's distribution, which is right for few
    /// values too; `None` for fewer than two.
    pub fn student_half_width(&self) -> Option<f64> {
        self.error.map(|error| student_t95(self.count - 1) * error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_quantiles_match_published_tables() {
        let table = [(1, 12.706_205), (30, 2.042_272), (31, 2.039_513), (40, 2.021_075)];
        for (degrees, t) in table.into_iter().chain([(60, 2.000_298), (120, 1.979_930)]) {
            assert!((student_t95(degrees) - t).abs() < 2e-6, "{degrees}");
        }
        assert!((student_t95(u64::MAX) - 1.959_964).abs() < 1e-6);
    }

    #[test]
    fn an_interval_is_what_the_formula_gives_by_hand() {
        // A deviation of 1 in eight values.
        let values = [-1.0, 1.0].repeat(4);
        let found = SampleMean::of(values.iter().copied());
        let error = (8.0_f64 / 7.0 / 8.0).sqrt();
        assert_eq!((found.count, found.mean, found.error), (8, 0.0, Some(error)));
        assert_eq!(found.interval(), Some([-1.96 * error, 1.96 * error]));
        assert!((found.student_half_width().unwrap() - 2.364_624 * error).abs() < 1e-12);
    }

    #[test]
    fn fewer_than_two_values_have_no_interval() {
        let one = SampleMean::of([7.0].into_iter());
        assert_eq!((one.mean, one.interval(), one.student_half_width()), (7.0, None, None));
        assert!(SampleMean::of([0.0; 0].into_iter()).mean.abs() < 1e-12);
        assert!(SampleMean::weighted([(0.0, 5.0)].into_iter()).mean.abs() < 1e-12);
    }

    #[test]
    fn a_ratio_is_that_of_the_sums() {
        // Ratio 12 / 6 = 2; residuals 2-2, 6-4, 4-6.
        let found = SampleMean::ratio([(2.0, 1.0), (6.0, 2.0), (4.0, 3.0)].into_iter());
        assert_eq!((found.count, found.mean), (3, 2.0));
        assert!((found.error.unwrap() - 8.0f64.sqrt() / 6.0).abs() < 1e-12);
        assert!(SampleMean::ratio([(0.0, 0.0); 2].into_iter()).mean.abs() < 1e-12);
    }

    #[test]
    fn equal_weights_change_nothing() {
        let values = [3.0, -4.0, 10.0, 7.5];
        let plain = SampleMean::of(values.into_iter());
        let weighted = SampleMean::weighted(values.into_iter().map(|value| (0.5, value)));
        assert!((plain.mean - weighted.mean).abs() < 1e-12);
        assert!((plain.error.unwrap() - weighted.error.unwrap()).abs() < 1e-12);
        let pulled = SampleMean::weighted([(3.0, 0.0), (1.0, 4.0)].into_iter());
        assert!((pulled.mean - 1.0).abs() < 1e-12);
    }
}
