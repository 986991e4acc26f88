//! Requests of every call: read from bytes, and begun. The first byte names the call.

use facedown_service::{CALLS, Request, Service};

/// Reads and begins a request of any call.
pub fn any(bytes: &[u8]) {
    let (which, body) = crate::first(bytes);
    let call = CALLS[usize::from(which) % CALLS.len()].name;
    if let Ok(request) = Request::read(call, body) {
        // An error is an answer too.
        let _ = Service::default().begin(&request);
    }
}
