//! The number of deals equals that of a brute-force enumeration.

use crate::deals_common::{Shape, all_deals, assert_fits_problem};
use facedown_cards::{Card, CardSet};
use facedown_game::Rng;
use facedown_tricks::deals::{DealProblem, DealTable, enumerate};

#[test]
fn the_count_of_any_small_problem_equals_the_enumeration() {
    let mut rng = Rng::new(1);
    let (mut largest, mut several) = (0, 0);
    for i in 0..1_500 {
        let problem = Shape::random(6, 9, &mut rng).problem(&mut rng);
        let mut count = 0;
        enumerate(&problem, |_| count += 1);
        let table = DealTable::new(&problem).unwrap_or_else(|e| panic!("{i}: {e}: {problem:?}"));
        assert_eq!(table.count(), Some(count), "{i}: {problem:?}");
        largest = largest.max(count);
        several += u32::from(count > 20);
    }
    assert!(largest > 10_000 && several > 300, "{largest} {several}: the problems are too small");
}

#[test]
fn every_deal_of_a_small_problem_comes_up() {
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let problem = Shape::random(4, 6, &mut rng).problem(&mut rng);
        let mut expected = all_deals(&problem);
        let table = DealTable::new(&problem).unwrap();
        for _ in 0..40 * expected.len().max(5) {
            let deal = table.sample(&mut rng);
            assert_fits_problem(&problem, &deal);
            assert!(expected.contains_key(&deal), "{deal:?} {problem:?}");
            expected.entry(deal).and_modify(|weight| *weight = 0.0);
            if expected.values().all(|&weight| weight == 0.0) {
                break;
            }
        }
        let missed = expected.values().filter(|&&weight| weight > 0.0).count();
        assert_eq!(missed, 0, "{problem:?}");
    }
}

#[test]
fn a_whole_pack_has_as_many_deals_as_bridge() {
    let mut problem = DealProblem::new(&[13, 13, 13, 13]);
    problem.add_all(CardSet::FULL.into(), 0b1111);
    let bridge = 53_644_737_765_488_792_839_237_440_000; // 52! / 13!^4
    assert_eq!(DealTable::new(&problem).unwrap().count(), Some(bridge));
}

#[test]
fn fifteen_cards_with_three_voids_have_the_independently_counted_deals() {
    // An independent program counts 2,604 deals: seat 0 void in two suits, seat 1 in a third.
    let mut problem = DealProblem::new(&[5, 5, 5]);
    for (suit, count, holders) in [(0, 4, 0b110), (1, 4, 0b110), (2, 4, 0b101), (3, 3, 0b111)] {
        for rank in 0..count {
            problem.add(Card::new(13 * suit + rank), holders);
        }
    }
    assert_eq!(DealTable::new(&problem).unwrap().count(), Some(2_604));
}

#[test]
fn a_count_beyond_128_bits_is_none() {
    let mut problem = DealProblem::new(&[10; 10]);
    for card in Card::all().chain(Card::all()).take(100) {
        problem.add(card, 0x3ff);
    }
    assert_eq!(DealTable::new(&problem).unwrap().count(), None);
}

#[test]
fn an_empty_problem_has_one_deal() {
    for problem in [DealProblem::new(&[]), DealProblem::new(&[0, 0])] {
        let table = DealTable::new(&problem).unwrap();
        assert_eq!(table.count(), Some(1));
        assert_eq!(table.sample(&mut Rng::new(1)), facedown_tricks::deals::Deal::default());
    }
}
