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
            // A record of options is filled in; a value with a name, like {"fixed": 5}, replaces.
            Value::Object(inner) if is_record(field) => replace(field, inner)?,
            _ => *field = value.clone(),
        }
    }
    Ok(())
}

fn is_record(field: &Value) -> bool {
    field.as_object().is_some_and(|fields| fields.len() > 1)
}
