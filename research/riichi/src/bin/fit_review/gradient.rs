//! The gradient of the static opinion's network by its weights.

use facedown_game::math;
use facedown_riichi_logs::review::model::{ChoiceNet, FEATURES, Features, HIDDEN};

/// The place of the output's weights.
const HEAD: usize = (FEATURES + 1) * HIDDEN;

/// Returns the hidden layer of an option.
fn hidden(weights: &[f32], features: &Features) -> [f32; HIDDEN] {
    let mut sums = [0.0; HIDDEN];
    sums.copy_from_slice(&weights[FEATURES * HIDDEN..HEAD]);
    for (i, x) in features.iter().enumerate().filter(|(_, x)| **x != 0.0) {
        let row = &weights[i * HIDDEN..(i + 1) * HIDDEN];
        for (sum, w) in sums.iter_mut().zip(row) {
            *sum += w * x;
        }
    }
    sums.map(|sum| sum.max(0.0))
}

/// Adds the gradient of the log loss of a choice; returns the loss.
pub(crate) fn add_gradient(
    net: &ChoiceNet,
    options: &[Features],
    chosen: usize,
    out: &mut [f32],
) -> f32 {
    let weights = net.weights();
    let hidden: Vec<[f32; HIDDEN]> = options.iter().map(|f| hidden(weights, f)).collect();
    let logits: Vec<f32> = hidden
        .iter()
        .map(|h| h.iter().zip(&weights[HEAD..]).map(|(x, w)| x * w).sum::<f32>())
        .collect();
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = logits.iter().map(|logit| math::exp_f32(logit - most)).sum();
    for (number, (features, hidden)) in options.iter().zip(&hidden).enumerate() {
        let share = math::exp_f32(logits[number] - most) / total;
        let error = share - if number == chosen { 1.0 } else { 0.0 };
        let mut back = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            out[HEAD + unit] += error * hidden[unit];
            if hidden[unit] > 0.0 {
                back[unit] = error * weights[HEAD + unit];
            }
        }
        for (i, x) in features.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            let row = &mut out[i * HIDDEN..(i + 1) * HIDDEN];
            row.iter_mut().zip(&back).for_each(|(g, b)| *g += b * x);
        }
        let bias = &mut out[FEATURES * HIDDEN..HEAD];
        bias.iter_mut().zip(&back).for_each(|(g, b)| *g += b);
    }
    math::ln_f32(total) + most - logits[chosen]
}
