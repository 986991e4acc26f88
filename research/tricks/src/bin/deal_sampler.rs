//! Benchmark of the deal sampler: time to build a table, and deals per second.
//!
//! Run with `cargo research deal_sampler`. Every figure is the best of
//! several rounds; every deal is checked for its hand sizes.

use facedown_cards::{Card, CardSet};
use facedown_game::Rng;
use facedown_tricks::deals::{DealProblem, DealTable};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A case: its name, the needs of the holders, the unknown cards of each suit, their possible
/// holders.
type Case = (&'static str, &'static [usize], [usize; 4], [u16; 4]);

const CASES: &[Case] = &[
    ("39 unknown, no void", &[13, 13, 13], [10, 10, 10, 9], [0b111; 4]),
    ("24 unknown, 1 void", &[8, 8, 8], [6; 4], [0b110, 0b111, 0b111, 0b111]),
    ("24 unknown, 2 voids", &[8, 8, 8], [6; 4], [0b110, 0b101, 0b111, 0b111]),
    ("24 unknown, 3 voids", &[8, 8, 8], [6; 4], [0b110, 0b101, 0b011, 0b111]),
    ("24 unknown, 4 voids", &[8, 8, 8], [6; 4], [0b110, 0b101, 0b011, 0b110]),
    ("15 unknown, 3 voids", &[5, 5, 5], [4, 4, 4, 3], [0b110, 0b110, 0b101, 0b111]),
    ("30 + 11 stock, 2 voids", &[10, 10, 10, 11], [10, 10, 10, 11], [0b1110, 0b1101, 15, 15]),
    (
        "30 + 11 stock, 4 voids",
        &[10, 10, 10, 11],
        [10, 10, 10, 11],
        [0b1110, 0b1101, 0b1011, 0b1100],
    ),
    ("Oh Hell 3x10 + 12, no void", &[10, 10, 10, 12], [11, 11, 10, 10], [15; 4]),
    ("18 + 12 stock, 3 voids", &[6, 6, 6, 12], [8, 8, 7, 7], [0b1110, 0b1101, 0b1011, 15]),
    (
        "two packs, 9x7 + 4 stock, 9 voids",
        &[7, 7, 7, 7, 7, 7, 7, 7, 7, 4],
        [17, 17, 17, 16],
        [0x3f8, 0x3c7, 0x23f, 0x3ff],
    ),
    (
        "two packs, 9x7 + 4 stock, 15 voids",
        &[7, 7, 7, 7, 7, 7, 7, 7, 7, 4],
        [17, 17, 17, 16],
        [0b11_1111_1010, 0b11_1110_0110, 0b11_0001_1110, 0b10_1010_1001],
    ),
];

fn problem(&(_, needs, counts, holders): &Case) -> DealProblem {
    let mut problem = DealProblem::new(needs);
    for suit in 0..4 {
        for i in 0..counts[suit] {
            problem.add(Card::new((13 * suit + i % 13) as u8), holders[suit]);
        }
    }
    problem
}

/// Returns the case with soft evidence: seat 0 bid high, seat 1 bid low.
fn weighted(case: &Case) -> DealProblem {
    let mut problem = problem(case);
    let high: CardSet = Card::all().filter(|card| card.index() % 13 >= 4).collect();
    problem.weigh(0, high, 1.5);
    problem.weigh(1, high, 0.7);
    problem
}

/// Returns the best time of several rounds of `work`.
fn best_time(rounds: usize, mut work: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..rounds).map(time).min().unwrap_or_default()
}

fn report(name: &str, problem: &DealProblem) {
    const DRAWS: u32 = 20_000;
    let build = best_time(20, || {
        black_box(DealTable::new(black_box(problem)).expect("there are deals"));
    });
    let table = DealTable::new(problem).expect("there are deals");
    let (mut rng, needs) = (Rng::new(1), problem.needs());
    let draw = best_time(20, || {
        for _ in 0..DRAWS {
            let deal = table.sample(&mut rng);
            assert!(needs.iter().zip(deal.hands()).all(|(&need, hand)| hand.len() == need));
        }
    });
    let rate = f64::from(DRAWS) / draw.as_secs_f64() / 1e6;
    let micros = build.as_secs_f64() * 1e6;
    let count = table.count().map_or("over 2^128".to_owned(), |n| format!("{:.2e}", n as f64));
    println!("{name:36} {micros:9.1} us to build {rate:7.2} M deals/s {count:>12} deals");
}

fn main() {
    for case in CASES {
        report(case.0, &problem(case));
    }
    for case in &CASES[1..4] {
        report(&format!("{}, weights", case.0), &weighted(case));
    }
}
