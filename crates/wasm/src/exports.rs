//! The module's exports: texts are passed as pointer and length in the module's memory.
#![allow(unsafe_code, reason = "exports of a WebAssembly module pass raw memory")]

use facedown_game::install_clock;
use std::time::Duration;

#[link(wasm_import_module = "facedown")]
unsafe extern "C" {
    /// Returns the host's time in milliseconds.
    fn now() -> f64;
}

fn host_now() -> Duration {
    // SAFETY: the import takes nothing and returns a number.
    let milliseconds = unsafe { now() };
    Duration::from_secs_f64((milliseconds / 1e3).max(0.0))
}

/// Allocates a buffer of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn facedown_alloc(len: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; len].into_boxed_slice()).cast()
}

/// Frees a buffer of [`facedown_alloc`] or [`facedown_answer`].
///
/// # Safety
/// The buffer comes from one of these with this length, and is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn facedown_free(start: *mut u8, len: usize) {
    // SAFETY: by the contract of this function.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, len)) });
}

/// Answers the request in a buffer; returns the answer's buffer as length << 32 | start.
///
/// # Safety
/// The buffer holds `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn facedown_answer(start: *const u8, len: usize) -> u64 {
    install_clock(host_now);
    // SAFETY: by the contract of this function.
    let bytes = unsafe { std::slice::from_raw_parts(start, len) };
    let answer = crate::answer(&String::from_utf8_lossy(bytes)).into_bytes().into_boxed_slice();
    let len = answer.len() as u64;
    let start = Box::into_raw(answer).cast::<u8>();
    len << 32 | start as u64
}
