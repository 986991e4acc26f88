//! Options of rules: a preset's fields, some of them replaced.

use crate::CatalogError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt::Display;

/// Takes the name of the preset out of the options; the first where none is named.
pub(crate) fn take_preset(options: &mut Map<String, Value>, presets: &[&str]) -> String {
    match options.remove("rules") {
        None => presets[0].to_owned(),
        Some(Value::String(name)) => name,
        Some(other) => other.to_string(),
    }
}

/// The game whose rules are a preset's with these options in their places.
pub(crate) fn game_of<R: Serialize + DeserializeOwned, G, E: Display>(
    name: &str,
    preset: &R,
    options: &Map<String, Value>,
    make: impl Fn(R) -> Result<G, E>,
) -> Result<G, CatalogError> {
    let mut record = to_value(preset);
    replace(&mut record, options)?;
    let bad = |why: String| CatalogError::BadOption(format!("rules of {name}: {why}"));
    let rules = from_value(&record).map_err(bad)?;
    make(rules).map_err(|error| bad(error.to_string()))
}

/// Reads a view from its record.
pub(crate) fn view_of<R: DeserializeOwned, V, E: Display>(
    name: &str,
    record: &Value,
    read: impl Fn(R) -> Result<V, E>,
) -> Result<V, CatalogError> {
    let bad = |why: String| CatalogError::BadView(format!("view of {name}: {why}"));
    let written = from_value(record).map_err(bad)?;
    read(written).map_err(|error| bad(error.to_string()))
}

/// Reads a record; an error names the field that it is about.
pub(crate) fn from_value<R: DeserializeOwned>(record: &Value) -> Result<R, String> {
    serde_path_to_error::deserialize(record).map_err(|error| {
        let path = error.path().to_string();
        let why = error.into_inner().to_string();
        // An unknown field is named by the message itself.
        let named = path == "." || why.starts_with(&format!("unknown field `{path}`"));
        if named { why } else { format!("{path}: {why}") }
    })
}

/// Returns the cards or tiles with these ids.
pub(crate) fn pieces<T>(
    ids: &[usize],
    from_index: impl Fn(usize) -> Option<T>,
    kind: &str,
    last: usize,
) -> Result<Vec<T>, CatalogError> {
    let bad = |id| CatalogError::BadPack(format!("no {kind} {id}, expected 0 to {last}"));
    ids.iter().map(|id| from_index(*id).ok_or_else(|| bad(id))).collect()
}

/// A record as JSON.
pub(crate) fn to_value(record: &impl Serialize) -> Value {
    serde_json::to_value(record).expect("a record of texts and numbers has a JSON form")
}

/// The fields of `base` with those of `options` in their place. An option that is no field is an
/// error, as is a field of a field.
pub(crate) fn replace(base: &mut Value, options: &Map<String, Value>) -> Result<(), CatalogError> {
    let Value::Object(fields) = base else { return Ok(()) };
    for (option, value) in options {
        if !fields.contains_key(option) {
            let known = fields.keys().cloned().collect();
            return Err(CatalogError::UnknownOption { option: option.clone(), known });
        }
        let field = &mut fields[option];
        match value {
            // A record of options is filled in; a value with a name, like {"fixed": 5}, replaces
            // one with another name.
            Value::Object(inner) if is_record(field) || is_named_so(field, inner) => {
                replace(field, inner)?;
            }
            _ => *field = value.clone(),
        }
    }
    Ok(())
}

fn is_record(field: &Value) -> bool {
    field.as_object().is_some_and(|fields| fields.len() > 1)
}

fn is_named_so(field: &Value, value: &Map<String, Value>) -> bool {
    field.as_object().is_some_and(|fields| fields.keys().eq(value.keys()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn replaced(mut base: Value, options: &Value) -> Value {
        replace(&mut base, options.as_object().expect("a record")).expect("known options");
        base
    }

    #[test]
    fn a_part_of_a_named_value_is_replaced_alone() {
        let base =
            json!({"auction": {"tricks": {"hook": true, "limit": 3}}, "limit": {"fixed": 10}});
        let found = replaced(base.clone(), &json!({"auction": {"tricks": {"hook": false}}}));
        assert_eq!(found["auction"], json!({"tricks": {"hook": false, "limit": 3}}));
        let found = replaced(base.clone(), &json!({"limit": {"fixed": 5}, "auction": {"name": 1}}));
        assert_eq!(found, json!({"auction": {"name": 1}, "limit": {"fixed": 5}}));
        let found = replaced(base, &json!({"limit": {"upcard": {"ace": true}}}));
        assert_eq!(found["limit"], json!({"upcard": {"ace": true}}));
    }
}
