//! Comparison of depths of the opening book: milliseconds of processor time for an opening, and
//! points lost.
//!
//! Run with `cargo research openings [HANDS [ITERATIONS]]`. Random
//! hands are opened with each depth; the choices are then compared by a search with another seed and
//! exact values of street 4, ITERATIONS for each placement. Losses are against the best choice of any
//! depth, the last of which is by far the greatest. At last, how often the gap between the best two of
//! the default depth lies within 1.96 √2 standard errors of the value, the comparison's error included.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_game::stats::Z95;
use facedown_ofc::Rules;
use facedown_ofc_solver::book::{Class, Code, Comparison, Depth, OpeningSolver};
use facedown_ofc_solver::stakes;
use std::error::Error;

/// Placements of the lookahead, rounds of deals, placements searched, iterations, placements searched
/// exactly, iterations, bias.
const DEPTHS: [(u32, u32, u32, u64, u32, u64, f64); 10] = [
    (1, 0, 1, 1, 1, 0, 1.0),
    (6, 0, 6, 200, 1, 0, 1.0),
    (6, 0, 6, 400, 1, 0, 1.0),
    (6, 0, 6, 800, 1, 0, 1.0),
    (12, 0, 12, 800, 1, 0, 1.0),
    (12, 1, 6, 200, 1, 0, 1.0),
    (12, 1, 6, 400, 1, 0, 1.0),
    (6, 0, 6, 200, 4, 200, 0.3),
    (6, 0, 6, 400, 4, 400, 0.3),
    (48, 8, 12, 6000, 8, 8000, 3.0),
];

/// The results of one depth.
#[derive(Default)]
struct Sum {
    milliseconds: f64,
    loss: f64,
    variance: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let hands = numbers.next().transpose()?.unwrap_or(40).max(1);
    let iterations = numbers.next().transpose()?.unwrap_or(2000);
    let rules = Rules::STANDARD;
    let solver = OpeningSolver::new(&rules, stakes(&rules)?)?;
    let depths = DEPTHS.map(|(lookahead, rounds, searched, iterations, solved, exact, bias)| {
        Depth { lookahead, rounds, searched, iterations, solved, exact_iterations: exact, bias }
    });
    let mut sums: [Sum; DEPTHS.len()] = Default::default();
    let mut within = 0;
    for i in 0..hands {
        let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
        Rng::stream(77, i).shuffle(&mut pack);
        let cards: PackSet = pack[..5].iter().copied().collect();
        let class = Class::of(cards).ok_or("five cards")?;
        let mut chosen: Vec<Code> = Vec::new();
        for (depth, sum) in depths.iter().zip(&mut sums) {
            let start = processor_time();
            chosen.push(solver.solve(class, depth, i).best);
            sum.milliseconds += (processor_time() - start) * 1e3;
        }
        within += u64::from(gap_is_within(&solver, class, i, iterations)?);
        let mut different = chosen.clone();
        different.sort_unstable();
        different.dedup();
        let count = different.len() as u64;
        let compared = solver.compare(class, &different, iterations * count, 12_345 + i);
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
    println!("the gap of {within} of {hands} hands is within its interval");
    Ok(())
}

/// Returns whether a comparison of the best two by the default depth agrees with their gap.
fn gap_is_within(
    solver: &OpeningSolver,
    class: Class,
    seed: u64,
    iterations: u64,
) -> Result<bool, Box<dyn Error>> {
    let found = solver.solve(class, &Depth::default(), seed);
    let Some(second) = found.second else { return Ok(true) };
    let compared = solver.compare(class, &[found.best, second], 2 * iterations, 54_321 + seed);
    let [first, last] = compared[..] else { return Err("both are compared".into()) };
    let gap = if first.code == found.best { last.behind } else { -last.behind };
    let error = (2.0 * found.error.powi(2) + last.error.powi(2)).sqrt();
    Ok((gap - found.behind).abs() <= Z95 * error)
}

/// Returns the processor time of this thread in seconds; 0 if the system does not report it.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map_or(0.0, |nanoseconds| nanoseconds * 1e-9)
}
