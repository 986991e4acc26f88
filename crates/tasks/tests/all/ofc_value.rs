//! Samples of the value networks.

use facedown_nets::{Batch, Samples, Targets, Tensor, Weights};
use facedown_ofc_solver::{BoardSamples, Evaluator, NetworkSet, board_encoder};
use facedown_tasks::generate;
use facedown_tasks::ofc_value::OfcValueSamples;

fn values(batch: &Batch) -> [&[f32]; 2] {
    match batch.targets.as_slice() {
        [Targets::Values(value), Targets::Values(rows)] => [value, rows],
        _ => panic!("two heads of values"),
    }
}

/// Returns a weight file for boards of so many cards that says the same of every board.
fn constant(cards: usize) -> Vec<u8> {
    let shapes = [
        ("fc.0", 64, BoardSamples::INPUTS),
        ("fc.2", 32, 64),
        ("value", BoardSamples::PARTS, 32),
        ("rows", BoardSamples::ROWS, 32),
    ];
    let mut weights = Weights::default();
    for (name, outputs, inputs) in shapes {
        let zeros = |shape: Vec<usize>| Tensor { data: vec![0.0; shape.iter().product()], shape };
        weights.tensors.insert(format!("{name}.weight"), zeros(vec![outputs, inputs]));
        weights.tensors.insert(format!("{name}.bias"), zeros(vec![outputs]));
    }
    weights.metadata.insert("encoder".to_owned(), board_encoder(cards));
    weights.write(facedown_nets::Precision::Single)
}

#[test]
fn samples_depend_on_their_number_alone() {
    let samples = OfcValueSamples::new(NetworkSet::Standard, 9, 3, 600, &[]).unwrap();
    let (mut all, mut some) = (Batch::default(), Batch::default());
    samples.read(&(0..40).collect::<Vec<u64>>(), &mut all);
    let again = OfcValueSamples::new(NetworkSet::Standard, 9, 3, 600, &[]).unwrap();
    again.read(&[39, 7], &mut some);
    let width = BoardSamples::INPUTS;
    assert_eq!(some.inputs[..width], all.inputs[39 * width..]);
    assert_eq!(some.inputs[width..], all.inputs[7 * width..8 * width]);
    let bits = |values: &[f32]| values.iter().map(|x| x.to_bits()).collect::<Vec<u32>>();
    assert_eq!(bits(&values(&some)[0][..7]), bits(&values(&all)[0][39 * 7..]));
    let is_fact = |x: &f32| [0.0_f32, 1.0].map(f32::to_bits).contains(&x.to_bits());
    assert!(all.inputs.iter().all(is_fact));
}

#[test]
fn outcomes_are_points_and_shares() {
    let samples = OfcValueSamples::new(NetworkSet::Standard, 9, 4, 256, &[]).unwrap();
    let mut batch = Batch::default();
    samples.read(&(0..256).collect::<Vec<u64>>(), &mut batch);
    let [value, rows] = values(&batch);
    for parts in value.chunks_exact(BoardSamples::PARTS) {
        assert!(parts[0] >= -1e-3 && parts[1] <= 0.0, "{parts:?}");
        assert!(parts[2..].iter().all(|x| x.is_nan() || (0.0..=12.001).contains(x)), "{parts:?}");
    }
    assert!(rows.iter().all(|share| (0.0..=1.0).contains(share)));
    let mean = |of: &dyn Fn(&[f32]) -> f32| {
        value.chunks_exact(BoardSamples::PARTS).map(of).sum::<f32>() / 256.0
    };
    assert!(mean(&|parts| -parts[1]) > 1.0, "some boards foul");
}

#[test]
fn earlier_streets_are_learnt_from_later_ones() {
    let said = |cards, networks: &[Vec<u8>]| {
        OfcValueSamples::new(NetworkSet::Standard, cards, 1, 10, networks)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(said(7, &[]), "boards of 7 cards are learnt from a network for 9: give one");
    assert_eq!(said(6, &[]), "boards of 6 cards: expected 5, 7 or 9");
    assert!(said(7, &[b"no weights".to_vec()]).starts_with("a network of later streets: "));
    let samples = OfcValueSamples::new(NetworkSet::Standard, 7, 1, 10, &[constant(9)]).unwrap();
    let mut batch = Batch::default();
    samples.read(&[0, 1, 2], &mut batch);
    // The network says that nothing is left to come: no fouls, no rows, and what is earned later.
    let [value, rows] = values(&batch);
    for parts in value.chunks_exact(BoardSamples::PARTS) {
        assert!(parts[0] >= 0.0 && parts[1] == 0.0, "{parts:?}");
    }
    assert!(rows.iter().all(|share| *share == 0.0), "{rows:?}");
    assert_eq!(samples.encoder(), "ofc-board7-1");
}

#[test]
fn other_weights_are_refused_by_name() {
    let mut evaluator = Evaluator::default();
    let said = evaluator.add(b"short").unwrap_err().to_string();
    assert!(!said.is_empty());
    let mut other = Weights::read(&constant(9)).unwrap();
    other.metadata.insert("encoder".to_owned(), "gin-hand-1".to_owned());
    let said = evaluator.add(&other.write(facedown_nets::Precision::Single)).unwrap_err();
    assert!(said.to_string().contains("gin-hand-1"), "{said}");
    let mut other = Weights::read(&constant(9)).unwrap();
    other.tensors.remove("rows.bias");
    let said = evaluator.add(&other.write(facedown_nets::Precision::Single)).unwrap_err();
    assert!(said.to_string().contains("rows.bias"), "{said}");
    let said = generate("deadwood", None, 1, 10, &[constant(9)]).map(|_| ()).unwrap_err();
    assert_eq!(said.to_string(), "the task deadwood is learnt from no other networks");
}

#[test]
fn every_set_has_its_own_rules() {
    for set in NetworkSet::ALL {
        let samples = generate("ofc-value-9", Some(set.preset()), 1, 40, &[]).unwrap();
        assert_eq!(samples.rules(), set.metadata());
        let mut batch = Batch::default();
        samples.read(&(0..40).collect::<Vec<u64>>(), &mut batch);
        let [value, rows] = values(&batch);
        for parts in value.chunks_exact(BoardSamples::PARTS) {
            assert!(parts[0] >= -1e-3 && parts[1] <= 0.0, "{set:?}: {parts:?}");
            assert!(parts[2..].iter().all(|x| x.is_nan() || *x >= 0.0), "{set:?}: {parts:?}");
        }
        assert!(rows.iter().all(|share| (0.0..=1.0).contains(share)), "{set:?}");
    }
    let said = |task, rules| generate(task, Some(rules), 1, 10, &[]).map(|_| ()).unwrap_err();
    let expected = "no rules 'tonybet', expected one of \
                    standard, progressive, ultimate, joker-ultimate, 2-7";
    assert_eq!(said("ofc-value-9", "tonybet").to_string(), expected);
    assert_eq!(
        said("deadwood", "standard").to_string(),
        "the task deadwood does not depend on rules"
    );
}

#[test]
fn networks_of_other_rules_are_refused() {
    let mut other = Weights::read(&constant(9)).unwrap();
    other.metadata.insert("rules".to_owned(), NetworkSet::Ultimate.metadata());
    let file = other.write(facedown_nets::Precision::Single);
    Evaluator::new(NetworkSet::Ultimate).add(&file).unwrap();
    let said = Evaluator::new(NetworkSet::Standard).add(&file).unwrap_err().to_string();
    assert!(said.contains("'ofc, ultimate', expected 'ofc, standard'"), "{said}");
}

#[test]
fn the_files_that_ship_are_those_of_their_sets() {
    for (set, files) in NetworkSet::SHIPPED.into_iter().zip(NetworkSet::FILES) {
        for (cards, file) in [5, 7, 9].into_iter().zip(files) {
            let weights = Weights::read(file).unwrap();
            assert_eq!(weights.metadata["rules"], set.metadata());
            assert_eq!(weights.metadata["encoder"], board_encoder(cards));
        }
        assert!(Evaluator::of(&set.rules()).is_some());
    }
}

#[test]
fn the_description_fits_the_samples() {
    for cards in [5, 7, 9] {
        let path =
            format!("{}/../../training/configs/ofc-value-{cards}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(&format!("input = [{}]", BoardSamples::INPUTS)), "{cards}");
    }
}
