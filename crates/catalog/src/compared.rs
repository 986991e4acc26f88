//! Values of moves over the same worlds, and their paired differences.

/// The quantile of a 95 % confidence interval.
const Z: f64 = 1.96;

/// The values of moves in each world that they were carried out in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compared {
    /// The weight of each world.
    pub weights: Vec<f32>,
    /// By move, the value in each world.
    pub values: Vec<Vec<f32>>,
}

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairedMean {
    /// The mean.
    pub mean: f64,
    /// The interval; `None` with fewer than two worlds.
    pub interval: Option<[f64; 2]>,
}

impl Compared {
    /// Returns the mean value of a move.
    pub fn mean(&self, number: usize) -> PairedMean {
        self.weighted(|world| f64::from(self.values[number][world]))
    }

    /// Returns the mean gap between two moves, over the worlds that both had.
    pub fn gap(&self, better: usize, worse: usize) -> PairedMean {
        let value = |number: usize, world: usize| f64::from(self.values[number][world]);
        self.weighted(|world| value(better, world) - value(worse, world))
    }

    fn weighted(&self, value: impl Fn(usize) -> f64) -> PairedMean {
        let weights = || self.weights.iter().map(|weight| f64::from(*weight)).enumerate();
        let total: f64 = weights().map(|(_, weight)| weight).sum();
        if total <= 0.0 {
            return PairedMean { mean: 0.0, interval: None };
        }
        let mean = weights().map(|(world, weight)| weight * value(world)).sum::<f64>() / total;
        let squares: f64 = weights().map(|(w, weight)| (weight * (value(w) - mean)).powi(2)).sum();
        let count = self.weights.len() as f64;
        let error = (squares * count / (count - 1.0).max(1.0)).sqrt() / total;
        let interval = (count > 1.0).then_some([mean - Z * error, mean + Z * error]);
        PairedMean { mean, interval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paired_gap_is_narrower_than_the_values() {
        let luck = |world: usize| (world * 7919 % 1000) as f32;
        let values =
            [0, 1].map(|bonus| (0..200).map(move |w| luck(w) + (bonus * (3 + w % 2)) as f32));
        let compared = Compared {
            weights: vec![1.0; 200],
            values: values.into_iter().map(Iterator::collect).collect(),
        };
        let gap = compared.gap(1, 0);
        assert!((gap.mean - 3.5).abs() < 1e-9);
        let [low, high] = gap.interval.unwrap();
        assert!(3.4 < low && high < 3.6, "{low} {high}");
        let [low, high] = compared.mean(1).interval.unwrap();
        assert!(high - low > 50.0);
    }

    #[test]
    fn a_world_counts_by_its_weight() {
        let compared = Compared { weights: vec![3.0, 1.0], values: vec![vec![0.0, 4.0]] };
        assert!((compared.mean(0).mean - 1.0).abs() < 1e-12);
        let none = Compared { weights: Vec::new(), values: vec![Vec::new()] };
        assert_eq!(none.mean(0), PairedMean { mean: 0.0, interval: None });
    }
}
