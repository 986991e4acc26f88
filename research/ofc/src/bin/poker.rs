//! Nanoseconds a hand of poker strength, inside the enumeration of subsets and one hand at a time.
//!
//! Run with `cargo research poker`. Every figure is the least of
//! many rounds over the same hands.

use facedown_cards::poker::{Strength, Subsets};
use facedown_cards::{PackCard, PackSet};
use std::hint::black_box;
use std::time::Instant;

const HANDS: usize = 300;
const ROUNDS: usize = 60;

/// Returns a hand of `n` cards, the last `jokers` of them jokers.
fn deal(state: &mut u64, n: usize, jokers: usize) -> Vec<PackCard> {
    let mut set = PackSet::EMPTY;
    while set.len() < n - jokers {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        set = set.with(PackCard::from_index((*state % 52) as usize).expect("below 52"));
    }
    set.iter().chain(PackCard::JOKERS.into_iter().take(jokers)).collect()
}

/// Returns the least time of a round, in nanoseconds, divided by `units`.
fn least(units: u64, mut round: impl FnMut() -> u64) -> f64 {
    let expected = round();
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let sum = black_box(round());
        best = best.min(start.elapsed().as_nanos() as f64);
        assert_eq!(sum, expected, "every round sees the same hands");
    }
    best / units as f64
}

fn main() {
    let start = Instant::now();
    black_box(Strength::of("As Kd Qc".parse().expect("cards")));
    println!("tables made in {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut state = 1;
    println!("cards  jokers  fives  ns a five");
    for (n, jokers) in [(13, 0), (14, 0), (17, 0), (14, 1), (17, 2)] {
        let hands: Vec<Subsets> = (0..HANDS)
            .map(|_| Subsets::new(&deal(&mut state, n, jokers)).expect("17 cards or fewer"))
            .collect();
        let mut fives = 0;
        hands[0].fives(hands[0].all(), |_, _| fives += 1);
        let time = least(fives * HANDS as u64, || {
            let mut sum = 0;
            for hand in &hands {
                hand.fives(hand.all(), |_, strength| sum += u64::from(strength.number()));
            }
            sum
        });
        println!("{n:5}  {jokers:6}  {fives:5}  {time:9.2}");
    }
    for size in [5, 3] {
        let hands: Vec<PackSet> =
            (0..10_000).map(|_| deal(&mut state, size, 0).into_iter().collect()).collect();
        let strength = |hand: &PackSet| Strength::of(*hand).map_or(0, Strength::number);
        let time =
            least(hands.len() as u64, || hands.iter().map(|hand| u64::from(strength(hand))).sum());
        println!("one hand of {size} at a time: {time:.1} ns");
    }
}
