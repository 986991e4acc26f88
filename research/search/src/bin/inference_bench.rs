//! Times the two networks of docs/measurements/networks.md on one thread.
//!
//! Run with `cargo research inference_bench [-- LEVEL]`; `training`
//! has the same for burn (`cargo research inference_bench` there).

use facedown_game::Rng;
use facedown_nets::{Config, Layer, Level, Network, Tensor, Weights, Workspace};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1);
    let level = name.map_or(Ok(Level::chosen()), |name| name.parse())?;
    let conv = |name: &str| Layer::Conv {
        name: name.to_owned(),
        out: 64,
        kernel: 3,
        relu: true,
        batch_norm: false,
    };
    let mut layers: Vec<Layer> = (0..5).map(|i| conv(&format!("conv.{i}"))).collect();
    layers.push(Layer::Linear { name: "out".into(), out: 181, relu: false, batch_norm: false });
    let planes = Config { input: vec![74, 34], layers, heads: Vec::new() };
    let dense = Config::mlp("fc", &[252, 512, 512, 364]);
    for (name, config, ones) in [("MLP", dense, 14), ("conv", planes, 300)] {
        let network = Network::with_level(&config, &random(&config)?, level)?;
        for batch in [1, 256] {
            for kind in ["dense", "sparse"] {
                let mut rng = Rng::new(1);
                let mut inputs: Vec<f32> =
                    (0..batch * network.inputs()).map(|_| rng.unit() as f32).collect();
                if kind == "sparse" {
                    for sample in inputs.chunks_mut(network.inputs()) {
                        sample.fill(0.0);
                        for _ in 0..ones {
                            sample[rng.below(sample.len() as u32) as usize] = 1.0;
                        }
                    }
                }
                let mut outputs = vec![0.0; batch * network.outputs()];
                let mut workspace = Workspace::default();
                let mut least = f64::INFINITY;
                let start = Instant::now();
                while start.elapsed().as_secs_f64() < 0.7 {
                    let one = Instant::now();
                    network.run(&mut workspace, &inputs, &mut outputs)?;
                    least = least.min(one.elapsed().as_secs_f64());
                }
                assert!(outputs.iter().all(|value| value.is_finite()));
                println!("{level} {name} batch {batch} {kind}: {:.1} us", least * 1e6);
            }
        }
    }
    Ok(())
}

fn random(config: &Config) -> Result<Weights, Box<dyn std::error::Error>> {
    let (mut weights, mut rng) = (Weights::default(), Rng::new(2));
    let mut shape = config.input_shape()?;
    for layer in &config.layers {
        let (name, dims) = match (layer, shape) {
            (Layer::Conv { name, out, kernel, .. }, facedown_nets::Shape::Planes(channels, _)) => {
                (name, vec![*out, channels, *kernel])
            }
            (Layer::Linear { name, out, .. }, _) => (name, vec![*out, shape.len()]),
            _ => continue,
        };
        let spread = (6.0 / (dims[1..].iter().product::<usize>() as f64)).sqrt();
        let mut value = || ((rng.unit() * 2.0 - 1.0) * spread) as f32;
        let bias = (0..dims[0]).map(|_| 0.1 * value()).collect();
        let data = (0..dims.iter().product()).map(|_| value()).collect();
        let bias = Tensor { shape: vec![dims[0]], data: bias };
        weights.tensors.insert(format!("{name}.bias"), bias);
        weights.tensors.insert(format!("{name}.weight"), Tensor { shape: dims, data });
        shape = layer.shape(shape)?;
    }
    Ok(weights)
}
