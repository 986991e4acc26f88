//! How many deals the target of a board should be the mean of, and how wide a network should be, at
//! equal processor time.
//!
//! Run with `cargo research targets -- SECONDS HELD ARM…`. An arm is
//! `DEALS:FIRST:SECOND`: boards of 9 cards from play by the value networks, each with the mean over
//! DEALS exact deals of street 4, as many as are made in SECONDS of processor time; a network with
//! hidden layers of FIRST and SECOND units that predicts the value in six passes. It is judged on HELD
//! other boards by means over 64 deals, whose own error is taken out. The networks that ship are trained
//! by `training/ofc-value.sh`; this one only compares.

use facedown_game::Rng;
use facedown_game::stats::SampleMean;
use facedown_ofc_solver::{BoardSample, BoardSamples, BoardScratch, Evaluator, NetworkSet};
use std::error::Error;
use std::time::Duration;

const BATCH: usize = 256;
const PASSES: usize = 6;
const RATE: f32 = 0.002;
/// The number of boards by which the time of one is measured.
const TIMED: u64 = 400;

/// Returns the processor time of this thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().map(Duration::from).unwrap_or_default()
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    Duration::ZERO
}

/// Returns the value that is learnt: the sum of the parts that are not certain.
fn value(sample: &BoardSample) -> f32 {
    let parts = sample.targets[..BoardSamples::PARTS].iter();
    parts.filter(|part| !part.is_nan()).sum()
}

/// A layer with its gradients and their moments.
struct Layer {
    weights: Vec<f32>,
    gradients: Vec<f32>,
    moments: Vec<[f32; 2]>,
    outputs: usize,
}

impl Layer {
    /// Returns random weights, by input; the last input is the bias.
    fn new(inputs: usize, outputs: usize, active: f32, rng: &mut Rng) -> Self {
        let scale = (6.0 / active).sqrt();
        let count = (inputs + 1) * outputs;
        let mut weights: Vec<f32> =
            (0..count).map(|_| scale * (2.0 * rng.unit() as f32 - 1.0)).collect();
        weights[inputs * outputs..].fill(0.0);
        Self { weights, gradients: vec![0.0; count], moments: vec![[0.0; 2]; count], outputs }
    }

    fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.outputs..][..self.outputs]
    }

    fn bias(&self) -> &[f32] {
        self.row(self.weights.len() / self.outputs - 1)
    }

    /// Adds the gradient of one input with this activation.
    fn learn(&mut self, input: usize, activation: f32, of: &[f32]) {
        let row = &mut self.gradients[input * self.outputs..][..self.outputs];
        row.iter_mut().zip(of).for_each(|(sum, gradient)| *sum += activation * gradient);
    }

    /// Makes a step of Adam and clears the gradients.
    fn step(&mut self, rate: f32, steps: i32) {
        let [first, second] = [1.0 - 0.9_f32.powi(steps), 1.0 - 0.999_f32.powi(steps)];
        let all = self.weights.iter_mut().zip(&mut self.gradients).zip(&mut self.moments);
        for ((weight, gradient), [mean, square]) in all {
            *mean += 0.1 * (*gradient - *mean);
            *square += 0.001 * (*gradient * *gradient - *square);
            *weight -= rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
            *gradient = 0.0;
        }
    }
}

struct Net {
    layers: [Layer; 3],
    hidden: [Vec<f32>; 2],
    back: [Vec<f32>; 2],
}

impl Net {
    fn new([first, second]: [usize; 2], rng: &mut Rng) -> Self {
        let layers = [
            Layer::new(BoardSamples::INPUTS, first, 60.0, rng),
            Layer::new(first, second, first as f32, rng),
            Layer::new(second, 1, second as f32, rng),
        ];
        let zeros = || [vec![0.0; first], vec![0.0; second]];
        Self { layers, hidden: zeros(), back: zeros() }
    }

    fn predict(&mut self, features: &[u16]) -> f32 {
        let [inputs, middle, last] = &self.layers;
        let [first, second] = &mut self.hidden;
        first.copy_from_slice(inputs.bias());
        for feature in features {
            let row = inputs.row(usize::from(*feature));
            first.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        second.copy_from_slice(middle.bias());
        for (i, x) in first.iter_mut().enumerate() {
            *x = x.max(0.0);
            let row = middle.row(i);
            second.iter_mut().zip(row).for_each(|(sum, weight)| *sum += *x * weight);
        }
        let ends = second.iter_mut().enumerate().map(|(i, x)| {
            *x = x.max(0.0);
            *x * last.weights[i]
        });
        ends.sum::<f32>() + last.bias()[0]
    }

    /// Adds the gradients of one board.
    fn learn(&mut self, features: &[u16], target: f32) {
        let off = (self.predict(features) - target) / BATCH as f32;
        let Self { layers: [inputs, middle, last], hidden, back } = self;
        let [first, second] = hidden;
        let [first_back, second_back] = back;
        for (i, x) in second.iter().enumerate() {
            second_back[i] = if *x > 0.0 { off * last.weights[i] } else { 0.0 };
            last.learn(i, *x, &[off]);
        }
        last.learn(second.len(), 1.0, &[off]);
        for (i, x) in first.iter().enumerate() {
            first_back[i] = 0.0;
            if *x > 0.0 {
                let row = middle.row(i).iter().zip(second_back.iter());
                first_back[i] = row.map(|(weight, back)| weight * back).sum();
                middle.learn(i, *x, second_back);
            }
        }
        middle.learn(first.len(), 1.0, second_back);
        for feature in features {
            inputs.learn(usize::from(*feature), 1.0, first_back);
        }
        inputs.learn(BoardSamples::INPUTS, 1.0, first_back);
    }
}

/// Trains a network on boards.
#[allow(clippy::disallowed_methods, reason = "a comparison, not the same bits on every machine")]
fn train(boards: &[(Box<[u16]>, f32)], widths: [usize; 2]) -> Net {
    let mut rng = Rng::new(1);
    let mut net = Net::new(widths, &mut rng);
    let mut order: Vec<usize> = (0..boards.len()).collect();
    let batches = boards.len() / BATCH;
    let all = (PASSES * batches) as f32;
    let mut steps = 0;
    for _ in 0..PASSES {
        rng.shuffle(&mut order);
        for batch in order.chunks_exact(BATCH) {
            for board in batch {
                let (features, target) = &boards[*board];
                net.learn(features, *target);
            }
            let part = steps as f32 / all;
            let rate = RATE * (0.005 + 0.995 * 0.5 * (1.0 + (std::f32::consts::PI * part).cos()));
            steps += 1;
            net.layers
                .iter_mut()
                .for_each(|layer| layer.step(rate * (steps as f32 / 200.0).min(1.0), steps));
        }
    }
    net
}

fn samples(seed: u64, deals: usize) -> Result<BoardSamples, Box<dyn Error>> {
    let mut networks = Evaluator::default();
    for file in NetworkSet::FILES[0] {
        networks.add(file)?;
    }
    Ok(BoardSamples::new(9, networks, seed)?.with_deals(deals))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, held, arms @ ..] = arguments.as_slice() else {
        return Err("expected SECONDS HELD ARM…".into());
    };
    let (seconds, held): (f64, u64) = (seconds.parse()?, held.parse()?);
    let mut scratch = BoardScratch::default();
    let held_samples = samples(1_000_003, 32)?;
    let held: Vec<(BoardSample, BoardSample)> =
        (0..held).map(|number| held_samples.two(&mut scratch, number)).collect();
    for arm in arms {
        let numbers: Result<Vec<usize>, _> = arm.split(':').map(str::parse).collect();
        let [deals, first, second] = numbers?[..] else {
            return Err(format!("'{arm}': expected DEALS:FIRST:SECOND").into());
        };
        let samples = samples(4, deals)?;
        let start = processor_time();
        for number in 0..TIMED {
            samples.sample(&mut scratch, number);
        }
        let each = processor_time().saturating_sub(start).as_secs_f64() / TIMED as f64;
        let count = (seconds / each) as u64;
        let boards: Vec<(Box<[u16]>, f32)> = (0..count)
            .map(|number| {
                let sample = samples.sample(&mut scratch, number);
                let target = value(&sample);
                (sample.features, target)
            })
            .collect();
        let start = processor_time();
        let mut net = train(&boards, [first, second]);
        let trained = processor_time().saturating_sub(start).as_secs_f64();
        // The product of both errors has no error of the deals in it.
        let errors = held.iter().map(|(one, other)| {
            let said = f64::from(net.predict(&one.features));
            (said - f64::from(value(one))) * (said - f64::from(value(other)))
        });
        let errors: Vec<f64> = errors.collect();
        let found = SampleMean::of(errors.iter().copied());
        println!(
            "{arm:10} {count:7} boards, {:.3} ms each, {trained:.1} s of training: squared error {:.3} ± {:.3}",
            1e3 * each,
            found.mean,
            found.half_width(),
        );
    }
    Ok(())
}
