//! Pearson's chi-square test for samplers.
//!
//! ```
//! use facedown_game::Rng;
//! use facedown_testkit::stats;
//!
//! let (mut counts, mut rng) = ([0; 6], Rng::new(1));
//! for _ in 0..6_000 {
//!     counts[rng.below(6) as usize] += 1;
//! }
//! stats::assert_uniform(&counts);
//! ```

use facedown_game::{Game, Rng, Worlds, math};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The p-value below which a sampler is rejected. A correct one fails one test in ten thousand, so
/// that a suite of dozens seldom does when its seeds change; a wrong one fails by orders of
/// magnitude.
pub const MIN_P_VALUE: f64 = 1e-4;

/// Returns Pearson's statistic: the sum of (observed - expected)² / expected.
pub fn chi_square(observed: &[u64], expected: &[f64]) -> f64 {
    assert_eq!(observed.len(), expected.len(), "each cell has a count and an expectation");
    observed.iter().zip(expected).map(|(&o, e)| (o as f64 - e).powi(2) / e).sum()
}

/// Returns the probability that a chi-square variable with `degrees` degrees of freedom is at least
/// `statistic`.
pub fn p_value(statistic: f64, degrees: usize) -> f64 {
    assert!(degrees > 0 && statistic >= 0.0, "{degrees} degrees of freedom, {statistic}");
    upper_gamma(degrees as f64 / 2.0, statistic / 2.0)
}

/// Panics if the counts are too unlikely under a uniform distribution.
#[track_caller]
pub fn assert_uniform(counts: &[u64]) {
    assert_fits(counts, &vec![1.0; counts.len()]);
}

/// Panics if the counts are too unlikely under probabilities proportional to `weights`.
///
/// The statistic follows its distribution if each cell expects five or more; rarer cells are
/// pooled, the rarest first.
#[track_caller]
pub fn assert_fits(counts: &[u64], weights: &[f64]) {
    assert_eq!(counts.len(), weights.len(), "each cell has a count and a weight");
    let total = counts.iter().sum::<u64>();
    let scale = total as f64 / weights.iter().sum::<f64>();
    let (counts, expected) = pool_rare(counts, weights.iter().map(|w| w * scale));
    assert!(counts.len() > 1, "{total} samples are too few to test: take more");
    let statistic = chi_square(&counts, &expected);
    let p = p_value(statistic, counts.len() - 1);
    assert!(
        p >= MIN_P_VALUE,
        "chi-square {statistic:.1} with {} degrees of freedom has p = {p:.2e}\n\
         counts   {counts:?}\nexpected {expected:.1?}",
        counts.len() - 1,
    );
}

/// Returns the cells, with those that expect less than five pooled until their sum does not.
fn pool_rare(counts: &[u64], expected: impl Iterator<Item = f64>) -> (Vec<u64>, Vec<f64>) {
    let mut cells: Vec<(u64, f64)> = counts.iter().copied().zip(expected).collect();
    cells.sort_by(|x, y| y.1.total_cmp(&x.1));
    while let [.., (_, rarer), (_, rarest)] = cells[..]
        && rarest < 5.0
    {
        let (count, _) = cells.pop().unwrap_or_default();
        let last = cells.len() - 1;
        cells[last] = (cells[last].0 + count, rarer + rarest);
    }
    cells.into_iter().unzip()
}

/// Samples worlds and panics if one has no key in `expected` or a weight other than 1, or if their
/// counts do not fit the probabilities in `expected`.
///
/// `key` distinguishes worlds by their hidden parts.
#[track_caller]
pub fn assert_samples<G: Game, K: Ord + Debug>(
    worlds: &impl Worlds<G>,
    samples: usize,
    rng: &mut Rng,
    expected: &BTreeMap<K, f64>,
    key: impl Fn(&G::State) -> K,
) {
    let mut counts: BTreeMap<&K, u64> = expected.keys().map(|k| (k, 0)).collect();
    for _ in 0..samples {
        let (world, weight) = worlds.sample(rng);
        assert!((weight - 1.0).abs() < f32::EPSILON, "weight {weight} of {world:?}");
        let key = key(&world);
        let count = counts.get_mut(&key);
        *count.unwrap_or_else(|| panic!("an impossible world, {key:?}: {world:?}")) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    assert_fits(&counts, &expected.values().copied().collect::<Vec<_>>());
}

/// Returns the regularised upper incomplete gamma function Q(a, x).
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = math::exp(a * math::ln(x) - x - ln_gamma(a));
    if x < a + 1.0 {
        // The power series of P(a, x) converges fast here.
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - front * sum).max(0.0);
    }
    // The continued fraction x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(x+5-a - …)), evaluated backwards.
    let terms = 200 + 2 * a as usize;
    let mut tail = 0.0;
    for n in (1..=terms).rev() {
        let n = n as f64;
        tail = n * (n - a) / (x + 2.0 * n + 1.0 - a - tail);
    }
    front / (x + 1.0 - a - tail)
}

/// Returns the logarithm of the gamma function, by Stirling's series beyond 10.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 0.0);
    while x < 10.0 {
        shift += math::ln(x);
        x += 1.0;
    }
    let i = 1.0 / (x * x);
    let series = (1.0 / 12.0 - i * (1.0 / 360.0 - i * (1.0 / 1260.0 - i / 1680.0))) / x;
    (x - 0.5) * math::ln(x) - x + 0.5 * math::ln(std::f64::consts::TAU) + series - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_agree_with_the_printed_table() {
        // The 99.9 % and 50 % points of printed chi-square tables.
        for (degrees, high, median) in
            [(1, 10.828, 0.455), (2, 13.816, 1.386), (6, 22.458, 5.348), (100, 149.449, 99.334)]
        {
            assert!((p_value(high, degrees) - 0.001).abs() < 2e-6, "{degrees}");
            assert!((p_value(median, degrees) - 0.5).abs() < 2e-4, "{degrees}");
        }
        assert!((p_value(1_143.917, 1_000) - 0.001).abs() < 2e-6);
    }

    #[test]
    fn p_values_of_two_degrees_are_exponential() {
        for x in [0.0, 0.1, 1.9, 2.1, 5.0, 40.0] {
            assert!((p_value(x, 2) - math::exp(-x / 2.0)).abs() < 1e-11, "{x}");
        }
    }

    #[test]
    #[should_panic(expected = "chi-square")]
    fn a_loaded_die_is_rejected() {
        assert_uniform(&[1_000, 1_000, 1_000, 1_000, 1_000, 1_200]);
    }

    #[test]
    fn rare_cells_are_counted_together() {
        let (counts, expected) = pool_rare(&[1, 50, 2, 3], [2.0, 48.0, 4.0, 2.0].into_iter());
        assert_eq!((counts, expected), (vec![50, 6], vec![48.0, 8.0]));
    }

    #[test]
    #[should_panic(expected = "take more")]
    fn too_few_samples_are_refused() {
        assert_uniform(&[1, 0, 2]);
    }
}
