//! Millions of deals of thousands of problems satisfy every constraint.

use crate::deals_common::{Shape, assert_fits_problem};
use facedown_cards::Card;
use facedown_game::Rng;
use facedown_testkit::{allocations, is_counting};
use facedown_tricks::Cards;
use facedown_tricks::deals::{DealProblem, DealTable, MAX_HOLDERS};

/// Returns the possible cards of each holder, and the number that it needs.
fn limits(problem: &DealProblem) -> [(Cards, usize); MAX_HOLDERS] {
    std::array::from_fn(|holder| {
        let may = problem.cards().iter().filter(|(_, may)| may >> holder & 1 == 1);
        (may.map(|(card, _)| *card).collect(), problem.needs().get(holder).copied().unwrap_or(0))
    })
}

/// Samples this many deals of random problems.
fn sample(seed: u64, deals: usize) {
    const EACH: usize = 5_000;
    let mut rng = Rng::new(seed);
    for _ in 0..deals / EACH {
        let mut shape = Shape::random(11, 60, &mut rng);
        if shape.by_card {
            shape.holders = shape.holders.min(4);
        }
        let problem = shape.problem(&mut rng);
        let table = DealTable::new(&problem).unwrap_or_else(|e| panic!("{e}: {problem:?}"));
        let (limits, all) =
            (limits(&problem), problem.cards().iter().map(|(card, _)| *card).collect::<Cards>());
        for i in 0..EACH {
            let deal = table.sample(&mut rng);
            let mut dealt = Cards::EMPTY;
            for (&hand, &(may, need)) in deal.hands().iter().zip(&limits) {
                assert!(may.is_superset(hand) && hand.len() == need, "{deal:?} {problem:?}");
                dealt = dealt.plus(hand);
            }
            assert_eq!(dealt, all, "{deal:?} {problem:?}");
            if i % 100 == 0 {
                assert_fits_problem(&problem, &deal);
            }
        }
    }
}

#[test]
fn ten_million_deals_satisfy_every_constraint() {
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || sample(seed, 2_500_000));
        }
    });
}

#[test]
fn sampling_does_not_allocate() {
    assert!(is_counting());
    let mut rng = Rng::new(1);
    let mut many_classes = DealProblem::new(&[6, 6, 8]);
    for card in 0..20 {
        many_classes.add(Card::new(card), 0b111);
        many_classes.weigh(0, Card::new(card).into(), 1.0 + f64::from(card));
    }
    let mut problems = vec![many_classes];
    for two_packs in [false, true] {
        for by_card in [false, true] {
            let shape = Shape { holders: 5, cards: 30, two_packs, by_card, voids: 5 };
            problems.push(shape.problem(&mut rng));
        }
    }
    for problem in problems {
        let table = DealTable::new(&problem).unwrap();
        let work = || (0..100).fold(0, |sum, _| sum + table.sample(&mut rng)[0].len());
        assert_eq!(allocations(work), 0, "{problem:?}");
    }
}
