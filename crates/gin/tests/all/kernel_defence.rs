//! The best defence after a knock, against every sequence of single layoffs.

use crate::kernel_support::{Random, all_melds, cards, least, points, set};
use facedown_cards::CardSet;
use facedown_gin::kernel::{best_defence, defence_deadwood, min_deadwood};
use rayon::prelude::*;
use std::collections::HashSet;

/// Returns all sets of cards that can be laid off one by one on melds that grow, in any order.
fn reachable(hand: u64, knocker: &[u64], all: &[u64]) -> HashSet<u64> {
    fn search(
        hand: u64,
        laid: u64,
        melds: &[u64],
        all: &[u64],
        seen: &mut HashSet<(u64, Vec<u64>)>,
    ) {
        if !seen.insert((laid, melds.to_vec())) {
            return;
        }
        for card in cards(hand & !laid) {
            for i in 0..melds.len() {
                // The result must be a meld again.
                if all.contains(&(melds[i] | 1 << card)) {
                    let mut grown = melds.to_vec();
                    grown[i] |= 1 << card;
                    search(hand, laid | 1 << card, &grown, all, seen);
                }
            }
        }
    }
    let mut seen = HashSet::new();
    search(hand, 0, knocker, all, &mut seen);
    seen.into_iter().map(|(laid, _)| laid).collect()
}

/// Lays the cards off in the order given and checks that each fits.
fn replay(hand: CardSet, knocker: &[CardSet], all: &[u64]) -> CardSet {
    let defence = best_defence(hand, knocker);
    let mut melds: Vec<u64> = knocker.iter().map(|meld| meld.bits()).collect();
    let mut laid = CardSet::EMPTY;
    for layoff in defence.layoffs() {
        assert!(hand.contains(layoff.card) && !laid.contains(layoff.card));
        laid.insert(layoff.card);
        let meld = &mut melds[layoff.onto as usize];
        *meld |= 1 << layoff.card.index();
        assert!(all.contains(meld), "{} on {knocker:?} of {hand}", layoff.card);
    }
    for meld in defence.melds() {
        assert!(all.contains(&meld.bits()));
    }
    let own = defence.melds().iter().fold(defence.loose(), |own, &meld| own | meld);
    assert_eq!(own, hand - laid, "every card is laid off, melded or loose");
    assert_eq!(u32::from(defence.deadwood()), points(defence.loose().bits()));
    assert_eq!(defence_deadwood(hand, knocker), defence.deadwood());
    laid
}

fn compare(hand: u64, knocker: &[u64], all: &[u64]) -> bool {
    let best = reachable(hand, knocker, all)
        .into_iter()
        .map(|laid| (least(hand & !laid, all), laid.count_ones(), laid))
        .min()
        .expect("laying off nothing");
    let melds: Vec<CardSet> = knocker.iter().map(|&meld| set(meld)).collect();
    let laid = replay(set(hand), &melds, all);
    let found = (u32::from(best_defence(set(hand), &melds).deadwood()), laid.bits());
    assert_eq!(found, (best.0, best.2), "{} against {melds:?}", set(hand));
    // Compares with melding first and laying off afterwards.
    let own = facedown_gin::kernel::best_melds(set(hand)).loose().bits();
    let afterwards = reachable(own, knocker, all).into_iter().map(|l| points(own & !l)).min();
    afterwards > Some(best.0)
}

/// One to three melds of the knocker, and a hand near them: fitting cards, chains, others.
fn case(random: &mut Random, all: &[u64]) -> (u64, Vec<u64>) {
    let mut knocker = Vec::new();
    let mut taken: u64 = 0;
    let melds = 1 + random.below(3);
    while knocker.len() < melds {
        let meld = random.pick(all);
        if meld & taken == 0 && (meld | taken).count_ones() <= 11 {
            knocker.push(meld);
            taken |= meld;
        }
        if taken.count_ones() >= 9 {
            break;
        }
    }
    let size = 10 + random.below(2) as u32;
    let mut hand: u64 = 0;
    while hand.count_ones() < size {
        let near = random.pick(&cards(taken | hand));
        let card = match random.below(6) {
            0 => random.below(52),
            1 | 2 => (near % 13 + 13 * random.below(4)) % 52,
            3 | 4 => near.saturating_sub(1),
            _ => (near + 1) % 52,
        };
        hand |= 1 << card & !taken;
    }
    (hand, knocker)
}

#[test]
fn no_sequence_of_layoffs_leaves_less_than_the_best_defence() {
    let all = all_melds();
    let better_together: usize = (0..8u64)
        .into_par_iter()
        .map(|seed| {
            let random = &mut Random(41 + seed);
            (0..5_000)
                .map(|_| case(random, &all))
                .filter(|(hand, knocker)| compare(*hand, knocker, &all))
                .count()
        })
        .sum();
    assert!(better_together > 100, "the cases hold hands where choosing together matters");
}

#[test]
fn runs_grow_as_cards_are_laid_off() {
    let knocker: [CardSet; 1] = ["5s 6s 7s".parse().unwrap()];
    let hand = "8s 9s Ts Js Qs Ks 4s 3s 2s As".parse().unwrap();
    let laid: String =
        best_defence(hand, &knocker).layoffs().iter().map(|l| l.card.to_string()).collect();
    assert_eq!(defence_deadwood(hand, &knocker), 0);
    // Nothing need be laid off: the four below and the six above are runs of their own.
    assert_eq!(laid, "");
    let broken = "8s 9s, 4s 3s, Kd".parse().unwrap();
    let defence = best_defence(broken, &knocker);
    let laid: String = defence.layoffs().iter().map(|l| l.card.to_string()).collect();
    assert_eq!((laid.as_str(), defence.deadwood()), ("8s9s4s3s", 10));
}

#[test]
fn a_card_that_fits_a_set_and_a_run_goes_where_the_next_can_follow() {
    let knocker: [CardSet; 2] = ["8c 8d 8h".parse().unwrap(), "5s 6s 7s".parse().unwrap()];
    let defence = best_defence("8s 9s Kd".parse().unwrap(), &knocker);
    assert_eq!(defence.deadwood(), 10);
    assert!(defence.layoffs().iter().all(|layoff| layoff.onto == 1));
}

#[test]
fn a_run_does_not_turn_the_corner() {
    let knocker: [CardSet; 2] = ["Jd Qd Kd".parse().unwrap(), "Ah 2h 3h".parse().unwrap()];
    assert_eq!(defence_deadwood("Ad Kh Kc As".parse().unwrap(), &knocker), 22);
}

#[test]
fn without_melds_to_lay_off_on_the_defence_is_ones_own() {
    let hand = "4c 5c 6c Kd Kh Ks 2s".parse().unwrap();
    assert_eq!(defence_deadwood(hand, &[]), min_deadwood(hand));
    // A set of four takes no more.
    assert_eq!(defence_deadwood("7c 2d".parse().unwrap(), &["8c8d8h8s".parse().unwrap()]), 9);
}
