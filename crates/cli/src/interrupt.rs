//! Ctrl-C during long computations.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user has pressed Ctrl-C.
pub(crate) static CANCELLED: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C end the computation with its answer so far, and the second end the program.
pub(crate) fn cancel_on_interrupt() {
    // Python can run several commands in one process.
    CANCELLED.store(false, Ordering::Relaxed);
    let handler = || {
        if CANCELLED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C ends the program at once, which is no reason to fail.
    let _ = ctrlc::set_handler(handler);
}
