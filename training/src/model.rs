//! A network in training: parameters as tensors of burn, and AdamW.

use crate::config::{Config, LossKind, Optimizer};
use crate::loss::head_loss;
use burn::optim::{AdamW, AdamWConfig, AdamWState, AdaptiveMomentumState, Optimizer as _};
use burn::tensor::activation::relu;
use burn::tensor::module::conv1d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Gradients, Tensor, TensorData};
use facedown_game::Rng;
use facedown_nets::{
    Batch, Config as Network, Layer, Shape, Tensor as Numbers, Weights, WeightsError,
};
use std::collections::BTreeMap;

/// PyTorch's constants of batch normalisation.
const EPSILON: f32 = 1e-5;
const MOMENTUM: f32 = 0.1;

/// One parameter with its moments.
struct Param<const D: usize> {
    name: String,
    value: Tensor<D>,
    state: Option<AdamWState<D>>,
}

/// The parameters of a step, tracked by autodiff.
#[derive(Default)]
struct Leaves {
    vectors: BTreeMap<String, Tensor<1>>,
    matrices: BTreeMap<String, Tensor<2>>,
    kernels: BTreeMap<String, Tensor<3>>,
}

/// What flows from layer to layer.
#[derive(Clone)]
enum Flow {
    Flat(Tensor<2>),
    Planes(Tensor<3>),
}

/// A network in training.
///
/// Weights of dense layers are kept with inputs first, as burn multiplies them; files have outputs
/// first, as PyTorch has them.
pub struct Model {
    network: Network,
    losses: Vec<(LossKind, f64)>,
    device: Device,
    decaying: AdamW,
    plain: AdamW,
    vectors: Vec<Param<1>>,
    matrices: Vec<Param<2>>,
    kernels: Vec<Param<3>>,
    /// Means and variances of batch normalisation.
    running: BTreeMap<String, Tensor<1>>,
    /// Whether batch normalisation takes the running mean and variance.
    evaluates: bool,
}

impl Model {
    /// Returns a network with random weights.
    pub fn new(config: &Config) -> Self {
        let build = |decay: f32| {
            let Optimizer { beta_1, beta_2, epsilon, .. } = config.optimizer;
            let optimizer = AdamWConfig::new().with_beta_1(beta_1).with_beta_2(beta_2);
            optimizer.with_epsilon(epsilon).with_weight_decay(decay).build()
        };
        let mut model = Self {
            network: config.network.clone(),
            losses: config.losses.iter().map(|loss| (loss.kind, loss.weight)).collect(),
            device: Device::flex(),
            decaying: build(config.optimizer.weight_decay),
            plain: build(0.0),
            vectors: Vec::new(),
            matrices: Vec::new(),
            kernels: Vec::new(),
            running: BTreeMap::new(),
            evaluates: false,
        };
        let network = config.network.clone();
        let mut rng = Rng::stream(config.run.seed, u64::MAX);
        let input = network.input_shape().expect("a checked description");
        let trunk = model.fill(&network.layers, input, &mut rng);
        for head in &network.heads {
            model.fill(&head.layers, trunk, &mut rng);
        }
        model
    }

    /// Adds random parameters of layers.
    fn fill(&mut self, layers: &[Layer], mut shape: Shape, rng: &mut Rng) -> Shape {
        for layer in layers {
            let channels = match shape {
                Shape::Planes(channels, _) => channels,
                Shape::Flat(features) => features,
            };
            match layer {
                Layer::Linear { name, out, relu, batch_norm } => {
                    let inputs = shape.len();
                    let unit = module(name, "linear", *batch_norm);
                    let value = self.uniform([inputs, *out], inputs, *relu, rng);
                    self.matrices.push(Param {
                        name: format!("{unit}.weight"),
                        value,
                        state: None,
                    });
                    self.fill_bias(name, *out, *batch_norm);
                }
                Layer::Conv { name, out, kernel, relu, batch_norm } => {
                    self.fill_conv(name, [*out, channels, *kernel], *relu, *batch_norm, rng);
                }
                Layer::Residual { name, kernel, batch_norm } => {
                    let dims = [channels, channels, *kernel];
                    self.fill_conv(&format!("{name}.0"), dims, true, *batch_norm, rng);
                    // The block begins near the identity.
                    self.fill_conv(&format!("{name}.1"), dims, false, *batch_norm, rng);
                }
            }
            shape = layer.shape(shape).expect("a checked description");
        }
        shape
    }

    fn fill_conv(&mut self, name: &str, dims: [usize; 3], relu: bool, norm: bool, rng: &mut Rng) {
        let value = self.uniform(dims, dims[1] * dims[2], relu, rng);
        let unit = module(name, "conv", norm);
        self.kernels.push(Param { name: format!("{unit}.weight"), value, state: None });
        self.fill_bias(name, dims[0], norm);
    }

    fn fill_bias(&mut self, name: &str, out: usize, norm: bool) {
        let constant = |value: f32| Tensor::from_data([value; 1], &self.device).repeat_dim(0, out);
        let param = |name: String, value| Param { name, value, state: None };
        if !norm {
            self.vectors.push(param(format!("{name}.bias"), constant(0.0)));
            return;
        }
        self.vectors.push(param(format!("{name}.norm.weight"), constant(1.0)));
        self.vectors.push(param(format!("{name}.norm.bias"), constant(0.0)));
        self.running.insert(format!("{name}.norm.running_mean"), constant(0.0));
        self.running.insert(format!("{name}.norm.running_var"), constant(1.0));
    }

    /// Returns uniform weights, He's before a ReLU.
    fn uniform<const D: usize>(
        &self,
        dims: [usize; D],
        inputs: usize,
        relu: bool,
        rng: &mut Rng,
    ) -> Tensor<D> {
        let spread = (if relu { 6.0 } else { 1.0 } / inputs as f64).sqrt();
        let len = dims.iter().product();
        let values: Vec<f32> =
            (0..len).map(|_| ((rng.unit() * 2.0 - 1.0) * spread) as f32).collect();
        Tensor::from_data(TensorData::new(values, dims), &self.device)
    }

    fn leaves(&self) -> Leaves {
        Leaves {
            vectors: tracked(&self.vectors),
            matrices: tracked(&self.matrices),
            kernels: tracked(&self.kernels),
        }
    }

    /// Returns the outputs of each head on a batch, without training.
    pub fn predict(&mut self, batch: &Batch) -> Vec<Vec<f32>> {
        self.evaluates = true;
        let outputs = self.forward(&self.leaves(), batch);
        self.evaluates = false;
        outputs.into_iter().map(|output| numbers(&output.inner()).data).collect()
    }

    /// Takes one step; returns the loss before it.
    pub fn step(&mut self, batch: &Batch, rate: f64) -> f64 {
        let leaves = self.leaves();
        let outputs = self.forward(&leaves, batch);
        let mut total: Option<Tensor<1>> = None;
        let heads = outputs.into_iter().zip(&batch.targets).zip(&self.losses);
        for ((output, targets), (kind, weight)) in heads {
            if let Some(loss) = head_loss(*kind, output, targets) {
                let loss = loss.mul_scalar(*weight);
                total = Some(total.map_or_else(|| loss.clone(), |total| total + loss.clone()));
            }
        }
        let Some(total) = total else { return 0.0 };
        let mut gradients = total.backward();
        update(&mut self.vectors, &leaves.vectors, &mut gradients, &self.plain, rate);
        update(&mut self.matrices, &leaves.matrices, &mut gradients, &self.decaying, rate);
        update(&mut self.kernels, &leaves.kernels, &mut gradients, &self.decaying, rate);
        f64::from(total.inner().into_scalar::<f32>())
    }

    /// Returns the outputs of all heads, in training.
    fn forward(&mut self, leaves: &Leaves, batch: &Batch) -> Vec<Tensor<2>> {
        let dims: Vec<usize> = self.network.input.clone();
        let samples = batch.inputs.len() / dims.iter().product::<usize>();
        let data = batch.inputs.clone();
        let input = if let [features] = *dims.as_slice() {
            let data = TensorData::new(data, [samples, features]);
            Flow::Flat(Tensor::from_data(data, &self.device).autodiff())
        } else {
            let data = TensorData::new(data, [samples, dims[0], dims[1]]);
            Flow::Planes(Tensor::from_data(data, &self.device).autodiff())
        };
        let network = self.network.clone();
        let trunk = self.through(&network.layers, input, leaves);
        if network.heads.is_empty() {
            return vec![flatten(trunk)];
        }
        let head = |layers: &[Layer]| flatten(self.through(layers, trunk.clone(), leaves));
        network.heads.iter().map(|h| &h.layers[..]).map(head).collect()
    }

    fn through(&mut self, layers: &[Layer], mut x: Flow, leaves: &Leaves) -> Flow {
        for layer in layers {
            x = match (layer, x) {
                (Layer::Linear { name, relu, batch_norm, .. }, x) => {
                    let unit = module(name, "linear", *batch_norm);
                    let product =
                        flatten(x).matmul(leaves.matrices[&format!("{unit}.weight")].clone());
                    let y = if *batch_norm {
                        let [samples, out] = product.dims();
                        let planes = product.reshape([samples, out, 1]);
                        self.normalise(name, planes, leaves).reshape([samples, out])
                    } else {
                        product + leaves.vectors[&format!("{name}.bias")].clone().unsqueeze::<2>()
                    };
                    Flow::Flat(activate(y, *relu))
                }
                (Layer::Conv { name, kernel, relu, batch_norm, .. }, Flow::Planes(x)) => {
                    let y = self.conv(name, x, *kernel, *batch_norm, leaves);
                    Flow::Planes(activate(y, *relu))
                }
                (Layer::Residual { name, kernel, batch_norm }, Flow::Planes(x)) => {
                    let first = format!("{name}.0");
                    let y = self.conv(&first, x.clone(), *kernel, *batch_norm, leaves);
                    let y = activate(y, true);
                    let y = self.conv(&format!("{name}.1"), y, *kernel, *batch_norm, leaves);
                    Flow::Planes(activate(x + y, true))
                }
                (_, Flow::Flat(_)) => unreachable!("the description was checked"),
            };
        }
        x
    }

    fn conv(
        &mut self,
        name: &str,
        x: Tensor<3>,
        kernel: usize,
        norm: bool,
        leaves: &Leaves,
    ) -> Tensor<3> {
        let unit = module(name, "conv", norm);
        let weight = leaves.kernels[&format!("{unit}.weight")].clone();
        let options = ConvOptions::new([1], [kernel / 2], [1], 1);
        if norm {
            let y = conv1d(x, weight, None, options);
            return self.normalise(name, y, leaves);
        }
        conv1d(x, weight, Some(leaves.vectors[&format!("{name}.bias")].clone()), options)
    }

    /// Normalises channels by the batch, and moves the running mean and variance towards it.
    fn normalise(&mut self, name: &str, x: Tensor<3>, leaves: &Leaves) -> Tensor<3> {
        let [samples, channels, length] = x.dims();
        let part = |part: &str| {
            leaves.vectors[&format!("{name}.norm.{part}")].clone().reshape([1, channels, 1])
        };
        if self.evaluates {
            let running = |part: &str| {
                let tensor = self.running[&format!("{name}.norm.{part}")].clone();
                tensor.reshape([1, channels, 1]).autodiff()
            };
            let scale = running("running_var").add_scalar(EPSILON).sqrt();
            return (x - running("running_mean")) / scale * part("weight") + part("bias");
        }
        let mean = x.clone().mean_dim(0).mean_dim(2);
        let centred = x - mean.clone();
        let variance = centred.clone().square().mean_dim(0).mean_dim(2);
        let count = (samples * length) as f32;
        let mut follow = |part: &str, now: Tensor<3>| {
            let running = self.running.get_mut(&format!("{name}.norm.{part}")).expect("filled in");
            let now = now.inner().reshape([channels]).mul_scalar(MOMENTUM);
            *running = running.clone().mul_scalar(1.0 - MOMENTUM) + now;
        };
        follow("running_mean", mean);
        follow("running_var", variance.clone().mul_scalar(count / (count - 1.0).max(1.0)));
        centred / variance.add_scalar(EPSILON).sqrt() * part("weight") + part("bias")
    }

    /// Returns the weights in PyTorch's layout.
    pub fn weights(&self) -> Weights {
        let mut weights = Weights::default();
        for param in &self.vectors {
            weights.tensors.insert(param.name.clone(), numbers(&param.value));
        }
        for param in &self.matrices {
            weights.tensors.insert(param.name.clone(), numbers(&param.value.clone().transpose()));
        }
        for param in &self.kernels {
            weights.tensors.insert(param.name.clone(), numbers(&param.value));
        }
        for (name, value) in &self.running {
            weights.tensors.insert(name.clone(), numbers(value));
        }
        weights
    }

    /// Returns everything that the next step depends on, in the layout of this program.
    pub fn state(&self) -> Weights {
        let mut weights = Weights::default();
        save(&self.vectors, &mut weights);
        save(&self.matrices, &mut weights);
        save(&self.kernels, &mut weights);
        for (name, value) in &self.running {
            weights.tensors.insert(format!("running.{name}"), numbers(value));
        }
        weights
    }

    /// Continues from a state after so many steps.
    pub fn restore(&mut self, state: &Weights, steps: u64) -> Result<(), WeightsError> {
        let device = self.device.clone();
        restore(&mut self.vectors, state, steps, &device)?;
        restore(&mut self.matrices, state, steps, &device)?;
        restore(&mut self.kernels, state, steps, &device)?;
        for (name, value) in &mut self.running {
            *value = tensor(state, &format!("running.{name}"), value.dims(), &device)?;
        }
        Ok(())
    }
}

/// Returns the module that holds a layer's weights.
fn module(name: &str, kind: &str, norm: bool) -> String {
    if norm { format!("{name}.{kind}") } else { name.to_owned() }
}

fn activate<const D: usize>(x: Tensor<D>, on: bool) -> Tensor<D> {
    if on { relu(x) } else { x }
}

fn flatten(x: Flow) -> Tensor<2> {
    match x {
        Flow::Flat(x) => x,
        Flow::Planes(x) => {
            let [samples, channels, length] = x.dims();
            x.reshape([samples, channels * length])
        }
    }
}

fn tracked<const D: usize>(params: &[Param<D>]) -> BTreeMap<String, Tensor<D>> {
    let leaf =
        |param: &Param<D>| (param.name.clone(), param.value.clone().autodiff().require_grad());
    params.iter().map(leaf).collect()
}

fn update<const D: usize>(
    params: &mut [Param<D>],
    leaves: &BTreeMap<String, Tensor<D>>,
    gradients: &mut Gradients,
    optimizer: &AdamW,
    rate: f64,
) {
    for param in params {
        if let Some(gradient) = leaves[&param.name].grad_remove(gradients) {
            let (value, state) =
                optimizer.step(rate, param.value.clone(), gradient, param.state.take());
            (param.value, param.state) = (value, state);
        }
    }
}

/// Reads a tensor back.
fn numbers<const D: usize>(tensor: &Tensor<D>) -> Numbers {
    let data = tensor.to_data();
    let shape = tensor.dims().to_vec();
    Numbers { shape, data: data.try_to_vec::<f32>().expect("weights are single floats") }
}

fn save<const D: usize>(params: &[Param<D>], weights: &mut Weights) {
    for param in params {
        weights.tensors.insert(format!("value.{}", param.name), numbers(&param.value));
        if let Some(AdamWState { momentum }) = &param.state {
            let first = numbers(&momentum.moment_1);
            weights.tensors.insert(format!("first.{}", param.name), first);
            let second = numbers(&momentum.moment_2);
            weights.tensors.insert(format!("second.{}", param.name), second);
        }
    }
}

fn restore<const D: usize>(
    params: &mut [Param<D>],
    state: &Weights,
    steps: u64,
    device: &Device,
) -> Result<(), WeightsError> {
    for param in params {
        let dims = param.value.dims();
        let part = |part: &str| tensor(state, &format!("{part}.{}", param.name), dims, device);
        param.value = part("value")?;
        if steps > 0 {
            let (moment_1, moment_2) = (part("first")?, part("second")?);
            let time = steps as usize;
            let momentum = AdaptiveMomentumState { time, moment_1, moment_2, max_moment_2: None };
            param.state = Some(AdamWState { momentum });
        }
    }
    Ok(())
}

fn tensor<const D: usize>(
    state: &Weights,
    name: &str,
    dims: [usize; D],
    device: &Device,
) -> Result<Tensor<D>, WeightsError> {
    let numbers = state.tensors.get(name).ok_or_else(|| WeightsError::Missing(name.to_owned()))?;
    if numbers.shape != dims {
        let (found, expected) = (numbers.shape.clone(), dims.to_vec());
        return Err(WeightsError::Shape { tensor: name.to_owned(), found, expected });
    }
    Ok(Tensor::from_data(TensorData::new(numbers.data.clone(), dims), device))
}
