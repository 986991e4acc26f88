//! Strengths compared with plain sorting and counting, on every hand there is.

use crate::plain::{low_score, score};
use facedown_cards::poker::{Category, Low, Strength, Subsets};
use facedown_cards::{Card, CardSet, PackCard, PackSet};
use std::collections::BTreeMap;

/// Calls `visit` with every hand of `N` different cards.
fn each_hand<const N: usize>(visit: &mut impl FnMut([Card; N])) {
    fn grow<const N: usize>(at: usize, hand: &mut [Card; N], visit: &mut impl FnMut([Card; N])) {
        if at == N {
            return visit(*hand);
        }
        let first = if at == 0 { 0 } else { hand[at - 1].index() + 1 };
        for index in first..52 {
            hand[at] = Card::new(index as u8);
            grow(at + 1, hand, visit);
        }
    }
    grow(0, &mut [Card::new(0); N], visit);
}

fn strength(cards: impl IntoIterator<Item = PackCard>) -> Strength {
    Strength::of(cards.into_iter().collect()).unwrap()
}

fn packed<const N: usize>(hand: [Card; N]) -> impl Iterator<Item = PackCard> {
    hand.into_iter().map(PackCard::from)
}

/// Returns every class of hand in the order of plain scores, with its strength.
fn classes() -> BTreeMap<crate::plain::Score, Strength> {
    let mut classes = BTreeMap::new();
    let mut enter = |score, strength| {
        let known = *classes.entry(score).or_insert(strength);
        assert_eq!(known, strength);
    };
    each_hand::<5>(&mut |hand| enter(score(&hand), strength(packed(hand))));
    each_hand::<3>(&mut |hand| enter(score(&hand), strength(packed(hand))));
    classes
}

#[test]
fn all_hands_of_five_and_of_three_are_ordered_as_sorting_and_counting_orders_them() {
    let classes = classes();
    assert_eq!(classes.len(), 7462 + 455);
    assert!(classes.values().copied().is_sorted_by(|a, b| a < b));
    assert_eq!(classes.values().next(), Some(&Strength::MIN));
    assert_eq!(classes.values().last(), Some(&Strength::MAX));
}

#[test]
fn each_category_has_its_number_of_hands() {
    let (mut fives, mut threes) = ([0; 10], [0; 10]);
    each_hand::<5>(&mut |hand| fives[strength(packed(hand)).category().index()] += 1);
    each_hand::<3>(&mut |hand| threes[strength(packed(hand)).category().index()] += 1);
    assert_eq!(fives, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]);
    assert_eq!(threes, [18_304, 3_744, 0, 52, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn all_hands_of_five_are_ordered_at_deuce_to_seven() {
    let mut classes = BTreeMap::new();
    each_hand::<5>(&mut |hand| {
        let low = Low::of(hand.into_iter().collect()).unwrap();
        assert_eq!(*classes.entry(low_score(&hand)).or_insert(low), low);
    });
    assert_eq!(classes.len(), 7462);
    // The plain score is that of the high hand: the larger, the worse.
    assert!(classes.values().copied().is_sorted_by(|a, b| a > b));
    assert_eq!(classes.values().next(), Some(&Low::MAX));
    let tens = classes.values().filter(|low| low.high_card().is_some_and(|high| high <= 10));
    // C(9, 5) sets of ranks up to the ten, less the five straights.
    assert_eq!(tens.count(), 126 - 5);
}

/// Returns the best score of each natural hand with its jokers replaced in every way, and the
/// scores that are possible.
fn replacements(naturals: &[Card], jokers: usize) -> Vec<crate::plain::Score> {
    let all: Vec<Card> = Card::all().collect();
    let mut scores = Vec::new();
    for (i, first) in all.iter().enumerate() {
        let hand: Vec<Card> = naturals.iter().copied().chain([*first]).collect();
        if jokers == 1 {
            scores.extend(crate::plain::score_with_copies(&hand));
        } else {
            let seconds = all[i..].iter();
            scores.extend(seconds.filter_map(|second| {
                crate::plain::score_with_copies(&[hand.as_slice(), &[*second]].concat())
            }));
        }
    }
    scores.sort_unstable();
    scores.dedup();
    scores
}

/// Checks jokers beside these cards: the strongest hand, and the strongest within bounds.
fn check_jokers(
    classes: &BTreeMap<crate::plain::Score, Strength>,
    naturals: &[Card],
    jokers: usize,
) {
    let cards: PackSet = naturals
        .iter()
        .map(|card| PackCard::from(*card))
        .chain(PackCard::JOKERS.into_iter().take(jokers))
        .collect();
    let possible: Vec<Strength> =
        replacements(naturals, jokers).iter().map(|score| classes[score]).collect();
    assert_eq!(Strength::of(cards), possible.last().copied(), "{cards}");
    let mut bounds: Vec<u16> = (1..=7917).step_by(613).collect();
    bounds.extend(possible.iter().step_by(5).flat_map(|s| [s.number(), s.number() - 1]));
    for bound in bounds.into_iter().filter_map(Strength::from_number) {
        let best = possible.iter().copied().filter(|strength| *strength <= bound).max();
        assert_eq!(Strength::at_most(cards, bound), best, "{cards} within {bound}");
    }
}

#[test]
fn jokers_are_as_good_as_the_best_replacement() {
    let classes = classes();
    let mut count = 0;
    // All hands of one and two cards; a regular sample of the larger ones, whose ranks and suits
    // take every pattern.
    each_hand::<1>(&mut |hand| check_jokers(&classes, &hand, 2));
    each_hand::<2>(&mut |hand| check_jokers(&classes, &hand, 1));
    each_hand::<3>(&mut |hand| {
        count += 1;
        if count % 101 == 0 {
            check_jokers(&classes, &hand, 2);
        }
    });
    each_hand::<4>(&mut |hand| {
        count += 1;
        if count % 101 == 0 {
            check_jokers(&classes, &hand, 1);
        }
    });
}

#[test]
#[ignore = "minutes: every hand of four cards and a joker, of three and two jokers"]
fn jokers_are_as_good_as_the_best_replacement_in_every_hand() {
    let classes = classes();
    each_hand::<3>(&mut |hand| check_jokers(&classes, &hand, 2));
    each_hand::<4>(&mut |hand| check_jokers(&classes, &hand, 1));
}

/// Returns a hand of `n` cards with `jokers` jokers, different for each seed.
fn deal(seed: u64, n: usize, jokers: usize) -> Vec<PackCard> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut set = PackSet::EMPTY;
    while set.len() < n - jokers {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        set.insert(PackCard::from_index((state % 52) as usize).unwrap());
    }
    set.iter().chain(PackCard::JOKERS.into_iter().take(jokers)).collect()
}

#[test]
fn subsets_have_the_strengths_of_their_cards() {
    for seed in 1..40 {
        for jokers in 0..=2 {
            let n = 13 + seed as usize % 5;
            let subsets = Subsets::new(&deal(seed, n, jokers)).unwrap();
            let within = if seed % 2 == 0 { subsets.all() } else { subsets.all() & !0b10_0100 };
            let mut seen = vec![];
            let mut check = |mask: u32, strength| {
                assert_eq!(mask & !within, 0);
                assert_eq!(Strength::of(subsets.set(mask)), Some(strength));
                seen.push(mask);
            };
            subsets.fives(within, &mut check);
            subsets.threes(within, &mut check);
            let of_size =
                |n: u32| (0..=within).filter(move |m| m & !within == 0 && m.count_ones() == n);
            let mut all: Vec<u32> = of_size(5).chain(of_size(3)).collect();
            all.sort_unstable();
            seen.sort_unstable();
            assert_eq!(seen, all);
        }
    }
}

#[test]
fn the_strongest_three_is_the_strongest_of_all_threes() {
    for seed in 1..400 {
        for jokers in 0..=2 {
            let subsets = Subsets::new(&deal(seed, 17, jokers)).unwrap();
            let mut state = seed;
            for size in [3, 4, 5, 7, 12] {
                let mut within = 0_u32;
                while within.count_ones() < size {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(9);
                    within |= 1 << ((state >> 40) % 17);
                }
                let mut best = Strength::MIN;
                subsets.threes(within, |_, strength| best = best.max(strength));
                assert_eq!(subsets.strongest_three(within), best, "{}", subsets.set(within));
            }
        }
    }
}

/// Returns the strongest of the fives in some categories.
fn strongest_of(subsets: &Subsets, within: u32, categories: &[Category]) -> Option<Strength> {
    let mut best = None;
    subsets.fives(within, |_, strength| {
        if categories.contains(&strength.category()) {
            best = best.max(Some(strength));
        }
    });
    best
}

#[test]
fn the_strongest_pairs_and_threes_are_the_strongest_of_all_fives_of_their_kind() {
    for seed in 1..600 {
        let subsets = Subsets::new(&deal(seed, 17, seed as usize % 2)).unwrap();
        let mut state = seed;
        for size in [5, 6, 8, 9, 12] {
            let mut within = 0_u32;
            while within.count_ones() < size {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(9);
                within |= 1 << ((state >> 40) % 17);
            }
            let natural = within & !subsets.jokers();
            let pairs = strongest_of(&subsets, natural, &[Category::Pair, Category::TwoPair]);
            // Beside a joker four different ranks make no three of a kind.
            let threes = strongest_of(&subsets, within, &[Category::ThreeOfAKind]);
            for (found, best) in [
                (subsets.strongest_pairs(within), pairs),
                (subsets.strongest_threes(within), threes),
            ] {
                assert_eq!(found.map(|(strength, _)| strength), best, "{}", subsets.set(within));
                if let Some((strength, mask)) = found {
                    assert_eq!(mask & !within, 0);
                    assert_eq!(Strength::of(subsets.set(mask)), Some(strength));
                }
            }
        }
    }
}

#[test]
fn a_hand_of_three_stands_just_below_the_hands_of_five_that_begin_alike() {
    let of = |text: &str| Strength::of(text.parse().unwrap()).unwrap();
    assert!(of("Qs Qd 7c") > of("Qc Qh 6s 5d 4d"));
    assert!(of("Qs Qd 7c") < of("Qc Qh 9s 8d 2d"));
    assert!(of("Ks Kd Ac") > of("Kc Kh Qs 7d 3d"));
    assert!(of("6s 6d 6c") < of("6s 6d 6c 3d 2d"));
    assert!(of("6s 6d 6c") > of("5s 5d 5c Ad Kd"));
    assert!(of("As Ks Qs") < of("As Kd Qs 3d 2d"), "three cards make no flush");
}

#[test]
fn other_numbers_of_cards_have_no_strength() {
    for text in ["", "As", "As Kd", "As Kd Qc Js", "As Kd Qc Js Tc 9c", "X X"] {
        assert_eq!(Strength::of(text.parse().unwrap()), None, "{text}");
        assert_eq!(Strength::at_most(text.parse().unwrap(), Strength::MAX), None, "{text}");
    }
    assert_eq!(Low::of("As Kd Qc".parse::<CardSet>().unwrap()), None);
    assert_eq!(Strength::from_number(0), None);
    assert_eq!(Strength::from_number(7918), None);
    assert!(Subsets::new(&deal(3, 17, 2)).is_some());
    assert!(Subsets::new(&deal(3, 18, 0)).is_none());
    assert!(Subsets::new(&[PackCard::JOKERS[0]; 2]).is_none());
}

#[test]
fn the_weakest_of_a_rank_is_found() {
    let of = |text: &str| Strength::of(text.parse().unwrap()).unwrap();
    assert_eq!(Strength::pair_of(12), of("Qs Qd 2c"));
    assert_eq!(Strength::three_of(2), of("2s 2d 2c"));
    assert_eq!(Strength::three_of(2), Category::ThreeOfAKind.weakest());
}
