//! The posterior over styles.

use super::Style;
use facedown_game::{Rng, math};

/// The posterior over the styles of an opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StyleOdds {
    /// Logarithms of weights, in the order of [`Style::ALL`].
    weights: [f64; 4],
}

impl Default for StyleOdds {
    fn default() -> Self {
        Self::PRIOR
    }
}

impl StyleOdds {
    /// The prior: 40 % balanced, 20 % for each other style.
    pub const PRIOR: Self = {
        // The natural logarithm of 2.
        Self { weights: [std::f64::consts::LN_2, 0.0, 0.0, 0.0] }
    };

    /// Returns the posterior of an opponent with a known style.
    pub fn known(style: Style) -> Self {
        let weight = |one| if one == style { 0.0 } else { f64::NEG_INFINITY };
        Self { weights: Style::ALL.map(weight) }
    }

    /// Returns the probabilities in the order of [`Style::ALL`].
    pub fn chances(&self) -> [f64; 4] {
        let most = self.weights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let weights = self.weights.map(|weight| math::exp(weight - most));
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// Returns the probability of a style.
    pub fn chance(&self, style: Style) -> f64 {
        self.chances()[style as usize]
    }

    /// Returns the most likely style, and its probability.
    pub fn likeliest(&self) -> (Style, f64) {
        let all = Style::ALL.into_iter().zip(self.chances());
        all.fold((Style::Balanced, 0.0), |best, one| if one.1 > best.1 { one } else { best })
    }

    /// Multiplies likelihoods in, given as logarithms.
    pub(super) fn add(&mut self, likelihoods: [f64; 4]) {
        self.weights.iter_mut().zip(likelihoods).for_each(|(weight, more)| *weight += more);
    }

    /// Samples a style.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Style {
        let mut at = rng.unit();
        let mut all = Style::ALL.into_iter().zip(self.chances());
        let drawn = all.find(|(_, chance)| {
            at -= chance;
            at < 0.0
        });
        drawn.map_or(Style::Balanced, |(style, _)| style)
    }
}
