//! Search parameters by name: the same in JSON, in Python and on the command line.
//!
//! A search has exactly the parameters that it reads; any other is an error that names those it has.
//! [`SEARCH_PARAMS`] describes them all, and the lists here say which search reads which.

use crate::CatalogError;
use crate::options::replace;
use facedown_search::SearchConfig;
use serde_json::{Map, Value};

/// A search parameter: one field of [`SearchConfig`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchParam {
    /// Its name; a dot leads into a record.
    pub name: &'static str,
    /// The values that it can have.
    pub values: &'static str,
    /// Its meaning.
    pub about: &'static str,
    /// Why it changes no answer, if it does not.
    pub unseen: Option<&'static str>,
}

const fn param(name: &'static str, values: &'static str, about: &'static str) -> SearchParam {
    SearchParam { name, values, about, unseen: None }
}

const fn unseen(param: SearchParam, why: &'static str) -> SearchParam {
    SearchParam { unseen: Some(why), ..param }
}

/// Every search parameter, in the order of [`SearchConfig`].
pub const SEARCH_PARAMS: &[SearchParam] = &[
    param("exploration", "from 0", "the exploration constant, for rewards scaled to 0 to 1"),
    param(
        "fpu",
        "a number, null",
        "first-play urgency: value of an untried action; null: each is tried first",
    ),
    param("heuristics", "true, false", "expand actions in the order of the game's heuristic"),
    param("temperature", "from 0", "softmax temperature of that order; 0: strict"),
    unseen(
        param("ordering.visits", "from 0", "weight of the visits where choice is blend"),
        "decides between actions that are close",
    ),
    unseen(
        param("ordering.value", "from 0", "weight of the value where choice is blend"),
        "decides between actions that are close",
    ),
    unseen(
        param("ordering.heuristic", "from 0", "weight of the heuristic where choice is blend"),
        "decides between actions that are close",
    ),
    param("choice", "visits, value, blend", "how the best action is chosen with root ucb"),
    param("pruning", "true, false", "prune actions that are surely worse"),
    param("pruning_visits", "a count", "visits before an action can be pruned"),
    param("pruning_margin", "from 0", "how far apart the intervals must lie for that"),
    param(
        "rollout",
        "uniform, game, plans",
        "rollout policy; plans: the best of the game's plans for the searching seat",
    ),
    param("leaf_batch", "1 to 4096", "leaves that puct values in one pass"),
    param("rollout_share", "0 to 1", "share of a rollout in the value of a leaf of puct"),
    param("worlds", "1 to 4096", "number of worlds of determinized"),
    param("observer_keys", "view, events", "what distinguishes information sets in mo_ismcts"),
    param(
        "root",
        "ucb, sequential_halving, uniform",
        "how iterations are allocated to the actions",
    ),
    param("prior_visits", "from 0", "visits that a prior counts for"),
    param("candidates", "from 1, null", "number of actions searched, the best by their priors"),
    param("expand_after", "a count", "visits of an action before its node is expanded"),
    unseen(param("memory", "bytes", "memory limit of nodes"), "a limit, which few searches reach"),
    unseen(
        param("threads", "0 to 1024", "number of threads; 0: one per core"),
        "answers do not depend on it, but with parallel: tree",
    ),
    param("parallel", "root, tree", "independent trees, summed, or one shared tree"),
    param("root_trees", "1 to 4096", "number of independent trees, whatever the threads"),
    unseen(
        param("virtual_loss", "from 0", "losses that a visit in progress counts for in tree"),
        "counts where threads share a tree, whose answers depend on their timing",
    ),
    param("early_stop", "true, false", "stop when no other action can catch up"),
    param("seed", "0 to 2^64 - 1", "random seed"),
];

/// Lists what every search by confidence bounds reads, and these further parameters.
macro_rules! with_bounds {
    ($($more:literal),*) => {
        &[
            "exploration", "fpu", "temperature", "ordering", "choice", "rollout", "root", "memory",
            "threads", "early_stop", "seed", $($more),*
        ]
    };
}

/// What `ismcts` reads.
#[rustfmt::skip]
pub(crate) const TREE: &[&str] = with_bounds!(
    "heuristics", "pruning", "pruning_visits", "pruning_margin", "expand_after", "parallel",
    "root_trees", "virtual_loss"
);

/// What `mo-ismcts` reads: it keys nodes by observers.
#[rustfmt::skip]
pub(crate) const OBSERVERS: &[&str] = with_bounds!(
    "heuristics", "pruning", "pruning_visits", "pruning_margin", "expand_after", "parallel",
    "root_trees", "virtual_loss", "observer_keys"
);

/// What `flat` reads: bounds count where `root` is `ucb`.
#[rustfmt::skip]
pub(crate) const FLAT: &[&str] = with_bounds!(
    "heuristics", "pruning", "pruning_visits", "pruning_margin", "parallel", "root_trees",
    "virtual_loss"
);

/// What `determinized` reads: one tree for each of its worlds.
pub(crate) const DETERMINIZED: &[&str] = with_bounds!("heuristics", "worlds", "expand_after");

/// What flat rollouts with priors read, as gin's `search` has them.
#[rustfmt::skip]
pub(crate) const FLAT_WITH_PRIORS: &[&str] = with_bounds!(
    "prior_visits", "candidates", "parallel", "root_trees", "virtual_loss"
);

/// What `puct` reads: one tree, with leaves valued in batches.
pub(crate) const PUCT: &[&str] = &[
    "exploration",
    "temperature",
    "rollout",
    "leaf_batch",
    "rollout_share",
    "memory",
    "threads",
    "early_stop",
    "seed",
];

/// What a comparison of moves reads.
pub(crate) const COMPARISON: &[&str] = &["prior_visits", "candidates", "threads", "seed"];

/// What the solver of placements reads.
pub(crate) const PLACEMENTS: &[&str] = &["threads", "seed"];

/// A configuration with the names of the parameters that its search reads.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub(crate) config: SearchConfig,
    pub(crate) read: &'static [&'static str],
}

impl Parameters {
    /// Returns the parameters as a record.
    pub(crate) fn record(&self) -> Map<String, Value> {
        let Value::Object(mut fields) = record(&self.config) else { return Map::new() };
        fields.retain(|name, _| self.read.contains(&name.as_str()));
        fields
    }

    /// Returns the same with some parameters replaced.
    pub(crate) fn replaced(self, changes: &Map<String, Value>) -> Result<Self, CatalogError> {
        let Self { mut config, read } = self;
        if changes.is_empty() {
            return Ok(Self { config: validated(config)?, read });
        }
        let of = |config: SearchConfig| Self { config, read };
        // All at once; if that fails, one at a time, so that the error names that one.
        if let Ok(config) = of(config.clone()).set(changes) {
            return Ok(of(validated(config)?));
        }
        for (name, value) in changes {
            let fields = match value {
                Value::Object(fields) => fields.iter().map(|(k, v)| (Some(k), v)).collect(),
                _ => vec![(None, value)],
            };
            for (field, value) in fields {
                config = of(config).set_one(name, field.map(String::as_str), value)?;
            }
        }
        Ok(of(validated(config)?))
    }

    fn set(&self, changes: &Map<String, Value>) -> Result<SearchConfig, Unset> {
        let mut own = Value::Object(self.record());
        replace(&mut own, changes).map_err(Unset::Name)?;
        let mut all = record(&self.config);
        if let (Value::Object(all), Value::Object(own)) = (&mut all, own) {
            all.extend(own);
        }
        serde_json::from_value(all).map_err(|error| Unset::Value(error.to_string()))
    }

    fn set_one(
        &self,
        name: &str,
        field: Option<&str>,
        value: &Value,
    ) -> Result<SearchConfig, CatalogError> {
        let path = field.map_or_else(|| name.to_owned(), |field| format!("{name}.{field}"));
        let value = match field {
            None => value.clone(),
            Some(field) => Value::Object(Map::from_iter([(field.to_owned(), value.clone())])),
        };
        let one = Map::from_iter([(name.to_owned(), value.clone())]);
        self.set(&one).map_err(|unset| match unset {
            Unset::Name(CatalogError::UnknownOption { known, .. }) => {
                let known = match field.filter(|_| self.read.contains(&name)) {
                    None => known,
                    Some(_) => known.into_iter().map(|field| format!("{name}.{field}")).collect(),
                };
                CatalogError::UnknownParam { param: path, known }
            }
            Unset::Name(other) => other,
            Unset::Value(why) => {
                let known = SEARCH_PARAMS.iter().find(|param| param.name == path);
                let expected = known.map_or(why, |param| format!("expected {}", param.values));
                let given = field.and_then(|field| value.get(field)).unwrap_or(&value);
                CatalogError::BadOption(format!("{path} is {given}: {expected}"))
            }
        })
    }
}

/// Why parameters cannot be set.
enum Unset {
    /// The search has none of this name.
    Name(CatalogError),
    /// The value is out of range, or of another type.
    Value(String),
}

/// Returns a configuration as a record of all parameters.
fn record(config: &SearchConfig) -> Value {
    // By way of text, so that 0.3 stays 0.3 where a number has fewer digits than JSON's.
    let text = serde_json::to_string(config).expect("a configuration has a JSON form");
    serde_json::from_str(&text).expect("what was written can be read")
}

fn validated(config: SearchConfig) -> Result<SearchConfig, CatalogError> {
    config.validate().map_err(|error| CatalogError::BadOption(error.to_string()))?;
    Ok(config)
}

/// Inserts a value under a name whose dots lead into records: `ordering.visits`. Returns `false` if
/// a part of the name already has a value that is not a record.
pub fn insert_param(fields: &mut Map<String, Value>, name: &str, value: Value) -> bool {
    match name.split_once('.') {
        None => {
            fields.insert(name.to_owned(), value);
            true
        }
        Some((record, field)) => {
            let inner = fields.entry(record).or_insert_with(|| Value::Object(Map::new()));
            inner.as_object_mut().is_some_and(|inner| insert_param(inner, field, value))
        }
    }
}

/// Parses a value as JSON, or takes it as text: `ucb` as well as `"ucb"`.
pub fn parse_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn change(changes: &Value) -> Result<SearchConfig, String> {
        let all = Parameters { config: SearchConfig::default(), read: TREE };
        let changed = all.replaced(changes.as_object().unwrap());
        changed.map(|changed| changed.config).map_err(|error| error.to_string())
    }

    #[test]
    fn every_field_of_the_configuration_is_a_parameter() {
        let Value::Object(fields) = record(&SearchConfig::default()) else { panic!("a record") };
        let mut names: Vec<String> = Vec::new();
        for (name, value) in &fields {
            match value {
                Value::Object(inner) => names.extend(inner.keys().map(|k| format!("{name}.{k}"))),
                _ => names.push(name.clone()),
            }
        }
        let mut known: Vec<&str> = SEARCH_PARAMS.iter().map(|param| param.name).collect();
        // What the name of a search says is no parameter of it.
        known.push("algorithm");
        known.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn parameters_are_set_by_name_and_the_rest_stays() {
        let config = change(&json!({"exploration": 0.7, "ordering": {"visits": 1}, "fpu": null}));
        let config = config.unwrap();
        assert_eq!((config.exploration, config.ordering.visits), (0.7, 1.0));
        assert_eq!((config.ordering.value, config.fpu), (0.5, None));
        assert_eq!(change(&json!({})).unwrap(), SearchConfig::default());
        assert_eq!(record(&SearchConfig::default())["ordering"]["visits"], 0.3);
    }

    #[test]
    fn a_bad_parameter_is_named_with_its_value() {
        let cases = [
            (json!({"exploration": "much"}), "exploration is \"much\": expected from 0"),
            (json!({"exploration": -1}), "exploration is -1, expected a number from 0 on"),
            (json!({"ordering": {"visits": "x"}}), "ordering.visits is \"x\": expected from 0"),
            (
                json!({"ordering": {"luck": 1}}),
                "no parameter 'ordering.luck', expected one of ordering",
            ),
            (json!({"ordering": 3}), "ordering is 3"),
            (json!({"speed": 3}), "no parameter 'speed', expected one of choice, early_stop"),
            (json!({"speed": {"x": 3}}), "no parameter 'speed.x'"),
            (
                json!({"root": "best"}),
                "root is \"best\": expected ucb, sequential_halving, uniform",
            ),
            (json!({"exploration": {"x": 3}}), "exploration.x is 3"),
            (json!({"threads": 1e9}), "threads is 1000000000.0: expected 0 to 1024"),
            (json!({"seed": -1}), "seed is -1: expected 0 to 2^64 - 1"),
            (json!({"candidates": 2}), "no parameter 'candidates', expected one of choice"),
        ];
        for (changes, expected) in cases {
            let why = change(&changes).unwrap_err();
            assert!(why.starts_with(expected), "{changes}: '{why}' is not '{expected}'");
        }
    }

    #[test]
    fn a_name_with_dots_leads_into_records() {
        let mut fields = Map::new();
        assert!(insert_param(&mut fields, "ordering.visits", parse_value("0.5")));
        assert!(insert_param(&mut fields, "root", parse_value("ucb")));
        assert!(!insert_param(&mut fields, "root.x", parse_value("1")));
        assert_eq!(Value::Object(fields), json!({"ordering": {"visits": 0.5}, "root": "ucb"}));
    }
}
