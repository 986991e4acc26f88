//! Long work that Python can interrupt and observe.

use pyo3::prelude::{PyErr, PyResult, Python};
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often signals are checked.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(1);

/// Runs `work`, which looks at `cancel` between its slices, without the GIL. If it is long, signals
/// are checked meanwhile; an interrupt leaves its results incomplete.
pub(crate) fn in_slices(
    py: Python<'_>,
    is_long: bool,
    work: impl FnOnce(&AtomicBool) + Send,
) -> PyResult<()> {
    let cancel = AtomicBool::new(false);
    if !is_long {
        py.detach(|| work(&cancel));
        return Ok(());
    }
    let ((), interrupt) = interruptible(py, &cancel, |_| work(&cancel), |_: Option<()>| Ok(true));
    interrupt.map_or(Ok(()), Err)
}

/// Runs `work` on a thread of its own without the GIL, while this thread waits for it.
///
/// Every millisecond, and for each message of the work, this thread runs Python's signal handlers,
/// then `poll`, which returns whether the work is to continue. If one of them fails or `poll`
/// returns `false`, `cancel` is set, and the work should end soon. Returns the result of the work,
/// and the error if there was one.
pub(crate) fn interruptible<R: Send, M: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    work: impl FnOnce(&Sender<M>) -> R + Send,
    mut poll: impl FnMut(Option<M>) -> PyResult<bool>,
) -> (R, Option<PyErr>) {
    std::thread::scope(|scope| {
        // The channel closes when the work has ended, however it ended.
        let (sender, receiver) = channel::<M>();
        let receiver = Mutex::new(receiver);
        let wait = || {
            let receiver = receiver.lock().expect("only this thread has the receiver");
            let first = receiver.recv_timeout(SIGNAL_INTERVAL)?;
            // A slow `poll` gets the latest message only.
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
            match py.check_signals().and_then(|()| poll(message)) {
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
