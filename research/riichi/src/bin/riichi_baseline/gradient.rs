//! The gradient of the baseline's network by its weights.

use facedown_game::{PerSeat, Seat};
use facedown_nets::{Tensor, Weights};
use facedown_riichi::baseline::{CODE, Code, ENCODER, FEATURES, HIDDEN, Net, SeatFeatures};

// Where the layers begin. Each unit has its weights, then its bias.
const HEAD: usize = CODE * (FEATURES + 1);
const OUT: usize = HEAD + HIDDEN * (2 * CODE + 1);
/// The number of weights.
pub(crate) const WEIGHTS: usize = OUT + HIDDEN + 1;

/// Returns the content of the weight file.
pub(crate) fn file(weights: &[f32]) -> Weights {
    let mut file = Weights::default();
    file.metadata.insert("encoder".to_owned(), ENCODER.to_owned());
    let layers = [
        ("code", &weights[..HEAD], FEATURES),
        ("hidden", &weights[HEAD..OUT], 2 * CODE),
        ("score", &weights[OUT..], HIDDEN),
    ];
    for (name, units, inputs) in layers {
        let units = || units.chunks_exact(inputs + 1);
        let outputs = units().len();
        let data = units().flat_map(|unit| unit[..inputs].to_vec()).collect();
        let weight = Tensor { shape: vec![outputs, inputs], data };
        file.tensors.insert(format!("{name}.weight"), weight);
        let bias =
            Tensor { shape: vec![outputs], data: units().map(|unit| unit[inputs]).collect() };
        file.tensors.insert(format!("{name}.bias"), bias);
    }
    file
}

/// Returns the number of inputs of the weight's unit, for random initial weights.
pub(crate) fn inputs_of(weight: usize) -> usize {
    match weight {
        ..HEAD => 8, // few features are active at once
        HEAD..OUT => 2 * CODE,
        _ => HIDDEN,
    }
}

fn hidden(weights: &[f32], own: &Code, others: &Code) -> [f32; HIDDEN] {
    std::array::from_fn(|unit| {
        let start = HEAD + unit * (2 * CODE + 1);
        let row = &weights[start..=start + 2 * CODE];
        let mine: f32 = row[..CODE].iter().zip(own).map(|(w, x)| w * x).sum();
        let theirs: f32 = row[CODE..2 * CODE].iter().zip(others).map(|(w, x)| w * x).sum();
        (mine + theirs + row[2 * CODE]).max(0.0)
    })
}

/// Adds the gradient of half the squared error of a prediction of the network with these weights;
/// returns the squared error.
pub(crate) fn add_gradient(
    (net, weights): (&Net, &[f32]),
    features: &PerSeat<SeatFeatures>,
    targets: &PerSeat<f32>,
    out: &mut [f32],
) -> f32 {
    let seats = features.seats();
    let codes = features.map(|features| net.code(&features));
    let sums: Code = std::array::from_fn(|i| codes.as_slice().iter().map(|code| code[i]).sum());
    let predicted = net.scores(&codes);
    let errors = PerSeat::from_fn(seats, |seat| predicted[seat] - targets[seat]);
    let mean = errors.as_slice().iter().sum::<f32>() / seats as f32;
    let mut back = PerSeat::filled(seats, [0.0; CODE]);
    for seat in Seat::all(seats) {
        let error = errors[seat] - mean;
        let others: Code = std::array::from_fn(|i| sums[i] - codes[seat][i]);
        let hidden = hidden(weights, &codes[seat], &others);
        out[OUT + HIDDEN] += error;
        for unit in (0..HIDDEN).filter(|unit| hidden[*unit] > 0.0) {
            out[OUT + unit] += error * hidden[unit];
            let slope = error * weights[OUT + unit];
            let start = HEAD + unit * (2 * CODE + 1);
            for i in 0..CODE {
                out[start + i] += slope * codes[seat][i];
                out[start + CODE + i] += slope * others[i];
                back[seat][i] += slope * weights[start + i];
                for other in Seat::all(seats).filter(|other| *other != seat) {
                    back[other][i] += slope * weights[start + CODE + i];
                }
            }
            out[start + 2 * CODE] += slope;
        }
    }
    for seat in Seat::all(seats) {
        for unit in (0..CODE).filter(|unit| codes[seat][*unit] > 0.0) {
            let start = unit * (FEATURES + 1);
            for (i, x) in features[seat].iter().enumerate() {
                out[start + i] += back[seat][unit] * x;
            }
            out[start + FEATURES] += back[seat][unit];
        }
    }
    errors.as_slice().iter().map(|error| error * error).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_game::Rng;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let mut rng = Rng::new(3);
        let mut random = |scale: f64| ((rng.unit() - 0.5) * scale) as f32;
        let weights: Vec<f32> = (0..WEIGHTS).map(|_| random(0.8)).collect();
        let features = PerSeat::from_fn(4, |_| std::array::from_fn(|_| random(2.0)));
        let targets = PerSeat::from_fn(4, |seat| [3.0, -1.0, -1.0, -1.0][seat.index()]);
        let error = |weights: &[f32]| {
            let net = Net::new(&file(weights)).unwrap();
            let codes = features.map(|features| net.code(&features));
            let scores = net.scores(&codes);
            Seat::all(4).map(|s| f64::from(scores[s] - targets[s]).powi(2)).sum::<f64>() / 2.0
        };
        let mut gradient = vec![0.0; WEIGHTS];
        let net = Net::new(&file(&weights)).unwrap();
        add_gradient((&net, &weights), &features, &targets, &mut gradient);
        for place in (0..WEIGHTS).step_by(37) {
            let mut moved = [weights.clone(), weights.clone()];
            moved[0][place] += 1e-3;
            moved[1][place] -= 1e-3;
            let slope = (error(&moved[0]) - error(&moved[1])) / 2e-3;
            let found = f64::from(gradient[place]);
            assert!(
                (slope - found).abs() < 0.05 * slope.abs().max(1.0),
                "{place}: {slope} {found}"
            );
        }
    }
}
