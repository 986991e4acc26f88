//! A search in progress: workers, iterations, threads, and when to stop.

pub(crate) mod context;
pub(crate) mod iteration;
mod schedule;
mod scheduling;
mod search_loop;
pub(crate) mod searcher;
pub(crate) mod worker;

pub use searcher::Searcher;
