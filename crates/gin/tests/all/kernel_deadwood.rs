//! The least deadwood of hands, one by one and in batches by every back end this CPU has, against a
//! plain search over all 329 melds.

use crate::kernel_support::{Kind, Random, all_melds, hands, least, points, set};
use facedown_gin::kernel::{
    Backend, BatchError, HandError, hand_points, min_deadwood, min_deadwood_batch,
    min_deadwood_batch_with, par_min_deadwood_batch, try_min_deadwood, try_min_deadwood_batch,
    try_min_deadwood_batch_with, try_min_deadwood_flags, try_min_deadwood_words,
    try_par_min_deadwood_batch,
};
use proptest::prelude::*;
use rayon::prelude::*;

/// Compares the scalar kernel and every back end, checked and unchecked, with the plain search.
fn compare(hands: &[u64]) {
    let melds = all_melds();
    let expected: Vec<u8> = hands.par_iter().map(|&hand| least(hand, &melds) as u8).collect();
    for (&hand, &deadwood) in hands.iter().zip(&expected) {
        assert_eq!(min_deadwood(set(hand)), deadwood, "{}", set(hand));
    }
    for backend in Backend::available() {
        let mut out = vec![0xee; hands.len()];
        min_deadwood_batch_with(backend, hands, &mut out);
        agree(backend, hands, &out, &expected);
        out.fill(0xee);
        try_min_deadwood_batch_with(backend, hands, &mut out).expect("hands of cards");
        agree(backend, hands, &out, &expected);
    }
}

fn agree(backend: Backend, hands: &[u64], out: &[u8], expected: &[u8]) {
    for ((&hand, out), expected) in hands.iter().zip(out).zip(expected) {
        assert_eq!(out, expected, "{} by {backend}", set(hand));
    }
}

#[test]
fn every_hand_of_five_cards_has_the_deadwood_of_a_plain_search() {
    let mut hands = Vec::with_capacity(2_598_960);
    let mut hand = 0b1_1111u64;
    while hand < 1 << 52 {
        hands.push(hand);
        // The next number with as many bits.
        let low = hand & hand.wrapping_neg();
        let ripple = hand + low;
        hand = ripple | (((hand ^ ripple) >> 2) / low);
    }
    assert_eq!(hands.len(), 2_598_960);
    compare(&hands);
}

#[test]
fn a_million_hands_of_ten_and_eleven_have_the_deadwood_of_a_plain_search() {
    for kind in Kind::ALL {
        for size in [10, 11] {
            let count = if kind == Kind::Played { 100_000 } else { 225_000 };
            compare(&hands(kind, size, count, 1));
        }
    }
}

#[test]
fn hands_of_every_smaller_size_have_the_deadwood_of_a_plain_search() {
    for size in 0..10 {
        compare(&hands(Kind::Dealt, size, 5_000, 2));
        if size >= 6 {
            compare(&hands(Kind::MeldRich, size, 20_000, 2));
        }
    }
}

#[test]
fn batches_of_every_length_end_where_their_hands_end() {
    let pool = hands(Kind::MeldRich, 11, 5000, 3);
    let expected: Vec<u8> = pool.iter().map(|&hand| min_deadwood(set(hand))).collect();
    let lengths = (0..=140).chain(1000..=1060).chain([2047, 2048, 2049, 4999]);
    for length in lengths {
        for backend in Backend::available() {
            for start in [0, 1] {
                let end = start + length;
                let mut out = vec![0xee; pool.len() + 64];
                min_deadwood_batch_with(backend, &pool[start..end], &mut out[..length]);
                assert_eq!(out[..length], expected[start..end], "{length} by {backend}");
                assert!(out[length..].iter().all(|&byte| byte == 0xee), "{length} by {backend}");
            }
        }
    }
}

#[test]
fn a_large_batch_is_the_same_on_any_number_of_threads() {
    let pool = hands(Kind::MeldRich, 10, 200_000, 4);
    let mut expected = vec![0; pool.len()];
    min_deadwood_batch(&pool, &mut expected);
    for threads in [None, Some(0), Some(1), Some(2), Some(3), Some(64)] {
        for length in [0, 1, 8192, 32_767, 32_768, 100_001, 200_000] {
            let mut out = vec![0xee; length];
            par_min_deadwood_batch(&pool[..length], &mut out, threads);
            assert_eq!(out, expected[..length]);
            out.fill(0xee);
            try_par_min_deadwood_batch(&pool[..length], &mut out, threads).expect("hands");
            assert_eq!(out, expected[..length]);
        }
    }
}

#[test]
fn the_first_word_that_is_no_hand_is_named_wherever_it_stands() {
    let bad = [
        (1 << 52, HandError::NotCards(1 << 52)),
        (1 << 63, HandError::NotCards(1 << 63)),
        (u64::MAX, HandError::NotCards(u64::MAX)),
        (0xfff, HandError::TooMany(12)),
        ((1 << 52) - 1, HandError::TooMany(52)),
        (0xffff_ffff, HandError::TooMany(32)),
    ];
    for size in 12..=52 {
        let hand = Random(5).fill(0, size);
        assert_eq!(try_min_deadwood(hand), Err(HandError::TooMany(size as usize)));
    }
    for (word, error) in bad {
        assert_eq!(try_min_deadwood(word), Err(error));
        for length in [1, 2, 15, 16, 17, 64, 65, 1024, 1025, 3000] {
            for index in [0, 1, length / 2, length - 1] {
                let mut batch = hands(Kind::Dealt, 11, length, 6);
                batch[index.min(length - 1)] = word;
                // A later one is not the first.
                batch[length - 1] = word;
                let index = index.min(length - 1);
                let expected = Err(BatchError::Hand { index, error });
                for backend in Backend::available() {
                    let mut out = vec![0; length];
                    let result = try_min_deadwood_batch_with(backend, &batch, &mut out);
                    assert_eq!(result, expected, "{backend}");
                    // Without the check nothing is guaranteed but that it returns.
                    min_deadwood_batch_with(backend, &batch, &mut out);
                }
            }
        }
    }
    let mut batch = hands(Kind::Dealt, 10, 100_000, 7);
    batch[77_777] = 0xfff;
    batch[99_999] = 1 << 60;
    let error = try_par_min_deadwood_batch(&batch, &mut vec![0; 100_000], None).unwrap_err();
    assert_eq!(error.to_string(), "hand 77777: 12 cards, expected at most 11");
}

#[test]
fn lengths_that_differ_are_refused() {
    let expected = Err(BatchError::Lengths { hands: 2, out: 3 });
    assert_eq!(try_min_deadwood_batch(&[0; 2], &mut [0; 3]), expected);
    assert_eq!(try_par_min_deadwood_batch(&[0; 2], &mut [0; 3], None), expected);
    assert_eq!(try_min_deadwood_words(&[[0; 2]; 2], &mut [0; 3], None), expected);
    assert_eq!(try_min_deadwood_flags(&[[0; 52]; 2], &mut [0; 3], None), expected);
}

#[test]
fn other_forms_of_hands_give_the_same_deadwood() {
    for length in [0, 1, 17, 1023, 1024, 1025, 50_000] {
        let pool = hands(Kind::MeldRich, 11, length, 8);
        let mut expected = vec![0; length];
        min_deadwood_batch(&pool, &mut expected);
        let words: Vec<[u32; 2]> =
            pool.iter().map(|hand| [(hand & 0x3ff_ffff) as u32, (hand >> 26) as u32]).collect();
        let flags: Vec<[u8; 52]> =
            pool.iter().map(|hand| std::array::from_fn(|card| (hand >> card & 1) as u8)).collect();
        for threads in [None, Some(1)] {
            let mut out = vec![0xee; length];
            try_min_deadwood_words(&words, &mut out, threads).expect("hands");
            assert_eq!(out, expected);
            out.fill(0xee);
            try_min_deadwood_flags(&flags, &mut out, threads).expect("hands");
            assert_eq!(out, expected);
        }
    }
}

#[test]
fn invalid_hands_in_other_formats_are_named() {
    let out = &mut [0; 3];
    for word in [[1 << 26, 0], [0, 1 << 31]] {
        let error = try_min_deadwood_words(&[[1, 0], word, word], out, None).unwrap_err();
        assert_eq!(error, BatchError::Hand { index: 1, error: HandError::NotWords(word) });
    }
    let error = try_min_deadwood_words(&[[0, 0xfff], [0; 2], [0; 2]], out, None).unwrap_err();
    assert_eq!(error, BatchError::Hand { index: 0, error: HandError::TooMany(12) });
    for card in 0..52 {
        for flag in [2, 128, 255] {
            let mut hand = [0; 52];
            hand[card] = flag;
            let error = try_min_deadwood_flags(&[[0; 52], [0; 52], hand], out, None).unwrap_err();
            assert_eq!(error, BatchError::Hand { index: 2, error: HandError::NotFlag(flag) });
        }
    }
    let error = try_min_deadwood_flags(&[[1; 52]; 3], out, None).unwrap_err();
    assert_eq!(error, BatchError::Hand { index: 0, error: HandError::TooMany(52) });
}

#[test]
fn the_unchecked_kernel_never_underestimates_a_hand_too_large() {
    let melds = all_melds();
    for size in 12..=15 {
        for hand in hands(Kind::MeldRich, size, 2_000, 9) {
            let least = least(hand, &melds);
            assert!(u32::from(min_deadwood(set(hand))) >= least, "{}", set(hand));
            for backend in Backend::available() {
                let mut out = [0];
                min_deadwood_batch_with(backend, &[hand], &mut out);
                assert!(u32::from(out[0]) >= least, "{} by {backend}", set(hand));
            }
        }
    }
    assert!(min_deadwood(facedown_cards::CardSet::FULL) <= 170);
}

#[test]
fn the_most_deadwood_is_98_of_ten_cards_and_106_of_eleven() {
    // No hand has more: of a rank at most two cards are loose.
    let ten = "Kc Kd Qh Qs Jc Jd Th Ts 9c 9d".parse().unwrap();
    assert_eq!(min_deadwood(ten), 98);
    assert_eq!(min_deadwood(ten | "8h".parse().unwrap()), 106);
}

fn a_hand() -> impl Strategy<Value = u64> {
    proptest::collection::hash_set(0u32..52, 0..=11)
        .prop_map(|cards| cards.into_iter().map(|card| 1u64 << card).sum())
}

proptest! {
    #[test]
    fn suits_are_all_alike(hand in a_hand(), from in 0usize..4, to in 0usize..4) {
        let suit = |s: usize| hand >> (13 * s) & 0x1fff;
        let mut order = [0, 1, 2, 3];
        order.swap(from, to);
        let swapped = (0..4).map(|s| suit(order[s]) << (13 * s)).sum();
        prop_assert_eq!(min_deadwood(set(hand)), min_deadwood(set(swapped)));
    }

    #[test]
    fn a_card_more_adds_at_most_its_points(hand in a_hand(), card in 0u32..52) {
        let without = hand & !(1 << card);
        let (less, more) = (min_deadwood(set(without)), min_deadwood(set(without | 1 << card)));
        if (without | 1 << card).count_ones() <= 11 {
            prop_assert!(u32::from(more) <= u32::from(less) + points(1 << card));
        }
        prop_assert_eq!(hand_points(set(hand)), points(hand));
        prop_assert!(u32::from(less) <= points(without));
    }
}
