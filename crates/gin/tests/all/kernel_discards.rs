//! Deadwood after each discard, compared with one evaluation for each.

use crate::kernel_support::{Kind, hands, set};
use facedown_cards::{Card, CardSet};
use facedown_gin::kernel::{
    BatchError, HandError, NOT_HELD, deadwood_after_discards, deadwood_after_discards_batch,
    discards_within, least_after_discard, min_deadwood, try_deadwood_after_discards_batch,
};

fn one_by_one(hand: CardSet) -> [u8; 52] {
    let mut after = [NOT_HELD; 52];
    for card in hand {
        after[card.index()] = min_deadwood(hand.without(card));
    }
    after
}

fn compare(hands: &[u64]) {
    let mut rows = vec![[0xee; 52]; hands.len()];
    deadwood_after_discards_batch(hands, &mut rows);
    let mut shared = vec![[0xee; 52]; hands.len()];
    try_deadwood_after_discards_batch(hands, &mut shared, None).expect("hands of cards");
    assert_eq!(rows, shared);
    for (&hand, row) in hands.iter().zip(&rows) {
        let hand = set(hand);
        let expected = one_by_one(hand);
        assert_eq!(*row, expected, "{hand}");
        assert_eq!(deadwood_after_discards(hand), expected, "{hand}");
        let least = expected.into_iter().min().expect("52 numbers");
        assert_eq!(least_after_discard(hand), least, "{hand}");
        let limits = [0, least.saturating_sub(1), least, least.saturating_add(3), 10, 254];
        for limit in limits {
            let within =
                Card::all().filter(|card| hand.contains(*card) && expected[card.index()] <= limit);
            assert_eq!(discards_within(hand, limit), within.collect(), "{hand} within {limit}");
        }
    }
}

#[test]
fn every_discard_of_eleven_cards_leaves_the_deadwood_of_one_evaluation() {
    for kind in Kind::ALL {
        let count = if kind == Kind::Played { 80_000 } else { 150_000 };
        compare(&hands(kind, 11, count, 21));
    }
}

#[test]
fn every_discard_of_smaller_hands_leaves_the_deadwood_of_one_evaluation() {
    for size in 0..=10 {
        compare(&hands(Kind::Dealt, size, 3_000, 22));
        if size >= 6 {
            compare(&hands(Kind::MeldRich, size, 20_000, 22));
        }
    }
}

#[test]
fn a_batch_with_a_word_that_is_no_hand_is_refused() {
    let mut batch = hands(Kind::Dealt, 11, 2_000, 23);
    batch[1_234] = 0xfff;
    batch[1_999] = 1 << 52;
    for threads in [None, Some(1)] {
        let rows = &mut vec![[0; 52]; 2_000];
        let error = try_deadwood_after_discards_batch(&batch, rows, threads).unwrap_err();
        assert_eq!(error, BatchError::Hand { index: 1_234, error: HandError::TooMany(12) });
    }
    let error = try_deadwood_after_discards_batch(&batch, &mut [], None).unwrap_err();
    assert_eq!(error, BatchError::Lengths { hands: 2_000, out: 0 });
}

#[test]
fn a_hand_that_is_gin_before_the_discard_loses_the_card_that_breaks_nothing() {
    let hand: CardSet = "2c 3c 4c, 5h 6h 7h, Kc Kd Kh Ks".parse().unwrap();
    assert_eq!(least_after_discard(hand), 0);
    assert_eq!(discards_within(hand, 0).to_string(), "Kc Kd Kh Ks");
    let three_melds: CardSet = "2c 3c 4c, 5h 6h 7h, Kc Kd Kh".parse().unwrap();
    assert_eq!(least_after_discard(three_melds), 5, "the four goes, two and three stay");
    assert_eq!(least_after_discard(CardSet::EMPTY), NOT_HELD);
}
