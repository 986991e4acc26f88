//! Nanoseconds per hand of the deadwood kernel: each kind of hand, each back end, one thread and
//! all.
//!
//! Run with `cargo research deadwood_speed`. Every figure is the
//! least of many rounds over the same hands; every round's answers are checked against the scalar
//! kernel. `meld-rich` and `play` are printed also as multiples of `random`. With `SMALL=1` there are
//! few rounds, to see that it works.

use facedown_cards::CardSet;
use facedown_gin::kernel::{
    Backend, all_best_melds, best_defence, best_melds, deadwood_after_discards,
    deadwood_after_discards_batch, defence_deadwood, discards_within, least_after_discard,
    melds_within, min_deadwood, min_deadwood_batch, min_deadwood_batch_with,
    par_min_deadwood_batch, try_min_deadwood_batch_with, try_min_deadwood_flags,
    try_min_deadwood_words, try_par_min_deadwood_batch, valid_melds,
};
use std::hint::black_box;
use std::time::Instant;

const HANDS: usize = 100_000;

/// Returns the number of rounds of each figure.
fn rounds() -> usize {
    if std::env::var_os("SMALL").is_some_and(|value| !value.is_empty()) { 2 } else { 200 }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    fn fill(&mut self, mut hand: u64, cards: u32) -> u64 {
        while hand.count_ones() < cards {
            hand |= 1 << self.below(52);
        }
        hand
    }
}

fn random(rng: &mut Random, cards: u32) -> Vec<u64> {
    (0..HANDS).map(|_| rng.fill(0, cards)).collect()
}

/// Three melds that may overlap, and random cards to fill up.
fn meld_rich(rng: &mut Random, cards: u32) -> Vec<u64> {
    let mut hands = Vec::with_capacity(HANDS);
    while hands.len() < HANDS {
        let mut hand = 0u64;
        for _ in 0..3 {
            if rng.below(2) == 0 {
                let (rank, lacking) = (rng.below(13), rng.below(5));
                for suit in (0..4).filter(|&suit| suit != lacking) {
                    hand |= 1 << (13 * suit + rank);
                }
            } else {
                hand |= 7 << (13 * rng.below(4) + rng.below(11));
            }
        }
        if hand.count_ones() <= cards {
            hands.push(rng.fill(hand, cards));
        }
    }
    hands
}

/// Hands in play: draw a random card, discard for the least deadwood, until gin.
fn play(rng: &mut Random, cards: u32) -> Vec<u64> {
    let mut hands = Vec::with_capacity(HANDS);
    while hands.len() < HANDS {
        let mut hand = rng.fill(0, 10);
        let mut seen = hand;
        for _ in 0..16 {
            seen = rng.fill(seen, seen.count_ones() + 1);
            let drawn = seen & !hand;
            let full = hand | 1 << drawn.ilog2();
            hands.push(if cards == 10 { hand } else { full });
            let set = CardSet::from_bits_truncate(full);
            let after = deadwood_after_discards(set);
            let drop = set.iter().min_by_key(|card| after[card.index()]).expect("eleven cards");
            hand = set.without(drop).bits();
            seen = full;
            if after[drop.index()] == 0 {
                break;
            }
        }
    }
    // Turns of one game side by side would be too alike.
    for i in (1..hands.len()).rev() {
        hands.swap(i, rng.below(i as u64 + 1) as usize);
    }
    hands.truncate(HANDS);
    hands
}

/// Returns the number of hands that hold a set and a run that share a card.
fn contested(hands: &[u64]) -> f64 {
    let is_contested = |&&hand: &&u64| {
        let melds = valid_melds(CardSet::from_bits_truncate(hand));
        let sets = || melds.iter().filter(|meld| meld.is_set());
        melds
            .iter()
            .filter(|run| !run.is_set())
            .any(|run| sets().any(|set| !set.is_compatible(run)))
    };
    hands.iter().filter(is_contested).count() as f64 / hands.len() as f64
}

/// Returns the least time of many rounds, in nanoseconds per hand.
fn time(hands: usize, mut round: impl FnMut()) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..rounds() {
        let start = Instant::now();
        round();
        least = least.min(start.elapsed().as_secs_f64());
    }
    least * 1e9 / hands as f64
}

/// Prints the figures of every back end. Those of random hands, which come first, become the `unit`
/// of the others.
fn batches(kind: &str, cards: u32, hands: &[u64], unit: &mut Vec<f64>) {
    let sets: Vec<CardSet> = hands.iter().map(|&hand| CardSet::from_bits_truncate(hand)).collect();
    let expected: Vec<u8> = sets.iter().map(|&hand| min_deadwood(hand)).collect();
    let mut out = vec![0; hands.len()];
    let mut figures = vec![];
    figures.push(("scalar".to_owned(), {
        let ns = time(hands.len(), || {
            for (out, &hand) in out.iter_mut().zip(&sets) {
                *out = min_deadwood(hand);
            }
        });
        assert_eq!(out, expected);
        ns
    }));
    for backend in Backend::available() {
        out.fill(0);
        let ns = time(hands.len(), || min_deadwood_batch_with(backend, hands, &mut out));
        assert_eq!(out, expected);
        figures.push((backend.to_string(), ns));
        out.fill(0);
        let ns = time(hands.len(), || {
            try_min_deadwood_batch_with(backend, hands, &mut out).expect("sound hands");
        });
        assert_eq!(out, expected);
        figures.push((format!("{backend} checked"), ns));
    }
    out.fill(0);
    let ns = time(hands.len(), || par_min_deadwood_batch(hands, &mut out, None));
    assert_eq!(out, expected);
    figures.push(("all threads".to_owned(), ns));
    let ns = time(hands.len(), || {
        try_par_min_deadwood_batch(hands, &mut out, Some(2)).expect("sound hands");
    });
    assert_eq!(out, expected);
    figures.push(("2 threads checked".to_owned(), ns));
    for (i, (name, ns)) in figures.into_iter().enumerate() {
        if unit.len() == i {
            unit.push(ns);
        }
        println!(
            "{cards} cards {kind:9} {name:18} {ns:6.2} ns/hand {:7.3} ms/100k  x{:.2}",
            ns * 0.1,
            ns / unit[i]
        );
    }
}

/// Prints the cost of other formats of hands and of small batches.
fn forms(hands: &[u64]) {
    let mut expected = vec![0; hands.len()];
    min_deadwood_batch(hands, &mut expected);
    let mut out = vec![0; hands.len()];
    let words: Vec<[u32; 2]> =
        hands.iter().map(|h| [(h & 0x3ff_ffff) as u32, (h >> 26) as u32]).collect();
    let ns = time(hands.len(), || try_min_deadwood_words(&words, &mut out, Some(1)).unwrap());
    assert_eq!(out, expected);
    println!("two words a hand, checked, one thread      {ns:6.2} ns/hand");
    let flags: Vec<[u8; 52]> =
        hands.iter().map(|h| std::array::from_fn(|card| (h >> card & 1) as u8)).collect();
    out.fill(0);
    let ns = time(hands.len(), || try_min_deadwood_flags(&flags, &mut out, Some(1)).unwrap());
    assert_eq!(out, expected);
    println!("52 bytes a hand, checked, one thread       {ns:6.2} ns/hand");
    for size in [1, 16, 64, 256, 1024, 8192, 16384, 32768] {
        let (hands, expected) = (&hands[..size], &expected[..size]);
        let mut out = vec![0; size];
        let one = time(1, || min_deadwood_batch(black_box(hands), &mut out));
        assert_eq!(out, expected);
        let all = time(1, || par_min_deadwood_batch(black_box(hands), &mut out, None));
        assert_eq!(out, expected);
        println!("a batch of {size:5}: {one:8.0} ns, on all threads {all:8.0} ns");
    }
}

fn singles(kind: &str, cards: u32, hands: &[u64]) {
    let hands: Vec<CardSet> =
        hands[..10_000].iter().map(|&hand| CardSet::from_bits_truncate(hand)).collect();
    let knocker: [CardSet; 3] = ["5s 6s 7s", "Kc Kd Kh", "2d 3d 4d"].map(|m| m.parse().unwrap());
    let taken = knocker.iter().fold(CardSet::EMPTY, |all, &meld| all | meld);
    let show = |name: &str, ns: f64| println!("{cards} cards {kind:9} {name:24} {ns:7.1} ns/hand");
    let each = |f: &dyn Fn(CardSet) -> u64| {
        time(hands.len(), || {
            black_box(hands.iter().fold(0, |sum, &hand| sum ^ f(hand)));
        })
    };
    let check = |f: &dyn Fn(CardSet) -> u64| hands.iter().map(|&hand| f(hand)).sum::<u64>();
    let least = |hand: CardSet| {
        hand.iter().map(|card| u64::from(min_deadwood(hand.without(card)))).min().unwrap_or(255)
    };
    let sum_of_least = check(&least);
    assert_eq!(check(&|h| u64::from(least_after_discard(h))), sum_of_least);
    let row_min = |row: &[u8; 52]| u64::from(row.iter().copied().fold(255, u8::min));
    assert_eq!(check(&|h| row_min(&deadwood_after_discards(h))), sum_of_least);
    let mut rows = vec![[0; 52]; hands.len()];
    let words: Vec<u64> = hands.iter().map(|hand| hand.bits()).collect();
    let ns = time(hands.len(), || deadwood_after_discards_batch(&words, &mut rows));
    assert_eq!(rows.iter().map(row_min).sum::<u64>(), sum_of_least);
    show("all discards, batch", ns);
    let ns = time(hands.len(), || {
        for &hand in &hands {
            black_box(deadwood_after_discards(black_box(hand)));
        }
    });
    show("all discards, one by one", ns);
    show("least after a discard", each(&|h| u64::from(least_after_discard(h))));
    show("discards within 10", each(&|h| discards_within(h, 10).bits()));
    let deadwood = check(&|h| u64::from(min_deadwood(h)));
    assert_eq!(check(&|h| u64::from(best_melds(h).deadwood())), deadwood);
    assert_eq!(check(&|h| u64::from(all_best_melds(h)[0].deadwood())), deadwood);
    show("best melds", each(&|h| best_melds(h).loose().bits()));
    show("all best melds", each(&|h| all_best_melds(h).len() as u64));
    show("melds within 10", each(&|h| melds_within(h, 10).len() as u64));
    let mine = |h: CardSet| h - taken;
    assert_eq!(
        check(&|h| u64::from(best_defence(mine(h), &knocker).deadwood())),
        check(&|h| u64::from(defence_deadwood(mine(h), &knocker)))
    );
    show("best defence", each(&|h| best_defence(mine(h), &knocker).loose().bits()));
    show("defence, points only", each(&|h| u64::from(defence_deadwood(mine(h), &knocker))));
}

fn main() {
    let rng = &mut Random(1);
    for cards in [10, 11] {
        let mut unit = Vec::new();
        let kinds = [
            ("random", random(rng, cards)),
            ("play", play(rng, cards)),
            ("meld-rich", meld_rich(rng, cards)),
        ];
        for (kind, hands) in &kinds {
            println!("{cards} cards {kind:9} {:5.1} % contested", 100.0 * contested(hands));
            batches(kind, cards, hands, &mut unit);
        }
        forms(&kinds[0].1);
        for (kind, hands) in &kinds {
            singles(kind, cards, hands);
        }
    }
}
