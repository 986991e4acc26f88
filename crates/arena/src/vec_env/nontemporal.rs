//! Non-temporal stores and prefetching, for batches that do not fit the caches.
//!
//! An ordinary store to memory outside the caches first fetches the line that it overwrites. So the
//! rows of a large batch of observations are encoded into a small buffer that stays in the L1 cache,
//! and copied from there by stores that bypass the caches: half the traffic, and no stalls. Batches
//! that fit the caches are written directly, so that readers find them there.

use facedown_game::{Element, Half};
use std::any::{Any, TypeId};
use std::sync::{Mutex, PoisonError};

/// The size in bytes from which on a batch of observations is taken not to fit the caches.
const LARGE: usize = 8 << 20;

/// The row buffers of an environment, kept from step to step. The element type is that of the last
/// large batch.
#[derive(Default)]
pub(super) struct RowBuffers(Option<Box<dyn Any + Send + Sync>>);

/// Row buffers of one element type, one for each thread.
pub(super) struct Rows<T>(Mutex<Vec<Box<[T]>>>);

impl RowBuffers {
    /// Returns a buffer of `len` elements for each thread if the batch is large enough to need them.
    pub(super) fn rows<T: Element>(
        &mut self,
        batch: &[T],
        threads: usize,
        len: usize,
    ) -> Option<&Rows<T>> {
        if size_of_val(batch) < LARGE || !has_nontemporal_stores::<T>() {
            return None;
        }
        if !self.0.as_ref().is_some_and(|rows| rows.is::<Rows<T>>()) {
            let row = || vec![T::default(); len].into_boxed_slice();
            let rows: Vec<_> = std::iter::repeat_with(row).take(threads).collect();
            self.0 = Some(Box::new(Rows(Mutex::new(rows))));
        }
        self.0.as_ref()?.downcast_ref()
    }
}

impl<T: Element> Rows<T> {
    /// Takes a buffer for the current thread alone, if one is left.
    pub(super) fn take(&self) -> Option<Box<[T]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Returns the buffer, and makes everything copied from it visible to other threads.
    pub(super) fn give_back(&self, row: Box<[T]>) {
        fence();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(row);
    }
}

/// Returns whether the target has non-temporal stores, and the type is plain bytes.
fn has_nontemporal_stores<T: 'static>() -> bool {
    let plain = [TypeId::of::<u8>(), TypeId::of::<Half>(), TypeId::of::<f32>()];
    cfg!(target_arch = "x86_64") && plain.contains(&TypeId::of::<T>())
}

/// A cache line. Whole lines are stored at once, so that none is ever fetched.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Line([std::arch::x86_64::__m128i; 4]);

/// Copies a row past the caches. Other threads see it after a [`fence`].
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "non-temporal stores")]
#[inline]
pub(super) fn copy<T: Element>(to: &mut [T], from: &[T]) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    assert!(has_nontemporal_stores::<T>(), "the element type is plain bytes");
    assert_eq!(to.len(), from.len(), "rows have equal lengths");
    // SAFETY: `u8`, `Half` and `f32`, the only types that pass the assertion, have no padding and
    // allow all bit patterns, so they may be read and written as whole lines.
    let (head, middle, tail) = unsafe { to.align_to_mut::<Line>() };
    let (head_len, tail_from) = (head.len(), from.len() - tail.len());
    head.copy_from_slice(&from[..head_len]);
    tail.copy_from_slice(&from[tail_from..]);
    let bytes = from[head_len..tail_from].as_ptr().cast::<__m128i>();
    for (line, Line(parts)) in middle.iter_mut().enumerate() {
        // SAFETY: `middle` has as many bytes as `from` between head and tail, so these vectors are
        // within them; the loads need no alignment.
        let vectors = [0, 1, 2, 3].map(|n| unsafe { _mm_loadu_si128(bytes.add(4 * line + n)) });
        for (part, vector) in parts.iter_mut().zip(vectors) {
            // SAFETY: a reference to a vector is aligned.
            unsafe { _mm_stream_si128(part, vector) };
        }
    }
}

/// Copies a row.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn copy<T: Element>(to: &mut [T], from: &[T]) {
    to.copy_from_slice(from);
}

/// Orders all copied rows before anything that follows.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "non-temporal stores")]
fn fence() {
    // SAFETY: every processor of this architecture has the instruction.
    unsafe { std::arch::x86_64::_mm_sfence() };
}

#[cfg(not(target_arch = "x86_64"))]
fn fence() {}

/// Prefetches a value into the L1 cache.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "a hint to the processor")]
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    let start = std::ptr::from_ref(value).cast::<i8>();
    for offset in (0..size_of::<T>()).step_by(size_of::<Line>()) {
        // SAFETY: the address is within the value; the hint changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(offset)) };
    }
}

/// Does nothing: the hint is used on x86-64 only.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn prefetch<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_copied_whole_at_any_alignment() {
        let from: Vec<u8> = (0..200).map(|i| i as u8 + 1).collect();
        let floats: Vec<f32> = from.iter().map(|byte| f32::from(*byte) / 3.0).collect();
        for start in 0..20 {
            for len in [0, 1, 15, 16, 17, 63, 150] {
                let mut to = [0; 200];
                copy(&mut to[start..][..len], &from[7..][..len]);
                assert_eq!(to[start..][..len], from[7..][..len]);
                assert!(to[..start].iter().chain(&to[start + len..]).all(|byte| *byte == 0));
                let mut to = [0.0; 200];
                copy(&mut to[start..][..len], &floats[7..][..len]);
                assert_eq!(to[start..][..len], floats[7..][..len]);
            }
        }
        fence();
    }

    #[test]
    fn row_buffers_are_kept_until_the_element_type_changes() {
        let (large, bytes) = (vec![0f32; LARGE / 4], vec![0u8; LARGE]);
        let mut buffers = RowBuffers::default();
        assert!(buffers.rows(&bytes[1..], 2, 9).is_none());
        let rows = buffers.rows(&large, 2, 9).unwrap();
        let (one, two) = (rows.take().unwrap(), rows.take().unwrap());
        assert!(rows.take().is_none());
        let address = one.as_ptr();
        rows.give_back(two);
        rows.give_back(one);
        let again = buffers.rows(&large, 2, 9).unwrap().take().unwrap();
        assert_eq!(again.as_ptr(), address);
        assert_eq!(buffers.rows(&bytes, 2, 9).unwrap().take().unwrap().len(), 9);
    }
}
