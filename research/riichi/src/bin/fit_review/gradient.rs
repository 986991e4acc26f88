//! The gradient of the static opinion's network by its weights.

use facedown_game::math;
use facedown_nets::{Precision, Tensor, Weights};
use facedown_riichi_review::model::{ENCODER, FEATURES, Features, HIDDEN};

/// The place of the output's weights.
const HEAD: usize = (FEATURES + 1) * HIDDEN;
/// The number of weights: the hidden layer by inputs and its bias, the output and its bias.
pub(crate) const WEIGHTS: usize = HEAD + HIDDEN + 1;

/// Returns the weight file.
pub(crate) fn file(weights: &[f32]) -> Vec<u8> {
    let mut file = Weights::default();
    file.metadata.insert("encoder".to_owned(), ENCODER.to_owned());
    let mut add = |name: &str, shape: &[usize], data: Vec<f32>| {
        file.tensors.insert(name.to_owned(), Tensor { shape: shape.to_vec(), data });
    };
    let row = |unit: usize| (0..FEATURES).map(move |input| weights[input * HIDDEN + unit]);
    add("fc.0.weight", &[HIDDEN, FEATURES], (0..HIDDEN).flat_map(row).collect());
    add("fc.0.bias", &[HIDDEN], weights[FEATURES * HIDDEN..HEAD].to_vec());
    add("fc.2.weight", &[1, HIDDEN], weights[HEAD..HEAD + HIDDEN].to_vec());
    add("fc.2.bias", &[1], weights[HEAD + HIDDEN..].to_vec());
    file.write(Precision::Single)
}

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
    weights: &[f32],
    options: &[Features],
    chosen: usize,
    out: &mut [f32],
) -> f32 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;
    use facedown_riichi_review::model::ChoiceNet;

    /// A loss from the logits of the network that plays.
    fn loss(weights: &[f32], options: &[Features], chosen: usize) -> f64 {
        let net = ChoiceNet::read(&file(weights)).expect("the file is whole");
        let logits: Vec<f64> = options.iter().map(|f| f64::from(net.logit(f))).collect();
        let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = logits.iter().map(|logit| math::exp(logit - most)).sum();
        math::ln(total) + most - logits[chosen]
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let mut rng = Rng::new(3);
        let mut random = |scale: f64| ((rng.unit() - 0.5) * scale) as f32;
        let weights: Vec<f32> = (0..WEIGHTS).map(|_| random(0.5)).collect();
        let options: Vec<Features> = (0..4).map(|_| std::array::from_fn(|_| random(2.0))).collect();
        let mut gradient = vec![0.0; WEIGHTS];
        let found = add_gradient(&weights, &options, 2, &mut gradient);
        assert!((f64::from(found) - loss(&weights, &options, 2)).abs() < 1e-4);
        for place in (0..WEIGHTS).step_by(97) {
            let mut moved = [weights.clone(), weights.clone()];
            moved[0][place] += 1e-2;
            moved[1][place] -= 1e-2;
            let [above, below] = moved.map(|weights| loss(&weights, &options, 2));
            let (slope, found) = ((above - below) / 2e-2, f64::from(gradient[place]));
            assert!(
                (slope - found).abs() < 0.02 * slope.abs().max(0.1),
                "{place}: {slope} {found}"
            );
        }
    }
}
