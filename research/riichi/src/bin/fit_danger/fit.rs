//! Stochastic gradient descent with a step size for each weight (Adagrad).

use crate::head::Head;
use crate::rows::Row;
use facedown_game::{Rng, math};

/// The strength of the pull towards the prior, for each row.
const DECAY: f32 = 2e-6;

/// How far weights may go from those that they start with.
pub(crate) struct Start {
    /// The weights before the first row.
    prior: Option<Vec<f32>>,
    epochs: usize,
    rate: f32,
    /// The number of rows that the prior counts for, roughly.
    rows: f32,
}

impl Start {
    /// Starts from nothing.
    pub(crate) const NOTHING: Self = Self { prior: None, epochs: 6, rate: 0.15, rows: 1.0 };

    /// Starts from fitted weights, for sets of games that are small.
    pub(crate) fn from(prior: Vec<f32>) -> Self {
        Self { prior: Some(prior), epochs: 3, rate: 0.15, rows: 30.0 }
    }
}

/// Fits log odds.
pub(crate) fn logistic<const N: usize>(rows: &mut [Row<N>], head: Head, start: &Start) -> Vec<f32> {
    descend(rows, head, start, 0.0, |sum, row| {
        let chance = 1.0 / (1.0 + math::exp_f32(-sum));
        row.weight * (chance - row.outcome)
    })
}

/// Fits the logarithm of an expectation (Poisson regression).
pub(crate) fn log_linear<const N: usize>(
    rows: &mut [Row<N>],
    head: Head,
    start: &Start,
) -> Vec<f32> {
    let mean = rows.iter().map(|row| f64::from(row.outcome)).sum::<f64>() / rows.len() as f64;
    let bias = math::ln(mean.max(1.0)) as f32;
    let mean = mean as f32;
    descend(rows, head, start, bias, |sum, row| {
        (math::exp_f32(sum.clamp(5.0, 11.5)) - row.outcome) / mean
    })
}

/// Minimises a loss, given its derivative by the sum of a row's weights. The first weight of every
/// class is its bias.
fn descend<const N: usize>(
    rows: &mut [Row<N>],
    head: Head,
    start: &Start,
    bias: f32,
    slope: impl Fn(f32, &Row<N>) -> f32,
) -> Vec<f32> {
    let prior = start.prior.clone().unwrap_or_else(|| {
        (0..head.count()).map(|place| if place % head.width() == 0 { bias } else { 0.0 }).collect()
    });
    let mut weights = prior.clone();
    let mut squares = vec![start.rows; head.count()];
    let mut rng = Rng::new(2);
    for epoch in 0..start.epochs {
        rng.shuffle(rows);
        let rate = start.rate * (1.0 - epoch as f32 / start.epochs as f32);
        for row in &*rows {
            let base = usize::from(row.class) * head.width();
            let at = |feature: &u16| base + usize::from(*feature);
            let sum: f32 = row.features.iter().map(|feature| weights[at(feature)]).sum();
            let slope = slope(sum, row);
            for feature in &row.features {
                let place = at(feature);
                let pull = DECAY * (weights[place] - prior[place]);
                let step = slope + if place == base { 0.0 } else { pull };
                squares[place] += step * step;
                weights[place] -= rate * step / squares[place].sqrt();
            }
        }
    }
    weights
}
