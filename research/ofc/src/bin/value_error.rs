//! How far the value networks of open-face are off on boards that they have not seen.
//!
//! Run with `cargo research value_error -- CARDS BOARDS DEALS FILE…`:
//! boards of 5, 7 or 9 cards from play by the networks of the files, each valued by the mean over DEALS
//! deals, by which the network for CARDS is judged. The rest of the deals' own error is subtracted.

use facedown_nets::{Network, Weights, Workspace};
use facedown_ofc_solver::{BoardSamples, BoardScratch, Evaluator, NetworkSet, board_encoder};
use rayon::prelude::*;
use std::error::Error;

/// Another seed than those of training.
const SEED: u64 = 1_000_003;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [cards, boards, deals, files @ ..] = arguments.as_slice() else {
        return Err("expected CARDS BOARDS DEALS FILE…".into());
    };
    let (cards, boards, deals): (usize, u64, usize) =
        (cards.parse()?, boards.parse()?, deals.parse()?);
    let files = files.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let first = Weights::read(files.first().ok_or("no file")?)?;
    let set = first.metadata.get("rules").and_then(|rules| NetworkSet::of_metadata(rules));
    let mut networks = Evaluator::new(set.unwrap_or_default());
    let mut judged = None;
    for bytes in files {
        networks.add(&bytes)?;
        judged = Network::read(&bytes, &board_encoder(cards)).ok().or(judged);
    }
    let network = judged.ok_or("no file is for so many cards")?;
    let samples = BoardSamples::new(cards, networks, SEED)?;
    // Two halves of the deals say how far their means are off.
    let halves = [deals / 2, deals - deals / 2];
    let samples = samples.with_deals(halves[0]);
    let one = |number: u64| {
        let mut scratch = BoardScratch::default();
        let (first, second) = samples.two(&mut scratch, number);
        let mut inputs = vec![0.0; BoardSamples::INPUTS];
        first.features.iter().for_each(|feature| inputs[usize::from(*feature)] = 1.0);
        let mut outputs = vec![0.0; network.outputs()];
        network.run(&mut Workspace::default(), &inputs, &mut outputs).expect("one board");
        let total = |values: &[f32], known: &[f32]| -> f64 {
            let both = values.iter().zip(known).filter(|(_, known)| !known.is_nan());
            both.map(|(value, _)| f64::from(*value)).sum()
        };
        let known = &first.targets[..BoardSamples::PARTS];
        let said = total(&outputs[..BoardSamples::PARTS], known);
        let [a, b] = [&first, &second].map(|s| total(&s.targets[..BoardSamples::PARTS], known));
        [said, a, b]
    };
    let found: Vec<[f64; 3]> = (0..boards).into_par_iter().map(one).collect();
    let n = found.len() as f64;
    let mean = |of: &dyn Fn(&[f64; 3]) -> f64| found.iter().map(of).sum::<f64>() / n;
    // The product of both halves' errors has no error of the deals in it.
    let square = mean(&|[said, a, b]| (said - a) * (said - b));
    let bias = mean(&|[said, a, b]| said - (a + b) / 2.0);
    let middle = mean(&|[_, a, b]| (a + b) / 2.0);
    let variance = mean(&|[_, a, b]| (a - middle) * (b - middle));
    println!(
        "{cards} cards, {boards} boards, {deals} deals: variance {variance:.3}, squared error {square:.3}, bias {bias:+.3}"
    );
    Ok(())
}
