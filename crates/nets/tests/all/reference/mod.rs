//! A slow network by the definitions, in double precision, and random weights.

use facedown_game::Rng;
use facedown_nets::{Config, Layer, Shape, Tensor, Weights};

/// Fills in random tensors for every layer.
pub(crate) fn random_weights(config: &Config, seed: u64) -> Weights {
    let mut rng = Rng::new(seed);
    let mut weights = Weights::default();
    let trunk = fill(&mut weights, &mut rng, config.input_shape().unwrap(), &config.layers);
    for head in &config.heads {
        fill(&mut weights, &mut rng, trunk, &head.layers);
    }
    weights
}

fn fill(weights: &mut Weights, rng: &mut Rng, mut shape: Shape, layers: &[Layer]) -> Shape {
    for layer in layers {
        for (name, dims) in tensors(layer, shape) {
            let len = dims.iter().product();
            let spread = 1.5 / (len as f64 / dims[0] as f64).sqrt();
            let positive = name.ends_with("running_var");
            let mut value = || {
                let value = (rng.unit() * 2.0 - 1.0) * spread;
                if positive { value.abs() as f32 + 0.5 } else { value as f32 }
            };
            let data = (0..len).map(|_| value()).collect();
            weights.tensors.insert(name, Tensor { shape: dims, data });
        }
        shape = layer.shape(shape).unwrap();
    }
    shape
}

/// The tensors of a layer by name and shape.
fn tensors(layer: &Layer, from: Shape) -> Vec<(String, Vec<usize>)> {
    let unit = |name: &str, kind: &str, dims: Vec<usize>, norm: bool| {
        let out = vec![dims[0]];
        if !norm {
            return vec![(format!("{name}.weight"), dims), (format!("{name}.bias"), out)];
        }
        let mut all = vec![(format!("{name}.{kind}.weight"), dims)];
        for part in ["weight", "bias", "running_mean", "running_var"] {
            all.push((format!("{name}.norm.{part}"), out.clone()));
        }
        all
    };
    let channels = match from {
        Shape::Planes(channels, _) => channels,
        Shape::Flat(_) => 0,
    };
    match layer {
        Layer::Linear { name, out, batch_norm, .. } => {
            unit(name, "linear", vec![*out, from.len()], *batch_norm)
        }
        Layer::Conv { name, out, kernel, batch_norm, .. } => {
            unit(name, "conv", vec![*out, channels, *kernel], *batch_norm)
        }
        Layer::Residual { name, kernel, batch_norm } => {
            let dims = vec![channels, channels, *kernel];
            let mut all = unit(&format!("{name}.0"), "conv", dims.clone(), *batch_norm);
            all.extend(unit(&format!("{name}.1"), "conv", dims, *batch_norm));
            all
        }
    }
}

/// The outputs of one sample.
pub(crate) fn outputs(config: &Config, weights: &Weights, input: &[f32]) -> Vec<f64> {
    let input: Vec<f64> = input.iter().map(|value| f64::from(*value)).collect();
    let shape = config.input_shape().unwrap();
    let (shape, trunk) = through(weights, &config.layers, shape, input);
    if config.heads.is_empty() {
        return trunk;
    }
    let head = |layers: &[Layer]| through(weights, layers, shape, trunk.clone()).1;
    config.heads.iter().flat_map(|h| head(&h.layers)).collect()
}

fn through(weights: &Weights, layers: &[Layer], shape: Shape, x: Vec<f64>) -> (Shape, Vec<f64>) {
    layers.iter().fold((shape, x), |(shape, x), layer| {
        (layer.shape(shape).unwrap(), apply(weights, layer, shape, &x))
    })
}

fn apply(weights: &Weights, layer: &Layer, shape: Shape, x: &[f64]) -> Vec<f64> {
    match (layer, shape) {
        (Layer::Linear { name, out, relu, batch_norm }, _) => {
            let unit = Unit { weights, name, kind: "linear", norm: *batch_norm };
            let y = unit.conv(x, [x.len(), 1, *out, 1]);
            activate(y, *relu)
        }
        (Layer::Conv { name, out, kernel, relu, batch_norm }, Shape::Planes(channels, length)) => {
            let unit = Unit { weights, name, kind: "conv", norm: *batch_norm };
            activate(unit.conv(x, [channels, length, *out, *kernel]), *relu)
        }
        (Layer::Residual { name, kernel, batch_norm }, Shape::Planes(channels, length)) => {
            let names = [format!("{name}.0"), format!("{name}.1")];
            let unit =
                |i: usize| Unit { weights, name: &names[i], kind: "conv", norm: *batch_norm };
            let dims = [channels, length, channels, *kernel];
            let inner = activate(unit(0).conv(x, dims), true);
            let outer = unit(1).conv(&inner, dims);
            activate(outer.iter().zip(x).map(|(a, b)| a + b).collect(), true)
        }
        _ => panic!("a convolution on features"),
    }
}

fn activate(mut y: Vec<f64>, relu: bool) -> Vec<f64> {
    if relu {
        for y in &mut y {
            *y = y.max(0.0);
        }
    }
    y
}

struct Unit<'a> {
    weights: &'a Weights,
    name: &'a str,
    kind: &'a str,
    norm: bool,
}

impl Unit<'_> {
    fn get(&self, name: &str, i: usize) -> Option<f64> {
        self.weights.tensors.get(name).map(|tensor| f64::from(tensor.data[i]))
    }

    /// A convolution by its definition; a dense layer is one over one position.
    fn conv(&self, x: &[f64], [channels, length, out, kernel]: [usize; 4]) -> Vec<f64> {
        let name =
            if self.norm { format!("{}.{}", self.name, self.kind) } else { self.name.into() };
        let mut y = vec![0.0; out * length];
        let weights = &self.weights.tensors[&format!("{name}.weight")].data;
        for o in 0..out {
            let bias = self.get(&format!("{name}.bias"), o).unwrap_or(0.0);
            for position in 0..length {
                let mut sum = bias;
                for channel in 0..channels {
                    for tap in 0..kernel {
                        let at = position + tap;
                        if at < kernel / 2 || at - kernel / 2 >= length {
                            continue;
                        }
                        let weight = weights[(o * channels + channel) * kernel + tap];
                        sum += f64::from(weight) * x[channel * length + at - kernel / 2];
                    }
                }
                if self.norm {
                    let part = |part| self.get(&format!("{}.norm.{part}", self.name), o).unwrap();
                    let scale = part("weight") / (part("running_var") + 1e-5).sqrt();
                    sum = (sum - part("running_mean")) * scale + part("bias");
                }
                y[o * length + position] = sum;
            }
        }
        y
    }
}
