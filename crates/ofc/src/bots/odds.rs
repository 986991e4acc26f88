//! Probabilities of drawing the cards that a row needs.

use facedown_game::math;
use std::sync::LazyLock;

/// Draws are counted in halves, up to this many.
const DRAWS: usize = 25;
/// Unseen cards are counted in pairs.
const UNSEEN: usize = 28;
const OUTS: usize = 22;
const NEEDS: usize = 6;

/// Probabilities by half draws, pairs of unseen cards, outs and needed cards.
static TABLE: LazyLock<Vec<[[f32; NEEDS]; OUTS]>> = LazyLock::new(|| {
    let cell = |i: usize| chances((i % DRAWS) as f64 / 2.0, 2.0 * (i / DRAWS) as f64 + 0.5);
    (0..DRAWS * UNSEEN).map(cell).collect()
});

/// Returns the probabilities of at least 0 to 5 hits for each number of outs, draws taken to be
/// independent.
fn chances(draws: f64, unseen: f64) -> [[f32; NEEDS]; OUTS] {
    std::array::from_fn(|outs| {
        let hit = (outs as f64 / unseen).min(1.0);
        let mut exactly = math::powf(1.0 - hit, draws);
        let mut at_least = 1.0;
        std::array::from_fn(|need| {
            let result = if need > outs || need as f64 > draws { 0.0 } else { at_least };
            at_least = (at_least - exactly).max(0.0);
            // The next term of the binomial series.
            exactly *=
                (draws - need as f64).max(0.0) / (need + 1) as f64 * hit / (1.0 - hit + 1e-9);
            result as f32
        })
    })
}

/// Probabilities for one number of draws.
#[derive(Clone, Copy)]
pub(super) struct Odds {
    cell: &'static [[f32; NEEDS]; OUTS],
    /// The probability of a pair of some rank that a row does not hold yet.
    pub(super) new_pair: f32,
}

impl Odds {
    /// Returns the probabilities for this many draws from this many unseen cards.
    pub(super) fn new(draws: f32, unseen: usize, new_pair: f32) -> Self {
        let halves = ((draws * 2.0 + 0.5) as usize).min(DRAWS - 1);
        let cell = &TABLE[(unseen / 2).min(UNSEEN - 1) * DRAWS + halves];
        Self { cell, new_pair }
    }

    /// Returns [`Odds::new_pair`] for this many draws.
    pub(super) fn new_pair_in(draws: f32) -> f32 {
        let pairs = draws * (draws - 1.0).max(0.0) / 2.0;
        1.0 - math::exp_f32(-pairs * 3.0 / 51.0)
    }

    /// Returns the probability of drawing at least `need` of `outs` cards.
    #[inline]
    pub(super) fn hit(&self, outs: u8, need: usize) -> f32 {
        self.cell[usize::from(outs).min(OUTS - 1)][need.min(NEEDS - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_independent_draws() {
        let odds = Odds::new(3.0, 40, 0.2);
        let hit: f32 = 8.0 / 40.5;
        let none = (1.0 - hit).powi(3);
        assert!((odds.hit(8, 1) - (1.0 - none)).abs() < 1e-5);
        assert!((odds.hit(8, 3) - hit.powi(3)).abs() < 1e-5);
        let certain = [odds.hit(8, 0), odds.hit(8, 4), odds.hit(1, 2)].map(f32::to_bits);
        assert_eq!(certain, [1.0_f32, 0.0, 0.0].map(f32::to_bits));
    }
}
