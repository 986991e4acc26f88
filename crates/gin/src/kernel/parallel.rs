//! Batches on several threads.
//!
//! A hundred thousand hands are a tenth of a millisecond of work, and a sleeping thread takes a
//! good part of that to wake up. So the caller works too, from the first moment, and nothing is
//! divided in advance: all threads take shares from one list. A helper that wakes up late finds
//! less left to do, and the caller waits at most for the last share of each.

use std::sync::Mutex;

/// Number of hands in a share of a batch of least deadwood: some microseconds of work.
pub(super) const SHARE: usize = 4096;
/// Number of shares that justify waking one more thread.
const SHARES_PER_THREAD: usize = 4;

/// Runs `run` over all hands in shares, on the caller's thread and helpers of rayon's global pool,
/// at most `threads` in all. Returns whether `run` was true of every share.
pub(super) fn in_shares<T: Sync, O: Send>(
    hands: &[T],
    out: &mut [O],
    share: usize,
    threads: Option<usize>,
    run: impl Fn(&[T], &mut [O]) -> bool + Sync,
) -> bool {
    let useful = hands.len() / (SHARES_PER_THREAD * share);
    // The pool is queried last: that starts it, which a small batch should not.
    let threads = match threads {
        Some(threads) => threads.min(useful),
        None if useful < 2 => 1,
        None => rayon::current_num_threads().min(useful),
    };
    if threads < 2 {
        return run(hands, out);
    }
    let shares = Mutex::new(hands.chunks(share).zip(out.chunks_mut(share)));
    let sound = Mutex::new(true);
    let work = || {
        let mut all_sound = true;
        loop {
            let share = shares.lock().expect("taking a share never panics").next();
            let Some((hands, out)) = share else { break };
            all_sound &= run(hands, out);
        }
        *sound.lock().expect("noting the result never panics") &= all_sound;
    };
    rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
    sound.into_inner().expect("noting the result never panics")
}
