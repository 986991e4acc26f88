//! Weight files: written, read, and refused.

use facedown_nets::{Config, Network, Precision, Tensor, Weights, WeightsError};
use proptest::prelude::*;

fn sample() -> Weights {
    let config = Config::mlp("fc", &[4, 3, 2]);
    let mut weights = crate::reference::random_weights(&config, 1);
    let text = serde_json::to_string(&config).expect("a description is JSON");
    weights.metadata.insert("config".to_owned(), text);
    weights.metadata.insert("encoder".to_owned(), "toy-1".to_owned());
    weights.metadata.insert("rules".to_owned(), "standard".to_owned());
    weights
}

fn error_of(weights: &Weights) -> WeightsError {
    Network::read(&weights.write(Precision::Single), "toy-1").expect_err("it does not fit")
}

#[test]
fn weights_read_back() {
    let weights = sample();
    let bytes = weights.write(Precision::Single);
    assert_eq!(Weights::read(&bytes), Ok(weights.clone()));
    assert_eq!(bytes, Weights::read(&bytes).unwrap().write(Precision::Single));
    let half = Weights::read(&weights.write(Precision::Half)).unwrap();
    for (name, tensor) in &weights.tensors {
        for (a, b) in tensor.data.iter().zip(&half.tensors[name].data) {
            assert!((a - b).abs() <= a.abs() / 1024.0 + 1e-7);
        }
    }
    let network = Network::read(&bytes, "toy-1").expect("it fits");
    assert_eq!((network.inputs(), network.outputs()), (4, 2));
    let error = network.expect(4, 3).unwrap_err().to_string();
    assert_eq!(error, "the network has 4 inputs and 2 outputs, expected 4 and 3");
}

#[test]
fn whole_numbers_of_a_unit_are_exact() {
    let mut weights = Weights::default();
    let data = vec![0.5, -1.25, 31.75, 0.0, 1.0 / 1024.0];
    weights.tensors.insert("sum.weight".to_owned(), Tensor { shape: vec![5], data });
    let bytes = weights.write(Precision::Fixed(1.0 / 1024.0));
    assert_eq!(Weights::read(&bytes), Ok(weights));
    let file = safetensors::SafeTensors::deserialize(&bytes).expect("the format");
    assert_eq!(file.tensor("sum.weight").expect("the tensor").dtype(), safetensors::Dtype::I16);
    let unit = file.tensor("sum.weight.unit").expect("the unit");
    assert_eq!(unit.data(), (1.0_f32 / 1024.0).to_le_bytes());
}

#[test]
fn the_library_of_the_format_reads_what_is_written() {
    let bytes = sample().write(Precision::Half);
    let file = safetensors::SafeTensors::deserialize(&bytes).expect("the format");
    let tensor = file.tensor("fc.0.weight").expect("the tensor");
    assert_eq!((tensor.shape(), tensor.dtype()), (&[3, 4][..], safetensors::Dtype::F16));
}

#[test]
fn what_does_not_fit_is_named() {
    let change = |edit: &dyn Fn(&mut Weights)| {
        let mut weights = sample();
        edit(&mut weights);
        error_of(&weights).to_string()
    };
    let missing = change(&|w| drop(w.tensors.remove("fc.2.bias")));
    assert_eq!(missing, "tensor 'fc.2.bias' is missing");
    let shape = change(&|w| {
        w.tensors.insert("fc.2.bias".into(), Tensor { shape: vec![3], data: vec![0.0; 3] });
    });
    assert_eq!(shape, "tensor 'fc.2.bias' has the shape [3], expected [2]");
    let unused = change(&|w| {
        w.tensors.insert("gc.bias".into(), Tensor { shape: vec![3], data: vec![0.0; 3] });
    });
    assert_eq!(unused, "no layer uses tensor 'gc.bias'");
    let nan = change(&|w| w.tensors.get_mut("fc.0.bias").unwrap().data[2] = f32::NAN);
    assert_eq!(nan, "tensor 'fc.0.bias' has no finite number at 2");
    let none = change(&|w| drop(w.metadata.remove("encoder")));
    assert_eq!(none, "the metadata have no 'encoder'");
    let other = change(&|w| drop(w.metadata.insert("encoder".into(), "toy-2".into())));
    assert_eq!(other, "the weights are for the encoder 'toy-2', expected 'toy-1'");
    let config = change(&|w| drop(w.metadata.insert("config".into(), "{}".into())));
    assert_eq!(config, "metadata 'config': missing field `input` at line 1 column 2");
    let config = change(&|w| {
        let text = r#"{"input": [4], "layers": [{"type": "conv", "name": "c", "out": 2}]}"#;
        w.metadata.insert("config".into(), text.into());
    });
    assert!(config.ends_with("'c' is a convolution, but what comes in has no positions"));
    let config = change(&|w| {
        let text = r#"{"input": [4], "layers": [{"type": "linear", "name": "c", "out": 0}]}"#;
        w.metadata.insert("config".into(), text.into());
    });
    assert!(config.contains("layer 'c' from 4 to 0"), "{config}");
}

#[test]
fn whole_numbers_are_no_weights() {
    let header = r#"{"fc.0.bias":{"dtype":"I32","shape":[1],"data_offsets":[0,4]}}"#;
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes());
    bytes.extend([0; 4]);
    let error = Weights::read(&bytes).unwrap_err().to_string();
    assert_eq!(error, "tensor 'fc.0.bias' is I32, expected F32, F16, BF16 or I16");
}

#[test]
fn a_file_cut_short_is_refused() {
    let bytes = sample().write(Precision::Single);
    for len in 0..bytes.len() {
        let error = Weights::read(&bytes[..len]).expect_err("it is not whole");
        assert!(matches!(error, WeightsError::Format(_)), "{error}");
    }
}

proptest! {
    #[test]
    fn damaged_files_never_panic(at in 0usize..700, byte: u8, extra in 0usize..4) {
        let mut bytes = sample().write(Precision::Single);
        let len = bytes.len();
        bytes[at % len] = byte;
        bytes.extend(std::iter::repeat_n(byte, extra));
        let _ = Network::read(&bytes, "toy-1");
    }
}
