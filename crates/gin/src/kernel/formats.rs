//! Batches of hands in the formats of array libraries.
//!
//! They are converted to words a chunk at a time, in a buffer that stays in the first-level cache;
//! no array of words is built. Input that is not a hand becomes a word that is not one either, so
//! that the check of the batch finds it.

use super::backend::Backend;
use super::batch::{BatchError, first_error, same_length};
use super::parallel::{SHARE, in_shares};
use super::scalar::{HandError, check};
use facedown_cards::CardSet;

/// Number of hands converted to words at a time.
const CHUNK: usize = 1024;
/// The cards of two suits.
const WORD: u32 = (1 << 26) - 1;

/// Checked least deadwood of hands in two 32-bit words each, for libraries without 64-bit integers:
/// bits 0 to 25 of the first are clubs and diamonds, of the second hearts and spades.
///
/// `threads` is as for [`par_min_deadwood_batch`](super::par_min_deadwood_batch). After an error
/// the contents of `out` are unspecified.
///
/// ```
/// # use facedown_gin::kernel::try_min_deadwood_words;
/// let mut out = [0; 2];
/// try_min_deadwood_words(&[[0b111, 0], [0, 1 << 25]], &mut out, None)?;
/// assert_eq!(out, [0, 10]);
/// # Ok::<(), facedown_gin::kernel::BatchError>(())
/// ```
pub fn try_min_deadwood_words(
    hands: &[[u32; 2]],
    out: &mut [u8],
    threads: Option<usize>,
) -> Result<(), BatchError> {
    let checked = |hand: &[u32; 2]| {
        let word = from_words(*hand);
        if word >> 52 == 0 { check(word) } else { Err(HandError::NotWords(*hand)) }
    };
    converted(hands, out, threads, |&hand| from_words(hand), checked)
}

/// Checked least deadwood of hands in 52 bytes each: 1 for a card held, 0 for one not held.
///
/// `threads` is as for [`par_min_deadwood_batch`](super::par_min_deadwood_batch). After an error
/// the contents of `out` are unspecified.
///
/// ```
/// # use facedown_gin::kernel::try_min_deadwood_flags;
/// let (mut hand, mut out) = ([0; 52], [0]);
/// hand[51] = 1;
/// try_min_deadwood_flags(&[hand], &mut out, None)?;
/// assert_eq!(out, [10]);
/// # Ok::<(), facedown_gin::kernel::BatchError>(())
/// ```
pub fn try_min_deadwood_flags(
    hands: &[[u8; 52]],
    out: &mut [u8],
    threads: Option<usize>,
) -> Result<(), BatchError> {
    let checked = |hand: &[u8; 52]| match hand.iter().find(|&&flag| flag > 1) {
        Some(&flag) => Err(HandError::NotFlag(flag)),
        None => check(from_flags(hand)),
    };
    converted(hands, out, threads, from_flags, checked)
}

fn converted<T: Sync>(
    hands: &[T],
    out: &mut [u8],
    threads: Option<usize>,
    convert: impl Fn(&T) -> u64 + Sync,
    checked: impl Fn(&T) -> Result<CardSet, HandError>,
) -> Result<(), BatchError> {
    same_length(hands.len(), out.len())?;
    let backend = Backend::chosen();
    let sound = in_shares(hands, out, SHARE, threads, |hands, out| {
        let mut sound = true;
        let mut words = [0; CHUNK];
        for (hands, out) in hands.chunks(CHUNK).zip(out.chunks_mut(CHUNK)) {
            for (word, hand) in words.iter_mut().zip(hands) {
                *word = convert(hand);
            }
            sound &= backend.run::<true>(&words[..hands.len()], out);
        }
        sound
    });
    if sound { Ok(()) } else { Err(first_error(hands, checked)) }
}

#[inline]
fn from_words([low, high]: [u32; 2]) -> u64 {
    let strange = u64::from((low | high) >> 26) << 52;
    u64::from(low & WORD) | u64::from(high & WORD) << 26 | strange
}

#[inline]
fn from_flags(flags: &[u8; 52]) -> u64 {
    let (eights, rest) = flags.as_chunks::<8>();
    let mut strange = 0;
    let mut pack = |eight: [u8; 8]| {
        let bytes = u64::from_le_bytes(eight);
        strange |= bytes & !0x0101_0101_0101_0101;
        // The product moves byte i's bit to bit 56 + i.
        (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    let mut word = 0;
    for (i, &eight) in eights.iter().enumerate() {
        word |= pack(eight) << (8 * i);
    }
    word |= pack([rest[0], rest[1], rest[2], rest[3], 0, 0, 0, 0]) << 48;
    word | u64::from(strange != 0) << 52
}
