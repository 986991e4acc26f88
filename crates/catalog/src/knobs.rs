//! The knobs of a search by name: the same in JSON, in Python and on the command line.

use crate::CatalogError;
use crate::options::replace;
use facedown_search::SearchConfig;
use serde_json::{Map, Value};

/// One field of [`SearchConfig`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Knob {
    /// Its name; a dot leads into a record.
    pub name: &'static str,
    /// What it can be.
    pub values: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn knob(name: &'static str, values: &'static str, about: &'static str) -> Knob {
    Knob { name, values, about }
}

/// Every knob, in the order of [`SearchConfig`].
pub const KNOBS: &[Knob] = &[
    knob(
        "algorithm",
        "uct, so_ismcts, mo_ismcts, flat, determinized",
        "how the tree is built, and over which worlds",
    ),
    knob("exploration", "from 0", "the exploration constant, for rewards scaled to 0 to 1"),
    knob("fpu", "a number, null", "what an untried action counts for; null: each is tried first"),
    knob("heuristics", "true, false", "untried actions in the order of the game's heuristic"),
    knob("temperature", "from 0", "of that order: 0 strict, 1 by softmax, more is more random"),
    knob("ordering.visits", "from 0", "weight of the visits where choice is blend"),
    knob("ordering.value", "from 0", "weight of the value where choice is blend"),
    knob("ordering.heuristic", "from 0", "weight of the heuristic where choice is blend"),
    knob("choice", "visits, value, blend", "by what the best action is chosen with root ucb"),
    knob("pruning", "true, false", "leave out actions that are surely worse"),
    knob("pruning_visits", "a count", "from how many visits on an action can be left out"),
    knob("pruning_margin", "from 0", "how far apart the intervals must lie for that"),
    knob("rollout", "uniform, game", "who plays where the tree ends"),
    knob("cutoff", "a count, null", "decisions before a playout is judged; null: to the end"),
    knob("worlds", "1 to 4096", "how many worlds determinized fixes"),
    knob("observer_keys", "view, events", "what tells situations apart in mo_ismcts"),
    knob(
        "root",
        "ucb, sequential_halving, uniform",
        "how iterations are shared out among the actions",
    ),
    knob("prior_visits", "from 0", "as how many visits a game's expectation counts"),
    knob("candidates", "from 1, null", "how many actions that promise most are searched"),
    knob("expand_after", "a count", "visits of an action before what follows gets a node"),
    knob("memory", "bytes", "the most that nodes may take"),
    knob("threads", "0 to 4096", "how many threads work; 0: one on each core"),
    knob("parallel", "root, tree", "independent trees, summed, or one shared tree"),
    knob("root_trees", "1 to 4096", "how many independent trees, whatever the threads"),
    knob("virtual_loss", "from 0", "losses that an unfinished visit counts for in tree"),
    knob("early_stop", "true, false", "end when no other action can catch up"),
    knob("reuse", "true, false", "keep the tree after a move"),
    knob("seed", "0 to 2^64 - 1", "names the random streams"),
];

/// A configuration as a record of all knobs.
pub(crate) fn record(config: &SearchConfig) -> Value {
    // By way of text, so that 0.3 stays 0.3 where a number has fewer digits than JSON's.
    let text = serde_json::to_string(config).expect("a configuration has a JSON form");
    serde_json::from_str(&text).expect("what was written can be read")
}

/// A configuration with some knobs set otherwise.
pub(crate) fn changed(
    config: SearchConfig,
    changes: &Map<String, Value>,
) -> Result<SearchConfig, CatalogError> {
    let mut config = config;
    // One at a time, so that a complaint is of that one.
    for (name, value) in changes {
        let fields = match value {
            Value::Object(fields) => fields.iter().map(|(k, v)| (Some(k), v)).collect(),
            _ => vec![(None, value)],
        };
        for (field, value) in fields {
            config = set(&config, name, field.map(String::as_str), value)?;
        }
    }
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
            CatalogError::UnknownKnob { knob: path.clone(), known }
        }
        CatalogError::UnknownOption { known, .. } => CatalogError::UnknownKnob {
            knob: path.clone(),
            known: known.into_iter().map(|field| format!("{name}.{field}")).collect(),
        },
        other => other,
    })?;
    serde_json::from_value(all).map_err(|error| {
        let values = KNOBS.iter().find(|knob| knob.name == path).map(|knob| knob.values);
        let expected = values.map_or_else(|| error.to_string(), |v| format!("expected {v}"));
        let given = field.and_then(|field| value.get(field)).unwrap_or(&value);
        CatalogError::BadOption(format!("{path} is {given}: {expected}"))
    })
}

/// Enters a value under a name whose dots lead into records: `ordering.visits`. `false` where the
/// record already has a value that is none.
pub fn enter(fields: &mut Map<String, Value>, name: &str, value: Value) -> bool {
    match name.split_once('.') {
        None => {
            fields.insert(name.to_owned(), value);
            true
        }
        Some((record, field)) => {
            let inner = fields.entry(record).or_insert_with(|| Value::Object(Map::new()));
            inner.as_object_mut().is_some_and(|inner| enter(inner, field, value))
        }
    }
}

/// A value as JSON, or as the text it is where it is none: `ucb` as well as `"ucb"`.
pub fn read_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn change(changes: &Value) -> Result<SearchConfig, String> {
        let changes = changes.as_object().unwrap();
        changed(SearchConfig::default(), changes).map_err(|error| error.to_string())
    }

    #[test]
    fn every_field_of_the_configuration_is_a_knob() {
        let Value::Object(fields) = record(&SearchConfig::default()) else { panic!("a record") };
        let mut names: Vec<String> = Vec::new();
        for (name, value) in &fields {
            match value {
                Value::Object(inner) => names.extend(inner.keys().map(|k| format!("{name}.{k}"))),
                _ => names.push(name.clone()),
            }
        }
        let mut known: Vec<&str> = KNOBS.iter().map(|knob| knob.name).collect();
        known.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn the_documentation_has_every_knob() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/search.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        for Knob { name, .. } in KNOBS {
            let name = name.split('.').next().unwrap();
            assert!(page.contains(&format!("`{name}`")), "docs/search.md lacks {name}");
        }
    }

    #[test]
    fn knobs_are_set_by_name_and_the_rest_stays() {
        let config = change(&json!({"exploration": 0.7, "ordering": {"visits": 1}, "fpu": null}));
        let config = config.unwrap();
        assert_eq!((config.exploration, config.ordering.visits), (0.7, 1.0));
        assert_eq!((config.ordering.value, config.fpu), (0.5, None));
        assert_eq!(change(&json!({})).unwrap(), SearchConfig::default());
        assert_eq!(record(&SearchConfig::default())["ordering"]["visits"], 0.3);
    }

    #[test]
    fn a_bad_knob_is_named_with_its_value() {
        let cases = [
            (json!({"exploration": "much"}), "exploration is \"much\": expected from 0"),
            (json!({"exploration": -1}), "exploration is -1, expected a number from 0 on"),
            (json!({"ordering": {"visits": "x"}}), "ordering.visits is \"x\": expected from 0"),
            (json!({"ordering": {"luck": 1}}), "no knob 'ordering.luck', expected one of ordering"),
            (json!({"ordering": 3}), "ordering is 3"),
            (json!({"speed": 3}), "no knob 'speed', expected one of algorithm, candidates"),
            (json!({"speed": {"x": 3}}), "no knob 'speed.x'"),
            (
                json!({"root": "best"}),
                "root is \"best\": expected ucb, sequential_halving, uniform",
            ),
            (json!({"exploration": {"x": 3}}), "exploration.x is 3"),
            (json!({"threads": 1e9}), "threads is 1000000000.0: expected 0 to 4096"),
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
        assert!(enter(&mut fields, "ordering.visits", read_value("0.5")));
        assert!(enter(&mut fields, "root", read_value("ucb")));
        assert!(!enter(&mut fields, "root.x", read_value("1")));
        assert_eq!(Value::Object(fields), json!({"ordering": {"visits": 0.5}, "root": "ucb"}));
    }
}
