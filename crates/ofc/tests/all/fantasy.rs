//! Exact Fantasyland compared with brute force over every setting.

use crate::brute::Objective;
use facedown_cards::{PackCard, PackSet, parse_pack};
use facedown_game::Rng;
use facedown_ofc::fantasy::{FantasyError, InvalidGoal, Opponent, Setting, Solver};
use facedown_ofc::{Board, JokerUse, Row, Rules, Scorer};
use rayon::prelude::*;

fn deal(rng: &mut Rng, n: usize, jokers: usize) -> Vec<PackCard> {
    let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
    rng.shuffle(&mut pack);
    pack.truncate(n - jokers);
    pack.extend(PackCard::JOKERS.into_iter().take(jokers));
    rng.shuffle(&mut pack);
    pack
}

/// Returns rules, and the same spelled out for the brute force.
fn standard(stay: f64) -> (Rules, Objective) {
    let objective = Objective { stay, middle_stays: 6, joint: true, low: false, opponent: None };
    (Rules::STANDARD, objective)
}

fn ultimate(stay: f64) -> (Rules, Objective) {
    (Rules::ULTIMATE, Objective { middle_stays: 9, ..standard(stay).1 })
}

/// Checks that a setting consists of the hand's cards and is consistent.
fn check_setting(cards: &[PackCard], setting: &Setting, scorer: &Scorer) {
    let hand: PackSet = cards.iter().copied().collect();
    let board = setting.board;
    assert_eq!(board.cards().len(), 13);
    assert_eq!(board.cards() | setting.discards, hand);
    assert!((board.cards() & setting.discards).is_empty());
    assert_eq!(Board::new(Row::ALL.map(|row| board.row(row))), Ok(board));
    assert_eq!(scorer.rows(&board), Some(setting.rows));
    assert_eq!(scorer.royalties(setting.rows), setting.royalties);
    assert_eq!(scorer.stay(setting.rows, 14).is_some(), setting.stays);
}

/// Solves `count` hands both ways. With `all`, the number of ties is compared too.
fn compare(rules: &Rules, objective: Objective, n: usize, jokers: usize, count: u64, all: bool) {
    compare_from(rules, objective, n, jokers, 0..count, all);
}

/// Solves the hands with these seeds both ways.
fn compare_from(
    rules: &Rules,
    objective: Objective,
    n: usize,
    jokers: usize,
    numbers: std::ops::Range<u64>,
    all: bool,
) {
    let solver = Solver::new(rules, objective.stay).unwrap();
    numbers.into_par_iter().for_each(|i| {
        let mut rng = Rng::stream(i, (n * 10 + jokers) as u64);
        let cards = deal(&mut rng, n, jokers);
        let (objective, solver) = if objective.opponent.is_some() {
            let board = random_board(&mut rng, &solver, &cards);
            let rows = Row::ALL.map(|row| board.row(row));
            let opponent = Opponent::known(solver.scorer().rows(&board));
            (Objective { opponent: Some(rows), ..objective }, solver.clone().against(&[opponent]))
        } else {
            (objective, solver.clone())
        };
        let expected = crate::brute::solve(&cards, &objective);
        let found = solver.solve(&cards);
        if expected.ties == 0 {
            assert_eq!(found, Err(FantasyError::NoLow), "{cards:?}");
            return;
        }
        let found = found.unwrap();
        check_setting(&cards, &found, solver.scorer());
        assert!((found.value - expected.value).abs() < 1e-9, "{cards:?}: {found:?}, {expected:?}");
        assert_eq!(plain_rows(&found, &objective), expected.rows, "{cards:?}: {found:?}");
        if all {
            let (settings, ties) = solver.solve_all(&cards, 20).unwrap();
            assert_eq!(ties, expected.ties, "{cards:?}");
            assert_eq!(settings.len(), ties.min(20));
            assert_eq!(settings[0].rows, found.rows);
            for setting in settings {
                check_setting(&cards, &setting, solver.scorer());
                assert!((setting.value - expected.value).abs() < 1e-9);
            }
        }
    });
}

/// Returns the rows of a setting as plain scores, top first; a low as in [`crate::brute::Best`].
fn plain_rows(setting: &Setting, objective: &Objective) -> [u32; 3] {
    let within = |row, bound| {
        let scores = crate::brute::scores(setting.board.row(row), false);
        let most = scores.last().copied();
        let legal = scores.iter().rev().find(|score| **score <= bound).copied();
        legal.filter(|legal| objective.joint || Some(*legal) == most).expect("no foul")
    };
    let bottom = within(Row::Bottom, u32::MAX);
    if objective.low {
        let low = crate::brute::scores(setting.board.row(Row::Middle), true)[0];
        return [within(Row::Top, bottom), u32::MAX - low, bottom];
    }
    let middle = within(Row::Middle, bottom);
    [within(Row::Top, middle), middle, bottom]
}

/// Returns a legal board of other cards.
fn random_board(rng: &mut Rng, solver: &Solver, cards: &[PackCard]) -> Board {
    let held: PackSet = cards.iter().copied().collect();
    let mut rest: Vec<PackCard> =
        PackCard::all().take(52).filter(|card| !held.contains(*card)).collect();
    rng.shuffle(&mut rest);
    solver.solve(&rest[..13]).unwrap().board
}

#[test]
fn settings_equal_brute_force_without_jokers() {
    let (rules, objective) = standard(12.5);
    compare(&rules, objective, 13, 0, 150, true);
    compare(&rules, objective, 14, 0, 60, true);
    let (rules, objective) = ultimate(15.0);
    compare(&rules, objective, 14, 0, 60, false);
    compare(&rules, objective, 15, 0, 8, true);
    compare(&rules, objective, 16, 0, 2, false);
}

#[test]
fn settings_equal_brute_force_with_jokers() {
    let (rules, objective) = ultimate(15.0);
    compare(&rules, objective, 13, 1, 40, true);
    compare(&rules, objective, 13, 2, 40, true);
    compare(&rules, objective, 14, 1, 15, true);
    compare(&rules, objective, 14, 2, 15, true);
    compare(&rules, objective, 15, 2, 2, false);
}

#[test]
fn settings_equal_brute_force_with_jokers_row_by_row() {
    let (rules, objective) = ultimate(15.0);
    let rules = Rules { joker_use: JokerUse::RowByRow, ..rules };
    let objective = Objective { joint: false, ..objective };
    compare(&rules, objective, 13, 1, 40, true);
    compare(&rules, objective, 14, 2, 15, true);
}

#[test]
fn settings_equal_brute_force_against_an_opponent() {
    let (rules, objective) = standard(10.0);
    let objective = Objective { opponent: Some([PackSet::EMPTY; 3]), ..objective };
    compare(&rules, objective, 13, 0, 80, true);
    compare(&rules, objective, 14, 0, 40, true);
    compare(&rules, objective, 14, 2, 10, true);
}

#[test]
fn settings_equal_brute_force_with_a_low_middle() {
    let objective = Objective { low: true, middle_stays: 9, ..standard(9.0).1 };
    compare(&Rules::DEUCE_TO_SEVEN, objective, 13, 0, 80, true);
    compare(&Rules::DEUCE_TO_SEVEN, objective, 14, 0, 40, true);
}

#[test]
#[ignore = "minutes: thousands of hands of every kind against every setting"]
fn settings_equal_brute_force_on_thousands_of_hands() {
    let known = Some([PackSet::EMPTY; 3]);
    let with = |(rules, objective): (Rules, Objective)| {
        (rules, Objective { opponent: known, ..objective })
    };
    for (rules, objective) in [standard(12.5), ultimate(15.0), with(standard(10.0))] {
        compare(&rules, objective, 14, 0, 2000, false);
    }
    let (rules, objective) = ultimate(15.0);
    for (n, jokers, count) in [
        (13, 0, 1000),
        (13, 1, 300),
        (13, 2, 300),
        (14, 1, 400),
        (14, 2, 400),
        (15, 0, 400),
        (15, 1, 300),
        (15, 2, 300),
        (16, 0, 200),
        (16, 1, 200),
        (16, 2, 200),
        (17, 0, 200),
        (17, 1, 200),
        (17, 2, 200),
    ] {
        compare(&rules, objective, n, jokers, count, false);
        println!("{n} cards, {jokers} jokers: {count} hands equal");
    }
    let (rules, objective) = with(standard(10.0));
    compare(&rules, objective, 15, 1, 200, false);
    println!("15 cards, 1 joker, an opponent: 200 hands equal");
}

#[test]
#[ignore = "many minutes: every setting of 17 cards with rows and scoop"]
fn settings_equal_brute_force_with_17_cards_against_an_opponent() {
    let (rules, objective) = standard(10.0);
    let objective = Objective { opponent: Some([PackSet::EMPTY; 3]), ..objective };
    for jokers in [0, 2] {
        for hands in (20..=200).step_by(20) {
            compare_from(&rules, objective, 17, jokers, hands - 20..hands, false);
            println!("17 cards, {jokers} jokers, an opponent: {hands} hands equal");
        }
    }
}

#[test]
fn a_distribution_counts_as_the_mean_of_its_boards() {
    let solver = Solver::new(&Rules::STANDARD, 11.0).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let cards = deal(&mut rng, 14, 0);
        let scorer = solver.scorer();
        let boards: Vec<_> = (0..5)
            .map(|_| scorer.rows(&random_board(&mut rng, &solver, &cards)))
            .chain([None])
            .collect();
        let weighted = boards.iter().map(|rows| (*rows, 2.0)).collect();
        let several = solver.clone().against(&[Opponent::one_of(weighted).unwrap()]);
        let best = several.solve(&cards).unwrap();
        let mean = |setting: &Setting| {
            let points = boards.iter().map(|rows| scorer.points(Some(setting.rows), *rows));
            let stay = if setting.stays { 11.0 } else { 0.0 };
            f64::from(points.sum::<i32>()) / boards.len() as f64 + stay
        };
        assert!((mean(&best) - best.value).abs() < 1e-9);
        // No best answer to a single board does better on average.
        for rows in &boards {
            let single = solver.clone().against(&[Opponent::known(*rows)]).solve(&cards).unwrap();
            assert!(mean(&single) <= best.value + 1e-9);
        }
    }
}

#[test]
fn each_opponent_pays_the_royalties() {
    let solver = Solver::new(&Rules::STANDARD, 0.0).unwrap();
    let cards = deal(&mut Rng::new(3), 14, 0);
    let two = solver.clone().against(&[Opponent::known(None), Opponent::known(None)]);
    let royalties = f64::from(solver.solve(&cards).unwrap().royalties);
    assert!((two.solve(&cards).unwrap().value - 2.0 * (royalties + 6.0)).abs() < 1e-9);
}

#[test]
fn a_batch_gives_the_answers_of_single_hands() {
    let solver = Solver::new(&Rules::JOKER_ULTIMATE, 20.0).unwrap();
    let mut rng = Rng::new(8);
    let mut hands: Vec<Vec<PackCard>> =
        (0..60).map(|i| deal(&mut rng, 13 + i % 5, i % 3)).collect();
    hands.push(hands[0][..12].to_vec());
    let answers = solver.solve_batch(&hands);
    for (hand, answer) in hands.iter().zip(answers) {
        assert_eq!(solver.solve(hand), answer);
    }
}

#[test]
fn bad_hands_are_named() {
    let solver = Solver::new(&Rules::STANDARD, 10.0).unwrap();
    let cards = deal(&mut Rng::new(1), 18, 0);
    let error = |cards: &[PackCard]| solver.solve(cards).unwrap_err().to_string();
    assert_eq!(error(&cards[..12]), "12 cards, Fantasyland has 13 to 17");
    assert_eq!(error(&cards), "18 cards, Fantasyland has 13 to 17");
    assert_eq!(error(&[]), "0 cards, Fantasyland has 13 to 17");
    let twice = [&cards[..13], &cards[4..5]].concat();
    assert_eq!(error(&twice), format!("{} is there twice", cards[4]));
    let jokers = [&cards[..11], &PackCard::JOKERS, &PackCard::JOKERS[..1]].concat();
    assert_eq!(error(&jokers), "3 jokers, the pack has two different ones");
    assert_eq!(solver.solve_all(&cards[..12], 1).unwrap_err(), FantasyError::Cards(12));
    let low = Solver::new(&Rules::DEUCE_TO_SEVEN, 10.0).unwrap();
    let joker = [&cards[..12], &PackCard::JOKERS[..1]].concat();
    assert_eq!(low.solve(&joker), Err(FantasyError::JokersWithLow));
    let faces = parse_pack("AcAdAhAsKcKdKhKsQcQdQhQsJc").unwrap();
    assert_eq!(low.solve(&faces), Err(FantasyError::NoLow));
}

#[test]
fn bad_goals_are_named() {
    for stay in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(Solver::new(&Rules::STANDARD, stay), Err(InvalidGoal::StayValue(_))));
    }
    assert_eq!(Opponent::one_of(vec![]), Err(InvalidGoal::NoBoards));
    assert_eq!(Opponent::one_of(vec![(None, 0.0)]), Err(InvalidGoal::Weight(0.0)));
    let rules = Rules { jokers: 3, ..Rules::STANDARD };
    let error = Solver::new(&rules, 1.0).unwrap_err().to_string();
    assert_eq!(error, "jokers cannot be 3, expected 0 to 2");
}
