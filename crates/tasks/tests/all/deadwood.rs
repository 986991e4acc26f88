//! The deadwood task: samples and estimates.

use facedown_game::Rng;
use facedown_gin::{Gin, Rules};
use facedown_nets::{Batch, Config, Precision, Samples, Targets, Tensor, Weights};
use facedown_tasks::deadwood::{
    DeadwoodEstimator, DeadwoodSamples, ENCODER, EstimateError, INPUTS, OUTPUTS, Side,
    hands_from_play, random_hand,
};

/// An estimator that has learnt nothing.
fn estimator() -> DeadwoodEstimator {
    let config = Config::mlp("fc", &[INPUTS, 8, OUTPUTS]);
    let (mut weights, mut rng) = (Weights::default(), Rng::new(1));
    let shapes = [vec![8, INPUTS], vec![8], vec![OUTPUTS, 8], vec![OUTPUTS]];
    let names = ["fc.0.weight", "fc.0.bias", "fc.2.weight", "fc.2.bias"];
    for (name, shape) in names.into_iter().zip(shapes) {
        let len = shape.iter().product();
        let data = (0..len).map(|_| rng.unit() as f32 - 0.5).collect();
        weights.tensors.insert(name.to_owned(), Tensor { shape, data });
    }
    weights.metadata.insert("config".into(), serde_json::to_string(&config).expect("JSON"));
    weights.metadata.insert("encoder".into(), ENCODER.into());
    DeadwoodEstimator::read(&weights.write(Precision::Single)).expect("the weights fit")
}

#[test]
fn samples_have_exact_deadwood() {
    let samples = DeadwoodSamples::new(3, 400);
    let (mut all, mut later) = (Batch::default(), Batch::default());
    samples.read(&(0..400).collect::<Vec<u64>>(), &mut all);
    samples.read(&(100..400).collect::<Vec<u64>>(), &mut later);
    assert_eq!(all.inputs[100 * INPUTS..], later.inputs);
    let Some(Targets::Classes { labels, .. }) = all.targets.first() else { panic!("labels") };
    for (input, label) in all.inputs.chunks(INPUTS).zip(labels) {
        let cards = input.iter().enumerate().filter(|(_, held)| **held > 0.0);
        let bits: u64 = cards.map(|(card, _)| 1 << card).sum();
        assert!((10..=11).contains(&bits.count_ones()));
        assert_eq!(facedown_gin::kernel::try_min_deadwood(bits).map(u32::from), Ok(*label));
    }
}

#[test]
fn hands_from_play_have_more_melds_than_random_ones() {
    let (game, mut rng) = (Gin::new(Rules::EAAI).expect("a preset"), Rng::new(2));
    let deadwood =
        |bits: u64| f64::from(facedown_gin::kernel::try_min_deadwood(bits).expect("a hand"));
    let played: Vec<u64> = (0..50).flat_map(|_| hands_from_play(&game, &mut rng)).collect();
    let mean = played.iter().map(|hand| deadwood(*hand)).sum::<f64>() / played.len() as f64;
    let random = (0..500).map(|_| deadwood(random_hand(&mut rng))).sum::<f64>() / 500.0;
    assert!(mean + 5.0 < random, "{mean} against {random}");
}

#[test]
fn sides_enclose_the_middle() {
    let mut estimator = estimator();
    let mut rng = Rng::new(4);
    let hands: Vec<u64> = (0..600).map(|_| random_hand(&mut rng)).collect();
    let mut estimate = |side| {
        let mut deadwood = vec![0; hands.len()];
        estimator.estimate(&hands, side, &mut deadwood).expect("hands");
        deadwood
    };
    let (low, high) = (estimate(Side::AtMost(0.1)), estimate(Side::AtLeast(0.1)));
    let (lower, higher) = (estimate(Side::AtMost(0.01)), estimate(Side::AtLeast(0.01)));
    for i in 0..hands.len() {
        assert!(lower[i] <= low[i] && low[i] <= high[i] && high[i] <= higher[i]);
    }
}

#[test]
fn what_cannot_be_estimated_is_named() {
    let mut estimator = estimator();
    let mut room = [0; 2];
    let error = estimator.estimate(&[0b11, 1 << 52], Side::Likely, &mut room).unwrap_err();
    assert_eq!(error, EstimateError::Hand { index: 1, bits: 1 << 52 });
    let error = estimator.estimate(&[0xfff, 1], Side::Likely, &mut room).unwrap_err();
    assert_eq!(error.to_string(), "hand 0 is 0xfff, expected one to eleven of 52 cards");
    let error = estimator.estimate(&[1, 1], Side::AtLeast(0.7), &mut room).unwrap_err();
    assert_eq!(error.to_string(), "a rate of 0.7, expected one from 0 to 0.5");
    let error = estimator.estimate(&[1], Side::Likely, &mut room).unwrap_err();
    assert_eq!(error, EstimateError::Room { hands: 1, room: 2 });
}
