//! Slow answers that owe nothing to the crate's tables, and hands to ask about.

#![allow(dead_code, reason = "each test binary uses its part")]

pub(crate) mod hands;
pub(crate) mod oracle;
pub(crate) mod search;
