//! The kernels of gin rummy.

use super::{Bench, Measured, Rounds};
use facedown_cards::{Card, CardSet};
use facedown_game::Rng;
use facedown_gin::kernel::{
    best_defence, best_melds, deadwood_after_discards_batch, defence_deadwood, least_after_discard,
    min_deadwood, min_deadwood_batch, par_min_deadwood_batch,
};
use std::hint::black_box;
use std::sync::Arc;

/// The number of hands of a batch.
const BATCH: usize = 100_000;
/// The number of hands evaluated one by one.
const SINGLES: usize = 10_000;

/// Deals random hands.
fn random_hands(seed: u64, count: usize, cards: usize) -> Vec<CardSet> {
    let mut rng = Rng::stream(seed, cards as u64);
    let mut hand = || {
        let mut hand = CardSet::EMPTY;
        while hand.len() < cards {
            hand.insert(Card::new(rng.below(52) as u8));
        }
        hand
    };
    (0..count).map(|_| hand()).collect()
}

pub(super) fn list(seed: u64, threads: usize, rounds: Rounds) -> Vec<Bench> {
    let ten: Arc<[CardSet]> = random_hands(seed, BATCH, 10).into();
    let eleven: Arc<[CardSet]> = random_hands(seed, SINGLES, 11).into();
    let [one, batch, melds, defended] = std::array::from_fn(|_| Arc::clone(&ten));
    let mut benches = vec![
        Bench::new("gin/deadwood", "hand of 10", move || Ok(deadwood(&one[..SINGLES], rounds))),
        Bench::new("gin/deadwood-batch", "hand of 10", move || {
            Ok(deadwood_batch(&batch, rounds, min_deadwood_batch))
        }),
        Bench::new("gin/discards", "hand of 11", move || Ok(discards(&eleven, rounds))),
        Bench::new("gin/best-melds", "hand of 10", move || Ok(melds_of(&melds[..SINGLES], rounds))),
        Bench::new("gin/defence", "hand", move || Ok(defence(&defended[..SINGLES], rounds))),
    ];
    if threads > 1 {
        let name = format!("gin/deadwood-{threads}-threads");
        let spread = move |hands: &[u64], out: &mut [u8]| {
            par_min_deadwood_batch(hands, out, Some(threads));
        };
        let bench =
            Bench::new(name, "hand of 10", move || Ok(deadwood_batch(&ten, rounds, spread)));
        benches.insert(2, bench);
    }
    benches
}

fn words(hands: &[CardSet]) -> Vec<u64> {
    hands.iter().map(|hand| hand.bits()).collect()
}

fn sum(hands: &[CardSet], of: impl Fn(CardSet) -> u8) -> u64 {
    hands.iter().map(|hand| u64::from(of(*hand))).sum()
}

fn deadwood(hands: &[CardSet], rounds: Rounds) -> Measured {
    let mut total = 0;
    let seconds = rounds.least_time(hands.len(), || total = sum(black_box(hands), min_deadwood));
    Measured { seconds, correct: total == sum(hands, |hand| best_melds(hand).deadwood()) }
}

fn deadwood_batch(
    hands: &[CardSet],
    rounds: Rounds,
    batch: impl Fn(&[u64], &mut [u8]),
) -> Measured {
    let words = words(hands);
    let mut out = vec![0; words.len()];
    let seconds = rounds.least_time(words.len(), || batch(black_box(&words), &mut out));
    let same = hands.iter().zip(&out).all(|(hand, deadwood)| min_deadwood(*hand) == *deadwood);
    Measured { seconds, correct: same }
}

fn discards(hands: &[CardSet], rounds: Rounds) -> Measured {
    let words = words(hands);
    let mut rows = vec![[0; 52]; hands.len()];
    let seconds = rounds
        .least_time(hands.len(), || deadwood_after_discards_batch(black_box(&words), &mut rows));
    let least = rows.iter().map(|row| row.iter().copied().fold(u8::MAX, u8::min));
    let same = hands.iter().zip(least).all(|(hand, least)| least_after_discard(*hand) == least);
    Measured { seconds, correct: same }
}

fn melds_of(hands: &[CardSet], rounds: Rounds) -> Measured {
    let mut total = 0;
    let of = |hand: CardSet| best_melds(hand).deadwood();
    let seconds = rounds.least_time(hands.len(), || total = sum(black_box(hands), of));
    Measured { seconds, correct: total == sum(hands, min_deadwood) }
}

fn defence(hands: &[CardSet], rounds: Rounds) -> Measured {
    let meld = |text: &str| text.parse::<CardSet>().expect("three melds are written here");
    let knocker = ["5s 6s 7s", "Kc Kd Kh", "2d 3d 4d"].map(meld);
    let taken = knocker[0] | knocker[1] | knocker[2];
    let hands: Vec<CardSet> = hands.iter().map(|hand| *hand - taken).collect();
    let mut total = 0;
    let of = |hand: CardSet| best_defence(hand, &knocker).deadwood();
    let seconds = rounds.least_time(hands.len(), || total = sum(black_box(&hands), of));
    Measured { seconds, correct: total == sum(&hands, |hand| defence_deadwood(hand, &knocker)) }
}
