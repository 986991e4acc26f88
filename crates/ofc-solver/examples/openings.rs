//! How settings of the opening book compare: milliseconds of processor time an opening, and points
//! lost.
//!
//! Run with `cargo run --release -p facedown-catalog --example openings [HANDS [TRIES]]`. Random hands
//! are opened with each setting; what the settings chose is then compared by a search of other luck
//! with exact values of street 4, TRIES for each placement. Losses are against the best of what any
//! setting chose, the last of which is by far the deepest.

use facedown_cards::{PackCard, PackSet};
use facedown_catalog::book::{Class, Code, Comparison, Depth, OpeningSolver};
use facedown_game::Rng;
use facedown_ofc::Rules;
use facedown_ofc::endgame::Stakes;
use std::error::Error;

/// Placements looked at, rounds of deals, placements searched, tries, placements searched exactly,
/// tries, doubt.
const DEPTHS: [(u32, u32, u32, u64, u32, u64, f64); 8] = [
    (1, 0, 1, 1, 1, 0, 1.0),
    (12, 1, 6, 100, 1, 0, 1.0),
    (12, 1, 6, 200, 1, 0, 1.0),
    (12, 1, 6, 400, 1, 0, 1.0),
    (12, 1, 6, 200, 4, 100, 1.0),
    (12, 1, 6, 200, 4, 200, 1.0),
    (12, 1, 6, 400, 4, 400, 1.0),
    (48, 8, 12, 6000, 8, 8000, 3.0),
];

/// What one setting came to.
#[derive(Default)]
struct Sum {
    milliseconds: f64,
    loss: f64,
    variance: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let hands = numbers.next().transpose()?.unwrap_or(40).max(1);
    let tries = numbers.next().transpose()?.unwrap_or(2000);
    let rules = Rules::STANDARD;
    let opener = OpeningSolver::new(&rules, Stakes::alone(&rules)?)?;
    let depths = DEPTHS.map(|(looked, rounds, searched, iterations, solved, exact, doubt)| Depth {
        looked,
        rounds,
        searched,
        iterations,
        solved,
        exact_iterations: exact,
        doubt,
    });
    let mut sums: [Sum; DEPTHS.len()] = Default::default();
    for i in 0..hands {
        let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
        Rng::stream(77, i).shuffle(&mut pack);
        let cards: PackSet = pack[..5].iter().copied().collect();
        let class = Class::of(cards).ok_or("five cards")?;
        let mut chosen: Vec<Code> = Vec::new();
        for (depth, sum) in depths.iter().zip(&mut sums) {
            let start = processor_time();
            chosen.push(opener.solve(class, depth, i).best);
            sum.milliseconds += (processor_time() - start) * 1e3;
        }
        let mut different = chosen.clone();
        different.sort_unstable();
        different.dedup();
        let count = different.len() as u64;
        let compared = opener.compare(class, &different, tries * count, 12_345 + i);
        for (code, sum) in chosen.iter().zip(&mut sums) {
            let one = compared.iter().find(|one| one.code == *code).ok_or("all are compared")?;
            let Comparison { behind, error, .. } = *one;
            sum.loss += behind;
            sum.variance += error * error;
        }
    }
    let n = hands as f64;
    for (depth, sum) in depths.iter().zip(&sums) {
        let Sum { milliseconds, loss, variance } = sum;
        let (milliseconds, loss, error) = (milliseconds / n, loss / n, variance.sqrt() / n);
        println!("{milliseconds:7.1} ms, loss {loss:.3} ± {error:.3}: {depth:?}");
    }
    Ok(())
}

/// Seconds of processor time of this thread so far, which other programs do not lengthen; 0 where
/// the system does not tell.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map_or(0.0, |nanoseconds| nanoseconds * 1e-9)
}
