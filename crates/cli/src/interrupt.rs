//! Ctrl-C during long work.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user has asked the work to end.
pub(crate) static CANCELLED: AtomicBool = AtomicBool::new(false);

/// The first Ctrl-C ends the work with what it has; the second ends the program.
pub(crate) fn cancel_on_interrupt() {
    let handler = || {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C ends the program at once, which is no reason to refuse the work.
    let _ = ctrlc::set_handler(handler);
}
