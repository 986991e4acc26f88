//! Limits of a single request.

/// The most that one request may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Milliseconds of a search.
    pub timeout_ms: u64,
    /// Iterations of a search.
    pub iterations: u64,
    /// Bytes of a search's memory.
    pub memory: usize,
    /// Hands of a batch.
    pub hands: usize,
    /// Sampled deals.
    pub deals: usize,
    /// Game logs of a replay.
    pub logs: usize,
    /// Equally good settings of Fantasyland cards that are listed.
    pub settings: usize,
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
            hands: 50_000,
            deals: 20_000,
            logs: 100,
            settings: 100,
            hands_in_reach: 1_000_000,
            bot_ms: 10_000,
            actions: 100_000,
        }
    }
}
