//! What goes past the caches, and what is fetched before it is needed.
//!
//! A big batch of observations does not fit the caches, and an ordinary store first fetches the line
//! that it overwrites. So a lane's row is made in a small place of its own that stays in the nearest
//! cache, and from there copied by stores that fetch nothing: half the traffic, and nobody waits for
//! it. Batches that fit are written directly; whoever reads them finds them at hand.

use facedown_game::{Element, Half};
use std::any::{Any, TypeId};
use std::sync::{Mutex, PoisonError};

/// From so many bytes on a batch of observations does not fit the caches.
const BIG: usize = 8 << 20;

/// Places for rows, one for each thread: kept from step to step, since they cannot know beforehand
/// what numbers they will hold.
#[derive(Default)]
pub(super) struct Places(Option<Box<dyn Any + Send + Sync>>);

/// Places for rows of this kind of numbers.
pub(super) struct Rows<T>(Mutex<Vec<Box<[T]>>>);

impl Places {
    /// So many places for rows of so many numbers, where a batch of this length is worth it.
    pub(super) fn rows<T: Element>(
        &mut self,
        batch: &[T],
        threads: usize,
        len: usize,
    ) -> Option<&Rows<T>> {
        if size_of_val(batch) < BIG || !streams::<T>() {
            return None;
        }
        if !self.0.as_ref().is_some_and(|places| places.is::<Rows<T>>()) {
            let row = || vec![T::default(); len].into_boxed_slice();
            let rows: Vec<_> = std::iter::repeat_with(row).take(threads).collect();
            self.0 = Some(Box::new(Rows(Mutex::new(rows))));
        }
        self.0.as_ref()?.downcast_ref()
    }
}

impl<T: Element> Rows<T> {
    /// A place that nobody else uses, if one is left.
    pub(super) fn take(&self) -> Option<Box<[T]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Gives it back, when all that was copied from it is to be seen by others.
    pub(super) fn give_back(&self, row: Box<[T]>) {
        fence();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(row);
    }
}

/// Whether these numbers are nothing but their bytes, and this processor has such stores.
fn streams<T: 'static>() -> bool {
    let known = [TypeId::of::<u8>(), TypeId::of::<Half>(), TypeId::of::<f32>()];
    cfg!(target_arch = "x86_64") && known.contains(&TypeId::of::<T>())
}

/// A line of the caches. Whole ones are stored at once, so that none is ever fetched.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Line([std::arch::x86_64::__m128i; 4]);

/// Copies a row past the caches. Other threads see it after a [`fence`].
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "stores that go past the caches")]
#[inline]
pub(super) fn copy<T: Element>(to: &mut [T], from: &[T]) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
    assert!(streams::<T>(), "numbers that are nothing but their bytes");
    assert_eq!(to.len(), from.len(), "rows of one length");
    // SAFETY: `u8`, `Half` and `f32`, which alone come here, have no padding and allow all bits, so
    // they may be read and written as whole lines.
    let (head, middle, tail) = unsafe { to.align_to_mut::<Line>() };
    let (head_len, tail_from) = (head.len(), from.len() - tail.len());
    head.copy_from_slice(&from[..head_len]);
    tail.copy_from_slice(&from[tail_from..]);
    let bytes = from[head_len..tail_from].as_ptr().cast::<__m128i>();
    for (line, Line(slots)) in middle.iter_mut().enumerate() {
        // SAFETY: `middle` has as many bytes as `from` between head and tail, so these vectors are
        // within them; the loads need no alignment.
        let vectors = [0, 1, 2, 3].map(|n| unsafe { _mm_loadu_si128(bytes.add(4 * line + n)) });
        for (slot, vector) in slots.iter_mut().zip(vectors) {
            // SAFETY: a reference to a vector is aligned.
            unsafe { _mm_stream_si128(slot, vector) };
        }
    }
}

/// Copies a row.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn copy<T: Element>(to: &mut [T], from: &[T]) {
    to.copy_from_slice(from);
}

/// Makes all that was copied visible before anything that follows.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "stores that go past the caches")]
fn fence() {
    // SAFETY: every processor of this architecture has the instruction.
    unsafe { std::arch::x86_64::_mm_sfence() };
}

#[cfg(not(target_arch = "x86_64"))]
fn fence() {}

/// Has a thing brought to the nearest cache while other work goes on.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "a hint to the processor")]
#[inline]
pub(super) fn fetch<T>(thing: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    let start = std::ptr::from_ref(thing).cast::<i8>();
    for place in (0..size_of::<T>()).step_by(size_of::<Line>()) {
        // SAFETY: the address is within the thing; the hint changes nothing but the caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(place)) };
    }
}

/// Does nothing: there is no such hint.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn fetch<T>(_: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_copied_whole_wherever_it_begins() {
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
    fn places_are_kept_until_other_numbers_are_asked_for() {
        let (big, bytes) = (vec![0f32; BIG / 4], vec![0u8; BIG]);
        let mut places = Places::default();
        assert!(places.rows(&bytes[1..], 2, 9).is_none());
        let rows = places.rows(&big, 2, 9).unwrap();
        let (one, two) = (rows.take().unwrap(), rows.take().unwrap());
        assert!(rows.take().is_none());
        let address = one.as_ptr();
        rows.give_back(two);
        rows.give_back(one);
        let again = places.rows(&big, 2, 9).unwrap().take().unwrap();
        assert_eq!(again.as_ptr(), address);
        assert_eq!(places.rows(&bytes, 2, 9).unwrap().take().unwrap().len(), 9);
    }
}
