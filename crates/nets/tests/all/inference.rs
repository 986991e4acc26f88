//! Networks against a slow reference, at every level that the machine has.

use facedown_game::Rng;
use facedown_nets::{BatchError, Config, Level, Network, Workspace};
use facedown_testkit::allocations;

fn config(text: &str) -> Config {
    serde_json::from_str(text).expect("a description")
}

/// Networks with every kind of layer, odd sizes and several heads.
fn networks() -> Vec<Config> {
    vec![
        Config::mlp("fc", &[7, 5]),
        Config::mlp("fc", &[252, 64, 48, 37]),
        config(
            r#"{"input": [9], "layers": [
                {"type": "linear", "name": "a", "out": 33, "relu": true, "batch_norm": true}],
              "heads": [{"name": "p", "layers": [{"type": "linear", "name": "p", "out": 17}]},
                {"name": "v", "layers": [{"type": "linear", "name": "v.0", "out": 8, "relu": true},
                  {"type": "linear", "name": "v.2", "out": 1}]}]}"#,
        ),
        config(
            r#"{"input": [5, 9], "layers": [
                {"type": "conv", "name": "stem", "out": 19, "relu": true, "batch_norm": true},
                {"type": "residual", "name": "blocks.0", "batch_norm": true},
                {"type": "residual", "name": "blocks.1", "kernel": 5}],
              "heads": [
                {"name": "tiles", "layers": [
                  {"type": "residual", "name": "t.0"},
                  {"type": "conv", "name": "t.1", "out": 3, "kernel": 1}]},
                {"name": "value", "layers": [
                  {"type": "conv", "name": "v.0", "out": 2, "kernel": 1, "relu": true},
                  {"type": "linear", "name": "v.1", "out": 40, "relu": true},
                  {"type": "linear", "name": "v.2", "out": 1}]}]}"#,
        ),
        config(
            r#"{"input": [4, 3], "layers": [
                {"type": "conv", "name": "c", "out": 32, "kernel": 3, "relu": true}]}"#,
        ),
    ]
}

fn inputs(config: &Config, samples: usize, sparse: bool, rng: &mut Rng) -> Vec<f32> {
    let len: usize = config.input.iter().product();
    let mut value = || {
        let value = (rng.unit() * 2.0 - 1.0) as f32;
        if sparse && rng.below(8) > 0 { 0.0 } else { value }
    };
    (0..samples * len).map(|_| value()).collect()
}

#[test]
fn outputs_are_those_of_the_definitions() {
    let mut rng = Rng::new(3);
    for (n, config) in networks().iter().enumerate() {
        let weights = crate::reference::random_weights(config, n as u64);
        for level in Level::available() {
            let network = Network::with_level(config, &weights, level).expect("the weights fit");
            let mut workspace = Workspace::default();
            for samples in [0, 1, 2, 5, 13, 61] {
                for sparse in [false, true] {
                    let inputs = inputs(config, samples, sparse, &mut rng);
                    let mut outputs = vec![f32::NAN; samples * network.outputs()];
                    network.run(&mut workspace, &inputs, &mut outputs).expect("whole samples");
                    for (input, output) in
                        inputs.chunks(network.inputs()).zip(outputs.chunks(network.outputs()))
                    {
                        let expected = crate::reference::outputs(config, &weights, input);
                        for (value, expected) in output.iter().zip(&expected) {
                            let off = (f64::from(*value) - expected).abs();
                            assert!(off < 2e-5 * (1.0 + expected.abs()), "{level} {n}: {off}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_sample_does_not_depend_on_its_batch() {
    let mut rng = Rng::new(4);
    for config in networks() {
        let weights = crate::reference::random_weights(&config, 9);
        for level in Level::available() {
            let network = Network::with_level(&config, &weights, level).expect("the weights fit");
            let mut workspace = Workspace::default();
            let inputs = inputs(&config, 150, true, &mut rng);
            let mut together = vec![0.0; 150 * network.outputs()];
            network.run(&mut workspace, &inputs, &mut together).expect("whole samples");
            let alone = |input: &[f32], workspace: &mut Workspace| {
                let mut output = vec![0.0; network.outputs()];
                network.run(workspace, input, &mut output).expect("one sample");
                output
            };
            let samples = inputs.chunks(network.inputs());
            for (input, output) in samples.zip(together.chunks(network.outputs())) {
                assert_eq!(alone(input, &mut workspace), output, "{level}");
            }
        }
    }
}

#[test]
fn a_warm_network_does_not_allocate() {
    let mut rng = Rng::new(5);
    for config in networks() {
        let weights = crate::reference::random_weights(&config, 2);
        let network = Network::new(&config, &weights).expect("the weights fit");
        let mut workspace = Workspace::default();
        let inputs = inputs(&config, 40, false, &mut rng);
        let mut outputs = vec![0.0; 40 * network.outputs()];
        let mut run = |samples: usize| {
            let inputs = &inputs[..samples * network.inputs()];
            network.run(&mut workspace, inputs, &mut outputs[..samples * network.outputs()])
        };
        run(1).expect("one sample");
        let count = allocations(|| {
            for samples in [40, 1, 17] {
                run(samples).expect("whole samples");
            }
        });
        assert_eq!(count, 0);
    }
}

#[test]
fn heads_are_found_by_name() {
    let config = &networks()[3];
    let weights = crate::reference::random_weights(config, 1);
    let network = Network::new(config, &weights).expect("the weights fit");
    assert_eq!(network.head("tiles"), Some(0..27));
    assert_eq!(network.head("value"), Some(27..28));
    assert_eq!(network.head("style"), None);
}

#[test]
fn a_batch_of_the_wrong_size_is_refused() {
    let config = Config::mlp("fc", &[7, 5]);
    let weights = crate::reference::random_weights(&config, 1);
    let network = Network::new(&config, &weights).expect("the weights fit");
    let mut workspace = Workspace::default();
    let error = network.run(&mut workspace, &[0.0; 8], &mut [0.0; 5]).unwrap_err();
    assert_eq!(error, BatchError::Inputs { found: 8, sample: 7 });
    let error = network.run(&mut workspace, &[0.0; 14], &mut [0.0; 5]).unwrap_err();
    assert_eq!(error.to_string(), "room for 5 outputs, expected 10");
}
