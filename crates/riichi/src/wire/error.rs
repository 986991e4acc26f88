//! What can be wrong with a record.

use facedown_game::Seat;
use std::fmt;

/// Why a record is no view: where, and what contradicts what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRecord {
    step: Option<usize>, // from 1
    seat: Option<usize>,
    reason: String,
}

impl BadRecord {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { step: None, seat: None, reason: reason.into() }
    }

    pub(super) fn of(seat: Seat, reason: impl Into<String>) -> Self {
        Self { step: None, seat: Some(seat.index()), reason: reason.into() }
    }

    /// The same of this seat.
    pub(super) fn by(mut self, seat: Seat) -> Self {
        self.seat = Some(seat.index());
        self
    }

    /// The same with its step, from 1.
    pub(super) fn at(mut self, step: usize) -> Self {
        self.step = Some(step);
        self
    }

    /// The number of the step, from 1, where it is one that is wrong.
    pub const fn step(&self) -> Option<usize> {
        self.step
    }

    /// The seat that it is about.
    pub const fn seat(&self) -> Option<usize> {
        self.seat
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.step, self.seat) {
            (Some(step), Some(seat)) => write!(f, "step {step}, seat {seat}: ")?,
            (Some(step), None) => write!(f, "step {step}: ")?,
            (None, Some(seat)) => write!(f, "seat {seat}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for BadRecord {}
