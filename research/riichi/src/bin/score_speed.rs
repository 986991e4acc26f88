//! Nanoseconds for scoring a hand, on the real wins of the data folder (best of many rounds).
//!
//! `cargo research score_speed`

#[path = "../../../../crates/riichi/tests/all/scoring/mod.rs"]
mod scoring;

use facedown_game::Rng;
use facedown_riichi::score::{ScoreRules, has_yaku, score};
use std::hint::black_box;
use std::time::Instant;

/// Returns the best time of one call, over several rounds of all calls.
fn best(rounds: usize, calls: usize, mut round: impl FnMut() -> u64) -> f64 {
    let expected = round();
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            assert_eq!(black_box(round()), expected, "every round does the same work");
            start.elapsed().as_secs_f64() * 1e9 / calls as f64
        })
        .fold(f64::INFINITY, f64::min)
}

fn main() {
    let rules = ScoreRules::tenhou();
    let files = [("wins_4p.jsonl.gz", false), ("wins_3p.jsonl.gz", true)];
    for (file, three_seats) in files {
        let Some(reals) = scoring::real::read(file, three_seats) else { continue };
        let inputs: Vec<_> =
            reals.iter().map(|real| (real.case.hand(), real.situation())).collect();
        let full = best(300, inputs.len(), || {
            inputs
                .iter()
                .map(|(hand, situation)| {
                    u64::from(score(hand, situation, &rules).map_or(0, |w| w.base))
                })
                .sum()
        });
        let legal = best(300, inputs.len(), || {
            inputs
                .iter()
                .map(|(hand, situation)| u64::from(has_yaku(hand, situation, &rules)))
                .sum()
        });
        println!("{file}: {} wins, score {full:.0} ns, has_yaku {legal:.0} ns", inputs.len());
    }
    let mut rng = Rng::new(1);
    let drawn: Vec<_> = (0..5_000).map(|_| scoring::random::win(&mut rng)).collect();
    let inputs: Vec<_> = drawn.iter().map(|drawn| (drawn.case.hand(), drawn.situation())).collect();
    let full = best(200, inputs.len(), || {
        inputs
            .iter()
            .map(|(hand, situation)| {
                u64::from(score(hand, situation, &rules).map_or(0, |w| w.base))
            })
            .sum()
    });
    println!("random wins: {} hands, score {full:.0} ns", inputs.len());
}
