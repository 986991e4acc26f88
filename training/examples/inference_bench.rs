//! Times burn on the networks of `facedown-nets`' example of the same name, without autodiff.
//!
//! Run with `RAYON_NUM_THREADS=1 cargo run --release --example inference_bench`.

use burn::tensor::activation::relu;
use burn::tensor::module::conv1d;
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Distribution, Tensor};
use std::time::Instant;

fn main() {
    let device = Device::flex();
    let random2 = |dims: [usize; 2]| Tensor::<2>::random(dims, Distribution::Default, &device);
    let random3 = |dims: [usize; 3]| Tensor::<3>::random(dims, Distribution::Default, &device);
    let zeros = |len: usize| Tensor::<1>::zeros([len], &device);
    let dense = [[252, 512], [512, 512], [512, 364]].map(|d| (random2(d), zeros(d[1])));
    let convs: Vec<_> =
        (0..5).map(|i| (random3([64, if i == 0 { 74 } else { 64 }, 3]), zeros(64))).collect();
    let last = (random2([64 * 34, 181]), zeros(181));
    let linear = |x: Tensor<2>, (w, b): &(Tensor<2>, Tensor<1>)| {
        x.matmul(w.clone()) + b.clone().unsqueeze::<2>()
    };
    for batch in [1, 256] {
        let input = random2([batch, 252]);
        time(&format!("MLP batch {batch}"), || {
            let x = relu(linear(input.clone(), &dense[0]));
            linear(relu(linear(x, &dense[1])), &dense[2])
        });
        let input = random3([batch, 74, 34]);
        time(&format!("conv batch {batch}"), || {
            let through = |x: Tensor<3>, (w, b): &(Tensor<3>, Tensor<1>)| {
                let options = ConvOptions::new([1], [1], [1], 1);
                relu(conv1d(x, w.clone(), Some(b.clone()), options))
            };
            let x = convs.iter().fold(input.clone(), through);
            linear(x.reshape([batch, 64 * 34]), &last)
        });
    }
}

/// Prints the least time of a run.
fn time(name: &str, run: impl Fn() -> Tensor<2>) {
    let (mut least, start) = (f64::INFINITY, Instant::now());
    while start.elapsed().as_secs_f64() < 0.7 {
        let one = Instant::now();
        let output = run().into_data();
        least = least.min(one.elapsed().as_secs_f64());
        assert!(output.num_elements() > 0);
    }
    println!("burn {name}: {:.1} us", least * 1e6);
}
