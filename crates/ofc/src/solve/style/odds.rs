//! How likely each style is.

use super::Style;
use facedown_game::{Rng, math};

/// How likely an opponent has each style, by all boards that were looked at.
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
    /// Before anything is seen: 40 % are balanced, 20 % are of each other style.
    pub const PRIOR: Self = {
        // The natural logarithm of 2.
        Self { weights: [std::f64::consts::LN_2, 0.0, 0.0, 0.0] }
    };

    /// An opponent that is known to have a style.
    pub fn known(style: Style) -> Self {
        let weight = |one| if one == style { 0.0 } else { f64::NEG_INFINITY };
        Self { weights: Style::ALL.map(weight) }
    }

    /// The chances in the order of [`Style::ALL`]; their sum is 1.
    pub fn chances(&self) -> [f64; 4] {
        let most = self.weights.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let weights = self.weights.map(|weight| math::exp(weight - most));
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    /// The chance of a style.
    pub fn chance(&self, style: Style) -> f64 {
        self.chances()[style as usize]
    }

    /// The likeliest style, and its chance.
    pub fn likeliest(&self) -> (Style, f64) {
        let all = Style::ALL.into_iter().zip(self.chances());
        all.fold((Style::Balanced, 0.0), |best, one| if one.1 > best.1 { one } else { best })
    }

    /// Takes in how likely something was by each style, in logarithms.
    pub(super) fn add(&mut self, likelihoods: [f64; 4]) {
        self.weights.iter_mut().zip(likelihoods).for_each(|(weight, more)| *weight += more);
    }

    /// A style drawn by these chances.
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
