//! Playing styles of opponents, inferred from their boards.
//!
//! A [`Style`] weighs the parts of a board's value, with some noise: it assigns a probability to every
//! placement. Each street of a board that was seen to grow ([`SeenBoard`]) is a choice among all
//! placements of its cards; the discard is unknown, so the mean over all unseen cards is taken.
//! [`StyleModel::update`] multiplies these likelihoods into [`StyleOdds`], over any number of boards,
//! and [`StyleModel::place`] plays in a style.

mod model;
mod odds;
mod seen;

pub(super) use model::Known;
pub use model::StyleModel;
pub use odds::StyleOdds;
pub use seen::{SeenBoard, SeenError};

use crate::evaluator::ValueParts;
use facedown_game::math;

/// A playing style.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Maximises expected points.
    Balanced,
    /// Overrates Fantasyland and underrates fouls.
    Bold,
    /// Overrates fouls and underrates Fantasyland.
    Cautious,
    /// Maximises expected points with much noise.
    Careless,
}

/// The weights of fouls and Fantasyland, and the noise in points.
struct Parameters {
    foul: f64,
    entry: f64,
    temperature: f64,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 4] = [Self::Balanced, Self::Bold, Self::Cautious, Self::Careless];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Bold => "bold",
            Self::Cautious => "cautious",
            Self::Careless => "careless",
        }
    }

    const fn parameters(self) -> Parameters {
        match self {
            Self::Balanced => Parameters { foul: 1.0, entry: 1.0, temperature: 0.2 },
            Self::Bold => Parameters { foul: 0.4, entry: 2.0, temperature: 0.2 },
            Self::Cautious => Parameters { foul: 2.5, entry: 0.4, temperature: 0.2 },
            Self::Careless => Parameters { foul: 1.0, entry: 1.0, temperature: 1.2 },
        }
    }

    /// Returns the value of a board to a player of this style.
    fn value(self, parts: &ValueParts) -> f64 {
        let weights = self.parameters();
        parts.royalties - weights.foul * parts.foul + weights.entry * parts.entry
    }

    /// Computes the probabilities of placements with these values: a softmax, mixed with a uniform
    /// distribution of weight `any`.
    fn chances(self, parts: &[ValueParts], any: f64, chances: &mut Vec<f64>) {
        chances.clear();
        chances.extend(parts.iter().map(|parts| self.value(parts)));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let temperature = self.parameters().temperature;
        for value in chances.iter_mut() {
            *value = math::exp((*value - most) / temperature);
        }
        let sum: f64 = chances.iter().sum();
        let each = any / parts.len().max(1) as f64;
        for weight in chances.iter_mut() {
            *weight = (1.0 - any) * *weight / sum + each;
        }
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
