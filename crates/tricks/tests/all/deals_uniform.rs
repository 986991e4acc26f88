//! Deals have their exact probabilities: chi-square tests against full enumeration.

use crate::deals_common::all_deals;
use facedown_cards::{Card, CardSet, Suit};
use facedown_game::Rng;
use facedown_testkit::stats;
use facedown_tricks::deals::{Deal, DealProblem, DealTable};
use std::collections::BTreeMap;

/// Needs, cards with their holders, and soft evidence. A card listed twice has two copies.
type Case<'a> = (&'a [usize], &'a [(&'a str, u16)], &'a [(usize, &'a str, f64)]);

fn problem((needs, cards, weights): Case) -> DealProblem {
    let mut problem = DealProblem::new(needs);
    for &(cards, holders) in cards {
        for card in cards.split(' ') {
            problem.add(card.parse().expect("a card"), holders);
        }
    }
    for &(holder, kinds, factor) in weights {
        problem.weigh(holder, kinds.parse().expect("cards"), factor);
    }
    problem
}

/// Samples deals and panics if one is impossible or their counts do not fit the enumeration.
#[track_caller]
fn assert_distribution(problem: &DealProblem, mut sample: impl FnMut(&mut Rng) -> Deal) {
    let expected = all_deals(problem);
    let draws = (100 * expected.len()).clamp(100_000, 400_000);
    assert!((6..=4_000).contains(&expected.len()), "{} deals", expected.len());
    let mut counts: BTreeMap<&Deal, u64> = expected.keys().map(|deal| (deal, 0)).collect();
    let mut rng = Rng::new(2_024);
    for _ in 0..draws {
        let deal = sample(&mut rng);
        *counts.get_mut(&deal).unwrap_or_else(|| panic!("an impossible deal: {deal:?}")) += 1;
    }
    let counts: Vec<u64> = counts.into_values().collect();
    stats::assert_fits(&counts, &expected.into_values().collect::<Vec<_>>());
}

#[track_caller]
fn assert_exact(case: Case) {
    let problem = problem(case);
    let table = DealTable::new(&problem).expect("there are deals");
    assert_distribution(&problem, |rng| table.sample(rng));
}

const THREE_VOIDS: Case =
    (&[3, 3, 3], &[("2c 3c 4c", 0b011), ("2d 3d", 0b110), ("2h 3h", 0b101), ("2s 3s", 0b111)], &[]);

const STOCK: Case = (
    &[2, 2, 2, 3],
    &[("2c 3c 4c", 0b1001), ("2d 3d", 0b1110), ("2h 3h", 0b1010), ("2s 3s", 0b1111)],
    &[],
);

/// Ten deals whose probabilities are off by factors of only 0.97 to 1.08 if each card of a shuffled
/// pack goes to a random possible holder.
const SUBTLE: Case = (&[1, 2, 3], &[("2c 3c", 0b011), ("2d", 0b101), ("2h 3h 4h", 0b111)], &[]);

#[test]
fn one_void() {
    assert_exact((&[2, 2, 2], &[("2h 3h 4h", 0b101), ("2s 3s 4s", 0b111)], &[]));
}

#[test]
fn three_voids() {
    assert_exact(THREE_VOIDS);
}

#[test]
fn five_voids() {
    let cards: &[(&str, u16)] =
        &[("2c 3c", 0b001), ("2d 3d 4d", 0b110), ("2h 3h 4h", 0b101), ("2s 3s 4s 5s", 0b110)];
    assert_exact((&[4, 4, 4], cards, &[]));
}

#[test]
fn unequal_hands() {
    let cards: &[(&str, u16)] = &[("2c 3c 4c", 0b110), ("2d 3d", 0b101), ("2h 3h 4h", 0b111)];
    assert_exact((&[1, 2, 5], cards, &[]));
}

#[test]
fn a_chain_of_holders_with_nested_suits() {
    let cards: &[(&str, u16)] = &[("2c 3c 4c 5c", 0b111), ("2d 3d 4d", 0b110), ("2h 3h", 0b100)];
    assert_exact((&[3, 3, 3], cards, &[]));
}

#[test]
fn a_ring_of_holders_each_with_two_suits() {
    let cards: &[(&str, u16)] =
        &[("2c 3c", 0b0011), ("2d 3d", 0b0110), ("2h 3h", 0b1100), ("2s 3s", 0b1001)];
    assert_exact((&[2, 2, 2, 2], cards, &[]));
}

#[test]
fn a_stock() {
    assert_exact(STOCK);
}

#[test]
fn a_case_in_which_rejection_is_nearly_uniform() {
    assert_exact(SUBTLE);
}

#[test]
fn one_card_each() {
    let cards: &[(&str, u16)] =
        &[("2c 3c", 0b01_1111), ("2d 3d", 0b10_1101), ("2h", 0b11_0110), ("2s", 0b11_1001)];
    assert_exact((&[1; 6], cards, &[]));
}

#[test]
fn eleven_holders_in_a_chain_of_single_cards() {
    let kinds = ["2c", "3c", "4c", "5c", "2d", "3d", "4d", "5d", "2h", "3h", "4h"];
    let cards: Vec<(&str, u16)> =
        kinds.iter().enumerate().map(|(i, &card)| (card, 0b111 << i >> 1 & 0x7ff)).collect();
    assert_exact((&[1; 11], &cards, &[]));
}

#[test]
fn equal_holders_share_what_a_constrained_one_leaves() {
    let cards: &[(&str, u16)] = &[("2c 3c 4c", 0b01111), ("2d 3d 4d", 0b11111)];
    assert_exact((&[1, 1, 1, 1, 2], cards, &[]));
}

#[test]
fn two_pairs_of_equal_holders() {
    let cards: &[(&str, u16)] = &[("2c 3c", 0b0011), ("2d 3d 4d 5d", 0b1111), ("2h", 0b1100)];
    assert_exact((&[1, 2, 1, 3], cards, &[]));
}

#[test]
fn known_cards_beside_unknown_ones() {
    let cards: &[(&str, u16)] =
        &[("Ac", 0b010), ("Ad", 0b100), ("2c 3c 4c", 0b111), ("2d 3d 4d", 0b110)];
    assert_exact((&[2, 3, 3], cards, &[]));
}

#[test]
fn holders_in_two_separate_parts() {
    let cards: &[(&str, u16)] =
        &[("2c 3c 4c", 0b0011), ("2d 3d", 0b0011), ("2h 3h 4h", 0b1100), ("2s", 0b0100)];
    assert_exact((&[2, 3, 2, 2], cards, &[]));
}

#[test]
fn two_packs_without_voids() {
    assert_exact((&[2, 2, 3], &[("2c 2c 3c 3c 4c 5d 5d", 0b111)], &[]));
}

#[test]
fn two_packs_with_voids() {
    let cards: &[(&str, u16)] = &[("2c 2c 3c", 0b011), ("2d 2d 3d 3d", 0b110), ("2h 2h", 0b111)];
    assert_exact((&[3, 3, 3], cards, &[]));
}

#[test]
fn two_copies_of_a_card_with_different_holders() {
    let cards: &[(&str, u16)] =
        &[("2c", 0b001), ("2c", 0b110), ("3c 3c", 0b111), ("2d", 0b011), ("2d 4d", 0b101)];
    assert_exact((&[2, 2, 3], cards, &[]));
}

#[test]
fn two_packs_and_a_stock() {
    let cards: &[(&str, u16)] = &[("2c 2c", 0b1011), ("2d 2d 3d", 0b1101), ("2h 2h 3h", 0b1111)];
    assert_exact((&[2, 2, 1, 3], cards, &[]));
}

#[test]
fn weights_of_suits() {
    let cards: &[(&str, u16)] = &[("2c 3c 4c", 0b111), ("2d 3d 4d", 0b111), ("2h 3h", 0b110)];
    let weights: &[(usize, &str, f64)] = &[(0, "2c 3c 4c", 3.0), (1, "2d 3d 4d 2h 3h", 0.4)];
    assert_exact((&[2, 3, 3], cards, weights));
}

#[test]
fn weights_of_cards_in_two_packs() {
    let cards: &[(&str, u16)] = &[("2c 2c 3c", 0b111), ("2d 3d 3d", 0b011), ("2h 3h", 0b110)];
    let weights: &[(usize, &str, f64)] = &[(0, "2c", 2.0), (0, "2c 3d", 1.5), (2, "2h", 0.25)];
    assert_exact((&[2, 3, 3], cards, weights));
}

#[test]
fn a_weight_of_zero_is_a_void() {
    let cards: &[(&str, u16)] = &[("2c 3c 4c", 0b111), ("2d 3d 4d", 0b111)];
    assert_exact((&[2, 2, 2], cards, &[(1, "2c 3c 4c", 0.0), (0, "2d", 2.0)]));
}

#[test]
fn tiny_weights_keep_their_proportions() {
    let cards: &[(&str, u16)] = &[("2c 3c 4c", 0b111), ("2d 3d 4d", 0b111)];
    let weights: &[(usize, &str, f64)] = &[(0, "2c", 1e-200), (1, "2c", 2e-200), (2, "2c", 3e-200)];
    assert_exact((&[2, 2, 2], cards, weights));
}

/// Gives each card of a shuffled pack to a possible holder with room, chosen by `pick`; starts over
/// at a dead end.
fn shuffle_and_reject(
    problem: &DealProblem,
    rng: &mut Rng,
    pick: impl Fn(&[usize], &mut Rng) -> usize,
) -> Deal {
    let table = |hands: &[(Card, usize)]| {
        let mut problem = DealProblem::new(problem.needs());
        for &(card, holder) in hands {
            problem.add(card, 1 << holder);
        }
        DealTable::new(&problem).expect("a deal").sample(&mut Rng::new(0))
    };
    loop {
        let (mut pack, mut room) = (problem.cards().to_vec(), problem.needs().to_vec());
        rng.shuffle(&mut pack);
        let mut hands = Vec::new();
        for &(card, holders) in &pack {
            let may = |h: &usize| holders >> h & 1 == 1 && room[*h] > 0;
            let able: Vec<usize> = (0..room.len()).filter(may).collect();
            if able.is_empty() {
                break;
            }
            let holder = pick(&able, rng);
            room[holder] -= 1;
            hands.push((card, holder));
        }
        if hands.len() == pack.len() {
            return table(&hands);
        }
    }
}

#[test]
#[should_panic(expected = "chi-square")]
fn giving_each_card_to_the_first_possible_holder_is_not_uniform() {
    let problem = problem(THREE_VOIDS);
    assert_distribution(&problem, |rng| shuffle_and_reject(&problem, rng, |able, _| able[0]));
}

#[test]
#[should_panic(expected = "chi-square")]
fn giving_each_card_to_a_random_possible_holder_is_not_uniform() {
    let problem = problem(SUBTLE);
    let any = |able: &[usize], rng: &mut Rng| able[rng.below(able.len() as u32) as usize];
    assert_distribution(&problem, |rng| shuffle_and_reject(&problem, rng, any));
}

#[test]
fn a_seat_void_in_hearts_has_no_heart_in_a_hundred_deals() {
    let hearts: CardSet = Card::all().filter(|card| card.suit() == Suit::Hearts).collect();
    let mut problem = DealProblem::new(&[13, 13, 13, 13]);
    problem.add_all(hearts.into(), 0b1011);
    problem.add_all((!hearts).into(), 0b1111);
    let table = DealTable::new(&problem).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..100 {
        assert!((table.sample(&mut rng)[2].kinds() & hearts).is_empty());
    }
}

/// The probability that a card is with a holder is the share of deals in which it is.
#[test]
fn marginal_probabilities_of_large_problems_are_those_of_counting() {
    const DRAWS: u64 = 100_000;
    let cases: [(&[usize], [usize; 4], [u16; 4]); 3] = [
        (&[10, 10, 10, 11], [10, 10, 10, 11], [0b1110, 0b1101, 0b1011, 0b1111]),
        (&[13, 12, 13], [13, 9, 9, 7], [0b110, 0b101, 0b011, 0b111]),
        (&[5, 5, 5, 5, 5, 8], [9, 8, 8, 8], [0b11_1100, 0b11_0110, 0b10_1011, 0b11_1111]),
    ];
    for (needs, counts, holders) in cases {
        let deal_with = |fixed: Option<(Card, u16)>| {
            let mut problem = DealProblem::new(needs);
            for suit in 0..4 {
                for i in 0..counts[suit] {
                    let card = Card::new((13 * suit + i) as u8);
                    let only = fixed.filter(|(c, _)| *c == card).map(|(_, only)| only);
                    problem.add(card, only.unwrap_or(holders[suit]));
                }
            }
            DealTable::new(&problem)
        };
        let table = deal_with(None).unwrap();
        let all = table.count().expect("fewer than 2^128") as f64;
        let mut rng = Rng::new(5);
        let deals: Vec<Deal> = (0..DRAWS).map(|_| table.sample(&mut rng)).collect();
        for suit in 0..4 {
            let card = Card::new(13 * suit);
            let (mut counts, mut weights) = (Vec::new(), Vec::new());
            for holder in (0..needs.len()).filter(|h| holders[usize::from(suit)] >> h & 1 == 1) {
                let with = deal_with(Some((card, 1 << holder))).map_or(0, |t| t.count().unwrap());
                weights.push(with as f64 / all);
                counts.push(deals.iter().filter(|deal| deal[holder].contains(card)).count() as u64);
            }
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            stats::assert_fits(&counts, &weights);
        }
    }
}
