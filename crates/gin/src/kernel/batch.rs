//! Least deadwood of many hands: one slice in, one slice out.

use super::backend::Backend;
use super::scalar::{HandError, check};
use std::fmt;
use std::sync::Mutex;

/// Why a batch was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// The lengths do not fit each other.
    Lengths {
        /// How many hands were given.
        hands: usize,
        /// For how many there is room.
        out: usize,
    },
    /// A word is not a hand.
    Hand {
        /// The first such place.
        index: usize,
        /// What is wrong there.
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

/// The least deadwood of each hand, on one thread, by [`Backend::chosen`].
///
/// A hand is a [`CardSet`](facedown_cards::CardSet)'s bits, at most eleven of them. Bits from 52 on
/// are ignored; of more than eleven cards the result is the deadwood of some grouping, not always
/// the best. [`try_min_deadwood_batch`] refuses both.
///
/// # Panics
/// Where the lengths differ.
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
/// Where the lengths differ or the CPU lacks the back end's instructions.
pub fn min_deadwood_batch_with(backend: Backend, hands: &[u64], out: &mut [u8]) {
    assert_eq!(hands.len(), out.len(), "one place for each hand");
    backend.run::<false>(hands, out);
}

/// [`min_deadwood_batch`] of words that may be anything. After an error `out` holds nothing of use.
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
/// Where the CPU lacks the back end's instructions.
pub fn try_min_deadwood_batch_with(
    backend: Backend,
    hands: &[u64],
    out: &mut [u8],
) -> Result<(), BatchError> {
    same_length(hands.len(), out.len())?;
    if backend.run::<true>(hands, out) { Ok(()) } else { Err(first_error(hands)) }
}

/// [`min_deadwood_batch`] on several threads: the caller's and those of rayon's global pool, all of
/// them or at most `threads` in all. Small batches stay on the caller's thread.
///
/// # Panics
/// Where the lengths differ.
pub fn par_min_deadwood_batch(hands: &[u64], out: &mut [u8], threads: Option<usize>) {
    assert_eq!(hands.len(), out.len(), "one place for each hand");
    shared::<false>(Backend::chosen(), hands, out, threads);
}

/// [`par_min_deadwood_batch`] of words that may be anything. After an error `out` holds nothing of
/// use.
pub fn try_par_min_deadwood_batch(
    hands: &[u64],
    out: &mut [u8],
    threads: Option<usize>,
) -> Result<(), BatchError> {
    same_length(hands.len(), out.len())?;
    if shared::<true>(Backend::chosen(), hands, out, threads) {
        Ok(())
    } else {
        Err(first_error(hands))
    }
}

/// How many hands a thread takes at a time: some microseconds of work.
const SHARE: usize = 4096;
/// Below this many hands a second thread would wake up too late to help.
const SMALL: usize = 4 * SHARE;

/// Runs a batch in shares that the caller and its helpers take as they come. The caller never waits
/// for a helper to wake up, only for one to finish its last share.
fn shared<const CHECK: bool>(
    backend: Backend,
    hands: &[u64],
    out: &mut [u8],
    threads: Option<usize>,
) -> bool {
    let most = hands.len() / (SMALL / 2);
    let threads = threads.unwrap_or_else(rayon::current_num_threads).min(most);
    if threads < 2 {
        return backend.run::<CHECK>(hands, out);
    }
    let shares = Mutex::new((hands.chunks(SHARE).zip(out.chunks_mut(SHARE)), true));
    let work = || {
        let mut sound = true;
        loop {
            let next = shares.lock().expect("no share panics").0.next();
            let Some((hands, out)) = next else { break };
            sound &= backend.run::<CHECK>(hands, out);
        }
        shares.lock().expect("no share panics").1 &= sound;
    };
    rayon::in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
    shares.into_inner().expect("no share panics").1
}

pub(super) fn same_length(hands: usize, out: usize) -> Result<(), BatchError> {
    if hands == out { Ok(()) } else { Err(BatchError::Lengths { hands, out }) }
}

/// What is wrong with the first word that is not a hand.
#[cold]
fn first_error(hands: &[u64]) -> BatchError {
    let errors = hands.iter().enumerate().map(|(index, &hand)| (index, check(hand)));
    errors
        .filter_map(|(index, checked)| checked.err().map(|error| BatchError::Hand { index, error }))
        .next()
        .expect("the batch has a word that is not a hand")
}
