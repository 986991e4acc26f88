//! Shanten and acceptance beside crate `xiangting` 6.0.2 (MIT), on the same hands in the same run.
//!
//! `cargo run --release --manifest-path research/bench/shanten/Cargo.toml`. The answers must agree on every
//! hand before anything is timed. Chunks of hands are timed in turns, many times over, and of each
//! chunk the best time counts.

use facedown_tiles::{Hand, Pack, RawCounts, Unseen, try_shanten};
use std::hint::black_box;
use std::time::Instant;
use xiangting::{PlayerCount, calculate_necessary_tiles, calculate_replacement_number};

const HANDS: usize = 20_000;
const CHUNK: usize = 500;
const PASSES: usize = 20;

fn main() {
    for (name, tiles, kinds) in [
        ("13 tiles", 13, 0..34),
        ("14 tiles", 14, 0..34),
        ("14 tiles of one suit", 14, 9..18),
        ("7 tiles", 7, 0..34),
    ] {
        let hands = hands(tiles, kinds.collect());
        agree(&hands, Pack::Four, PlayerCount::Four);
        println!("{name}, ns a hand");
        compare(
            "shanten, checked",
            &hands,
            |hand| i64::from(try_shanten(hand, Pack::Four).expect("a hand")),
            |hand| {
                i64::from(calculate_replacement_number(hand, PlayerCount::Four).expect("a hand"))
                    - 1
            },
        );
        if tiles % 3 == 1 {
            compare(
                "kinds that lower it",
                &hands,
                |hand| kinds_of(hand, Pack::Four) as i64,
                |hand| calculate_necessary_tiles(hand, PlayerCount::Four).expect("a hand").1 as i64,
            );
        }
    }
    let without_2m_to_8m = [0].into_iter().chain(8..34).collect();
    agree(&hands(13, without_2m_to_8m), Pack::Three, PlayerCount::Three);
    println!("three seats: {HANDS} hands agree");
}

/// Random hands out of four of each of some kinds.
fn hands(tiles: usize, kinds: Vec<usize>) -> Vec<RawCounts> {
    let mut seed = 1u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) as usize * n) >> 31
    };
    let deal = |_| {
        let mut pack: Vec<usize> = (0..4).flat_map(|_| kinds.iter().copied()).collect();
        let mut counts = [0; 34];
        for _ in 0..tiles {
            counts[pack.swap_remove(below(pack.len()))] += 1;
        }
        counts
    };
    (0..HANDS).map(deal).collect()
}

fn kinds_of(counts: &RawCounts, pack: Pack) -> u64 {
    let hand = Hand::from(facedown_tiles::Counts::new(*counts).expect("a hand"));
    hand.acceptance(pack, &Unseen::ALL).kinds.bits()
}

fn agree(hands: &[RawCounts], pack: Pack, players: PlayerCount) {
    for hand in hands {
        let (number, kinds) = calculate_necessary_tiles(hand, players).expect("a hand");
        assert_eq!(try_shanten(hand, pack), Ok(number as i8 - 1), "{hand:?}");
        if hand.iter().sum::<u8>() % 3 == 1 {
            assert_eq!(kinds_of(hand, pack), kinds, "{hand:?}");
        }
    }
}

fn compare(
    name: &str,
    hands: &[RawCounts],
    ours: impl Fn(&RawCounts) -> i64,
    theirs: impl Fn(&RawCounts) -> i64,
) {
    let mut best = [vec![f64::INFINITY; HANDS / CHUNK], vec![f64::INFINITY; HANDS / CHUNK]];
    for _ in 0..PASSES {
        for (chunk, hands) in hands.chunks(CHUNK).enumerate() {
            let (a, time) = timed(|| hands.iter().map(&ours).fold(0, i64::wrapping_add));
            best[0][chunk] = time.min(best[0][chunk]);
            let (b, time) = timed(|| hands.iter().map(&theirs).fold(0, i64::wrapping_add));
            best[1][chunk] = time.min(best[1][chunk]);
            assert_eq!(a, b);
        }
    }
    let [ours, theirs] = best.map(|times| times.iter().sum::<f64>() / HANDS as f64);
    println!("  {name:<22} ours {ours:>7.1}  xiangting {theirs:>7.1}  ratio {:.1}", theirs / ours);
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = black_box(run());
    (result, start.elapsed().as_nanos() as f64)
}
