//! Rollouts: the policy that plays them, and a static heuristic of actions.
//!
//! Both read the table and their seat's own tiles, nothing else.

mod heuristic;
mod policy;

pub use heuristic::HeuristicPolicy;
pub(crate) use heuristic::heuristics;
pub use policy::RolloutPolicy;
pub(crate) use policy::choose;
