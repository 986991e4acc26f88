//! What can go wrong at a game's checked doors.

use crate::Seat;
use std::fmt;

/// An action that the rules do not allow now. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IllegalAction<A> {
    /// The offending action.
    pub action: A,
    /// The seat to act; `None` where no seat is.
    pub seat: Option<Seat>,
}

impl<A> IllegalAction<A> {
    /// This action is not among the legal ones of the seat to act.
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

/// A view that no deal can explain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImpossibleView {
    reason: String,
}

impl ImpossibleView {
    /// A view that is impossible for this reason: what contradicts what.
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
