//! Bots: `simple`, the baseline of the EAAI-2021 challenge, and `greedy`, the exact kernel one draw
//! ahead. A bot receives a [`View`](crate::View), never a state.

mod greedy;
mod simple;

pub use greedy::{Greedy, GreedyWeights};
pub use simple::Simple;
