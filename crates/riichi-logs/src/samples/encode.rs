//! Encodes batches of samples into arrays.

use super::collect::Sample;
use facedown_game::{Element, Encoder};
use facedown_riichi::{Action, Riichi, View};

/// The caller's arrays for a batch, with one row for each sample.
pub struct SampleRows<'a, T> {
    /// The encoded views.
    pub observation: &'a mut [T],
    /// A byte for every action id: 1 for legal actions, else 0.
    pub mask: &'a mut [u8],
    /// The id of the action taken.
    pub action: &'a mut [i32],
}

/// The lengths of a row's parts.
struct Lengths {
    observation: usize,
    mask: usize,
}

impl Lengths {
    /// # Panics
    /// If an array has no whole row for every sample.
    fn of<T, E: Encoder<Riichi>>(count: usize, encoder: &E, rows: &SampleRows<'_, T>) -> Self {
        let (observation, mask) = (encoder.len(), rows.mask.len() / count.max(1));
        let whole = rows.observation.len() == observation * count
            && rows.mask.len() == mask * count
            && rows.action.len() == count;
        assert!(whole, "an array has no whole row for every sample");
        // Chunks of length 0 panic, even where there are no rows.
        Self { observation: observation.max(1), mask: mask.max(1) }
    }
}

/// Splits samples and their rows into chunks of `count`.
///
/// # Panics
/// If an array has no whole row for every sample.
pub(super) fn chunks<'a, T: Element, E: Encoder<Riichi>>(
    samples: &'a [Sample],
    encoder: &E,
    rows: SampleRows<'a, T>,
    count: usize,
) -> impl Iterator<Item = (&'a [Sample], SampleRows<'a, T>)> + use<'a, T, E> {
    let lengths = Lengths::of(samples.len(), encoder, &rows);
    let SampleRows { observation, mask, action } = rows;
    let observations = observation.chunks_mut(count * lengths.observation);
    let masks = mask.chunks_mut(count * lengths.mask);
    let actions = action.chunks_mut(count);
    let rows = observations.zip(masks).zip(actions);
    let rows = rows.map(|((observation, mask), action)| SampleRows { observation, mask, action });
    samples.chunks(count).zip(rows)
}

/// Encodes samples into rows. `action_id` maps actions to ids.
///
/// # Panics
/// If an array has no whole row for every sample.
pub fn encode_samples<T: Element, E: Encoder<Riichi>>(
    samples: &[Sample],
    encoder: &E,
    action_id: fn(&View, Action) -> usize,
    rows: SampleRows<'_, T>,
) {
    let lengths = Lengths::of(samples.len(), encoder, &rows);
    let observations = rows.observation.chunks_exact_mut(lengths.observation);
    let masks = rows.mask.chunks_exact_mut(lengths.mask);
    let rows = observations.zip(masks).zip(rows.action);
    for (sample, ((observation, mask), action)) in samples.iter().zip(rows) {
        encoder.encode(&sample.game, &sample.view, observation);
        mask.fill(0);
        for option in sample.legal() {
            mask[action_id(&sample.view, *option)] = 1;
        }
        *action = action_id(&sample.view, sample.action) as i32;
    }
}
