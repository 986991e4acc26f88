//! Slow implementations that share nothing with the crate's tables, and hands to compare on.

pub(crate) mod hands;
pub(crate) mod oracle;
pub(crate) mod search;
