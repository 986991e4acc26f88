//! Intervals of values that are enumerated against sampled boards.

use facedown_game::Control;
use facedown_ofc::Rules;
use facedown_ofc_solver::Position;
use facedown_ofc_solver::placements::{PlacementsAnswer, PlacementsConfig, solve_placements};
use facedown_search::Budget;

const THEIRS: &str = "Ah / 6h 6c 3h / Kd Kc 5d";

fn solve(board: &str, deal: &str, seed: u64) -> PlacementsAnswer {
    let position = Position::parse(&Rules::STANDARD, board, deal, &[THEIRS], "").unwrap();
    let config = PlacementsConfig { seed, sample_intervals: true, ..PlacementsConfig::default() };
    solve_placements(&position, &config, Budget::iterations(1), Control::default()).unwrap()
}

#[test]
fn values_against_sampled_boards_have_intervals() {
    let last = solve("Qs Qd / 7c 7d 2d 2h / 9s Ts Js 8s 2s", "7h Th 4s", 1);
    let street_4 = solve("Qs / 7c 7d 2d / 9s Ts Js 8s 2s", "Qd 7h 4s", 1);
    for answer in [&last, &street_4] {
        assert!(!answer.exact && answer.modelled.is_some());
        for placement in &answer.placements {
            let [low, high] = placement.interval.unwrap();
            assert!(low <= placement.expectation.value && placement.expectation.value <= high);
            assert!(placement.foul_interval.is_some() && placement.behind_interval.is_some());
        }
        let [low, high] = answer.placements[0].interval.unwrap();
        assert!(0.0 < high - low && high - low < 12.0, "{low} {high}");
        assert_eq!(answer.placements[0].behind_interval, Some([0.0, 0.0]));
    }
    // A complete board is a foul, or it is none, whatever the opponent has.
    for placement in &last.placements {
        assert_eq!(placement.foul_interval, Some([placement.expectation.foul; 2]));
    }
}

#[test]
fn intervals_against_sampled_boards_cover_the_mean_over_many_samples() {
    let value = |seed| solve("Qs Qd / 7c 7d 2d 2h / 9s Ts Js 8s 2s", "7h Th 4s", seed);
    let answers: Vec<PlacementsAnswer> = (0..60).map(value).collect();
    let board = answers[0].placements[0].board;
    let found = answers.iter().filter_map(|answer| {
        let one = answer.placements.iter().find(|one| one.board == board)?;
        Some((one.expectation.value, one.interval?))
    });
    let found: Vec<(f64, [f64; 2])> = found.collect();
    let mean = found.iter().map(|(value, _)| value).sum::<f64>() / found.len() as f64;
    let covered = found.iter().filter(|(_, [low, high])| *low <= mean && mean <= *high).count();
    // Of 60 intervals of 95 % fewer than 52 cover once in 10,000 times.
    assert!(found.len() == 60 && (52..=60).contains(&covered), "{covered} of {}", found.len());
}

#[test]
fn complete_boards_leave_values_exact() {
    let theirs = "Ah Ac 2c / Kd Kc 5d 5c 9c / 6h 6c 3h 3d Jd";
    let board = "Qs Qd / 7c 7d 2d 2h / 9s Ts Js 8s 2s";
    let position = Position::parse(&Rules::STANDARD, board, "7h Th 4s", &[theirs], "").unwrap();
    let config = PlacementsConfig { sample_intervals: true, ..PlacementsConfig::default() };
    let budget = Budget::iterations(1);
    let answer = solve_placements(&position, &config, budget, Control::default()).unwrap();
    assert!(answer.exact && answer.placements.iter().all(|one| one.interval.is_none()));
}
