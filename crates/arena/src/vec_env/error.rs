//! Errors of vectorised environments.

use facedown_game::Seat;
use std::fmt;

/// A vectorised environment that cannot be created.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NewVecEnvError {
    /// The batch would be empty.
    NoEnvs,
    /// A batch of this many environments does not fit in memory.
    TooManyEnvs(usize),
    /// The threads could not be started.
    Threads(String),
}

impl fmt::Display for NewVecEnvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEnvs => write!(f, "0 environments: expected at least 1"),
            Self::TooManyEnvs(n) => write!(f, "{n} environments do not fit in memory"),
            Self::Threads(why) => write!(f, "cannot start threads: {why}"),
        }
    }
}

impl std::error::Error for NewVecEnvError {}

/// An array of the wrong length. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BufferError {
    /// The name of the array.
    pub buffer: &'static str,
    /// The expected length.
    pub expected: usize,
    /// The actual length.
    pub got: usize,
}

impl BufferError {
    /// Checks the length of the array with this name.
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

/// A rejected step. Nothing was changed, unless an opponent failed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepError {
    /// An array has the wrong length.
    Buffer(BufferError),
    /// The bytes are not a state of this environment.
    State {
        /// The first environment with such bytes.
        env: usize,
    },
    /// An action id is outside the action space.
    OutOfRange {
        /// The first environment with a bad action.
        env: usize,
        /// The action id.
        action: i32,
        /// The seat to act.
        seat: Seat,
        /// The size of the action space.
        space: usize,
    },
    /// An action is not legal.
    Illegal {
        /// The first environment with a bad action.
        env: usize,
        /// The action id.
        action: i32,
        /// The seat to act.
        seat: Seat,
        /// The number of legal actions.
        legal: usize,
    },
    /// An opponent has no legal answer. The games are in the middle of a step: only a reset helps.
    Opponent {
        /// The environment.
        env: usize,
        /// The seat of the opponent.
        seat: Seat,
        /// Its name.
        bot: String,
        /// The cause.
        why: String,
    },
    /// An opponent failed in an earlier step, or has not played to the first decisions yet.
    Broken,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buffer(error) => error.fmt(f),
            Self::State { env } => write!(
                f,
                "environment {env}: not a state of this environment, expected one that reset or \
                 step returned under the same rules"
            ),
            Self::OutOfRange { env, action, seat, space } => {
                let last = space - 1;
                write!(f, "environment {env}: no action {action} for {seat}, expected 0 to {last}")
            }
            Self::Illegal { env, action, seat, legal } => write!(
                f,
                "environment {env}: action {action} is not legal for {seat}, expected one of the \
                 {legal} in the mask"
            ),
            Self::Opponent { env, seat, bot, why } => {
                write!(f, "environment {env}: opponent '{bot}' at {seat}: {why}")
            }
            Self::Broken => {
                write!(f, "the environments are in the middle of a step: expected a reset first")
            }
        }
    }
}

impl std::error::Error for StepError {}

impl From<BufferError> for StepError {
    fn from(error: BufferError) -> Self {
        Self::Buffer(error)
    }
}

/// A snapshot of a batch of another size. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RestoreError {
    /// The number of environments in the batch.
    pub envs: usize,
    /// The number of environments in the snapshot.
    pub saved: usize,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a snapshot of {} environments, expected {}", self.saved, self.envs)
    }
}

impl std::error::Error for RestoreError {}
