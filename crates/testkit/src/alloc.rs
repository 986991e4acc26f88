//! A global allocator that counts allocations, of the current thread and of all threads.
//!
//! Counts by thread keep the tests of one binary, which run in parallel, apart; work on several
//! threads is counted in a binary with that test alone. The counter of a thread is a
//! constant-initialised cell without a destructor, so that reading it from inside the allocator
//! neither allocates nor registers anything.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

static IN_ALL_THREADS: AtomicU64 = AtomicU64::new(0);

/// The system allocator, counting each request for new or larger memory.
///
/// A test binary that wants [`Laws::no_allocations`](crate::Laws::no_allocations) installs it:
///
/// ```
/// use facedown_testkit::{CountingAlloc, allocations};
///
/// #[global_allocator]
/// static ALLOC: CountingAlloc = CountingAlloc;
///
/// assert_eq!(allocations(|| 2 + 2), 0);
/// assert_eq!(allocations(|| vec![1, 2, 3].len()), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAlloc;

fn count_one() {
    // A thread that is being torn down has no counter any more, and no test that needs it.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
    IN_ALL_THREADS.fetch_add(1, Ordering::Relaxed);
}

#[allow(unsafe_code, reason = "a global allocator cannot be written without")]
// SAFETY: every call is forwarded to `System` with its arguments, and the result is returned
// unchanged; counting touches only a thread-local cell and an atomic.
unsafe impl GlobalAlloc for CountingAlloc {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is `System`'s.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: as for `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count_one();
        // SAFETY: `block` came from `System` through this allocator with this layout, and the
        // caller keeps the rest of the contract.
        unsafe { System.realloc(block, layout, new_size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: `block` came from `System` through this allocator with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Returns the number of allocations of the current thread while `work` runs.
///
/// Always 0 if [`CountingAlloc`] is not the global allocator: check [`is_counting`] first.
pub fn allocations<T>(work: impl FnOnce() -> T) -> u64 {
    let before = ALLOCATIONS.get();
    black_box(work());
    ALLOCATIONS.get() - before
}

/// Returns the number of allocations of all threads of the process while `work` runs: for a test
/// that is alone in its binary. Allocations of other threads are certainly counted if they happen
/// before `work` returns, by a lock or an atomic.
///
/// Always 0 if [`CountingAlloc`] is not the global allocator: check [`is_counting`] first.
pub fn allocations_in_all_threads<T>(work: impl FnOnce() -> T) -> u64 {
    let before = IN_ALL_THREADS.load(Ordering::SeqCst);
    black_box(work());
    IN_ALL_THREADS.load(Ordering::SeqCst) - before
}

/// Returns whether [`CountingAlloc`] is the global allocator of this program.
pub fn is_counting() -> bool {
    allocations(|| Box::new(black_box(1u8))) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_allocator_is_detected() {
        assert!(!is_counting());
    }
}
