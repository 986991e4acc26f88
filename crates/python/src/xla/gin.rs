//! Gin rummy's arithmetic as custom calls.

use super::{BOOL, Call, CallFrame, Failure, UINT8, UINT32, UINT64};
use crate::hands::{self, Hand};
use crate::threads::default_threads;
use std::ffi::c_int;
use std::marker::PhantomData;
use std::slice;

/// A hand as elements of a buffer.
pub(super) trait Elements: Hand {
    /// The type of the elements.
    const DTYPE: c_int;
    /// The last dimension, if a hand is several elements.
    const WIDTH: Option<usize>;
    /// A description of the expected buffers.
    const EXPECTED: &'static str;
}

impl Elements for [u32; 2] {
    const DTYPE: c_int = UINT32;
    const WIDTH: Option<usize> = Some(2);
    const EXPECTED: &'static str = "uint32[..., 2] -> uint8[...]";
}

impl Elements for u64 {
    const DTYPE: c_int = UINT64;
    const WIDTH: Option<usize> = None;
    const EXPECTED: &'static str = "uint64[...] -> uint8[...]";
}

impl Elements for [u8; 52] {
    const DTYPE: c_int = BOOL;
    const WIDTH: Option<usize> = Some(52);
    const EXPECTED: &'static str = "bool[..., 52] -> uint8[...]";
}

/// The least deadwood of hands: one buffer of hands, one of results.
pub(super) struct MinDeadwood<H>(PhantomData<H>);

impl<H: Elements> Call for MinDeadwood<H> {
    unsafe fn execute(frame: &CallFrame) -> Result<(), Failure> {
        // SAFETY: guaranteed by the caller.
        let (hands, out) = unsafe { (frame.arguments.all(), frame.results.all()) };
        let (Some([hands]), Some([out])) = (hands, out) else {
            return Err(Failure::invalid("expected one buffer of hands and one result".into()));
        };
        // SAFETY: guaranteed by the caller.
        let (mut shape, out_shape) = unsafe { (hands.shape(), out.shape()) };
        let width = if H::WIDTH.is_some() { shape.pop() } else { None };
        let fits = hands.dtype == H::DTYPE && out.dtype == UINT8;
        if !fits || width != H::WIDTH || shape != out_shape {
            return Err(Failure::invalid(format!("expected {}", H::EXPECTED)));
        }
        let count: usize = shape.iter().product();
        if count == 0 {
            return Ok(()); // The data may be null.
        }
        // SAFETY: the runtime gives dense buffers, aligned for their element type, of exactly these
        // shapes, and nobody else touches a result while it is written. A hand is `WIDTH` elements,
        // and any bytes are a valid one.
        let (hands, out) = unsafe {
            (
                slice::from_raw_parts(hands.data.cast::<H>().cast_const(), count),
                slice::from_raw_parts_mut(out.data.cast::<u8>(), count),
            )
        };
        hands::min_deadwood(hands, &shape, out, default_threads())
            .map_err(|refusal| Failure::invalid(refusal.to_string()))
    }
}

/// The least deadwood after each discard: `uint32[..., 2] -> uint8[..., 52]`.
pub(super) struct AfterDiscards;

impl Call for AfterDiscards {
    unsafe fn execute(frame: &CallFrame) -> Result<(), Failure> {
        let expected = || Failure::invalid("expected uint32[..., 2] -> uint8[..., 52]".into());
        // SAFETY: guaranteed by the caller.
        let (hands, out) = unsafe { (frame.arguments.all(), frame.results.all()) };
        let (Some([hands]), Some([out])) = (hands, out) else { return Err(expected()) };
        // SAFETY: guaranteed by the caller; the types are those of the elements.
        let (mut shape, words, out) = unsafe {
            (hands.shape(), hands.elements::<u32>(UINT32), out.elements_mut::<u8>(UINT8))
        };
        let (Some(words), Some(out)) = (words, out) else { return Err(expected()) };
        let (pairs, rest) = words.as_chunks::<2>();
        let (rows, more) = out.as_chunks_mut::<52>();
        if shape.pop() != Some(2)
            || !rest.is_empty()
            || !more.is_empty()
            || pairs.len() != rows.len()
        {
            return Err(expected());
        }
        // A low word with a bit that is no card must not become a card of the high one.
        let number = |pair: &[u32; 2]| {
            let stray = u64::from(pair[0] >> 26) << 52;
            stray | u64::from(pair[0] & 0x3ff_ffff) | u64::from(pair[1]) << 26
        };
        let numbers: Vec<u64> = pairs.iter().map(number).collect();
        hands::deadwood_after_discards(&numbers, &shape, rows, default_threads())
            .map_err(|refusal| Failure::invalid(refusal.to_string()))
    }
}
