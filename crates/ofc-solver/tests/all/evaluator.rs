//! The evaluator on boards about which something is certain.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::Rules;
use facedown_ofc::endgame::Partial;
use facedown_ofc_solver::{Estimator, each_choice, stakes};

fn estimator(rules: &Rules) -> Estimator {
    Estimator::new(rules, stakes(rules).unwrap(), 0)
}

/// Returns the pack without these cards.
fn without(cards: PackSet) -> PackSet {
    PackCard::all().take(52).collect::<PackSet>() - cards
}

#[test]
fn a_certain_foul_costs_what_a_foul_costs() {
    let estimator = estimator(&Rules::STANDARD);
    for text in [
        "Qc Qd 3h / Tc 9d 5h 2s / Ah Ad",
        "2c / 8c 8d 8h / 5c 5d 9h 3s 4s",
        "2c 3c / Kc Kd / Qh Qd Js 9s 8c",
    ] {
        let board: Partial = text.parse().unwrap();
        let value = estimator.value(&board, without(board.cards()));
        assert!((value + 6.0).abs() < 1e-9, "{text}: {value}");
    }
}

#[test]
fn what_is_earned_counts_in_full() {
    // Four deuces at the bottom cannot be beaten by what the rows above can still become, nearly.
    let estimator = estimator(&Rules::STANDARD);
    let value = |text: &str| {
        let board: Partial = text.parse().unwrap();
        estimator.value(&board, without(board.cards()))
    };
    assert!(value(" / 3h 4d / 2c 2d 2h 2s Kd") > 8.0);
    let entry = stakes(&Rules::STANDARD).unwrap().fantasyland(14);
    // Queens on top of a flush over a full house: 7, 8 and 6 points, and Fantasyland.
    let secured = value("Qc Qd 3h / 2h 4h 6h / 9c 9d 9h 8s 8d");
    assert!(secured > 0.5 * (7.0 + 6.0 + entry) - 3.0, "{secured}");
}

#[test]
fn placements_of_a_deal_have_the_values_of_their_boards() {
    for rules in [Rules::STANDARD, Rules::ULTIMATE, Rules::JOKER_ULTIMATE, Rules::DEUCE_TO_SEVEN] {
        let estimator = estimator(&rules);
        for number in 0..8 {
            let mut rng = Rng::stream(5, number);
            let mut pack: Vec<PackCard> =
                PackCard::all().take(52 + usize::from(rules.jokers)).collect();
            rng.shuffle(&mut pack);
            let mut board = Partial::EMPTY;
            let mut rest = &pack[..];
            for street in 0..3 {
                let (deal, later) = rest.split_at(if street == 0 { 5 } else { 3 });
                rest = later;
                let unseen: PackSet = rest.iter().copied().collect();
                let mut all = Vec::new();
                estimator.each_choice(&board, deal, unseen, |board, discard, value| {
                    let alone = estimator.value(&board, unseen);
                    assert_eq!(value.to_bits(), alone.to_bits(), "{board}");
                    all.push((board, discard));
                });
                let mut expected = Vec::new();
                each_choice(&board, deal, |board, discard| expected.push((board, discard)));
                assert_eq!(all, expected);
                board = all[rng.below(all.len() as u32) as usize].0;
            }
        }
    }
}
