//! One line of JSON for each request, on the standard error: no bodies, no tokens, no cards.

use facedown_service::Spent;
use serde_json::json;
use std::io::Write;
use std::time::{Duration, SystemTime};

/// Logs a request.
pub(crate) fn request(call: &str, status: u16, time: Duration, spent: Spent) {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let line = json!({
        "time": now.as_millis() as u64,
        "call": call,
        "status": status,
        "ms": (time.as_secs_f64() * 1e6).round() / 1e3,
        "iterations": spent.iterations,
    });
    // Where even this cannot be written, there is nowhere to report it.
    let _ = writeln!(std::io::stderr(), "{line}");
}
