//! Committed weights with the outputs that they had: `testdata/nets`. `FACEDOWN_BLESS=1` writes them
//! anew, by the slow reference.

use facedown_game::Rng;
use facedown_nets::{Config, Level, Network, Precision, Weights, Workspace};
use serde_json::Value;
use std::path::PathBuf;

const CONFIG: &str = r#"{"input": [3, 7], "layers": [
    {"type": "conv", "name": "stem", "out": 10, "relu": true, "batch_norm": true},
    {"type": "residual", "name": "blocks.0"}],
  "heads": [{"name": "policy", "layers": [{"type": "linear", "name": "policy", "out": 9}]},
    {"name": "value", "layers": [{"type": "linear", "name": "value", "out": 1}]}]}"#;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/nets").join(name)
}

fn write() {
    let config: Config = serde_json::from_str(CONFIG).expect("a description");
    let mut weights = crate::reference::random_weights(&config, 42);
    let text = serde_json::to_string(&config).expect("JSON");
    weights.metadata.insert("config".to_owned(), text);
    weights.metadata.insert("encoder".to_owned(), "toy-1".to_owned());
    let mut rng = Rng::new(7);
    let mut cases = Vec::new();
    for _ in 0..5 {
        let input: Vec<f32> = (0..21).map(|_| rng.below(5) as f32 / 4.0).collect();
        let output = crate::reference::outputs(&config, &weights, &input);
        cases.push(serde_json::json!({ "input": input, "output": output }));
    }
    std::fs::create_dir_all(file("")).expect("a folder");
    std::fs::write(file("tiny.safetensors"), weights.write(Precision::Single)).expect("weights");
    let text = serde_json::to_string_pretty(&cases).expect("JSON");
    std::fs::write(file("tiny.json"), text + "\n").expect("outputs");
}

#[test]
fn committed_weights_have_their_outputs() {
    if std::env::var_os("FACEDOWN_BLESS").is_some_and(|value| value == "1") {
        write();
    }
    let bytes = std::fs::read(file("tiny.safetensors")).expect("committed weights");
    let weights = Weights::read(&bytes).expect("weights");
    let config = weights.config().expect("a description");
    let text = std::fs::read_to_string(file("tiny.json")).expect("committed outputs");
    let cases: Value = serde_json::from_str(&text).expect("JSON");
    let floats = |value: &Value| -> Vec<f64> {
        value.as_array().expect("numbers").iter().filter_map(Value::as_f64).collect()
    };
    for level in Level::available() {
        let network = Network::with_level(&config, &weights, level).expect("they fit");
        for case in cases.as_array().expect("cases") {
            let input: Vec<f32> = floats(&case["input"]).iter().map(|x| *x as f32).collect();
            let mut output = vec![0.0; network.outputs()];
            network.run(&mut Workspace::default(), &input, &mut output).expect("one sample");
            for (value, expected) in output.iter().zip(floats(&case["output"])) {
                assert!((f64::from(*value) - expected).abs() < 1e-5, "{level}: {value} {expected}");
            }
        }
    }
}
