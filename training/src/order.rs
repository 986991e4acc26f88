//! Which samples are trained on, in which order, and which are held out.

use crate::config::{Run, Split};
use crate::error::TrainError;
use facedown_game::Rng;
use facedown_nets::Samples;

/// The samples of a run.
pub(crate) struct Order {
    train: Train,
    /// The samples held out.
    pub(crate) validation: Vec<u64>,
    batch: usize,
    seed: u64,
    /// The epoch whose order is ready.
    ready: Option<u64>,
}

/// The samples to train on.
enum Train {
    /// The first ones, as they come: they are independent.
    First(u64),
    /// These, in an order that is drawn anew for each pass.
    Shuffled { sorted: Vec<u64>, order: Vec<u64> },
}

impl Order {
    pub(crate) fn new(samples: &dyn Samples, run: &Run) -> Result<Self, TrainError> {
        let len = samples.len();
        let most = run.validation as u64;
        let (train, validation) = if samples.is_shuffled() {
            let held = most.min(len / 2);
            (Train::First(len - held), (len - held..len).collect())
        } else {
            let (sorted, mut held) = split(samples, run);
            if held.len() as u64 > most {
                Rng::stream(run.seed, 1).shuffle(&mut held);
                held.truncate(run.validation);
                held.sort_unstable();
            }
            (Train::Shuffled { sorted, order: Vec::new() }, held)
        };
        let order = Self { train, validation, batch: run.batch, seed: run.seed, ready: None };
        if order.len() == 0 || order.validation.is_empty() {
            return Err(TrainError::Few(len));
        }
        Ok(order)
    }

    /// Returns the number of samples of a pass.
    pub(crate) fn len(&self) -> u64 {
        match &self.train {
            Train::First(len) => *len,
            Train::Shuffled { sorted, .. } => sorted.len() as u64,
        }
    }

    /// Returns the steps of a pass; what does not fill a batch is left out.
    pub(crate) fn steps(&self) -> u64 {
        (self.len() / self.batch as u64).max(1)
    }

    /// Writes the samples of a step.
    pub(crate) fn indices(&mut self, step: u64, indices: &mut Vec<u64>) {
        let (epoch, step) = (step / self.steps(), step % self.steps());
        let start = step * self.batch as u64;
        let end = (start + self.batch as u64).min(self.len());
        indices.clear();
        match &mut self.train {
            Train::First(_) => indices.extend(start..end),
            Train::Shuffled { sorted, order } => {
                if self.ready != Some(epoch) {
                    order.clone_from(sorted);
                    Rng::stream(self.seed, 1000 + epoch).shuffle(order);
                    self.ready = Some(epoch);
                }
                indices.extend_from_slice(&order[start as usize..end as usize]);
            }
        }
    }
}

/// Divides samples into those to train on and those held out, group by group.
fn split(samples: &dyn Samples, run: &Run) -> (Vec<u64>, Vec<u64>) {
    let held: Box<dyn Fn(u64) -> bool> = match run.split {
        Split::Deal => {
            let (seed, fraction) = (run.seed, run.fraction);
            Box::new(move |group| Rng::stream(seed ^ 0x5eed, group).unit() < fraction)
        }
        Split::Date => {
            let mut dates: Vec<u64> = (0..samples.len()).map(|i| samples.group(i)).collect();
            dates.sort_unstable();
            let first = ((1.0 - run.fraction) * dates.len() as f64) as usize;
            let newest = dates.get(first).copied().unwrap_or(u64::MAX);
            Box::new(move |date| date >= newest)
        }
    };
    (0..samples.len()).partition(|index| !held(samples.group(*index)))
}
