//! What can be wrong with a record.

use facedown_game::Seat;
use std::fmt;

/// Why a record is no view: where, and what contradicts what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRecord {
    trick: Option<usize>, // from 1
    seat: Option<usize>,
    reason: String,
}

impl BadRecord {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { trick: None, seat: None, reason: reason.into() }
    }

    pub(super) fn at(trick: Option<usize>, seat: Seat, reason: impl Into<String>) -> Self {
        Self { trick, seat: Some(seat.index()), reason: reason.into() }
    }

    /// The number of the trick, from 1, where it is one that is wrong.
    pub const fn trick(&self) -> Option<usize> {
        self.trick
    }

    /// The seat that it is about.
    pub const fn seat(&self) -> Option<usize> {
        self.seat
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(trick) = self.trick {
            write!(f, "trick {trick}, ")?;
        }
        if let Some(seat) = self.seat {
            write!(f, "seat {seat}: ")?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for BadRecord {}
