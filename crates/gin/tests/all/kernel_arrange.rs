//! Groupings, against a list of all of them.

use crate::kernel_support::{Kind, all_melds, cards, groupings, hands, points, set};
use facedown_gin::kernel::{
    Arrangement, MAX_CARDS, Meld, MeldSet, all_best_melds, best_melds, melds_within,
};
use rayon::prelude::*;

/// Returns the cards outside the hand that fit a meld as it lies, card by card.
fn fits(melds: &[u64], hand: u64, all: &[u64]) -> usize {
    let fit = |card: usize| melds.iter().any(|meld| all.contains(&(meld | 1 << card)));
    (0..52).filter(|card| hand >> card & 1 == 0 && fit(*card)).count()
}

/// Returns all groupings with the least deadwood in the documented order.
fn plain(hand: u64, all: &[u64]) -> Vec<(usize, usize, Vec<u64>, u64)> {
    let found = groupings(hand, all);
    let least = found.iter().map(|(_, loose)| points(*loose)).min().expect("the empty one");
    let mut best: Vec<_> = found
        .into_iter()
        .filter(|(_, loose)| points(*loose) == least)
        .map(|(mut melds, loose)| {
            melds.sort_unstable();
            (fits(&melds, hand, all), melds.len(), melds, loose)
        })
        .collect();
    best.sort();
    best
}

fn laid(found: &Arrangement) -> (Vec<u64>, u64) {
    (found.melds().iter().map(|meld| meld.bits()).collect(), found.loose().bits())
}

fn compare(hand: u64, all: &[u64]) -> usize {
    let expected = plain(hand, all);
    let found = all_best_melds(set(hand));
    let listed: Vec<_> =
        expected.iter().map(|(_, _, melds, loose)| (melds.clone(), *loose)).collect();
    assert_eq!(found.iter().map(laid).collect::<Vec<_>>(), listed, "{}", set(hand));
    let best = best_melds(set(hand));
    assert_eq!(best, found[0], "{}", set(hand));
    assert_eq!(u32::from(best.deadwood()), points(expected[0].3));
    assert_eq!(best.hand(), set(hand));
    assert_eq!(best.layoffs().len(), expected[0].0);
    found.len()
}

#[test]
fn the_best_groupings_are_those_of_a_plain_list_in_the_documented_order() {
    let all = all_melds();
    for kind in Kind::ALL {
        for size in [10, 11] {
            let hands = hands(kind, size, 20_000, 31);
            let most = hands.par_iter().map(|&hand| compare(hand, &all)).max();
            assert!(kind == Kind::Dealt || most > Some(3), "{kind:?} has ties to order");
        }
    }
    for size in 0..10 {
        for &hand in &hands(Kind::Dealt, size, 500, 32) {
            compare(hand, &all);
        }
        if size >= 6 {
            for &hand in &hands(Kind::MeldRich, size, 3_000, 32) {
                compare(hand, &all);
            }
        }
    }
}

#[test]
fn a_long_run_counts_whole_and_in_its_parts() {
    // Eleven as one part, two parts of at least three, three parts of at least three.
    let run: u64 = (1 << MAX_CARDS) - 1;
    assert_eq!(all_best_melds(set(run)).len(), 1 + 6 + 6);
    assert_eq!(compare(run, &all_melds()), 13);
    assert_eq!(best_melds(set(run)).melds(), [set(run)], "the fewest melds");
}

#[test]
fn melds_within_a_limit_are_those_of_some_grouping_that_leaves_no_more() {
    let all: Vec<u64> = Meld::ALL.iter().map(|meld| meld.cards().bits()).collect();
    for kind in Kind::ALL {
        for size in [7, 8, 9, 10, 11] {
            if kind == Kind::Played && size < 10 {
                continue;
            }
            hands(kind, size, 4_000, 33).par_iter().for_each(|&hand| {
                // The least that some grouping with the meld leaves, by place in the list.
                let mut least = vec![u32::MAX; all.len()];
                for (melds, loose) in groupings(hand, &all) {
                    for (i, meld) in all.iter().enumerate() {
                        if melds.contains(meld) {
                            least[i] = least[i].min(points(loose));
                        }
                    }
                }
                for limit in [0, 1, 5, 10, 20, 40, 98, 255] {
                    let within = Meld::ALL.into_iter().zip(&least);
                    let expected: MeldSet = within
                        .filter(|(_, least)| **least <= u32::from(limit))
                        .map(|(meld, _)| meld)
                        .collect();
                    assert_eq!(melds_within(set(hand), limit), expected, "{}", set(hand));
                }
            });
        }
    }
}

#[test]
#[should_panic(expected = "12 cards, expected at most 11")]
fn twelve_cards_are_not_grouped() {
    let twelve = 0xfff;
    assert_eq!(cards(twelve).len(), 12);
    best_melds(set(twelve));
}
