//! Fits the baselines of luck adjustment to rounds of `efficient` and the rollout policy: the mean
//! scores of `cheap` and the network of `deep`.
//!
//! `cargo research riichi_baseline -- ROUNDS EPOCHS crates/riichi/src/baseline`

mod gradient;

use facedown_game::{ActionBuf, Game, PerSeat, Policy, Rng, Seat, Turn};
use facedown_nets::Precision;
use facedown_riichi::baseline::{CLASSES, Net, SeatFeatures, class, hidden_tiles, seat_features};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Legal, Riichi, RolloutPolicy, Rules};
use gradient::{WEIGHTS, add_gradient, file, inputs_of};
use std::path::Path;

/// No match is played with this seed by the tests and measurements of luck.
const SEED: u64 = 0x6a5e_11e5_0000_0002;

/// One draw in this many becomes a sample.
const EVERY: u32 = 4;

/// A position after a draw, and the final scores in thousands.
struct Sample {
    features: PerSeat<SeatFeatures>,
    scores: PerSeat<f32>,
}

/// Plays rounds; returns samples, and the mean score of each class of a seat.
fn play(rounds: u64) -> (Vec<Sample>, [f32; CLASSES]) {
    let game = Riichi::new(Rules::TENHOU).expect("the rules are valid");
    let (mut samples, mut sums) = (Vec::new(), [(0.0_f64, 0_u32); CLASSES]);
    let mut legal = Legal::default();
    for round in 0..rounds {
        let mut rng = Rng::stream(SEED, round);
        let mut bots: Vec<Box<dyn Policy<Riichi>>> = (0..4)
            .map(|seat| -> Box<dyn Policy<Riichi>> {
                if (round >> seat & 1) == 0 {
                    Box::new(Efficient::default())
                } else {
                    Box::new(RolloutPolicy)
                }
            })
            .collect();
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut positions = Vec::new();
        let mut live = state.table().live();
        loop {
            if state.table().live() < live && state.drawn().is_some() {
                live = state.table().live();
                if rng.below(EVERY) == 0 {
                    let (table, hidden) = (state.table(), hidden_tiles(&state));
                    let features = PerSeat::from_fn(4, |seat| {
                        seat_features(&game, table, seat, state.hand(seat), &hidden)
                    });
                    let classes =
                        PerSeat::from_fn(4, |seat| class(&game, table, seat, state.hand(seat)));
                    let complete = state.hand(table.actor()).is_complete(game.pack());
                    if !complete {
                        positions.push((features, classes));
                    }
                }
            }
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let bot = &mut bots[seat.index()];
                    let action = bot.choose(&game, &view, legal.as_slice(), &mut rng);
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
        let scores = game.scores(&state).map(|score| score as f32 / 1000.0);
        for (features, classes) in positions {
            for seat in Seat::all(4) {
                let (sum, count) = &mut sums[classes[seat]];
                *sum += f64::from(scores[seat]);
                *count += 1;
            }
            samples.push(Sample { features, scores });
        }
    }
    // A few imaginary samples of mean 0 keep rare classes small.
    (samples, sums.map(|(sum, count)| (sum / f64::from(count + 100)) as f32))
}

/// Trains the network by Adam on batches; reports the share of the variance that it explains on
/// the last tenth of the samples, which it is not trained on. Returns the weights.
fn train(samples: &mut [Sample], epochs: usize) -> Vec<f32> {
    const BATCH: usize = 128;
    let mut rng = Rng::new(SEED);
    let random = |place: usize| (rng.unit() - 0.5) * 2.0 * (3.0 / inputs_of(place) as f64).sqrt();
    let mut weights: Vec<f32> = (0..WEIGHTS).map(random).map(|w| w as f32).collect();
    let (mut mean, mut square) = (vec![0.0_f32; WEIGHTS], vec![0.0_f32; WEIGHTS]);
    let held_out = samples.len() / 10;
    let (rest, test) = samples.split_at_mut(samples.len() - held_out);
    let steps = epochs * (rest.len() / BATCH);
    let mut step = 0;
    for epoch in 0..epochs {
        rng.shuffle(rest);
        for batch in rest.chunks_exact(BATCH) {
            step += 1;
            let net = Net::new(&file(&weights)).expect("the number of weights is right");
            let mut gradient = vec![0.0; WEIGHTS];
            for sample in batch {
                add_gradient((&net, &weights), &sample.features, &sample.scores, &mut gradient);
            }
            let rate = 2e-3 * (1.0 - step as f32 / steps as f32).max(0.02);
            for i in 0..WEIGHTS {
                let g = gradient[i] / BATCH as f32;
                mean[i] = 0.9 * mean[i] + 0.1 * g;
                square[i] = 0.999 * square[i] + 0.001 * g * g;
                let warm = 1.0 - 0.999_f32.powi(step);
                weights[i] -= rate * mean[i] / ((square[i] / warm).sqrt() + 1e-6);
            }
        }
        let net = Net::new(&file(&weights)).expect("the number of weights is right");
        let (mut error, mut total) = (0.0, 0.0);
        for sample in test.iter() {
            let mut unused = vec![0.0; WEIGHTS];
            let both = (&net, weights.as_slice());
            error += f64::from(add_gradient(both, &sample.features, &sample.scores, &mut unused));
            let squares = sample.scores.as_slice().iter().map(|score| f64::from(score * score));
            total += squares.sum::<f64>();
        }
        eprintln!("epoch {}: explains {:.4} of the variance", epoch + 1, 1.0 - error / total);
    }
    weights
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rounds, epochs, folder] = args.as_slice() else {
        panic!("expected: ROUNDS EPOCHS FOLDER");
    };
    let (rounds, epochs) = (rounds.parse().expect("a number"), epochs.parse().expect("a number"));
    let (mut samples, means) = play(rounds);
    eprintln!("{} samples of {rounds} rounds", samples.len());
    let texts: Vec<String> = means.iter().map(|mean| format!("{mean:.3}")).collect();
    let lines: Vec<String> =
        texts.chunks(9).map(|line| format!("    {},", line.join(", "))).collect();
    let folder = Path::new(folder);
    std::fs::write(folder.join("means.in"), format!("[\n{}\n]\n", lines.join("\n")))?;
    let weights = train(&mut samples, epochs);
    std::fs::write(folder.join("deep.safetensors"), file(&weights).write(Precision::Single))
}
