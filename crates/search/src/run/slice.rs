//! Slices of a search.

/// A slice of a search: the limits of one advance; by default it runs to the end.
///
/// A search advanced in slices gives the answer of an unsliced one with the same total number of
/// iterations. A WebAssembly worker, which has one thread, looks for messages between slices.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slice {
    /// About this many iterations in all trees together, the same number in each.
    pub iterations: Option<u64>,
    /// At most this many seconds.
    pub seconds: Option<f64>,
}

impl Slice {
    /// The rest of the search.
    pub const ALL: Self = Self { iterations: None, seconds: None };

    /// Returns a slice of about this many iterations.
    pub const fn iterations(iterations: u64) -> Self {
        Self { iterations: Some(iterations), seconds: None }
    }

    /// Returns a number of seconds as a duration; zero if it is negative or not a number.
    pub fn duration(seconds: f64) -> std::time::Duration {
        std::time::Duration::try_from_secs_f64(seconds.min(1e9)).unwrap_or_default()
    }

    /// Returns a slice of at most this many seconds.
    pub const fn seconds(seconds: f64) -> Self {
        Self { iterations: None, seconds: Some(seconds) }
    }
}
