//! One configuration, the same in Rust, Python, JSON and on the command line.

use crate::SearchError;
use serde::{Deserialize, Serialize};

/// How the tree is built, and over which worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Algorithm {
    /// Perfect information: a tree of states, with proven values passed up. From a view it takes
    /// one world for the truth, which is right only where the view shows everything.
    Uct,
    /// Single-observer ISMCTS: a new world for each iteration, and one tree of what the seat to act
    /// can distinguish, with availability counts.
    #[default]
    SoIsmcts,
    /// Multi-observer ISMCTS: as above with a tree for each seat, keyed by what that seat witnessed.
    MoIsmcts,
    /// Flat Monte Carlo: playouts of each root action, no tree.
    Flat,
    /// UCT in each of several fixed worlds, summed: the baseline that strategy fusion fools.
    Determinized,
}

/// How iterations are shared out among the root's actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootAllocation {
    /// By upper confidence bounds, as everywhere else in the tree.
    #[default]
    Ucb,
    /// Rounds of equal shares; the worse half leaves after each. The actions still in play meet the
    /// same worlds and playout streams (common random numbers).
    SequentialHalving,
    /// Equal shares to the end, with common random numbers.
    Uniform,
}

/// By what the answer's best action is chosen where [`RootAllocation::Ucb`] shared the iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Most visits.
    #[default]
    Visits,
    /// Highest mean among those with at least a tenth of the visits of the most visited.
    Value,
    /// Highest sum of visits, value and heuristic with the weights of [`SearchConfig::ordering`].
    Blend,
}

/// Who plays where the tree ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rollout {
    /// Every legal action with the same chance.
    Uniform,
    /// The game's own light policy.
    #[default]
    Game,
}

/// How several threads work together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parallel {
    /// Independent trees, summed. Equal seed and iterations give equal answers on any number of
    /// threads.
    #[default]
    Root,
    /// One shared tree with virtual loss. Answers of more than one thread depend on their timing.
    Tree,
}

/// What distinguishes a seat's information sets in multi-observer search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObserverKeys {
    /// All that the seat knows in the iteration's world, its hand included. Right, and needs a
    /// visit or more for each hand that others can hold.
    #[default]
    View,
    /// Only what it witnesses from the root on, as in the paper of Cowling, Powley and Whitehouse:
    /// others play one strategy for all hands that they can hold.
    Events,
}

/// The weights by which [`Choice::Blend`] orders actions: visits on a logarithmic scale, mean and
/// heuristic, each scaled to the range 0 to 1 over the actions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

/// Every param of a search. What a budget allows is said in [`Budget`](crate::Budget).
///
/// ```
/// use facedown_search::{Algorithm, SearchConfig};
///
/// let config: SearchConfig = serde_json::from_str(r#"{"algorithm": "mo_ismcts"}"#).unwrap();
/// assert_eq!(config, SearchConfig { algorithm: Algorithm::MoIsmcts, ..SearchConfig::default() });
/// assert!(serde_json::from_str::<SearchConfig>(r#"{"algoritm": "uct"}"#).is_err());
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a param of its own")]
pub struct SearchConfig {
    /// How the tree is built, and over which worlds.
    pub algorithm: Algorithm,
    /// The exploration constant of UCB, for rewards scaled to the range 0 to 1.
    pub exploration: f32,
    /// First-play urgency: what an untried action counts for, on the scale 0 to 1. Without it every
    /// action is tried once before any is tried twice.
    pub fpu: Option<f32>,
    /// Whether untried actions are expanded in the order of the game's heuristic.
    pub heuristics: bool,
    /// The temperature of that order: 0 is strict, 1 draws by the softmax of the heuristic, more is
    /// closer to a random order.
    pub temperature: f32,
    /// Weights of the blended order of actions.
    pub ordering: Ordering,
    /// By what the best action is chosen.
    pub choice: Choice,
    /// Whether surely worse actions are pruned.
    pub pruning: bool,
    /// From how many visits on an action can be left out.
    pub pruning_visits: u32,
    /// The gap by which the upper end of an action's 95 % interval must lie below the lower end of the best
    /// one's, on the scale 0 to 1.
    pub pruning_margin: f32,
    /// Who plays where the tree ends.
    pub rollout: Rollout,
    /// After how many decisions a playout is cut off and judged by the evaluator. Without it
    /// playouts are played to the end.
    pub cutoff: Option<u32>,
    /// Number of worlds of [`Algorithm::Determinized`].
    pub worlds: u32,
    /// What distinguishes information sets in [`Algorithm::MoIsmcts`].
    pub observer_keys: ObserverKeys,
    /// How iterations are shared out among the root's actions.
    pub root: RootAllocation,
    /// As how many visits an expectation counts that is given beforehand for a root action, where
    /// actions are compared by their means.
    pub prior_visits: f32,
    /// Number of the root's actions with priors that are searched where iterations are
    /// allocated equally: those with the best priors. Without it all are.
    pub candidates: Option<u32>,
    /// Visits of an action before its node is expanded.
    pub expand_after: u32,
    /// The most memory that nodes may take, in bytes. A search that reaches it goes on without new
    /// nodes.
    pub memory: u64,
    /// Number of threads; 0 means one per core.
    pub threads: u32,
    /// How they work together.
    pub parallel: Parallel,
    /// Number of independent trees of [`Parallel::Root`], whatever the number of threads.
    pub root_trees: u32,
    /// Virtual losses of a visit in progress in [`Parallel::Tree`].
    pub virtual_loss: f32,
    /// Whether a search stops early when no other action can catch up with the most visited.
    pub early_stop: bool,
    /// Whether a [`Searcher`](crate::Searcher) that hears what happened keeps what it knows of the
    /// new situation.
    pub reuse: bool,
    /// Names the random streams.
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
            cutoff: None,
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
            reuse: true,
            seed: 0,
        }
    }
}

/// Minimum memory of a tree.
const LEAST_MEMORY: u64 = 1 << 20;
const MOST_TREES: u32 = 4_096;

impl SearchConfig {
    /// Says which param is out of its range, if one is.
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
            let good = (1..=MOST_TREES).contains(&value);
            check(good, param, &value, || format!("1 to {MOST_TREES}"))
        };
        counted("worlds", self.worlds)?;
        counted("root_trees", self.root_trees)?;
        check(self.threads <= MOST_TREES, "threads", &self.threads, || {
            format!("at most {MOST_TREES}, 0 for one on each core")
        })?;
        let least = LEAST_MEMORY * u64::from(self.trees());
        check(self.memory >= least, "memory", &self.memory, || {
            format!("at least {least} bytes: 1 MiB for each of {} trees", self.trees())
        })
    }

    /// Returns the number of trees.
    pub(crate) fn trees(&self) -> u32 {
        match (self.algorithm, self.parallel) {
            (Algorithm::Determinized, _) => self.worlds,
            (_, Parallel::Root) => self.root_trees,
            (_, Parallel::Tree) => 1,
        }
    }

    /// Returns the number of threads.
    pub(crate) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n as usize,
        }
    }

    /// Whether values can be proven: every iteration samples the same world.
    pub(crate) fn is_solver(&self) -> bool {
        matches!(self.algorithm, Algorithm::Uct | Algorithm::Determinized)
    }

    /// Returns whether several workers share one tree.
    pub(crate) fn is_shared(&self) -> bool {
        self.parallel == Parallel::Tree
            && self.algorithm != Algorithm::Determinized
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
    fn a_bad_knob_is_named() {
        let base = SearchConfig::default;
        let bad = [
            ("exploration", SearchConfig { exploration: -1.0, ..base() }),
            ("exploration", SearchConfig { exploration: f32::NAN, ..base() }),
            ("fpu", SearchConfig { fpu: Some(f32::INFINITY), ..base() }),
            ("temperature", SearchConfig { temperature: -0.5, ..base() }),
            ("pruning_margin", SearchConfig { pruning_margin: f32::NAN, ..base() }),
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
