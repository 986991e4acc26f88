//! Vectors of single-precision numbers, one type a level.

#![allow(unsafe_code, reason = "vector instructions that not every CPU has")]
#![allow(
    clippy::inline_always,
    reason = "must become part of the caller, which is compiled for the vector instructions"
)]

/// A vector. Its methods may be called only where the machine has its instructions.
pub(crate) trait Vector: Copy {
    /// The number of elements.
    const LANES: usize;

    /// Returns a vector of equal elements.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn splat(value: f32) -> Self;

    /// Reads a vector.
    ///
    /// # Safety
    /// The machine has the instructions, and [`Self::LANES`] numbers can be read.
    unsafe fn load(from: *const f32) -> Self;

    /// Writes a vector.
    ///
    /// # Safety
    /// The machine has the instructions, and [`Self::LANES`] numbers can be written.
    unsafe fn store(self, to: *mut f32);

    /// Returns `self + a * b`.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn add_product(self, a: Self, b: Self) -> Self;

    /// Returns the sum.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn add(self, other: Self) -> Self;

    /// Returns the greater elements.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn max(self, other: Self) -> Self;
}

/// Four numbers in plain code; compilers make vectors of it.
#[derive(Clone, Copy)]
pub(crate) struct Plain([f32; 4]);

impl Vector for Plain {
    const LANES: usize = 4;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller grants four numbers.
        Self(unsafe { from.cast::<[f32; 4]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller grants room for four numbers.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(self.0) }
    }

    #[inline(always)]
    unsafe fn add_product(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + a.0[i] * b.0[i]))
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        let greater = |a: f32, b: f32| if a > b { a } else { b };
        Self(std::array::from_fn(|i| greater(self.0[i], other.0[i])))
    }
}

/// Implements [`Vector`] by the instructions of one level.
macro_rules! instructions {
    ($vector:ty, $lanes:literal, $splat:ident, $load:ident, $store:ident, $add:ident, $max:ident,
     |$sum:ident, $a:ident, $b:ident| $add_product:expr) => {
        impl Vector for $vector {
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(value: f32) -> Self {
                // SAFETY: the caller has the instructions.
                unsafe { $splat(value) }
            }

            #[inline(always)]
            unsafe fn load(from: *const f32) -> Self {
                // SAFETY: the caller has the instructions and grants the numbers.
                unsafe { $load(from.cast()) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut f32) {
                // SAFETY: the caller has the instructions and grants the room.
                unsafe { $store(to.cast(), self) }
            }

            #[inline(always)]
            unsafe fn add_product(self, $a: Self, $b: Self) -> Self {
                let $sum = self;
                // SAFETY: the caller has the instructions.
                unsafe { $add_product }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: the caller has the instructions.
                unsafe { $add(self, other) }
            }

            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                // SAFETY: the caller has the instructions.
                unsafe { $max(self, other) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vector;
    #[allow(clippy::wildcard_imports, reason = "the instructions have unmistakable names")]
    use std::arch::x86_64::*;

    instructions!(
        __m256,
        8,
        _mm256_set1_ps,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_add_ps,
        _mm256_max_ps,
        |sum, a, b| _mm256_fmadd_ps(a, b, sum)
    );

    instructions!(
        __m512,
        16,
        _mm512_set1_ps,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_add_ps,
        _mm512_max_ps,
        |sum, a, b| _mm512_fmadd_ps(a, b, sum)
    );
}

#[cfg(target_arch = "wasm32")]
#[allow(unused_unsafe, reason = "WebAssembly's arithmetic is safe, its loads and stores are not")]
mod wasm {
    use super::Vector;
    #[allow(clippy::wildcard_imports, reason = "the instructions have unmistakable names")]
    use std::arch::wasm32::*;

    instructions!(
        v128,
        4,
        f32x4_splat,
        v128_load,
        v128_store,
        f32x4_add,
        f32x4_pmax,
        |sum, a, b| f32x4_add(sum, f32x4_mul(a, b))
    );
}
