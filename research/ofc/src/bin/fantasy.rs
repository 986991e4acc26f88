//! Microseconds a hand of exact Fantasyland, by number of cards and jokers, on one core.
//!
//! Run with `cargo research fantasy [hands [rounds]]`. Each hand's
//! time is the least of several rounds; the table shows the median, the 99th percentile and the
//! maximum over hands, and the mean royalties and stays of the best settings. `batch` is hands a
//! second on all threads.

use facedown_cards::PackCard;
use facedown_game::Rng;
use facedown_ofc::fantasy::{Opponent, Scratch, Solver};
use facedown_ofc::{Board, Rules};
use std::hint::black_box;
use std::time::Instant;

/// A hand of `n` cards, the last `jokers` of them jokers.
fn deal(rng: &mut Rng, n: usize, jokers: usize) -> Vec<PackCard> {
    let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
    rng.shuffle(&mut pack);
    pack.truncate(n - jokers);
    pack.extend(PackCard::JOKERS.into_iter().take(jokers));
    pack
}

fn measure(name: &str, solver: &Solver, n: usize, jokers: usize, hands: usize, rounds: usize) {
    let mut rng = Rng::stream(n as u64, jokers as u64);
    let hands: Vec<Vec<PackCard>> = (0..hands).map(|_| deal(&mut rng, n, jokers)).collect();
    let mut scratch = Scratch::default();
    let mut times = vec![f64::MAX; hands.len()];
    let (mut royalties, mut stays) = (0, 0);
    for round in 0..rounds {
        for (hand, time) in hands.iter().zip(&mut times) {
            let start = Instant::now();
            let best = black_box(solver.solve_with(&mut scratch, hand)).expect("a legal hand");
            *time = time.min(start.elapsed().as_secs_f64() * 1e6);
            if round == 0 {
                royalties += u32::from(best.royalties);
                stays += u32::from(best.stays);
            }
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let start = Instant::now();
    black_box(solver.solve_batch(&hands));
    let batch = hands.len() as f64 / start.elapsed().as_secs_f64();
    let count = hands.len() as f64;
    println!(
        "{name:9} {n:5} {jokers:6} {:8.1} {:8.1} {:8.1} {:9.2} {:6.1} {batch:9.0}",
        times[hands.len() / 2],
        times[hands.len() * 99 / 100],
        times[hands.len() - 1],
        f64::from(royalties) / count,
        f64::from(stays) * 100.0 / count,
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let hands = numbers.next().transpose()?.unwrap_or(1000).max(1);
    let rounds = numbers.next().transpose()?.unwrap_or(7).max(1);
    let solver = Solver::new(&Rules::ULTIMATE, 15.0)?;
    let board: Board = "Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h".parse()?;
    let known = Opponent::known(solver.scorer().rows(&board));
    let against = solver.clone().against(&[known]);
    println!("goal      cards jokers   median      p99     most royalties  stay%   batch/s");
    for jokers in 0..=2 {
        for n in 13..=17 {
            measure("royalties", &solver, n, jokers, hands, rounds);
        }
    }
    for n in [14, 17] {
        measure("opponent", &against, n, 0, hands, rounds);
    }
    Ok(())
}
