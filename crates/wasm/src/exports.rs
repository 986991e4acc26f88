//! The module's exports: texts are passed as pointer and length in the module's memory.
#![allow(unsafe_code, reason = "exports of a WebAssembly module pass raw memory")]

use crate::Engine;
use facedown_game::install_clock;
use facedown_service::tables::StoreError;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

#[link(wasm_import_module = "facedown")]
unsafe extern "C" {
    /// Returns the host's time in milliseconds.
    fn now() -> f64;
    /// Returns a random number below 2^32 that nobody can predict.
    fn random() -> u32;
}

fn host_now() -> Duration {
    // SAFETY: the import takes nothing and returns a number.
    let milliseconds = unsafe { now() };
    Duration::from_secs_f64((milliseconds / 1e3).max(0.0))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a source of random numbers")]
fn host_random() -> Result<u128, StoreError> {
    // SAFETY: the import takes nothing and returns a number.
    let bits = || u128::from(unsafe { random() });
    Ok(bits() << 96 | bits() << 64 | bits() << 32 | bits())
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new({
        install_clock(host_now);
        Engine::new(Arc::new(host_random))
    });
}

/// Calls the engine; returns the text's buffer as length << 32 | start.
fn with_engine(work: impl FnOnce(&mut Engine) -> String) -> u64 {
    let text = ENGINE.with(|engine| work(&mut engine.borrow_mut())).into_bytes().into_boxed_slice();
    let len = text.len() as u64;
    let start = Box::into_raw(text).cast::<u8>();
    len << 32 | start as u64
}

/// Allocates a buffer of this many bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn facedown_alloc(len: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; len].into_boxed_slice()).cast()
}

/// Frees a buffer of [`facedown_alloc`] or of an answer.
///
/// # Safety
/// The buffer comes from one of these with this length, and is freed once.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn facedown_free(start: *mut u8, len: usize) {
    // SAFETY: by the contract of this function.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, len)) });
}

/// Begins to answer the request in a buffer; returns the buffer of [`Engine::begin`].
///
/// # Safety
/// The buffer holds `len` bytes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn facedown_begin(start: *const u8, len: usize) -> u64 {
    // SAFETY: by the contract of this function.
    let bytes = unsafe { std::slice::from_raw_parts(start, len) };
    with_engine(|engine| engine.begin(&String::from_utf8_lossy(bytes)))
}

/// Advances a request; returns the buffer of [`Engine::advance`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn facedown_advance(job: u32, milliseconds: f64, iterations: u32) -> u64 {
    with_engine(|engine| engine.advance(job, milliseconds, iterations))
}

/// Ends a request with its answer so far; returns the buffer of [`Engine::end`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn facedown_end(job: u32) -> u64 {
    with_engine(|engine| engine.end(job))
}

/// Drops a request.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn facedown_cancel(job: u32) {
    ENGINE.with(|engine| engine.borrow_mut().cancel(job));
}

/// Returns the buffer of [`Engine::saved`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn facedown_saved() -> u64 {
    with_engine(|engine| engine.saved())
}

/// Puts back the tables in a buffer; returns whether they were a record of texts.
///
/// # Safety
/// The buffer holds `len` bytes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn facedown_restore(start: *const u8, len: usize) -> bool {
    // SAFETY: by the contract of this function.
    let bytes = unsafe { std::slice::from_raw_parts(start, len) };
    ENGINE.with(|engine| engine.borrow().restore(&String::from_utf8_lossy(bytes)))
}

/// Installs the file in a buffer, whose name is in another; returns whether it is that file.
///
/// # Safety
/// The buffers hold `name_len` and `len` bytes.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn facedown_install(
    name: *const u8,
    name_len: usize,
    start: *const u8,
    len: usize,
) -> bool {
    // SAFETY: by the contract of this function.
    let (name, bytes) = unsafe {
        (std::slice::from_raw_parts(name, name_len), std::slice::from_raw_parts(start, len))
    };
    ENGINE.with(|engine| engine.borrow().install(&String::from_utf8_lossy(name), bytes))
}
