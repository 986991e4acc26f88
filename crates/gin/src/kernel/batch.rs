//! Least deadwood of many hands: one slice in, one slice out.

use super::backend::Backend;
use super::parallel::{SHARE, in_shares};
use super::scalar::{HandError, check};
use facedown_cards::CardSet;
use std::fmt;

/// Why a batch was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// The slices differ in length.
    Lengths {
        /// Number of hands.
        hands: usize,
        /// Length of the output slice.
        out: usize,
    },
    /// A word is not a hand.
    Hand {
        /// The index of the first such word.
        index: usize,
        /// The error of the word.
        error: HandError,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths { hands, out } => write!(f, "{hands} hands, but room for {out}"),
            Self::Hand { index, error } => write!(f, "hand {index}: {error}"),
        }
    }
}

impl std::error::Error for BatchError {}

/// Computes the least deadwood of each hand, on one thread, by [`Backend::chosen`].
///
/// A hand is a [`CardSet`]'s bits, at most eleven of them. Bits from 52 on are ignored; for more
/// than eleven cards the result is never too small but may be too large. [`try_min_deadwood_batch`]
/// refuses both.
///
/// # Panics
/// If the lengths differ.
///
/// ```
/// # use facedown_gin::kernel::min_deadwood_batch;
/// let mut deadwood = [0; 3];
/// min_deadwood_batch(&[0b111, 0b1011, 1 << 51], &mut deadwood);
/// assert_eq!(deadwood, [0, 1 + 2 + 4, 10]);
/// ```
pub fn min_deadwood_batch(hands: &[u64], out: &mut [u8]) {
    min_deadwood_batch_with(Backend::chosen(), hands, out);
}

/// [`min_deadwood_batch`] by a given back end.
///
/// # Panics
/// If the lengths differ or the CPU lacks the back end's instructions.
pub fn min_deadwood_batch_with(backend: Backend, hands: &[u64], out: &mut [u8]) {
    assert_eq!(hands.len(), out.len(), "one place for each hand");
    backend.run::<false>(hands, out);
}

/// Checked [`min_deadwood_batch`]. After an error the contents of `out` are unspecified.
///
/// ```
/// # use facedown_gin::kernel::try_min_deadwood_batch;
/// let error = try_min_deadwood_batch(&[0b111, 0xfff], &mut [0; 2]).unwrap_err();
/// assert_eq!(error.to_string(), "hand 1: 12 cards, expected at most 11");
/// ```
pub fn try_min_deadwood_batch(hands: &[u64], out: &mut [u8]) -> Result<(), BatchError> {
    try_min_deadwood_batch_with(Backend::chosen(), hands, out)
}

/// [`try_min_deadwood_batch`] by a given back end.
///
/// # Panics
/// If the CPU lacks the back end's instructions.
pub fn try_min_deadwood_batch_with(
    backend: Backend,
    hands: &[u64],
    out: &mut [u8],
) -> Result<(), BatchError> {
    same_length(hands.len(), out.len())?;
    if backend.run::<true>(hands, out) {
        Ok(())
    } else {
        Err(first_error(hands, |&hand| check(hand)))
    }
}

/// [`min_deadwood_batch`] on several threads: the caller's and those of rayon's global pool, as many
/// as it has or at most `threads` in all. Small batches stay on the caller's thread.
///
/// # Panics
/// If the lengths differ.
pub fn par_min_deadwood_batch(hands: &[u64], out: &mut [u8], threads: Option<usize>) {
    assert_eq!(hands.len(), out.len(), "one place for each hand");
    let backend = Backend::chosen();
    in_shares(hands, out, SHARE, threads, |hands, out| backend.run::<false>(hands, out));
}

/// Checked [`par_min_deadwood_batch`]. After an error the contents of `out` are unspecified.
pub fn try_par_min_deadwood_batch(
    hands: &[u64],
    out: &mut [u8],
    threads: Option<usize>,
) -> Result<(), BatchError> {
    same_length(hands.len(), out.len())?;
    let backend = Backend::chosen();
    if in_shares(hands, out, SHARE, threads, |hands, out| backend.run::<true>(hands, out)) {
        Ok(())
    } else {
        Err(first_error(hands, |&hand| check(hand)))
    }
}

pub(super) fn same_length(hands: usize, out: usize) -> Result<(), BatchError> {
    if hands == out { Ok(()) } else { Err(BatchError::Lengths { hands, out }) }
}

/// Returns the error of the first of `hands` that is not a hand.
#[cold]
pub(super) fn first_error<T>(
    hands: &[T],
    check: impl Fn(&T) -> Result<CardSet, HandError>,
) -> BatchError {
    let error = |(index, hand)| Some(BatchError::Hand { index, error: check(hand).err()? });
    hands.iter().enumerate().find_map(error).expect("the batch holds something that is not a hand")
}
