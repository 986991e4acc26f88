//! Asking for memory before it is needed.
//!
//! A tree soon outgrows the caches, and where threads share it the other core has what is wanted.
//! Which nodes come next is known a while before they are looked at: what is asked for then arrives
//! while the game makes its move.

/// Asks for the cache line on which something begins. Changes nothing but the time it takes.
#[inline]
#[allow(unsafe_code, reason = "the instruction takes an address")]
pub(crate) fn fetch<T>(of: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: any address may be asked for, and every processor of this kind has the instruction.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(of).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = of;
}

/// Asks for the cache line on which something begins, to write to it.
#[inline]
#[allow(unsafe_code, reason = "the instruction takes an address")]
pub(crate) fn fetch_to_write<T>(of: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: any address may be asked for; processors without the instruction skip it.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) of, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = of;
}
