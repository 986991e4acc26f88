//! Losses: in training on tensors, in validation on plain numbers.

use crate::config::LossKind;
use burn::tensor::activation::log_softmax;
use burn::tensor::{Bool, Int, Tensor, TensorData};
use facedown_game::math::{exp, ln, ln_1p};
use facedown_nets::Targets;

/// The weight of single outputs beside their sum.
const SINGLE: f32 = 0.3;
/// A score far below every other.
const IMPOSSIBLE: f32 = -1e9;

/// Returns the mean loss of a head over the samples that count; `None` if none does.
pub(crate) fn head_loss(kind: LossKind, output: Tensor<2>, targets: &Targets) -> Option<Tensor<1>> {
    match targets {
        Targets::Classes { labels, mask } => cross_entropy(output, labels, mask),
        Targets::Values(values) => value_loss(kind, output, values),
    }
}

fn cross_entropy(output: Tensor<2>, labels: &[u32], mask: &[bool]) -> Option<Tensor<1>> {
    let [samples, outputs] = output.dims();
    let device = output.clone().inner().device();
    let counts: Vec<f32> =
        labels.iter().map(|label| f32::from(u8::from(*label != Targets::NONE))).collect();
    let total: f32 = counts.iter().sum();
    if total == 0.0 {
        return None;
    }
    let output = if mask.is_empty() {
        output
    } else {
        let impossible = mask.iter().map(|possible| !possible).collect::<Vec<bool>>();
        let mask = TensorData::new(impossible, [samples, outputs]);
        output.mask_fill(Tensor::<2, Bool>::from_data(mask, &device).autodiff(), IMPOSSIBLE)
    };
    let label = |label: &u32| if *label == Targets::NONE { 0 } else { i64::from(*label) };
    let labels = TensorData::new(labels.iter().map(label).collect::<Vec<i64>>(), [samples, 1]);
    let labels = Tensor::<2, Int>::from_data(labels, &device).autodiff();
    let logs = log_softmax(output, 1).gather(1, labels);
    let counts = Tensor::<2>::from_data(TensorData::new(counts, [samples, 1]), &device).autodiff();
    Some((logs * counts).sum().mul_scalar(-1.0 / total))
}

fn value_loss(kind: LossKind, output: Tensor<2>, values: &[f32]) -> Option<Tensor<1>> {
    let dims = output.dims();
    let device = output.clone().inner().device();
    let counts: Vec<f32> = values.iter().map(|v| f32::from(u8::from(!v.is_nan()))).collect();
    let total: f32 = counts.iter().sum();
    if total == 0.0 {
        return None;
    }
    let known = values.iter().map(|v| if v.is_nan() { 0.0 } else { *v }).collect::<Vec<f32>>();
    let tensor = |data| Tensor::<2>::from_data(TensorData::new(data, dims), &device).autodiff();
    let (target, counts) = (tensor(known), tensor(counts));
    if kind == LossKind::Total {
        let off = (output - target) * counts;
        let each = off.clone().square().sum().mul_scalar(SINGLE);
        let loss = off.sum_dim(1).square().sum() + each;
        return Some(loss.mul_scalar(1.0 / dims[0] as f32));
    }
    let loss = match kind {
        LossKind::Huber => {
            let off = (output - target).abs();
            let near = off.clone().clamp_max(1.0);
            // Half the square up to 1, the distance less a half beyond.
            near.clone() * (off - near.mul_scalar(0.5))
        }
        LossKind::Binary => {
            // log(1 + exp(x)) - x t, without overflow.
            let rest = output.clone().abs().neg().exp().add_scalar(1.0).log();
            output.clone().clamp_min(0.0) - output * target + rest
        }
        LossKind::Mse | LossKind::CrossEntropy | LossKind::Total => (output - target).square(),
    };
    Some((loss * counts).sum().mul_scalar(1.0 / total))
}

/// Sums of a validation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// The sum of losses.
    pub(crate) loss: f64,
    /// The number of samples or outputs that count.
    pub(crate) count: f64,
    /// How often the greatest output is the label.
    pub(crate) hits: f64,
}

/// Adds the losses of a batch by their definitions, in double precision.
pub(crate) fn tally(
    kind: LossKind,
    outputs: &[f32],
    width: usize,
    targets: &Targets,
    sum: &mut Tally,
) {
    match targets {
        Targets::Classes { labels, mask } => {
            for (i, (row, label)) in outputs.chunks_exact(width).zip(labels).enumerate() {
                if *label == Targets::NONE {
                    continue;
                }
                let possible = |o: usize| mask.is_empty() || mask[i * width + o];
                let scores = row.iter().enumerate().filter(|(o, _)| possible(*o));
                let (best, most) =
                    scores.clone().fold((0, f64::NEG_INFINITY), |best, (o, score)| {
                        if f64::from(*score) > best.1 { (o, f64::from(*score)) } else { best }
                    });
                let total: f64 = scores.map(|(_, score)| exp(f64::from(*score) - most)).sum();
                sum.loss += ln(total) - (f64::from(row[*label as usize]) - most);
                sum.count += 1.0;
                sum.hits += f64::from(u8::from(best == *label as usize));
            }
        }
        Targets::Values(values) if kind == LossKind::Total => {
            for (row, target) in outputs.chunks_exact(width).zip(values.chunks_exact(width)) {
                let known = row.iter().zip(target).filter(|(_, t)| !t.is_nan());
                let off = known.map(|(x, t)| f64::from(*x) - f64::from(*t));
                let each: f64 = off.clone().map(|off| off * off).sum();
                sum.loss += off.sum::<f64>().powi(2) + f64::from(SINGLE) * each;
                sum.count += 1.0;
            }
        }
        Targets::Values(values) => {
            for (output, target) in outputs.iter().zip(values).filter(|(_, t)| !t.is_nan()) {
                let (x, t) = (f64::from(*output), f64::from(*target));
                let off = (x - t).abs();
                sum.loss += match kind {
                    LossKind::Huber if off > 1.0 => off - 0.5,
                    LossKind::Huber => off * off / 2.0,
                    LossKind::Binary => x.max(0.0) - x * t + ln_1p(exp(-x.abs())),
                    LossKind::Mse | LossKind::CrossEntropy | LossKind::Total => off * off,
                };
                sum.count += 1.0;
                sum.hits += f64::from(u8::from((x > 0.0) == (t > 0.5)));
            }
        }
    }
}
