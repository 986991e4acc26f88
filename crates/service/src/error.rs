//! Errors of requests: what kind, which field, and what was expected.

use facedown_game::brief;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a request has no answer. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ServiceError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The field at fault, `hands[3]`; none if it is no single field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong and what was expected, in one line.
    pub message: String,
}

/// Kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request is malformed, or what it says is impossible.
    Invalid,
    /// There is no such call or table.
    NotFound,
    /// The token is missing or is not that of a seat.
    Forbidden,
    /// The request does not fit the state of the table.
    Conflict,
    /// The request is larger than the limits allow.
    TooLarge,
    /// The work was cancelled.
    Cancelled,
    /// There is no room for more work now.
    Busy,
    /// The service itself failed.
    Internal,
}

impl ServiceError {
    /// Returns an error of this kind.
    pub fn new(kind: ErrorKind, message: impl fmt::Display) -> Self {
        Self { kind, field: None, message: one_line(&message.to_string()) }
    }

    /// Returns the error of a field that is malformed or impossible.
    pub fn invalid(field: impl Into<String>, why: impl fmt::Display) -> Self {
        Self { field: Some(field.into()), ..Self::new(ErrorKind::Invalid, why) }
    }

    /// Returns the error of a field that is larger than the limits allow.
    pub fn too_large(field: impl Into<String>, count: usize, most: usize) -> Self {
        let why = format!("{count}, expected at most {most}");
        Self { field: Some(field.into()), ..Self::new(ErrorKind::TooLarge, why) }
    }

    /// Returns the message about an option, by the name that a door has for the field.
    pub fn about(&self, name: &str) -> String {
        match self.kind {
            // The number is that of the parts of the field, not its value.
            ErrorKind::TooLarge => format!("{name}: {}", self.message),
            _ => about(name, &self.message),
        }
    }
}

/// Writes a message about a field or an option: `iterations is 0, expected at least 1`, `dead 'Zz': …`.
pub fn about(name: &str, message: &str) -> String {
    // A message begins with the value, where it has one.
    let value = message.split_once(", expected").map(|(value, _)| value);
    if value.is_some_and(|value| !value.is_empty() && !value.contains([' ', ':'])) {
        return format!("{name} is {message}");
    }
    let mark = if message.starts_with('\'') { "" } else { ":" };
    format!("{name}{mark} {message}")
}

/// Returns a message on one line, of bounded length.
fn one_line(message: &str) -> String {
    let escape =
        |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    brief(message).chars().map(escape).collect()
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => f.write_str(&self.about(field)),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ServiceError {}
