//! One thin adapter for each family: its entries in the registry.

pub(crate) mod gin;
pub(crate) mod ofc;
pub(crate) mod riichi;
pub(crate) mod tricks;
