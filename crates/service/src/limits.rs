//! Limits of a single request.

use crate::ServiceError;
use crate::budget::within;

/// The most that one request may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Milliseconds of a search.
    pub timeout_ms: u64,
    /// Iterations of a search.
    pub iterations: u64,
    /// Bytes of a search's memory; one that asks for no more has at most 1 GiB.
    pub memory: usize,
    /// Threads of a search. Where it may have several, it has one per core by default, at most eight.
    pub threads: usize,
    /// Hands of a batch.
    pub hands: usize,
    /// Sampled deals.
    pub deals: usize,
    /// Game logs of a replay.
    pub logs: usize,
    /// Equally good settings of Fantasyland cards that are listed.
    pub settings: usize,
    /// Boards of earlier hands from which the style of opponents is inferred.
    pub boards: usize,
    /// Riichi hands within reach of one whose expected value is asked.
    pub hands_in_reach: usize,
    /// Milliseconds of a bot's decision at a table.
    pub bot_ms: u64,
    /// Actions of a table, of all seats together.
    pub actions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout_ms: 60_000,
            iterations: 20_000_000,
            memory: 128 << 20,
            threads: 1,
            hands: 50_000,
            deals: 20_000,
            logs: 100,
            settings: 100,
            boards: 8,
            hands_in_reach: 1_000_000,
            bot_ms: 10_000,
            actions: 100_000,
        }
    }
}

/// The bytes of a search's memory by default, where the limits allow them.
const USUAL_MEMORY: usize = 1 << 30;

/// The threads of a search by default, where the limits allow them.
const USUAL_THREADS: usize = 8;

impl Limits {
    /// Returns the bytes of a search's memory, of which a request may ask for a number.
    pub(crate) fn memory_of(&self, asked: Option<usize>) -> Result<usize, ServiceError> {
        match asked {
            None => Ok(self.memory.min(USUAL_MEMORY)),
            Some(bytes) if bytes <= self.memory => Ok(bytes),
            Some(bytes) => {
                let why = format!("{bytes}, expected at most {}", self.memory);
                Err(ServiceError::invalid("memory", why))
            }
        }
    }

    /// Returns the threads of a search, of which a request may ask for a number.
    pub(crate) fn threads_of(&self, asked: Option<usize>) -> Result<usize, ServiceError> {
        within("threads", asked.map(|threads| threads as u64), self.threads as u64)?;
        Ok(match asked {
            Some(threads) => threads,
            None if self.threads == 1 => 1,
            None => {
                let cores = std::thread::available_parallelism().map_or(1, usize::from);
                cores.min(USUAL_THREADS).min(self.threads)
            }
        })
    }
}
