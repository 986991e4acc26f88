//! Search parameters by name: the same in JSON, in Python and on the command line.

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
}

const fn param(name: &'static str, values: &'static str, about: &'static str) -> SearchParam {
    SearchParam { name, values, about }
}

/// Every search parameter, in the order of [`SearchConfig`].
pub const SEARCH_PARAMS: &[SearchParam] = &[
    param(
        "algorithm",
        "uct, so_ismcts, mo_ismcts, flat, determinized, puct",
        "how the tree is built, and over which worlds",
    ),
    param("exploration", "from 0", "the exploration constant, for rewards scaled to 0 to 1"),
    param(
        "fpu",
        "a number, null",
        "first-play urgency: value of an untried action; null: each is tried first",
    ),
    param("heuristics", "true, false", "expand actions in the order of the game's heuristic"),
    param("temperature", "from 0", "softmax temperature of that order; 0: strict"),
    param("ordering.visits", "from 0", "weight of the visits where choice is blend"),
    param("ordering.value", "from 0", "weight of the value where choice is blend"),
    param("ordering.heuristic", "from 0", "weight of the heuristic where choice is blend"),
    param("choice", "visits, value, blend", "how the best action is chosen with root ucb"),
    param("pruning", "true, false", "prune actions that are surely worse"),
    param("pruning_visits", "a count", "visits before an action can be pruned"),
    param("pruning_margin", "from 0", "how far apart the intervals must lie for that"),
    param("rollout", "uniform, game", "rollout policy"),
    param("cutoff", "a count, null", "decisions before a rollout is evaluated; null: to the end"),
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
    param("memory", "bytes", "memory limit of nodes"),
    param("threads", "0 to 1024", "number of threads; 0: one per core"),
    param("parallel", "root, tree", "independent trees, summed, or one shared tree"),
    param("root_trees", "1 to 4096", "number of independent trees, whatever the threads"),
    param("virtual_loss", "from 0", "losses that a visit in progress counts for in tree"),
    param("early_stop", "true, false", "stop when no other action can catch up"),
    param("reuse", "true, false", "keep the tree after a move"),
    param("seed", "0 to 2^64 - 1", "random seed"),
];

/// Returns a configuration as a record of all parameters.
pub(crate) fn record(config: &SearchConfig) -> Value {
    // By way of text, so that 0.3 stays 0.3 where a number has fewer digits than JSON's.
    let text = serde_json::to_string(config).expect("a configuration has a JSON form");
    serde_json::from_str(&text).expect("what was written can be read")
}

/// Returns a configuration with some parameters replaced.
pub(crate) fn replaced(
    config: SearchConfig,
    changes: &Map<String, Value>,
) -> Result<SearchConfig, CatalogError> {
    if changes.is_empty() {
        return validated(config);
    }
    // All at once; if that fails, one at a time, so that the error names that one.
    let mut all = record(&config);
    if replace(&mut all, changes).is_ok()
        && let Ok(config) = serde_json::from_value(all)
    {
        return validated(config);
    }
    let mut config = config;
    for (name, value) in changes {
        let fields = match value {
            Value::Object(fields) => fields.iter().map(|(k, v)| (Some(k), v)).collect(),
            _ => vec![(None, value)],
        };
        for (field, value) in fields {
            config = set(&config, name, field.map(String::as_str), value)?;
        }
    }
    validated(config)
}

fn validated(config: SearchConfig) -> Result<SearchConfig, CatalogError> {
    config.validate().map_err(|error| CatalogError::BadOption(error.to_string()))?;
    Ok(config)
}

fn set(
    config: &SearchConfig,
    name: &str,
    field: Option<&str>,
    value: &Value,
) -> Result<SearchConfig, CatalogError> {
    let path = field.map_or_else(|| name.to_owned(), |field| format!("{name}.{field}"));
    let value = match field {
        None => value.clone(),
        Some(field) => Value::Object(Map::from_iter([(field.to_owned(), value.clone())])),
    };
    let mut all = record(config);
    let one = Map::from_iter([(name.to_owned(), value.clone())]);
    replace(&mut all, &one).map_err(|error| match error {
        CatalogError::UnknownOption { known, .. } if field.is_none() => {
            CatalogError::UnknownParam { param: path.clone(), known }
        }
        CatalogError::UnknownOption { known, .. } => CatalogError::UnknownParam {
            param: path.clone(),
            known: known.into_iter().map(|field| format!("{name}.{field}")).collect(),
        },
        other => other,
    })?;
    serde_json::from_value(all).map_err(|error| {
        let values =
            SEARCH_PARAMS.iter().find(|param| param.name == path).map(|param| param.values);
        let expected = values.map_or_else(|| error.to_string(), |v| format!("expected {v}"));
        let given = field.and_then(|field| value.get(field)).unwrap_or(&value);
        CatalogError::BadOption(format!("{path} is {given}: {expected}"))
    })
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
        let changes = changes.as_object().unwrap();
        replaced(SearchConfig::default(), changes).map_err(|error| error.to_string())
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
        known.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn the_documentation_has_every_parameter() {
        let page =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/search-parameters.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        for SearchParam { name, .. } in SEARCH_PARAMS {
            let name = name.split('.').next().unwrap();
            assert!(
                page.contains(&format!("`{name}`")),
                "docs/reference/search-parameters.md lacks {name}"
            );
        }
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
            (json!({"speed": 3}), "no parameter 'speed', expected one of algorithm, candidates"),
            (json!({"speed": {"x": 3}}), "no parameter 'speed.x'"),
            (
                json!({"root": "best"}),
                "root is \"best\": expected ucb, sequential_halving, uniform",
            ),
            (json!({"exploration": {"x": 3}}), "exploration.x is 3"),
            (json!({"threads": 1e9}), "threads is 1000000000.0: expected 0 to 1024"),
            (json!({"seed": -1}), "seed is -1: expected 0 to 2^64 - 1"),
            (json!({"candidates": 0}), "candidates is 0"),
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
