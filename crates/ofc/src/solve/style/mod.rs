//! How opponents play, as far as their boards tell.
//!
//! A [`Style`] is a way to weigh what a board promises, and how many points are overlooked: it puts
//! a chance on every placement. Of a board that was seen to grow ([`SeenBoard`]) each street is a
//! choice among all that could have been done with those cards; the card thrown away is not known,
//! so the mean over all that it may have been is taken. [`StyleModel::see`] multiplies these chances
//! into [`StyleOdds`], over as many boards as there are, and [`StyleModel::place`] plays in a style.

mod model;
mod odds;
mod seen;

pub(super) use model::Known;
pub use model::StyleModel;
pub use odds::StyleOdds;
pub use seen::{SeenBoard, SeenError};

use super::evaluator::Promise;
use facedown_game::math;

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// For the points that are expected.
    Balanced,
    /// For Fantasyland, and a foul is no misfortune.
    Bold,
    /// Against fouls, and Fantasyland is luck.
    Cautious,
    /// For the points that are expected, with many of them overlooked.
    Careless,
}

/// How much things count for, and how many points are overlooked, about.
struct Taste {
    foul: f64,
    entry: f64,
    overlooked: f64,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 4] = [Self::Balanced, Self::Bold, Self::Cautious, Self::Careless];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Bold => "bold",
            Self::Cautious => "cautious",
            Self::Careless => "careless",
        }
    }

    const fn taste(self) -> Taste {
        match self {
            Self::Balanced => Taste { foul: 1.0, entry: 1.0, overlooked: 0.2 },
            Self::Bold => Taste { foul: 0.4, entry: 2.0, overlooked: 0.2 },
            Self::Cautious => Taste { foul: 2.5, entry: 0.4, overlooked: 0.2 },
            Self::Careless => Taste { foul: 1.0, entry: 1.0, overlooked: 1.2 },
        }
    }

    /// What a board is worth to somebody who plays so.
    fn value(self, promise: &Promise) -> f64 {
        let taste = self.taste();
        promise.royalties - taste.foul * promise.foul + taste.entry * promise.entry
    }

    /// The chances of placements that promise this; so large a part of them is shared out evenly.
    fn chances(self, promises: &[Promise], any: f64, chances: &mut Vec<f64>) {
        chances.clear();
        chances.extend(promises.iter().map(|promise| self.value(promise)));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let overlooked = self.taste().overlooked;
        for value in chances.iter_mut() {
            *value = math::exp((*value - most) / overlooked);
        }
        let sum: f64 = chances.iter().sum();
        let each = any / promises.len().max(1) as f64;
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
