//! Slow implementations that share nothing with the crate's tables, and hands to compare on.

#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod hands;
pub(crate) mod oracle;
pub(crate) mod search;
