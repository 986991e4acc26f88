//! The table of docs/measurements/networks.md: how far the deadwood estimator is right, and how often
//! its safe side is not safe, on random hands and on hands from play.
//!
//! Run with `cargo research deadwood_table -- WEIGHTS [HANDS]`: a
//! weight file, and hands of each kind (1,000,000).

use facedown_cards::CardSet;
use facedown_game::Rng;
use facedown_gin::kernel::min_deadwood;
use facedown_gin::{Gin, Rules};
use facedown_tasks::deadwood::{DeadwoodEstimator, Side, hands_from_play, random_hand};
use std::time::Instant;

/// Another seed than that of training.
const SEED: u64 = 1_000_003;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let weights = arguments.next().ok_or("expected WEIGHTS [HANDS]")?;
    let count: usize = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let mut estimator = DeadwoodEstimator::read(&std::fs::read(weights)?)?;
    let mut rng = Rng::new(SEED);
    let random: Vec<u64> = (0..count).map(|_| random_hand(&mut rng)).collect();
    let game = Gin::new(Rules::EAAI)?;
    let mut played = Vec::with_capacity(count + 100);
    while played.len() < count {
        played.extend(hands_from_play(&game, &mut rng));
    }
    for (name, hands) in [("random", &random), ("from play", &played)] {
        let start = Instant::now();
        let exact: Vec<u8> = hands.iter().map(|bits| exact(*bits)).collect();
        let kernel = start.elapsed().as_secs_f64() * 1e9 / hands.len() as f64;
        let mut found = vec![0; hands.len()];
        let start = Instant::now();
        estimator.estimate(hands, Side::Likely, &mut found)?;
        let time = start.elapsed().as_secs_f64() * 1e9 / hands.len() as f64;
        let share = |fits: fn(i32) -> bool| {
            let off = found.iter().zip(&exact).map(|(a, b)| i32::from(*a) - i32::from(*b));
            100.0 * off.filter(|off| fits(*off)).count() as f64 / hands.len() as f64
        };
        println!(
            "{name}: {} hands, exact {:.3} %, within one {:.3} %; {time:.0} ns a hand, the exact \
             kernel one at a time {kernel:.1} ns",
            hands.len(),
            share(|off| off == 0),
            share(|off| off.abs() <= 1),
        );
        for rate in [0.05, 0.01, 0.001] {
            side_row(&mut estimator, hands, &exact, rate)?;
        }
    }
    Ok(())
}

fn exact(bits: u64) -> u8 {
    min_deadwood(CardSet::from_bits(bits).expect("a hand of cards"))
}

/// Prints how often the safe side is below the truth, what that means for knocks, and what it costs.
fn side_row(
    estimator: &mut DeadwoodEstimator,
    hands: &[u64],
    exact: &[u8],
    rate: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut found = vec![0; hands.len()];
    estimator.estimate(hands, Side::AtLeast(rate), &mut found)?;
    let pairs = || found.iter().zip(exact);
    let below = pairs().filter(|(a, b)| a < b).count();
    let claimed = pairs().filter(|(a, _)| **a <= 10).count();
    let wrong = pairs().filter(|(a, b)| **a <= 10 && **b > 10).count();
    let missed = pairs().filter(|(a, b)| **a > 10 && **b <= 10).count();
    let over: u64 = pairs().map(|(a, b)| u64::from(a.saturating_sub(*b))).sum();
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    println!(
        "  at least, rate {rate}: too low {:.3} %, illegal of claimed knocks {:.3} %, legal knocks \
         missed {:.2} %, {:.2} points too high on average",
        share(below, found.len()),
        share(wrong, claimed),
        share(missed, pairs().filter(|(_, b)| **b <= 10).count()),
        over as f64 / found.len() as f64
    );
    Ok(())
}
