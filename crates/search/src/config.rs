//! One configuration, the same in Rust, Python, JSON and on the command line.

use crate::SearchError;
use facedown_game::MAX_THREADS;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// How the tree is built, and over which worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Algorithm {
    /// Perfect information: a tree of states, with proven values backed up. From a view it searches
    /// one sampled world, which is right only if the view shows everything.
    Uct,
    /// Single-observer ISMCTS: a new world for each iteration, and one tree of the information sets
    /// of the seat at the root, with availability counts.
    #[default]
    SoIsmcts,
    /// Multi-observer ISMCTS: the same with nodes keyed by the observations of the seat to act.
    MoIsmcts,
    /// Flat Monte Carlo: playouts of each root action, no tree.
    Flat,
    /// UCT in each of several fixed worlds, each of which counts once: perfect-information Monte
    /// Carlo, the baseline that strategy fusion fools.
    Determinized,
    /// Single-observer ISMCTS guided by priors and values ([`Guide`](facedown_game::Guide)), such
    /// as a network's: PUCT, with leaves valued in batches. One tree.
    Puct,
}

/// The allocation of iterations to the root's actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum RootAllocation {
    /// By upper confidence bounds, as everywhere else in the tree.
    #[default]
    Ucb,
    /// Rounds of equal shares, after each of which the worse half is dropped. The active actions
    /// share worlds and playout streams (common random numbers).
    SequentialHalving,
    /// Equal shares to the end, with common random numbers.
    Uniform,
}

/// The criterion of the best action with [`RootAllocation::Ucb`]. In [`Algorithm::Determinized`]
/// both visits and value stand for the mean over the worlds: visits say how long a world was
/// searched, not how much it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Choice {
    /// Most visits.
    #[default]
    Visits,
    /// Highest mean among those with at least a tenth of the visits of the most visited.
    Value,
    /// Highest sum of visits, value and heuristic with the weights of [`SearchConfig::ordering`].
    Blend,
}

/// The rollout policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Rollout {
    /// Uniformly random legal actions.
    Uniform,
    /// The game's own rollout policy.
    #[default]
    Game,
    /// The game's plans for the searching seat: every action is valued by the best of them. As
    /// [`Rollout::Game`] in games without plans, in trees, and where confidence bounds allocate
    /// iterations.
    Plans,
}

/// The mode of parallel search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Parallel {
    /// Independent trees, summed. Equal seed and iterations give equal answers on any number of
    /// threads.
    #[default]
    Root,
    /// One shared tree with virtual loss. Answers of more than one thread depend on their timing.
    Tree,
}

/// The keys of a seat's information sets in multi-observer search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum ObserverKeys {
    /// The seat's whole view in the iteration's world, its hand included. Exact, but every hand
    /// that others can hold needs visits of its own.
    #[default]
    View,
    /// Its observations from the root on alone, as in the paper of Cowling, Powley and Whitehouse:
    /// others play one strategy for all hands that they can hold.
    Events,
}

/// The weights by which [`Choice::Blend`] orders actions: visits on a logarithmic scale, mean and
/// heuristic, each scaled to the range 0 to 1 over the actions.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
pub struct Ordering {
    /// Weight of the visits.
    pub visits: f32,
    /// Weight of the mean.
    pub value: f32,
    /// Weight of the game's heuristic.
    pub heuristic: f32,
}

impl Default for Ordering {
    fn default() -> Self {
        Self { visits: 0.3, value: 0.5, heuristic: 0.2 }
    }
}

/// All parameters of a search. Its limits are a [`Budget`](crate::Budget).
///
/// ```
/// use facedown_search::{Algorithm, SearchConfig};
///
/// let config: SearchConfig = serde_json::from_str(r#"{"algorithm": "mo_ismcts"}"#).unwrap();
/// assert_eq!(config, SearchConfig { algorithm: Algorithm::MoIsmcts, ..SearchConfig::default() });
/// assert!(serde_json::from_str::<SearchConfig>(r#"{"algoritm": "uct"}"#).is_err());
/// ```
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default, deny_unknown_fields))]
#[allow(clippy::struct_excessive_bools, reason = "each is a parameter of its own")]
pub struct SearchConfig {
    /// How the tree is built, and over which worlds.
    pub algorithm: Algorithm,
    /// The exploration constant of UCB, for rewards scaled to the range 0 to 1.
    pub exploration: f32,
    /// First-play urgency: the value of an untried action on the scale 0 to 1. If `None`, every
    /// action is tried once before any is tried twice.
    pub fpu: Option<f32>,
    /// Whether untried actions are expanded in the order of the game's heuristic.
    pub heuristics: bool,
    /// The temperature of that order: 0 is strict, 1 draws by the softmax of the heuristic, more is
    /// closer to a random order.
    pub temperature: f32,
    /// Weights of the blended order of actions.
    pub ordering: Ordering,
    /// The criterion of the best action.
    pub choice: Choice,
    /// Whether significantly worse actions are pruned.
    pub pruning: bool,
    /// Minimum number of visits of an action before it can be pruned.
    pub pruning_visits: u32,
    /// Minimum gap between the upper end of a pruned action's 95 % interval and the lower end of
    /// the best one's, on the scale 0 to 1.
    pub pruning_margin: f32,
    /// The rollout policy.
    pub rollout: Rollout,
    /// Number of leaves that [`Algorithm::Puct`] values in one pass.
    pub leaf_batch: u32,
    /// Share of a rollout in the value of a leaf of [`Algorithm::Puct`], from 0 (the guide's value
    /// alone) to 1. Where the guide has no value it is 1.
    pub rollout_share: f32,
    /// Number of worlds of [`Algorithm::Determinized`].
    pub worlds: u32,
    /// The keys of information sets in [`Algorithm::MoIsmcts`].
    pub observer_keys: ObserverKeys,
    /// The allocation of iterations to the root's actions.
    pub root: RootAllocation,
    /// Weight of a root action's prior in visits, where actions are compared by their means.
    pub prior_visits: f32,
    /// Maximum number of root actions with priors that are searched if iterations are allocated
    /// equally: those with the best priors. If `None`, all are.
    pub candidates: Option<u32>,
    /// Visits of an action before its node is expanded.
    pub expand_after: u32,
    /// Memory limit of the nodes in bytes. A search that reaches it continues without new nodes.
    pub memory: u64,
    /// Number of threads; 0 means one per core.
    pub threads: u32,
    /// The mode of parallel search.
    pub parallel: Parallel,
    /// Number of independent trees of [`Parallel::Root`], whatever the number of threads.
    pub root_trees: u32,
    /// Virtual losses of a visit in progress in [`Parallel::Tree`].
    pub virtual_loss: f32,
    /// Whether a search stops early when no other action can catch up with the most visited.
    pub early_stop: bool,
    /// Random seed.
    pub seed: u64,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            exploration: std::f32::consts::SQRT_2,
            fpu: None,
            heuristics: true,
            temperature: 1.0,
            ordering: Ordering::default(),
            choice: Choice::default(),
            pruning: true,
            pruning_visits: 100,
            pruning_margin: 0.0,
            rollout: Rollout::default(),
            leaf_batch: 16,
            rollout_share: 0.0,
            worlds: 20,
            observer_keys: ObserverKeys::default(),
            root: RootAllocation::default(),
            prior_visits: 0.0,
            candidates: None,
            expand_after: 1,
            memory: 2 << 30,
            threads: 1,
            parallel: Parallel::default(),
            root_trees: 8,
            virtual_loss: 1.0,
            early_stop: true,
            seed: 0,
        }
    }
}

/// Minimum memory of a tree.
const MIN_MEMORY: u64 = 1 << 20;
const MAX_TREES: u32 = 4_096;

impl SearchConfig {
    /// Checks that every parameter is in its range.
    pub fn validate(&self) -> Result<(), SearchError> {
        let finite = |param, value: f32, least: f32| {
            let good = value.is_finite() && value >= least;
            check(good, param, &value, || format!("a number from {least} on"))
        };
        finite("exploration", self.exploration, 0.0)?;
        if let Some(fpu) = self.fpu {
            check(fpu.is_finite(), "fpu", &fpu, || "a finite number, or nothing".into())?;
        }
        finite("temperature", self.temperature, 0.0)?;
        finite("ordering.visits", self.ordering.visits, 0.0)?;
        finite("ordering.value", self.ordering.value, 0.0)?;
        finite("ordering.heuristic", self.ordering.heuristic, 0.0)?;
        finite("pruning_margin", self.pruning_margin, 0.0)?;
        finite("prior_visits", self.prior_visits, 0.0)?;
        let some = self.candidates != Some(0);
        check(some, "candidates", &0, || "at least 1, or nothing".into())?;
        finite("virtual_loss", self.virtual_loss, 0.0)?;
        let counted = |param, value: u32| {
            let good = (1..=MAX_TREES).contains(&value);
            check(good, param, &value, || format!("1 to {MAX_TREES}"))
        };
        counted("leaf_batch", self.leaf_batch)?;
        let share = (0.0..=1.0).contains(&self.rollout_share);
        check(share, "rollout_share", &self.rollout_share, || "0 to 1".into())?;
        counted("worlds", self.worlds)?;
        counted("root_trees", self.root_trees)?;
        check(self.threads as usize <= MAX_THREADS, "threads", &self.threads, || {
            format!("at most {MAX_THREADS}, 0 for one on each core")
        })?;
        let least = MIN_MEMORY * u64::from(self.trees());
        check(self.memory >= least, "memory", &self.memory, || {
            format!("at least {least} bytes: 1 MiB for each of {} trees", self.trees())
        })
    }

    /// Returns the number of trees.
    pub(crate) fn trees(&self) -> u32 {
        match (self.algorithm, self.parallel) {
            (Algorithm::Determinized, _) => self.worlds,
            (Algorithm::Puct, _) | (_, Parallel::Tree) => 1,
            (_, Parallel::Root) => self.root_trees,
        }
    }

    /// Returns the number of threads.
    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n as usize,
        }
    }

    /// Returns whether values can be proven: every iteration of a tree samples the same world.
    pub(crate) fn is_solver(&self) -> bool {
        matches!(self.algorithm, Algorithm::Uct | Algorithm::Determinized)
    }

    /// Returns whether root actions have equal shares of iterations, and there are no other nodes.
    pub(crate) fn is_flat_in_shares(&self) -> bool {
        self.algorithm == Algorithm::Flat && self.root != RootAllocation::Ucb
    }

    /// Returns whether root actions are rolled out by each of the game's plans.
    pub(crate) fn has_plans(&self) -> bool {
        self.rollout == Rollout::Plans && self.is_flat_in_shares()
    }

    /// Returns whether several workers share one tree.
    pub(crate) fn is_shared(&self) -> bool {
        self.parallel == Parallel::Tree
            && !matches!(self.algorithm, Algorithm::Determinized | Algorithm::Puct)
            && self.thread_count() > 1
    }
}

fn check(
    good: bool,
    param: &'static str,
    value: &dyn ToString,
    expected: impl FnOnce() -> String,
) -> Result<(), SearchError> {
    if good {
        return Ok(());
    }
    Err(SearchError::Config { param, value: value.to_string(), expected: expected() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_valid_and_survive_json() {
        let config = SearchConfig::default();
        config.validate().unwrap();
        let json = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<SearchConfig>(&json).unwrap(), config);
        assert_eq!(serde_json::from_str::<SearchConfig>("{}").unwrap(), config);
    }

    #[test]
    fn an_invalid_parameter_is_named() {
        let base = SearchConfig::default;
        let bad = [
            ("exploration", SearchConfig { exploration: -1.0, ..base() }),
            ("exploration", SearchConfig { exploration: f32::NAN, ..base() }),
            ("fpu", SearchConfig { fpu: Some(f32::INFINITY), ..base() }),
            ("temperature", SearchConfig { temperature: -0.5, ..base() }),
            ("pruning_margin", SearchConfig { pruning_margin: f32::NAN, ..base() }),
            ("leaf_batch", SearchConfig { leaf_batch: 0, ..base() }),
            ("rollout_share", SearchConfig { rollout_share: 1.5, ..base() }),
            ("worlds", SearchConfig { worlds: 0, ..base() }),
            ("root_trees", SearchConfig { root_trees: 0, ..base() }),
            ("threads", SearchConfig { threads: 5_000, ..base() }),
            ("memory", SearchConfig { memory: 4 << 20, ..base() }),
        ];
        for (param, config) in bad {
            let text = config.validate().unwrap_err().to_string();
            assert!(text.starts_with(param), "{param}: {text}");
        }
    }
}
