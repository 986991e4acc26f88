//! The training loop.

use crate::checkpoint::{self, Progress};
use crate::config::Config;
use crate::error::TrainError;
use crate::loss::{Tally, tally};
use crate::model::Model;
use crate::order::Order;
use crate::plot;
use facedown_nets::{Batch, Network, Precision, Samples, Weights, Workspace};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;

/// One validation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Steps taken.
    pub step: u64,
    /// Samples trained on.
    pub samples: u64,
    /// The learning rate.
    pub rate: f64,
    /// The mean training loss since the last validation.
    pub training: f64,
    /// The loss on held-out samples, all heads by their weights.
    pub validation: f64,
    /// The loss of each head.
    pub heads: Vec<f64>,
    /// How often each head's greatest output is the label.
    pub agreement: Vec<f64>,
}

/// What a run reports while it lasts.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A step was taken, of so many.
    Step(u64, u64),
    /// A validation was made and a checkpoint written.
    Validated(&'a Record),
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights, with their metadata.
    pub weights: Weights,
    /// All validations.
    pub history: Vec<Record>,
}

/// Trains a network and writes it to `out`, with the losses beside it as CSV and SVG. A checkpoint
/// beside it is continued, so that a run that was killed ends with the same weights, and removed at
/// the end.
pub fn train(
    config: &Config,
    samples: &dyn Samples,
    out: &Path,
    mut report: impl FnMut(Event<'_>),
) -> Result<Trained, TrainError> {
    let mut run = Trainer::new(config, samples, out)?;
    run.run(&mut report)?;
    run.finish()
}

struct Trainer<'a> {
    config: &'a Config,
    samples: &'a dyn Samples,
    out: &'a Path,
    checkpoint: PathBuf,
    model: Model,
    order: Order,
    progress: Progress,
    best: Weights,
    held_out: Vec<Batch>,
}

/// Returns a file beside another.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Samples that are validated at a time.
const CHUNK: usize = 1024;

impl<'a> Trainer<'a> {
    fn new(
        config: &'a Config,
        samples: &'a dyn Samples,
        out: &'a Path,
    ) -> Result<Self, TrainError> {
        let order = Order::new(samples, &config.run)?;
        let mut held_out = Vec::new();
        for indices in order.validation.chunks(CHUNK) {
            let mut batch = Batch::default();
            samples.read(indices, &mut batch);
            held_out.push(batch);
        }
        check_fit(config, &held_out[0], order.validation.len().min(CHUNK))?;
        let checkpoint = beside(out, ".checkpoint");
        let mut model = Model::new(config);
        let text = serde_json::to_string(config).expect("a description is JSON");
        let mut progress =
            Progress { config: text, data: samples.describe(), ..Progress::default() };
        let mut best = Weights::default();
        if let Some((found, state, found_best)) = checkpoint::read(&checkpoint)? {
            let other = |what| TrainError::OtherRun { path: checkpoint.clone(), what };
            if found.config != progress.config {
                return Err(other("description"));
            }
            if found.data != progress.data {
                return Err(other("set of samples"));
            }
            model.restore(&state, found.step)?;
            (progress, best) = (found, found_best);
        }
        Ok(Self { config, samples, out, checkpoint, model, order, progress, best, held_out })
    }

    fn is_stale(&self) -> bool {
        self.config.run.patience > 0 && self.progress.stale >= self.config.run.patience
    }

    /// Takes all steps that are left. Batches are made on a thread of their own, in order.
    fn run(&mut self, report: &mut impl FnMut(Event<'_>)) -> Result<(), TrainError> {
        let steps = self.order.steps() * self.config.run.epochs;
        let (samples, first) = (self.samples, self.progress.step);
        let mut order = Order::new(samples, &self.config.run)?;
        std::thread::scope(|scope| {
            let (sender, batches) = sync_channel::<Batch>(2);
            scope.spawn(move || {
                let mut indices = Vec::new();
                for step in first..steps {
                    let mut batch = Batch::default();
                    order.indices(step, &mut indices);
                    samples.read(&indices, &mut batch);
                    if sender.send(batch).is_err() {
                        return;
                    }
                }
            });
            let (mut loss, mut count) = (0.0, 0.0);
            for step in first..steps {
                if self.is_stale() {
                    break;
                }
                let Ok(batch) = batches.recv() else { break };
                let rate = self.config.optimizer.rate(step, steps);
                let now = self.model.step(&batch, rate);
                if !now.is_finite() {
                    return Err(TrainError::NotFinite { step: step + 1 });
                }
                (loss, count) = (loss + now, count + 1.0);
                self.progress.step = step + 1;
                report(Event::Step(step + 1, steps));
                let due = (step + 1).is_multiple_of(self.config.run.validate_every);
                if due || step + 1 == steps {
                    self.validate(rate, loss / count)?;
                    report(Event::Validated(self.progress.history.last().expect("just added")));
                    (loss, count) = (0.0, 0.0);
                }
            }
            drop(batches);
            Ok(())
        })
    }

    /// Validates by the inference of `facedown-nets`, and writes a checkpoint.
    fn validate(&mut self, rate: f64, training: f64) -> Result<(), TrainError> {
        let weights = self.model.weights();
        let tallies = tallies(self.config, &weights, &self.held_out)?;
        let heads: Vec<f64> = tallies.iter().map(|t| t.loss / t.count.max(1.0)).collect();
        let agreement = tallies.iter().map(|t| t.hits / t.count.max(1.0)).collect();
        let losses = heads.iter().zip(&self.config.losses);
        let validation = losses.map(|(loss, head)| loss * head.weight).sum();
        let step = self.progress.step;
        let samples = step * self.config.run.batch.min(self.order.len() as usize) as u64;
        let record = Record { step, samples, rate, training, validation, heads, agreement };
        self.progress.history.push(record);
        if self.progress.best.is_none_or(|best| validation < best) {
            self.progress.best = Some(validation);
            self.progress.stale = 0;
            self.best = weights;
        } else {
            self.progress.stale += 1;
        }
        checkpoint::write(&self.checkpoint, &self.progress, self.model.state(), &self.best)?;
        self.write_losses()
    }

    fn write_losses(&self) -> Result<(), TrainError> {
        let history = &self.progress.history;
        checkpoint::replace(&beside(self.out, ".csv"), plot::csv(history).as_bytes())?;
        checkpoint::replace(&beside(self.out, ".svg"), plot::svg(history).as_bytes())
    }

    fn finish(self) -> Result<Trained, TrainError> {
        let (config, history) = (self.config, self.progress.history);
        let mut weights = if config.run.patience > 0 { self.best } else { self.model.weights() };
        let network = serde_json::to_string(&config.network).expect("a description is JSON");
        let last = history.iter().min_by(|a, b| a.validation.total_cmp(&b.validation));
        let last = if config.run.patience > 0 { last } else { history.last() };
        let figures = last.map_or_else(String::new, |record| {
            let heads = config.network.head_shapes().unwrap_or_default();
            let names: Vec<&str> = heads.iter().map(|(name, _)| *name).collect();
            serde_json::json!({
                "samples": record.samples, "held_out": self.order.validation.len(),
                "heads": names, "loss": record.heads, "agreement": record.agreement,
            })
            .to_string()
        });
        let entries = [
            ("format", "pt".to_owned()),
            ("task", config.task.clone()),
            ("config", network),
            ("encoder", self.samples.encoder()),
            ("rules", self.samples.rules()),
            ("data", self.samples.describe()),
            ("figures", figures),
        ];
        weights.metadata.extend(entries.map(|(key, value)| (key.to_owned(), value)));
        let precision = if config.run.half { Precision::Half } else { Precision::Single };
        checkpoint::replace(self.out, &weights.write(precision))?;
        std::fs::remove_file(&self.checkpoint).map_err(TrainError::file(&self.checkpoint))?;
        Ok(Trained { weights, history })
    }
}

/// Sums the losses of each head over batches.
fn tallies(
    config: &Config,
    weights: &Weights,
    batches: &[Batch],
) -> Result<Vec<Tally>, TrainError> {
    let network = Network::new(&config.network, weights)?;
    let mut sums = vec![Tally::default(); config.losses.len()];
    let mut workspace = Workspace::default();
    let (mut outputs, mut head_outputs) = (Vec::new(), Vec::new());
    for batch in batches {
        outputs.resize(batch.inputs.len() / network.inputs() * network.outputs(), 0.0);
        let run = network.run(&mut workspace, &batch.inputs, &mut outputs);
        run.map_err(|error| TrainError::Fit(error.to_string()))?;
        let heads = network.heads().zip(&batch.targets).zip(&config.losses);
        for ((((_, range), targets), loss), sum) in heads.zip(&mut sums) {
            head_outputs.clear();
            for row in outputs.chunks_exact(network.outputs()) {
                head_outputs.extend_from_slice(&row[range.clone()]);
            }
            tally(loss.kind, &head_outputs, range.len(), targets, sum);
        }
    }
    Ok(sums)
}

/// Checks that the samples have the network's shape.
fn check_fit(config: &Config, batch: &Batch, samples: usize) -> Result<(), TrainError> {
    use crate::config::LossKind;
    use facedown_nets::Targets;
    let shapes = config.network.head_shapes().map_err(facedown_nets::WeightsError::from)?;
    let inputs: usize = config.network.input.iter().product();
    let bad = |why: String| Err(TrainError::Fit(why));
    if batch.inputs.len() != samples * inputs {
        let found = batch.inputs.len() / samples;
        return bad(format!("the network has {inputs} inputs, a sample {found}"));
    }
    if batch.targets.len() != shapes.len() {
        let (found, heads) = (batch.targets.len(), shapes.len());
        return bad(format!("the network has {heads} heads, a sample targets for {found}"));
    }
    for (((name, shape), targets), loss) in shapes.iter().zip(&batch.targets).zip(&config.losses) {
        let width = shape.len();
        let (right, what) = match targets {
            Targets::Classes { labels, mask } => {
                let fits = labels.iter().all(|l| *l == Targets::NONE || (*l as usize) < width);
                let masks = mask.is_empty() || mask.len() == samples * width;
                (fits && masks && loss.kind == LossKind::CrossEntropy, "classes")
            }
            Targets::Values(values) => {
                (values.len() == samples * width && loss.kind != LossKind::CrossEntropy, "values")
            }
        };
        if !right {
            let kind = loss.kind;
            return bad(format!(
                "head '{name}' of {width} outputs with the loss {kind:?} does not fit its {what}"
            ));
        }
    }
    Ok(())
}
