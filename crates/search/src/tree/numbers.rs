//! Numbers for selection: logarithms by table, Gumbel noise, and the range of rewards.

use facedown_game::{Rng, math};
use std::sync::LazyLock;

const ENTRY_BITS: u32 = 12;
const ENTRIES: usize = 1 << ENTRY_BITS;

static LN: LazyLock<Box<[f32]>> =
    LazyLock::new(|| (0..ENTRIES).map(|n| math::ln_f32(n.max(1) as f32)).collect());

/// The natural logarithms of counts.
#[derive(Clone, Copy)]
pub(crate) struct Ln(&'static [f32]);

impl Ln {
    pub(crate) fn new() -> Self {
        Self(&LN)
    }

    /// Returns the logarithm of a count; 0 for 0. Beyond the table the count is rounded down to its
    /// first twelve bits, which changes the result by 0.0005 at most.
    #[inline]
    pub(crate) fn of(self, count: u32) -> f32 {
        let beyond = (32 - ENTRY_BITS).saturating_sub(count.leading_zeros());
        self.0[(count >> beyond) as usize & (ENTRIES - 1)] + beyond as f32 * std::f32::consts::LN_2
    }
}

const QUANTILES: usize = 1 << 12;

/// Evenly spaced quantiles of the standard Gumbel distribution.
static GUMBEL: LazyLock<Box<[f32]>> = LazyLock::new(|| {
    let quantile = |n: usize| -math::ln(-math::ln((n as f64 + 0.5) / QUANTILES as f64));
    (0..QUANTILES).map(|n| quantile(n) as f32).collect()
});

/// Random numbers such that sorting `score + gumbel` draws without replacement by the softmax of
/// the scores.
#[derive(Clone, Copy)]
pub(crate) struct Gumbel(&'static [f32]);

impl Gumbel {
    pub(crate) fn new() -> Self {
        Self(&GUMBEL)
    }

    #[inline]
    pub(crate) fn draw(self, rng: &mut Rng) -> f32 {
        self.0[(rng.next_u64() >> 32) as usize & (QUANTILES - 1)]
    }
}

/// The range of the rewards seen, on which they are scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) low: f32,
    factor: f32,
}

impl Scale {
    #[inline]
    pub(crate) fn new(low: f32, high: f32) -> Self {
        // Before two different rewards were seen all of them are scaled to one half.
        if high > low {
            Self { low, factor: 1.0 / (high - low) }
        } else {
            Self { low, factor: 0.0 }
        }
    }

    /// Scales a reward to the range 0 to 1.
    #[inline]
    pub(crate) fn of(self, reward: f32) -> f32 {
        if self.factor == 0.0 { 0.5 } else { (reward - self.low) * self.factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_agree_inside_and_outside_the_table() {
        let ln = Ln::new();
        assert!(ln.of(0).abs() < 1e-9);
        for n in (1..10_000).chain([1_000_000, 1 << 31, u32::MAX]) {
            assert!((f64::from(ln.of(n)) - math::ln(f64::from(n))).abs() < 6e-4, "{n}");
        }
    }

    #[test]
    fn the_highest_of_score_and_gumbel_is_a_draw_by_the_softmax() {
        let (gumbel, mut rng, mut counts) = (Gumbel::new(), Rng::new(1), [0; 3]);
        let scores = [0.0f32, 1.0, 2.0];
        for _ in 0..20_000 {
            let noisy = scores.map(|score| score + gumbel.draw(&mut rng));
            let best = (0..3).max_by(|a, b| noisy[*a].total_cmp(&noisy[*b])).unwrap();
            counts[best] += 1;
        }
        facedown_testkit::stats::assert_fits(&counts, &scores.map(|s| math::exp(f64::from(s))));
    }

    #[test]
    fn rewards_are_scaled_to_the_range_seen() {
        let scale = Scale::new(-6.0, 94.0);
        let same = |scaled: f32, expected: f32| assert!((scaled - expected).abs() < 1e-6);
        same(scale.of(-6.0), 0.0);
        same(scale.of(44.0), 0.5);
        same(scale.of(94.0), 1.0);
        same(Scale::new(3.0, 3.0).of(3.0), 0.5);
        same(Scale::new(f32::INFINITY, f32::NEG_INFINITY).of(3.0), 0.5);
    }
}
