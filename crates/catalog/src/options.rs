//! Options of rules: a preset's fields, some of them replaced.

use crate::CatalogError;
use serde_json::{Map, Value};

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
