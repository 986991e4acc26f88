//! A batch of samples as arrays.

use super::collect::Sample;
use crate::{Action, Riichi, View};
use facedown_game::{Element, Encoder};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// The rows of a batch in the caller's arrays, one for each sample.
pub struct SampleRows<'a, T> {
    /// The encodings, one after the other.
    pub observation: &'a mut [T],
    /// For each row a byte for every number: 1 for legal actions, else 0.
    pub mask: &'a mut [u8],
    /// The number of the action that was taken.
    pub action: &'a mut [i32],
}

/// How few samples are worth another thread.
const SHARE: usize = 32;

/// Encodes samples into rows, shared among the threads of the pool that this is called in. Actions
/// have the numbers that `number` gives them.
///
/// # Panics
/// Where a slice has no whole row for every sample.
pub fn write_samples<T: Element, E: Encoder<Riichi>>(
    samples: &[Sample],
    encoder: &E,
    number: fn(&View, Action) -> usize,
    rows: SampleRows<'_, T>,
) {
    let SampleRows { observation, mask, action } = rows;
    let count = samples.len();
    if count == 0 {
        return;
    }
    let (length, numbers) = (observation.len() / count, mask.len() / count);
    let shapes_fit = observation.len() == length * count && mask.len() == numbers * count;
    assert!(shapes_fit && length == encoder.len() && action.len() == count, "whole rows");
    let observations = observation.par_chunks_exact_mut(length);
    let masks = mask.par_chunks_exact_mut(numbers);
    let actions = action.par_chunks_mut(1);
    let arrays = observations.zip(masks).zip(actions);
    samples.par_iter().zip(arrays).with_min_len(SHARE).for_each(|(sample, row)| {
        let ((observation, mask), action) = row;
        encoder.encode(&sample.game, &sample.view, observation);
        mask.fill(0);
        for option in sample.legal() {
            mask[number(&sample.view, *option)] = 1;
        }
        action[0] = number(&sample.view, sample.action) as i32;
    });
}
