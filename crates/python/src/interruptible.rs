//! Long work that Python can interrupt and watch.

use pyo3::prelude::{PyErr, PyResult, Python};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long Ctrl-C may have to wait until it is noticed.
const PATIENCE: Duration = Duration::from_millis(1);

/// Does work on a thread of its own without the interpreter's lock, while this thread waits for it.
///
/// Every millisecond, and with what the work sends, this thread attends: it runs Python's
/// signal handlers, then `attend`, which says whether the work is to go on. Where one of them fails
/// or says no, `cancel` is set, and the work is expected to end soon. Gives what the work gave, and
/// the error if there was one.
pub(crate) fn interruptible<R: Send, M: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    work: impl FnOnce(&Sender<M>) -> R + Send,
    mut attend: impl FnMut(Option<M>) -> PyResult<bool>,
) -> (R, Option<PyErr>) {
    std::thread::scope(|scope| {
        // The channel closes when the work has ended, however it ended.
        let (sender, receiver) = channel::<M>();
        let receiver = Mutex::new(receiver);
        let wait = || {
            let receiver = receiver.lock().expect("only this thread has the receiver");
            let first = receiver.recv_timeout(PATIENCE)?;
            // Whoever attends slowly gets the latest, not all that came in the meantime.
            Ok(receiver.try_iter().last().unwrap_or(first))
        };
        let worker = scope.spawn(move || work(&sender));
        let mut failed = None;
        loop {
            let message = match py.detach(wait) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if cancel.load(Ordering::Relaxed) {
                continue;
            }
            match py.check_signals().and_then(|()| attend(message)) {
                Ok(true) => {}
                Ok(false) => cancel.store(true, Ordering::Relaxed),
                Err(error) => {
                    cancel.store(true, Ordering::Relaxed);
                    failed = Some(error);
                }
            }
        }
        let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        (result, failed)
    })
}
