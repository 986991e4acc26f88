//! Options compared over the same worlds.

use crate::stats::SampleMean;
use crate::{Game, Rng, Worlds};

/// The values of a decision's options in the worlds that they were carried out in.
///
/// In each world every option meets the same hidden cards and the same random numbers, so that the
/// difference of two options has an interval of its own, far narrower than those of their values.
#[derive(Clone, PartialEq, Debug)]
pub struct PairedWorlds {
    seed: u64,
    /// The weight of each world.
    weights: Vec<f32>,
    /// By option, the value in each world.
    values: Vec<Vec<f32>>,
}

impl PairedWorlds {
    /// Prepares to compare so many options. Equal seeds give equal worlds.
    pub fn new(options: usize, seed: u64) -> Self {
        Self { seed, weights: Vec::new(), values: vec![Vec::new(); options] }
    }

    /// Plays this many more worlds. `value` carries the option of a number out in a world, with random
    /// numbers that are the same for every option of that world.
    pub fn play<G: Game>(
        &mut self,
        worlds: &(impl Worlds<G> + ?Sized),
        count: usize,
        mut value: impl FnMut(usize, G::State, &mut Rng) -> f32,
    ) {
        for _ in 0..count {
            let mut rng = Rng::stream(self.seed, self.weights.len() as u64);
            let (world, weight) = worlds.sample(&mut rng);
            let stream = rng.next_u64();
            self.weights.push(weight);
            for (option, values) in self.values.iter_mut().enumerate() {
                values.push(value(option, world, &mut Rng::new(stream)));
            }
        }
    }

    /// Returns the number of worlds that were played.
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// Returns the value of an option in each world.
    pub fn values(&self, option: usize) -> &[f32] {
        &self.values[option]
    }

    /// Returns the mean value of an option.
    pub fn value(&self, option: usize) -> SampleMean {
        self.mean(|world| f64::from(self.values[option][world]))
    }

    /// Returns the mean gap between two options.
    pub fn gap(&self, better: usize, worse: usize) -> SampleMean {
        let value = |option: usize, world: usize| f64::from(self.values[option][world]);
        self.mean(|world| value(better, world) - value(worse, world))
    }

    fn mean(&self, value: impl Fn(usize) -> f64) -> SampleMean {
        let weights = self.weights.iter().map(|weight| f64::from(*weight)).enumerate();
        SampleMean::weighted(weights.map(|(world, weight)| (weight, value(world))))
    }
}
