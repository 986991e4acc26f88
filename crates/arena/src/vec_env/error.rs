//! What can go wrong with a vectorised environment.

use facedown_game::Seat;
use std::fmt;

/// Why an environment cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NewVecEnvError {
    /// It would have no lane.
    NoLanes,
    /// So many lanes do not fit in memory.
    TooManyLanes(usize),
    /// Its threads could not be started.
    Threads(String),
}

impl fmt::Display for NewVecEnvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLanes => write!(f, "0 games: expected at least 1"),
            Self::TooManyLanes(n) => write!(f, "{n} games do not fit in memory"),
            Self::Threads(why) => write!(f, "cannot start threads: {why}"),
        }
    }
}

impl std::error::Error for NewVecEnvError {}

/// An array of the wrong length. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BufferError {
    /// Which array.
    pub buffer: &'static str,
    /// The length it must have.
    pub expected: usize,
    /// The length it has.
    pub got: usize,
}

impl BufferError {
    /// Whether the array of this name has its length.
    pub(super) fn check(
        buffer: &'static str,
        expected: usize,
        got: usize,
    ) -> Result<(), BufferError> {
        if expected == got { Ok(()) } else { Err(Self { buffer, expected, got }) }
    }
}

impl fmt::Display for BufferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { buffer, expected, got } = self;
        write!(f, "{buffer} has length {got}, expected {expected}")
    }
}

impl std::error::Error for BufferError {}

/// Why a step was refused. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepError {
    /// An array has the wrong length.
    Buffer(BufferError),
    /// An action's number is none of the action space.
    OutOfRange {
        /// The first lane with such an action.
        lane: usize,
        /// The number.
        action: i32,
        /// The seat to act there.
        seat: Seat,
        /// How many numbers the space has.
        space: usize,
    },
    /// An action is not legal now.
    Illegal {
        /// The first lane with such an action.
        lane: usize,
        /// The action's number.
        action: i32,
        /// The seat to act there.
        seat: Seat,
        /// How many actions are legal there.
        legal: usize,
    },
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buffer(error) => error.fmt(f),
            Self::OutOfRange { lane, action, seat, space } => {
                write!(f, "lane {lane}: no action {action} for {seat}, expected 0 to {}", space - 1)
            }
            Self::Illegal { lane, action, seat, legal } => write!(
                f,
                "lane {lane}: action {action} is not legal for {seat}, expected one of the {legal} \
                 in the mask"
            ),
        }
    }
}

impl std::error::Error for StepError {}

impl From<BufferError> for StepError {
    fn from(error: BufferError) -> Self {
        Self::Buffer(error)
    }
}

/// A snapshot of an environment with another number of lanes. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RestoreError {
    /// How many lanes the environment has.
    pub lanes: usize,
    /// How many lanes the snapshot has.
    pub saved: usize,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a snapshot of {} lanes, expected {}", self.saved, self.lanes)
    }
}

impl std::error::Error for RestoreError {}
