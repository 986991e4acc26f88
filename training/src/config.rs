//! The description of a training run: a small TOML file.

use facedown_nets::{Config as Network, ConfigError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A training run. `training/configs/` has one for every network that ships.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What is learnt: a task of `facedown-tasks`.
    pub task: String,
    /// The samples, if the command line names none: `generate:SEED:COUNT` or a folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The network.
    pub network: Network,
    /// The loss of each head, in the order of the heads.
    pub losses: Vec<Loss>,
    /// The optimiser.
    #[serde(default)]
    pub optimizer: Optimizer,
    /// Batches, passes, validation.
    #[serde(default)]
    pub run: Run,
}

/// The loss of one head.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// The kind.
    pub kind: LossKind,
    /// Its weight beside the other heads.
    #[serde(default = "one")]
    pub weight: f64,
}

/// How far outputs are from their targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossKind {
    /// Cross-entropy of the softmax over possible outputs, with the label's probability.
    CrossEntropy,
    /// Mean squared error.
    Mse,
    /// Squared error up to 1, absolute error beyond.
    Huber,
    /// Cross-entropy of the logistic function of each output.
    Binary,
    /// Squared error of the sum of all outputs, and 0.3 times that of each: parts of one value.
    Total,
}

/// AdamW and its learning rate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Optimizer {
    /// The greatest learning rate.
    pub learning_rate: f64,
    /// Decay of weights, not of biases.
    pub weight_decay: f32,
    /// Decay of the mean of gradients.
    pub beta_1: f32,
    /// Decay of the mean of squares.
    pub beta_2: f32,
    /// What keeps the division finite.
    pub epsilon: f32,
    /// Steps over which the rate grows from 0.
    pub warmup: u64,
    /// How the rate falls afterwards.
    pub schedule: Schedule,
    /// The last rate as a share of the greatest.
    pub last: f64,
}

/// How the learning rate falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Schedule {
    /// It stays.
    Constant,
    /// On a line to the last step.
    Linear,
    /// On half a cosine to the last step.
    Cosine,
}

/// Batches, passes, validation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Run {
    /// Samples of a step.
    pub batch: usize,
    /// Passes over the samples.
    pub epochs: u64,
    /// Random seed of first weights and of the order of samples.
    pub seed: u64,
    /// Samples held out, at most.
    pub validation: usize,
    /// The share of groups held out.
    pub fraction: f64,
    /// Which groups are held out.
    pub split: Split,
    /// Steps between validations; each writes a checkpoint.
    pub validate_every: u64,
    /// Ends after so many validations without a better one; 0 never does.
    pub patience: u64,
    /// Stores weights in half precision.
    pub half: bool,
}

/// Which groups of samples are held out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// Deals by chance.
    Deal,
    /// The newest by date.
    Date,
}

const fn one() -> f64 {
    1.0
}

impl Default for Optimizer {
    fn default() -> Self {
        Self {
            learning_rate: 1e-3,
            weight_decay: 1e-4,
            beta_1: 0.9,
            beta_2: 0.999,
            epsilon: 1e-8,
            warmup: 100,
            schedule: Schedule::Cosine,
            last: 0.01,
        }
    }
}

impl Default for Run {
    fn default() -> Self {
        Self {
            batch: 1024,
            epochs: 1,
            seed: 1,
            validation: 20_000,
            fraction: 0.05,
            split: Split::Deal,
            validate_every: 500,
            patience: 0,
            half: false,
        }
    }
}

impl Optimizer {
    /// Returns the learning rate of a step, of so many.
    pub fn rate(&self, step: u64, steps: u64) -> f64 {
        let warm = ((step + 1) as f64 / self.warmup.max(1) as f64).min(1.0);
        let past = step.saturating_sub(self.warmup) as f64;
        let way = (past / steps.saturating_sub(self.warmup).max(1) as f64).min(1.0);
        let left = match self.schedule {
            Schedule::Constant => 1.0,
            Schedule::Linear => 1.0 - way,
            Schedule::Cosine => f64::midpoint(1.0, libm::cos(way * std::f64::consts::PI)),
        };
        self.learning_rate * warm * (self.last + (1.0 - self.last) * left)
    }
}

/// Why a text is no training run.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum BadConfig {
    /// Not such a TOML file.
    Toml(String),
    /// The network cannot be built.
    Network(ConfigError),
    /// A number is out of range.
    Range {
        /// The field.
        field: &'static str,
        /// Its value.
        found: f64,
        /// What it may be.
        expected: &'static str,
    },
    /// There is not one loss for every head.
    Losses {
        /// The number of losses.
        found: usize,
        /// The number of heads.
        heads: usize,
    },
}

impl fmt::Display for BadConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(why) => f.write_str(why.trim_end()),
            Self::Network(error) => write!(f, "network: {error}"),
            Self::Range { field, found, expected } => {
                write!(f, "{field} is {found}, expected {expected}")
            }
            Self::Losses { found, heads } => write!(f, "{found} losses for {heads} heads"),
        }
    }
}

impl std::error::Error for BadConfig {}

impl Config {
    /// Reads a run.
    pub fn parse(text: &str) -> Result<Self, BadConfig> {
        let config: Self =
            toml::from_str(text).map_err(|error| BadConfig::Toml(error.to_string()))?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), BadConfig> {
        let heads = self.network.head_shapes().map_err(BadConfig::Network)?.len();
        if self.losses.len() != heads {
            return Err(BadConfig::Losses { found: self.losses.len(), heads });
        }
        let Optimizer { learning_rate, weight_decay, beta_1, beta_2, epsilon, last, .. } =
            self.optimizer;
        let share = "a share from 0 to 1";
        let positive = "a number above 0";
        let counts = "at least 1";
        let checks = [
            ("optimizer.learning_rate", learning_rate, learning_rate > 0.0, positive),
            ("optimizer.weight_decay", weight_decay.into(), weight_decay >= 0.0, "at least 0"),
            ("optimizer.beta_1", beta_1.into(), (0.0..1.0).contains(&beta_1), share),
            ("optimizer.beta_2", beta_2.into(), (0.0..1.0).contains(&beta_2), share),
            ("optimizer.epsilon", epsilon.into(), epsilon > 0.0, positive),
            ("optimizer.last", last, (0.0..=1.0).contains(&last), share),
            ("run.batch", self.run.batch as f64, self.run.batch > 0, counts),
            ("run.epochs", self.run.epochs as f64, self.run.epochs > 0, counts),
            ("run.validation", self.run.validation as f64, self.run.validation > 0, counts),
            (
                "run.validate_every",
                self.run.validate_every as f64,
                self.run.validate_every > 0,
                counts,
            ),
            ("run.fraction", self.run.fraction, (0.0..1.0).contains(&self.run.fraction), share),
        ];
        let weights = self.losses.iter().map(|loss| {
            (
                "losses.weight",
                loss.weight,
                loss.weight >= 0.0 && loss.weight.is_finite(),
                "at least 0",
            )
        });
        match checks.into_iter().chain(weights).find(|(_, _, right, _)| !right) {
            Some((field, found, _, expected)) => Err(BadConfig::Range { field, found, expected }),
            None => Ok(()),
        }
    }
}
