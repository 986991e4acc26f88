//! Problems without a deal, and invalid problems.

use crate::deals_common::assert_fits_problem;
use facedown_cards::{Card, CardSet, Suit};
use facedown_game::Rng;
use facedown_tricks::Cards;
use facedown_tricks::deals::{Conflict, DealProblem, DealTable, ImpossibleDeal, enumerate};
use proptest::prelude::*;

fn problem(needs: &[usize], cards: &[(&str, u16)]) -> DealProblem {
    let mut problem = DealProblem::new(needs);
    for &(cards, holders) in cards {
        for card in cards.split(' ') {
            problem.add(card.parse().expect("a card"), holders);
        }
    }
    problem
}

#[track_caller]
fn assert_error(problem: &DealProblem, text: &str) -> ImpossibleDeal {
    let error = DealTable::new(problem).expect_err("no deal");
    assert_eq!(error.to_string(), text);
    error
}

const CLUBS: &str = "2c 3c 4c";
const DIAMONDS: &str = "2d 3d";

#[test]
fn seats_that_need_more_than_is_left_for_them_are_named_with_the_suits() {
    let cards = [(CLUBS, 0b1010), (DIAMONDS, 0b1111), ("2h 3h 4h 5h 2s 3s", 0b0101)];
    let problem = problem(&[2, 3, 2, 4], &cards);
    let text = "seats 1 and 3 need 7 cards of clubs, diamonds but only 5 are left for them";
    let ImpossibleDeal::Conflict(conflict) = assert_error(&problem, text) else {
        panic!("not a conflict");
    };
    assert_eq!((conflict.holders(), conflict.room(), conflict.cards().len()), (0b1010, 7, 5));
    assert!(conflict.is_starved());
    assert_eq!(conflict.suits().map(Suit::letter).collect::<String>(), "cd");
}

#[test]
fn cards_that_are_not_a_whole_suit_are_named_one_by_one() {
    let cards = [("2c 3c", 0b001), ("4c", 0b110), ("Td Kd", 0b110), ("2s 3s 4s", 0b011)];
    let text = "seat 2 needs 4 cards of 4c, diamonds but only 3 are left for it";
    assert_error(&problem(&[3, 1, 4], &cards), text);
}

#[test]
fn one_card_and_no_cards_have_their_own_wording() {
    let cards = [("2c", 0b11), ("2d 3d", 0b10)];
    assert_error(
        &problem(&[2, 1], &cards),
        "seat 0 needs 2 cards of clubs but only 1 is left for it",
    );
    assert_error(
        &problem(&[1, 2], &[(CLUBS, 0b10)]),
        "seat 0 needs 1 card but none is left for it",
    );
}

#[test]
fn cards_with_too_few_possible_holders_are_named_if_these_are_fewer() {
    // Only seat 0 may have five of the cards.
    let cards = [("2c 3c 4c 2d 3d", 0b00001), ("2h 3h 4h", 0b11111)];
    let text = "5 cards of clubs, diamonds can be with seat 0 only, which needs 4 cards";
    let ImpossibleDeal::Conflict(conflict) = assert_error(&problem(&[4, 1, 1, 1, 1], &cards), text)
    else {
        panic!("not a conflict");
    };
    assert!(!conflict.is_starved());
}

#[test]
fn a_card_without_possible_holders_is_named() {
    let cards = [("2c 9h", 0), (DIAMONDS, 0b11)];
    assert_error(&problem(&[2, 2], &cards), "2 cards of clubs, hearts can be with no holder");
    // A holder that needs no cards does not count.
    let cards = [("9h", 0b100), ("2h 3h 4h", 0b011)];
    assert_error(&problem(&[2, 2, 0], &cards), "1 card of 9h can be with no holder");
}

#[test]
fn the_stock_is_called_the_stock() {
    let cards = [(CLUBS, 0b01), (DIAMONDS, 0b11)];
    let text = "the stock needs 3 cards of diamonds but only 2 are left for it";
    assert_error(&problem(&[2, 3], &cards).stock(1), text);
    let cards = [(CLUBS, 0b0011), (DIAMONDS, 0b1111), ("2h 3h", 0b0011)];
    let text = "seat 2 and the stock need 3 cards of diamonds but only 2 are left for them";
    assert_error(&problem(&[2, 2, 1, 2], &cards).stock(3), text);
}

#[test]
fn three_holders_are_listed() {
    let cards = [("2c 3c 4c 5c 6c", 0b111_0000), ("2d 3d 4d 5d 6d", 0b000_1111)];
    let text = "seats 4, 5 and 6 need 6 cards of clubs but only 5 are left for them";
    assert_error(&problem(&[1, 1, 1, 1, 2, 2, 2], &cards), text);
}

#[test]
fn hands_that_do_not_add_up_are_counted() {
    let text = "the hands need 4 cards but 3 are unknown";
    assert_error(&problem(&[2, 2], &[(CLUBS, 0b11)]), text);
    assert_error(&problem(&[2], &[("2c", 1)]), "the hands need 2 cards but 1 is unknown");
    let huge = DealProblem::new(&[usize::MAX, 2]);
    assert!(matches!(DealTable::new(&huge), Err(ImpossibleDeal::Total { unknown: 0, .. })));
}

#[test]
fn twelve_holders_an_unknown_holder_and_a_third_copy_are_rejected() {
    assert_error(&DealProblem::new(&[0; 12]), "12 holders, expected at most 11");
    let unknown = problem(&[1, 0], &[("Qs", 0b101)]);
    assert_error(&unknown, "Qs may be with holder 2, which does not exist");
    let thrice = problem(&[3], &[("Qs Qs Qs", 1)]);
    assert_error(&thrice, "more than two copies of Qs");
}

#[test]
fn invalid_factors_are_rejected() {
    let rest = "expected a finite number from 0 on and an existing holder";
    for (holder, factor, name) in [(0, -1.0, "-1"), (1, f64::NAN, "NaN"), (2, 1.0, "1")] {
        let mut problem = problem(&[1, 2], &[(CLUBS, 0b11)]);
        problem.weigh(holder, CardSet::FULL, factor);
        assert_error(&problem, &format!("a factor of {name} for holder {holder}, {rest}"));
    }
    let mut vanishing = problem(&[1, 2], &[(CLUBS, 0b11)]);
    for holder in [0, 1] {
        (0..3).for_each(|_| vanishing.weigh(holder, CardSet::FULL, 1e-200));
    }
    let text = "the factors are too far apart: the weights of all deals underflow";
    assert_error(&vanishing, text);
}

#[test]
fn zero_factors_can_contradict_the_needs() {
    let mut problem = problem(&[2, 1], &[(CLUBS, 0b11)]);
    problem.weigh(0, "2c 3c".parse().unwrap(), 0.0);
    assert_error(&problem, "seat 0 needs 2 cards of 4c but only 1 is left for it");
}

#[test]
fn too_many_different_constraints_are_an_error() {
    // 104 cards, each with another set of nine or so of eleven holders.
    let mut problem = DealProblem::new(&[9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10]);
    for (i, card) in Card::all().chain(Card::all()).enumerate() {
        problem.add(card, 0x7ff & !(1 << (i % 11)) & !(1 << (i * i % 7)) & !(1 << (i / 10)));
    }
    let error = DealTable::new(&problem).expect_err("no table");
    assert!(matches!(error, ImpossibleDeal::TooManyConstraints { .. }), "{error}");
    assert!(error.to_string().starts_with("too many different constraints: the table would have"));
}

/// Panics unless the conflict violates Hall's condition.
fn assert_conflict(problem: &DealProblem, conflict: &Conflict) {
    let (holders, needs) = (conflict.holders(), problem.needs());
    let active = (0..needs.len()).filter(|&h| needs[h] > 0).fold(0u16, |set, h| set | 1 << h);
    let room = (0..needs.len()).filter(|h| holders >> h & 1 == 1).map(|h| needs[h]).sum();
    assert_eq!(conflict.room(), room);
    let concerned = |may: u16| {
        if conflict.is_starved() { may & holders != 0 } else { may & active & !holders == 0 }
    };
    let cards = problem.cards().iter().filter(|(_, may)| concerned(*may));
    assert_eq!(conflict.cards(), cards.map(|(card, _)| *card).collect::<Cards>());
    let available = conflict.cards().len();
    assert!(if conflict.is_starved() { available < room } else { available > room });
}

#[test]
fn a_problem_is_an_error_exactly_if_the_enumeration_finds_no_deal() {
    let mut rng = Rng::new(8);
    let mut impossible = 0;
    for i in 0..4_000 {
        let holders = 1 + rng.below(5) as usize;
        let mut needs = vec![0; holders];
        let cards = 1 + rng.below(7) as usize;
        (0..cards).for_each(|_| needs[rng.below(holders as u32) as usize] += 1);
        let mut problem = DealProblem::new(&needs);
        for card in 0..cards {
            let may = (rng.next_u64() | rng.next_u64()) as u16 & ((1 << holders) - 1);
            problem.add(Card::new(((i + card) % 52) as u8), may);
        }
        let mut count = 0;
        enumerate(&problem, |_| count += 1);
        match DealTable::new(&problem) {
            Ok(table) => assert_eq!(table.count(), Some(count), "{problem:?}"),
            Err(ImpossibleDeal::Conflict(conflict)) => {
                impossible += 1;
                assert_eq!(count, 0, "{conflict}: {problem:?}");
                assert_conflict(&problem, &conflict);
            }
            Err(error) => panic!("{error}: {problem:?}"),
        }
    }
    assert!((500..3_500).contains(&impossible), "{impossible}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_problem_has_a_deal_that_fits_or_an_error(
        needs in prop::collection::vec(prop_oneof![0usize..6, 0usize..1000], 0..13),
        cards in prop::collection::vec((0u8..52, any::<u16>()), 0..26),
        weights in prop::collection::vec((0usize..13, any::<u64>(), any::<f64>()), 0..3),
        repair in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let (mut needs, holders) = (needs.clone(), needs.len().min(11) as u32);
        if repair {
            // Hand sizes that add up, so that later checks are reached.
            needs.truncate(11);
            needs.fill(0);
            let mut rng = Rng::new(seed);
            let each = if needs.is_empty() { 0 } else { cards.len() };
            (0..each).for_each(|_| needs[rng.below(holders) as usize] += 1);
        }
        let mut problem = DealProblem::new(&needs).stock(3);
        for (card, may) in cards {
            problem.add(Card::new(card), if repair { may & ((1 << holders) - 1) } else { may });
        }
        for (holder, kinds, factor) in weights {
            let factor = if repair { factor.abs() } else { factor };
            problem.weigh(holder, CardSet::from_bits_truncate(kinds), factor);
        }
        match DealTable::new(&problem) {
            Ok(table) => {
                assert_fits_problem(&problem, &table.sample(&mut Rng::new(seed)));
                prop_assert_ne!(table.count(), Some(0));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
