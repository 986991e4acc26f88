//! Names of bots that search: `ismcts`, `ismcts:25ms`, `flat:5000:root_trees=1`.

use crate::CatalogError;
use crate::knobs::{enter, read_value};
use facedown_search::Budget;
use serde_json::{Map, Value};

/// What a name says beside which search it is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Named<'a> {
    pub(crate) kind: &'a str,
    pub(crate) budget: Option<Budget>,
    pub(crate) knobs: Map<String, Value>,
}

impl<'a> Named<'a> {
    /// Reads a name. What comes before the first colon is the kind, whatever follows.
    pub(crate) fn read(name: &'a str) -> Result<Self, CatalogError> {
        let mut parts = name.split(':');
        let kind = parts.next().unwrap_or_default();
        let mut named = Self { kind, budget: None, knobs: Map::new() };
        for part in parts {
            let read = if let Some((knob, value)) = part.split_once('=') {
                enter(&mut named.knobs, knob, read_value(value))
            } else {
                let first = named.budget.is_none();
                named.budget = budget(part);
                first && named.budget.is_some()
            };
            if !read {
                return Err(CatalogError::BadOption(format!(
                    "'{name}': expected a budget like {kind}:25ms, {kind}:2s, {kind}:5000, and \
                     knobs like {kind}:exploration=1"
                )));
            }
        }
        Ok(named)
    }
}

/// A budget in words: `25ms`, `2s`, or a number of iterations. `None` where it is none.
pub fn budget(text: &str) -> Option<Budget> {
    let seconds = |number: &str, unit: f64| {
        let number: f64 = number.parse().ok()?;
        Some(Budget::seconds(number * unit))
    };
    let budget = if let Some(number) = text.strip_suffix("ms") {
        seconds(number, 1e-3)?
    } else if let Some(number) = text.strip_suffix('s') {
        seconds(number, 1.0)?
    } else {
        Budget::iterations(text.parse().ok()?)
    };
    budget.validate().is_ok().then_some(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_have_a_budget_and_knobs() {
        let named = Named::read("flat:25ms:root_trees=1:ordering.visits=0.5").unwrap();
        assert_eq!((named.kind, named.budget), ("flat", Some(Budget::seconds(0.025))));
        assert_eq!(named.knobs["root_trees"], 1);
        assert_eq!(named.knobs["ordering"]["visits"], 0.5);
        assert_eq!(Named::read("ismcts:5000").unwrap().budget, Some(Budget::iterations(5_000)));
        assert_eq!(Named::read("greedy").unwrap().budget, None);
    }

    #[test]
    fn what_is_no_budget_is_refused_with_the_name() {
        for name in ["flat:", "flat:0", "flat:-1s", "flat:fast", "flat:1s:2s", "flat:nans"] {
            let why = Named::read(name).unwrap_err().to_string();
            assert!(why.starts_with(&format!("'{name}': expected a budget like")), "{why}");
        }
    }
}
