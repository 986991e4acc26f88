//! The parameters of a search: breadth, the weight of estimates, memory, parallel mode, pruning.

use facedown_game::Control;
use facedown_ofc::{Row, Rules};
use facedown_ofc_solver::Position;
use facedown_ofc_solver::placements::{
    PlacementReport, PlacementsAnswer, PlacementsConfig, solve_placements,
};
use facedown_search::{Budget, ChanceParallel, Stop};

fn position() -> Position {
    let board = "Qs / 7c 7d / 9s Ts";
    Position::parse(&Rules::STANDARD, board, "Qd 8s 4c", &[], "").unwrap()
}

fn solve(config: &PlacementsConfig, iterations: u64) -> PlacementsAnswer {
    let budget = Budget::iterations(iterations);
    let answer = solve_placements(&position(), config, budget, Control::default());
    let mut answer = answer.unwrap();
    (answer.seconds, answer.table_lookups) = (0.0, [0; 2]);
    answer
}

#[test]
fn threads_that_share_leaves_give_the_same_answer() {
    let root = PlacementsConfig { seed: 5, ..PlacementsConfig::default() };
    let expected = solve(&root, 300);
    for threads in [1, 3] {
        let leaf = PlacementsConfig { threads, parallel: ChanceParallel::Leaf, ..root };
        assert_eq!(solve(&leaf, 300), expected);
    }
}

#[test]
fn only_candidates_are_compared() {
    let config = PlacementsConfig { breadth: 4, ..PlacementsConfig::default() };
    let answer = solve(&config, 300);
    assert_eq!(answer.placements.iter().filter(|placement| placement.visits > 0).count(), 4);
    assert!(answer.placements.len() > 20);
}

#[test]
fn an_estimate_counts_as_its_weight_in_iterations() {
    let with = |prior: f64| {
        let config =
            PlacementsConfig { breadth: 2, prior: Some(prior), ..PlacementsConfig::default() };
        solve(&config, 120).placements
    };
    let (searched, estimated, both) = (with(0.0), with(1e9), with(20.0));
    // The gap of the first board of the plain search.
    let gap = |of: &[PlacementReport]| {
        let same = of[0].board == searched[0].board;
        if same { of[1].behind } else { -of[1].behind }
    };
    let expected = (60.0 * gap(&searched) + 20.0 * gap(&estimated)) / 80.0;
    assert!((gap(&both) - expected).abs() < 1e-3, "{} {expected}", gap(&both));
    assert!((gap(&searched) - gap(&estimated)).abs() > 0.01);
    let width = |[low, high]: [f64; 2]| high - low;
    let narrowed =
        width(both[1].behind_interval.unwrap()) / width(searched[1].behind_interval.unwrap());
    assert!((narrowed - (60.0_f64 / 80.0).sqrt()).abs() < 1e-9);
    // Values are means of deals, whatever the weight.
    let of = |board, all: &[PlacementReport]| {
        all.iter().find(|p| p.board == board).map(|p| (p.visits, p.expectation, p.interval))
    };
    for placement in &searched[..2] {
        assert_eq!(placement.visits, 60);
        assert_eq!(of(placement.board, &both), of(placement.board, &searched));
    }
}

#[test]
fn a_made_five_card_hand_stays_together() {
    for deal in ["5s 6h 7d 8c 9h", "2h 5h 9h Jh Kh", "4s 5s 6s 7s 8s"] {
        let position = Position::parse(&Rules::STANDARD, "", deal, &[], "").unwrap();
        let (config, budget) = (PlacementsConfig::default(), Budget::iterations(4_000));
        let answer = solve_placements(&position, &config, budget, Control::default()).unwrap();
        let best = &answer.placements[0].board;
        assert_eq!(best.row(Row::Bottom).len(), 5, "{deal}: {best}");
    }
}

#[test]
fn a_search_that_fills_its_memory_ends_with_its_answer() {
    // Quick leaves: one card at a time.
    let board = "Qs / 7c 7d 2h / 9s Ts Js";
    let position = Position::parse(&Rules::CLASSIC, board, "Qd", &[], "").unwrap();
    let config = PlacementsConfig { memory: 1 << 20, ..PlacementsConfig::default() };
    let budget = Budget::iterations(100_000);
    let answer = solve_placements(&position, &config, budget, Control::default()).unwrap();
    assert_eq!((answer.stop_reason, answer.stop), (Stop::Exhausted, "the memory was used up"));
    assert!((1000..20_000).contains(&answer.iterations), "{}", answer.iterations);
    let visits: u64 = answer.placements.iter().map(|placement| placement.visits).sum();
    assert_eq!(visits, answer.iterations);
}

#[test]
fn placements_far_behind_are_dropped_by_confidence() {
    let all = solve(&PlacementsConfig::default(), 1500);
    assert_eq!(all.stop_reason, Stop::Iterations);
    let visited = |answer: &PlacementsAnswer| {
        answer.placements.iter().filter(|placement| placement.visits > 40).count()
    };
    let config = PlacementsConfig {
        confidence_margin: Some(0.0),
        pruning_visits: 10,
        ..PlacementsConfig::default()
    };
    let dropped = solve(&config, 1500);
    assert_eq!(dropped.placements[0].board, all.placements[0].board);
    // Fewer placements go on, and the search ends when one is left.
    assert!(visited(&dropped) < visited(&all) || dropped.stop_reason == Stop::Settled);
    // With a margin that nothing reaches, nothing changes.
    let far = PlacementsConfig { confidence_margin: Some(1000.0), ..config };
    assert_eq!(solve(&far, 1500), all);
}

#[test]
fn pruning_by_bounds_can_be_switched_off_and_widened() {
    // A full bottom row bounds what a placement can still bring.
    let board = "2c 3d 4h / 7c 7d 2h 2d / ";
    let position = Position::parse(&Rules::STANDARD, board, "Qd 8s 4c", &[], "").unwrap();
    let budget = Budget::iterations(400);
    let solve = |config: PlacementsConfig| {
        let mut answer = solve_placements(&position, &config, budget, Control::default()).unwrap();
        (answer.seconds, answer.table_lookups) = (0.0, [0; 2]);
        answer
    };
    let default = PlacementsConfig::default();
    let without = solve(PlacementsConfig { pruning: false, ..default });
    // A wide margin prunes nothing, either.
    assert_eq!(solve(PlacementsConfig { pruning_margin: 1000.0, ..default }), without);
}

#[test]
fn parameters_out_of_range_are_named() {
    let said = |config: PlacementsConfig| {
        let budget = Budget::iterations(10);
        solve_placements(&position(), &config, budget, Control::default()).unwrap_err().to_string()
    };
    let default = PlacementsConfig::default();
    for (config, named) in [
        (PlacementsConfig { breadth: 0, ..default }, "candidates is 0"),
        (PlacementsConfig { memory: 5, ..default }, "memory is 5, expected at least 1048576"),
        (PlacementsConfig { pruning_margin: -1.0, ..default }, "pruning_margin is -1"),
        (PlacementsConfig { pruning_margin: f64::NAN, ..default }, "pruning_margin is NaN"),
        (
            PlacementsConfig { confidence_margin: Some(1e6), ..default },
            "confidence_margin is 1000000",
        ),
        (PlacementsConfig { threads: 65, ..default }, "threads is 65"),
    ] {
        assert!(said(config).starts_with(named), "{named}: {}", said(config));
    }
}
