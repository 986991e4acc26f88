//! The Fantasyland task: encodings, labels, and settings against the exact solver.

use facedown_cards::{PackCard, parse_pack};
use facedown_game::Rng;
use facedown_nets::{Batch, Config, Network, Samples, Targets, Tensor, Weights};
use facedown_ofc::Row;
use facedown_tasks::combination_at;
use facedown_tasks::fantasyland::{
    FantasyRow, FantasySamples, HAND, HandError, INPUTS, MIDDLES, Middles, PolicyError,
    PolicySolver, STAY_VALUE, TOPS, deal, encode_hand, exhaustive, fantasy_solver, sorted,
};

/// A network that has learnt nothing.
fn random_network(outputs: usize, seed: u64) -> Network {
    let config = Config::mlp("fc", &[INPUTS, 16, outputs]);
    let (mut weights, mut rng) = (Weights::default(), Rng::new(seed));
    let shapes = [vec![16, INPUTS], vec![16], vec![outputs, 16], vec![outputs]];
    let names = ["fc.0.weight", "fc.0.bias", "fc.2.weight", "fc.2.bias"];
    for (name, shape) in names.into_iter().zip(shapes) {
        let len = shape.iter().product();
        let data = (0..len).map(|_| rng.unit() as f32 - 0.5).collect();
        weights.tensors.insert(name.to_owned(), Tensor { shape, data });
    }
    Network::new(&config, &weights).expect("the weights fit")
}

fn solver() -> PolicySolver {
    let middle = Some(random_network(MIDDLES, 2));
    PolicySolver::new(random_network(TOPS, 1), middle, STAY_VALUE)
}

#[test]
fn all_candidates_are_the_exact_answer() {
    let exact = fantasy_solver();
    let mut solver = solver();
    let mut jokers_seen = [false; 3];
    for index in 0..8 {
        let hand = deal(5, index);
        jokers_seen[hand.iter().filter(|card| card.is_joker()).count()] = true;
        let answer = solver.solve(&hand, TOPS, Middles::All).expect("some setting is legal");
        assert_eq!(answer.settings, 1_009_008);
        let best = exact.solve(&hand).expect("a hand is solved");
        assert!((answer.value - best.value).abs() < 1e-9, "{index}");
        // A setting that is best has its value by the exact solver's own account.
        let rows = exact.scorer().rows(&answer.board).expect("no foul");
        let stay = if exact.scorer().stay(rows, 14).is_some() { STAY_VALUE } else { 0.0 };
        assert!((f64::from(exact.scorer().royalties(rows)) + stay - best.value).abs() < 1e-9);
    }
    assert_eq!(jokers_seen, [true; 3]);
}

#[test]
fn the_plain_searches_find_the_exact_value_and_pruning_tries_less() {
    let exact = fantasy_solver();
    let mut jokers_seen = [false; 3];
    for index in 0..8 {
        let hand = deal(5, index);
        let jokers = hand.iter().filter(|card| card.is_joker()).count();
        jokers_seen[jokers] = true;
        let best = exact.solve(&hand).expect("a hand is solved").value;
        let pruned = exhaustive(&hand, STAY_VALUE, true).expect("a hand");
        assert!((pruned.value - best).abs() < 1e-9, "{index}");
        assert!(pruned.settings <= 1_009_008, "{index}");
        if jokers == 0 {
            let whole = exhaustive(&hand, STAY_VALUE, false).expect("a hand");
            assert_eq!((whole.settings, whole.value), (1_009_008, pruned.value));
            // Without jokers every foul of the first two rows is left out.
            assert!(pruned.settings < whole.settings, "{index}");
        }
    }
    assert_eq!(jokers_seen, [true; 3]);
    assert!(exhaustive(&deal(5, 0)[1..], STAY_VALUE, false).is_err());
}

#[test]
fn few_candidates_are_never_better_than_the_exact_answer() {
    let exact = fantasy_solver();
    let mut solver = solver();
    for index in 100..160 {
        let hand = deal(5, index);
        let best = exact.solve(&hand).expect("a hand is solved").value;
        for (middles, settings) in [(Middles::Predicted, 20 * 20 * 6), (Middles::All, 20 * 462 * 6)]
        {
            match solver.solve(&hand, 20, middles) {
                Ok(answer) => {
                    assert_eq!(answer.settings, settings);
                    assert!(answer.value <= best + 1e-9);
                }
                Err(error) => assert_eq!(error, PolicyError::AllFoul { settings }),
            }
        }
    }
}

#[test]
fn labels_are_the_rows_of_the_best_setting() {
    let exact = fantasy_solver();
    for index in 0..300 {
        let hand = deal(9, index);
        let setting = exact.solve(&hand).expect("a hand is solved");
        let row = FantasyRow::new(hand, &setting);
        let top = combination_at(HAND, 3, row.top as usize).expect("a label");
        let (taken, rest): (Vec<usize>, Vec<usize>) = (0..HAND).partition(|i| top >> i & 1 == 1);
        assert!(taken.iter().all(|i| setting.board.row(Row::Top).contains(hand[*i])));
        let middle = combination_at(11, 5, row.middle as usize).expect("a label");
        let middle = rest.iter().enumerate().filter(|(i, _)| middle >> i & 1 == 1);
        assert!(middle.clone().all(|(_, i)| setting.board.row(Row::Middle).contains(hand[*i])));
        assert_eq!((taken.len(), middle.count()), (3, 5));
    }
}

#[test]
fn an_exchange_of_suits_changes_nothing() {
    let mut rng = Rng::new(3);
    for index in 0..200 {
        let hand = deal(4, index);
        let mut suits = [0, 1, 2, 3];
        rng.shuffle(&mut suits);
        let exchange = |card: &PackCard| match card.card() {
            None => *card,
            Some(card) => {
                let index = suits[card.suit().index()] * 13 + card.rank().index();
                PackCard::from_index(index).expect("a card")
            }
        };
        let mut other: Vec<PackCard> = hand.iter().map(exchange).collect();
        rng.shuffle(&mut other);
        let other = sorted(&other).expect("fourteen cards");
        let (mut one, mut two) = (vec![f32::NAN; INPUTS], vec![f32::NAN; INPUTS]);
        encode_hand(&hand, &mut one);
        encode_hand(&other, &mut two);
        assert_eq!(one, two);
        // Every card has a rank and a suit, or is a joker.
        let jokers = hand.iter().filter(|card| card.is_joker()).count();
        assert_eq!(one.iter().sum::<f32>() as usize, 2 * (HAND - jokers) + jokers);
    }
}

#[test]
fn samples_depend_on_seed_and_index_alone() {
    for samples in [FantasySamples::tops(7, 50), FantasySamples::middles(7, 50)] {
        let (mut all, mut single) = (Batch::default(), Batch::default());
        samples.read(&(0..50).collect::<Vec<u64>>(), &mut all);
        for index in 0..50 {
            samples.read(&[index], &mut single);
        }
        assert_eq!(all, single);
        let Some(Targets::Classes { labels, .. }) = all.targets.first() else {
            panic!("labels of the rows")
        };
        assert_eq!((labels.len(), all.inputs.len()), (50, 50 * INPUTS));
    }
}

#[test]
fn what_is_no_hand_is_named() {
    let mut solver = solver();
    let cards = parse_pack("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s").expect("cards");
    let error = solver.solve(&cards, 5, Middles::All).unwrap_err();
    assert_eq!(error, PolicyError::Hand(HandError::Cards(13)));
    let mut twice = cards.clone();
    twice.push(cards[0]);
    let error = solver.solve(&twice, 5, Middles::All).unwrap_err();
    assert_eq!(error.to_string(), "Ah comes twice");
    let hand = deal(1, 1);
    assert_eq!(solver.solve(&hand, 0, Middles::All), Err(PolicyError::Candidates(0)));
    let mut alone = PolicySolver::new(random_network(TOPS, 1), None, STAY_VALUE);
    assert_eq!(alone.solve(&hand, 3, Middles::Predicted), Err(PolicyError::NoMiddle));
}
