//! The table of docs/measurements/networks.md: candidates k against the share of hands whose answer
//! has the exact value, by the number of jokers.
//!
//! Run with `cargo research fantasy_table -- TOP MIDDLE [HANDS]`:
//! two weight files, and hands of each number of jokers (2,000).

use facedown_cards::PackCard;
use facedown_ofc::fantasy::Scratch;
use facedown_tasks::fantasyland::{
    HAND, HandError, Middles, PolicySolver, STAY_VALUE, deal, exhaustive, fantasy_solver,
};
use std::time::Instant;

/// Hands of another seed than that of training.
const SEED: u64 = 1_000_003;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [top, middle, rest @ ..] = arguments.as_slice() else {
        return Err("expected TOP MIDDLE [HANDS]".into());
    };
    let count = rest.first().map_or(Ok(2000), |text| text.parse())?;
    let top = PolicySolver::read_top(&std::fs::read(top)?)?;
    let middle = PolicySolver::read_middle(&std::fs::read(middle)?)?;
    let mut solver = PolicySolver::new(top, Some(middle), STAY_VALUE);
    let exact = fantasy_solver();
    println!("jokers  middles    k    exact %  mean loss  settings  time us");
    for jokers in 0..=2 {
        let has = |hand: &[PackCard; HAND]| hand.iter().filter(|c| c.is_joker()).count() == jokers;
        let hands: Vec<_> = (0..).map(|i| deal(SEED, i)).filter(has).take(count).collect();
        let mut scratch = Scratch::default();
        let start = Instant::now();
        let mut values = Vec::with_capacity(count);
        for hand in &hands {
            values.push(exact.solve_with(&mut scratch, hand)?.value);
        }
        let time = start.elapsed().as_secs_f64() * 1e6 / count as f64;
        println!("{jokers:6}  exact solver {:>13} {:10} {:9} {time:9.1}", "100.00", 0.0, "-");
        for prune in [false, true] {
            let few = &hands[..count.min(if jokers == 0 { 50 } else { 5 })];
            exhaustive_row(few, &values, jokers, prune)?;
        }
        for middles in [Middles::Predicted, Middles::All] {
            for k in [1, 5, 10, 20, 50, 100] {
                let few = if middles == Middles::All && jokers > 0 { count / 10 } else { count };
                row(&mut solver, &hands[..few.max(1)], &values, jokers, k, middles);
            }
        }
    }
    Ok(())
}

/// Prints the row of the plain search over all settings.
fn exhaustive_row(
    hands: &[[PackCard; HAND]],
    values: &[f64],
    jokers: usize,
    prune: bool,
) -> Result<(), HandError> {
    let (start, mut settings) = (Instant::now(), 0);
    for (hand, best) in hands.iter().zip(values) {
        let found = exhaustive(hand, STAY_VALUE, prune)?;
        assert!((best - found.value).abs() < 1e-9, "all settings hold the best one");
        settings += found.settings;
    }
    let time = start.elapsed().as_secs_f64() * 1e6 / hands.len() as f64;
    let kind = if prune { "pruned" } else { "exhaustive" };
    let settings = settings / hands.len() as u64;
    println!("{jokers:6}  {kind:10} {:>15} {:10} {settings:9} {time:9.1}", "100.00", 0.0);
    Ok(())
}

/// Prints one row. A hand whose candidates are all fouls loses its whole value.
fn row(
    solver: &mut PolicySolver,
    hands: &[[PackCard; HAND]],
    values: &[f64],
    jokers: usize,
    k: usize,
    middles: Middles,
) {
    let (mut right, mut loss, mut settings) = (0, 0.0, 0);
    let start = Instant::now();
    for (hand, best) in hands.iter().zip(values) {
        let found = solver.solve(hand, k, middles);
        let value = found.as_ref().map_or(0.0, |answer| answer.value);
        settings += found.map_or(0, |answer| answer.settings);
        right += u32::from((best - value).abs() < 1e-9);
        loss += best - value;
    }
    let n = hands.len() as f64;
    let time = start.elapsed().as_secs_f64() * 1e6 / n;
    let kind = if middles == Middles::All { "all" } else { "predicted" };
    let share = 100.0 * f64::from(right) / n;
    let (loss, settings) = (loss / n, settings as f64 / n);
    println!("{jokers:6}  {kind:9} {k:4}  {share:9.2} {loss:10.4} {settings:9.0} {time:9.1}");
}
