//! Names of bots with budgets and parameters: `search`, `ismcts:25ms`, `flat:5000:root_trees=1`.

use crate::CatalogError;
use crate::search_params::{insert_param, parse_value};
use facedown_game::excerpt;
use facedown_search::Budget;
use serde_json::{Map, Value};

/// A bot by name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BotSpec<'a> {
    pub(crate) kind: &'a str,
    pub(crate) budget: Option<Budget>,
    pub(crate) params: Map<String, Value>,
}

impl<'a> BotSpec<'a> {
    /// Parses a name. The kind comes before the first colon.
    pub(crate) fn parse(name: &'a str) -> Result<Self, CatalogError> {
        let mut parts = name.split(':');
        let kind = parts.next().unwrap_or_default();
        let mut spec = Self { kind, budget: None, params: Map::new() };
        for part in parts {
            let read = if let Some((param, value)) = part.split_once('=') {
                insert_param(&mut spec.params, param, parse_value(value))
            } else {
                let first = spec.budget.is_none();
                spec.budget = parse_budget(part);
                first && spec.budget.is_some()
            };
            if !read {
                return Err(CatalogError::BadOption(format!(
                    "'{name}': expected a budget like {kind}:25ms, {kind}:2s, {kind}:5000, and \
                     parameters like {kind}:exploration=1",
                    name = excerpt(name),
                    kind = excerpt(kind),
                )));
            }
        }
        Ok(spec)
    }
}

/// Returns the kind of bot that a name begins with, whatever follows: `search` of `search:25ms`.
pub fn bot_kind(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

/// Parses a budget: `25ms`, `2s`, or a number of iterations. `None` if malformed.
pub fn parse_budget(text: &str) -> Option<Budget> {
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
    fn a_name_can_have_a_budget_and_parameters() {
        let spec = BotSpec::parse("flat:25ms:root_trees=1:ordering.visits=0.5").unwrap();
        assert_eq!((spec.kind, spec.budget), ("flat", Some(Budget::seconds(0.025))));
        assert_eq!(spec.params["root_trees"], 1);
        assert_eq!(spec.params["ordering"]["visits"], 0.5);
        assert_eq!(BotSpec::parse("ismcts:5000").unwrap().budget, Some(Budget::iterations(5_000)));
        assert_eq!(BotSpec::parse("greedy").unwrap().budget, None);
    }

    #[test]
    fn a_malformed_budget_is_refused_with_the_name() {
        for name in ["flat:", "flat:0", "flat:-1s", "flat:fast", "flat:1s:2s", "flat:nans"] {
            let why = BotSpec::parse(name).unwrap_err().to_string();
            assert!(why.starts_with(&format!("'{name}': expected a budget like")), "{why}");
        }
    }
}
