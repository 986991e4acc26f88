//! The search tree: nodes and edges, how they are found, selected and expanded.

pub(crate) mod expansion;
pub(crate) mod local_counters;
pub(crate) mod node;
pub(crate) mod node_alloc;
pub(crate) mod node_index;
pub(crate) mod numbers;
pub(crate) mod observer;
pub(crate) mod prefetch;
pub(crate) mod proof;
pub(crate) mod selection;
pub(crate) mod store;
