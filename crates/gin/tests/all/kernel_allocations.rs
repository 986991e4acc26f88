//! The kernel allocates nothing but the list of all best groupings.

use crate::kernel_support::{Kind, hands, set};
use facedown_cards::CardSet;
use facedown_gin::kernel::{
    Backend, all_best_melds, best_defence, best_melds, deadwood_after_discards,
    deadwood_after_discards_batch, defence_deadwood, discards_within, least_after_discard,
    melds_within, min_deadwood, min_deadwood_batch_with, try_min_deadwood_batch_with,
};
use facedown_testkit::{allocations, is_counting};
use std::hint::black_box;

#[test]
fn no_evaluation_of_a_hand_allocates() {
    assert!(is_counting());
    let knocker: [CardSet; 3] = ["5s 6s 7s", "Kc Kd Kh", "2d 3d 4d"].map(|m| m.parse().unwrap());
    let taken = knocker.iter().fold(CardSet::EMPTY, |all, &meld| all | meld);
    for hand in hands(Kind::MeldRich, 11, 2_000, 51).into_iter().map(set) {
        let count = allocations(|| {
            black_box(min_deadwood(hand));
            black_box(deadwood_after_discards(hand));
            black_box(least_after_discard(hand));
            black_box(discards_within(hand, 10));
            black_box(melds_within(hand, 10));
            black_box(best_melds(hand));
            black_box(best_defence(hand - taken, &knocker));
            black_box(defence_deadwood(hand - taken, &knocker));
        });
        assert_eq!(count, 0, "{hand}");
        assert!(allocations(|| black_box(all_best_melds(hand))) > 0, "counting works");
    }
}

#[test]
fn no_batch_on_one_thread_allocates() {
    assert!(is_counting());
    let hands = hands(Kind::MeldRich, 11, 5_000, 52);
    let (mut out, mut rows) = (vec![0; hands.len()], vec![[0; 52]; hands.len()]);
    for backend in Backend::available() {
        let count = allocations(|| {
            min_deadwood_batch_with(backend, &hands, &mut out);
            try_min_deadwood_batch_with(backend, &hands, &mut out).expect("hands");
            deadwood_after_discards_batch(&hands, &mut rows);
        });
        assert_eq!(count, 0, "{backend}");
    }
}
