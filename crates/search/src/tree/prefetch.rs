//! Software prefetching.
//!
//! A tree soon outgrows the caches, and the lines of a shared one may be in the cache of another
//! core. The next node is known before it is read, so its lines are loaded while the game applies
//! the action.

/// Prefetches the cache line at which a value begins. A hint that affects only speed.
#[inline]
#[allow(unsafe_code, reason = "the instruction takes an address")]
pub(crate) fn prefetch<T>(of: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: any address may be prefetched, and every x86-64 processor has the instruction.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(of).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = of;
}

/// Prefetches the cache line at which a value begins for writing.
#[inline]
#[allow(unsafe_code, reason = "the instruction takes an address")]
pub(crate) fn prefetch_write<T>(of: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: any address may be prefetched; processors without the instruction skip it.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) of, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = of;
}
