//! Errors of the checked operations that all games share.

use crate::{Seat, excerpt};
use std::borrow::Cow;
use std::fmt;

/// An action that is not legal now. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IllegalAction<A> {
    /// The offending action.
    pub action: A,
    /// The seat to act, if any.
    pub seat: Option<Seat>,
}

impl<A> IllegalAction<A> {
    /// Builds the error of an action that is not legal for the seat to act.
    pub const fn new(action: A, seat: Option<Seat>) -> Self {
        Self { action, seat }
    }
}

impl<A: fmt::Debug> fmt::Display for IllegalAction<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{:?} is not legal for {seat} now", self.action),
            None => write!(f, "{:?} is not legal: no seat is to act", self.action),
        }
    }
}

impl<A: fmt::Debug> std::error::Error for IllegalAction<A> {}

/// A hand that is no place of the cycle of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InvalidHand {
    /// The offending number.
    pub hand: u32,
    /// The number of places.
    pub count: u32,
}

impl fmt::Display for InvalidHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "no hand {}, expected 0: by these rules all are alike", self.hand),
            count => write!(f, "no hand {}, expected 0 to {}", self.hand, count - 1),
        }
    }
}

impl std::error::Error for InvalidHand {}

/// A typed move of several actions that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidMove {
    reason: String,
}

impl InvalidMove {
    /// A move that is wrong for this reason, which names the offending part.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl fmt::Display for InvalidMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for InvalidMove {}

/// A view that no deal can explain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImpossibleView {
    reason: String,
}

impl ImpossibleView {
    /// Builds the error with its reason: what contradicts what.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl fmt::Display for ImpossibleView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "impossible view: {}", self.reason)
    }
}

impl std::error::Error for ImpossibleView {}

/// An option of the rules with an invalid value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InvalidRules {
    /// The name of the option.
    pub option: Cow<'static, str>,
    /// Its value.
    pub value: String,
    /// The values that it may have.
    pub expected: Cow<'static, str>,
}

impl InvalidRules {
    /// Builds the error of an option with this value.
    pub fn new(
        option: impl Into<Cow<'static, str>>,
        value: impl fmt::Display,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { option: option.into(), value: value.to_string(), expected: expected.into() }
    }
}

impl fmt::Display for InvalidRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = excerpt(&self.value);
        write!(f, "{} cannot be {value}, expected {}", self.option, self.expected)
    }
}

impl std::error::Error for InvalidRules {}

/// A name that is none of a game's presets.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownPreset {
    /// The offending name.
    pub name: String,
    /// The names of the presets.
    pub known: &'static [&'static str],
}

impl UnknownPreset {
    /// Builds the error of a name that is not among `known`.
    pub fn new(name: &str, known: &'static [&'static str]) -> Self {
        Self { name: name.to_owned(), known }
    }
}

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = excerpt(&self.name);
        write!(f, "no rules '{name}', expected one of {}", self.known.join(", "))
    }
}

impl std::error::Error for UnknownPreset {}

/// A record that is not a view of the game: where, and what contradicts what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidRecord {
    field: Option<&'static str>,
    step: Option<(&'static str, usize)>,
    seat: Option<usize>,
    reason: String,
}

impl InvalidRecord {
    /// Builds the error with its reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { field: None, step: None, seat: None, reason: reason.into() }
    }

    /// Builds the error of a field, with its reason.
    pub fn field(field: &'static str, reason: impl Into<String>) -> Self {
        Self { field: Some(field), ..Self::new(reason) }
    }

    /// Adds the step at fault, by its kind and number from 1: `("trick", 3)`.
    #[must_use]
    pub fn at(mut self, kind: &'static str, number: usize) -> Self {
        self.step = Some((kind, number));
        self
    }

    /// Adds the seat at fault.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> Self {
        self.seat = Some(seat.index());
        self
    }

    /// Returns the number of the step at fault, from 1.
    pub fn step(&self) -> Option<usize> {
        self.step.map(|(_, number)| number)
    }

    /// Returns the index of the seat at fault.
    pub const fn seat(&self) -> Option<usize> {
        self.seat
    }

    /// Returns what contradicts what.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for InvalidRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = self.step.map(|(kind, number)| format!("{kind} {number}"));
        let seat = self.seat.map(|seat| format!("seat {seat}"));
        let parts = [self.field.map(str::to_owned), step, seat];
        let place: Vec<String> = parts.into_iter().flatten().collect();
        if !place.is_empty() {
            write!(f, "{}: ", place.join(", "))?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for InvalidRecord {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_beyond_the_cycle_is_named_with_the_range() {
        let text = |hand, count| InvalidHand { hand, count }.to_string();
        assert_eq!(text(9, 8), "no hand 9, expected 0 to 7");
        assert_eq!(text(1, 1), "no hand 1, expected 0: by these rules all are alike");
    }

    #[test]
    fn a_record_error_names_the_place() {
        let error = InvalidRecord::new("5s was played before").at("trick", 3).of(Seat::new(1));
        assert_eq!(error.to_string(), "trick 3, seat 1: 5s was played before");
        assert_eq!((error.step(), error.seat()), (Some(3), Some(1)));
        assert_eq!(InvalidRecord::field("hand", "empty").to_string(), "hand: empty");
        assert_eq!(InvalidRecord::new("empty").to_string(), "empty");
    }
}
