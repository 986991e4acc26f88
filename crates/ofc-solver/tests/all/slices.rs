//! The solver in slices: the same answers as in one piece, and cancellable everywhere.

use facedown_game::{Clock, Control, ProcessClock};
use facedown_ofc::Rules;
use facedown_ofc_solver::Position;
use facedown_ofc_solver::placements::{
    Method, PlacementsAnswer, PlacementsConfig, PlacementsProgress, PlacementsSearch,
    solve_placements,
};
use facedown_search::{Allowance, Budget, Stop};
use facedown_testkit::TickingClock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const BUDGET: Budget = Budget::iterations(300);

fn position(board: &str, deal: &str, opponents: &[&str]) -> Position {
    Position::parse(&Rules::STANDARD, board, deal, opponents, "").unwrap()
}

const OTHER: &str = "Ah Ac 2c / Kd Kc 5d 5c 8c / 6h 6c 3h 3d 6s";

/// Returns a position of street 3 with eight unseen cards, against a complete board or alone.
fn street_3(against: bool) -> Position {
    let board = "Qs / 7c 7d 2h / 9s Ts Js";
    let dead = "As Ad 2d 2s 3s 3c 4d 4h 4s 5h 5s 7s 8d 8h 9c 9d Td Th Jd Jc Kh";
    let (opponents, dead) = if against {
        (vec![OTHER], dead.to_owned())
    } else {
        (vec![], format!("{dead} {}", OTHER.replace('/', "")))
    };
    Position::parse(&Rules::STANDARD, board, "Qd 8s 4c", &opponents, &dead).unwrap()
}

fn config() -> PlacementsConfig {
    PlacementsConfig { seed: 7, samples: Some(24), ..PlacementsConfig::default() }
}

/// Returns the answer without times, which differ from run to run.
fn untimed(answer: PlacementsAnswer) -> PlacementsAnswer {
    let mut answer = answer;
    answer.seconds = 0.0;
    // Threads that solve the same decision at once both miss it.
    answer.table_lookups = [0; 2];
    answer
}

fn whole(position: &Position, config: &PlacementsConfig) -> PlacementsAnswer {
    untimed(solve_placements(position, config, BUDGET, Control::default()).unwrap())
}

fn begin(position: &Position, config: &PlacementsConfig) -> PlacementsSearch {
    PlacementsSearch::begin(position, config, BUDGET, &ProcessClock).unwrap()
}

#[test]
fn slices_do_not_change_the_answer_on_any_street() {
    let seven = "Qs / 7c 7d 2h / 9s Ts Js";
    let nine = "Qs Qd / 7c 7d 2h / 9s Ts Js 8s";
    let open = ["Ah / Kd Kc 5d / 6h 6c 3h"];
    for (position, exact) in [
        (position("", "As Kd 7h 7c 2s", &[]), false),
        (position("", "As Kd 7h 7c 2s", &["Qh / 5d 5c / 9h 8h"]), false),
        (position("Qs / 7c 7d / 9s Ts", "Qd 8s 4c", &open), false),
        (position(seven, "Qd 8s 4c", &open), false),
        (position(nine, "Kh Ks 4c", &open), false),
        (position("Qs Qd / 7c 7d 2h 2d / 9s Ts Js 8s 3s", "Kh Ks 4c", &[]), false),
    ] {
        let config = PlacementsConfig { exact, ..config() };
        let expected = whole(&position, &config);
        for iterations in [1, 7, 100, u64::MAX] {
            let mut search = begin(&position, &config);
            let mut slices = 0;
            while search.advance(Allowance::units(iterations)).unwrap() {
                slices += 1;
                if let Some(answer) = search.answer() {
                    assert_eq!(answer.stop_reason, Stop::Running);
                }
            }
            assert_eq!(untimed(search.answer().unwrap()), expected, "slices of {iterations}");
            let searched = expected.method == Method::Searched;
            assert!(!searched || iterations > 7 || slices >= 300 / 7, "{slices} slices");
        }
    }
}

#[test]
fn street_3_is_solved_exactly_in_slices() {
    for (against, threads) in [(false, 1), (true, 1), (true, 3)] {
        let position = street_3(against);
        let config = PlacementsConfig { exact: true, threads, ..config() };
        let expected = whole(&position, &config);
        assert!(expected.exact);
        assert_eq!(expected.stop_reason, Stop::Proven);
        for iterations in [13, 300] {
            let mut search = begin(&position, &config);
            let (mut slices, mut done) = (0, 0.0);
            while search.advance(Allowance::units(iterations)).unwrap() {
                assert_eq!(search.answer(), None);
                let Some(PlacementsProgress::Solving(part)) = search.progress() else { continue };
                assert!(part >= done && part < 1.0, "{done} {part}");
                (done, slices) = (part, slices + 1);
            }
            assert!(slices > 2, "{slices} slices");
            assert_eq!(untimed(search.answer().unwrap()), expected);
        }
    }
}

#[test]
fn threads_in_the_pool_of_the_caller_give_the_same_slices() {
    let position = position("Qs / 7c 7d / 9s Ts", "Qd 8s 4c", &["Ah / Kd Kc / 6h 6c"]);
    let expected = whole(&position, &config());
    let config = PlacementsConfig { threads: 3, ..config() };
    assert_eq!(whole(&position, &config), expected);
    let mut search = begin(&position, &config);
    while search.advance(Allowance::units(64)).unwrap() {}
    assert_eq!(untimed(search.answer().unwrap()), expected);
}

#[test]
fn a_sliced_solver_can_be_cancelled_in_every_phase() {
    let modelled = position("", "As Kd 7h 7c 2s", &["Qh / 5d 5c / 9h 8h"]);
    // While opponents are sampled, and while placements are searched.
    for slice in [4, 150] {
        let mut search = begin(&modelled, &config());
        assert!(search.advance(Allowance::units(slice)).unwrap());
        search.cancel();
        let mut slices = 0;
        while search.advance(Allowance::units(50)).unwrap() {
            slices += 1;
        }
        // No more than the first look at every placement.
        assert!(slices <= 232 / 50 + 2, "{slices} slices");
        let answer = search.answer().unwrap();
        assert_eq!(answer.stop_reason, Stop::Cancelled);
        assert_eq!(answer.placements.len(), 232);
    }
    let position = street_3(false);
    let mut search = begin(&position, &PlacementsConfig { exact: true, ..config() });
    assert!(search.advance(Allowance::units(100)).unwrap());
    search.cancel();
    // It has no exact answer, so every placement is tried once.
    while search.advance(Allowance::units(100)).unwrap() {}
    let answer = search.answer().unwrap();
    assert_eq!((answer.stop_reason, answer.exact), (Stop::Cancelled, false));
    assert!(answer.placements.iter().all(|placement| placement.visits == 1));
}

#[test]
fn the_solver_can_be_cancelled_and_observed_by_its_control() {
    let position = street_3(false);
    let exact = PlacementsConfig { exact: true, ..config() };
    let cancel = AtomicBool::new(true);
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    let answer = solve_placements(&position, &exact, BUDGET, control).unwrap();
    assert_eq!((answer.stop_reason, answer.exact), (Stop::Cancelled, false));
    let (mut solving, mut searching) = (0, 0);
    for config in [exact, PlacementsConfig { exact: false, ..exact }] {
        let mut progress = |report: &PlacementsProgress| match report {
            PlacementsProgress::Solving(_) => solving += 1,
            PlacementsProgress::Searching(answer) => {
                assert_eq!(answer.stop_reason, Stop::Running);
                searching += 1;
            }
            _ => {}
        };
        let every = Duration::ZERO;
        let control = Control { progress: Some(&mut progress), every, ..Control::default() };
        solve_placements(&position, &config, Budget::iterations(5_000), control).unwrap();
    }
    assert!(solving > 0 && searching > 2, "{solving} {searching}");
}

#[test]
fn all_time_comes_from_the_clock_of_the_caller() {
    let clock = TickingClock::new(Duration::from_millis(1));
    let position = position("", "As Kd 7h 7c 2s", &["Qh / 5d 5c / 9h 8h"]);
    let control = Control { clock: &clock, ..Control::default() };
    let answer = solve_placements(&position, &config(), Budget::seconds(0.05), control).unwrap();
    assert_eq!(answer.stop_reason, Stop::Time);
    assert!((0.05..0.15).contains(&answer.seconds), "{}", answer.seconds);
    // A slice that ends at a time ends there in every phase.
    let mut search =
        PlacementsSearch::begin(&position, &config(), Budget::iterations(100_000), &clock).unwrap();
    for _ in 0..20 {
        let end = clock.now() + Duration::from_millis(12);
        assert!(search.advance(Allowance::until(end, &clock)).unwrap());
        assert!(clock.now() <= end + Duration::from_millis(8));
    }
    assert!(search.answer().is_some());
}

#[test]
fn estimated_leaves_give_one_answer_for_slices_and_threads() {
    let open = ["Ah / Kd Kc 5d / 6h 6c 3h"];
    for position in
        [position("", "As Kd 7h 7c 2s", &[]), position("Qs / 7c 7d / 9s Ts", "Qd 8s 4c", &open)]
    {
        let config = PlacementsConfig { estimated: true, ..config() };
        let expected = whole(&position, &config);
        assert_eq!(expected.method, Method::Searched);
        assert_ne!(expected.placements, whole(&position, &self::config()).placements);
        let alone = expected.modelled.as_ref().is_none_or(|text| text.contains("estimates"));
        assert!(alone, "{:?}", expected.modelled);
        for iterations in [1, 100] {
            let mut search = begin(&position, &config);
            while search.advance(Allowance::units(iterations)).unwrap() {}
            assert_eq!(untimed(search.answer().unwrap()), expected, "slices of {iterations}");
        }
        for threads in [2, 5] {
            let config = PlacementsConfig { threads, ..config };
            assert_eq!(whole(&position, &config), expected, "{threads} threads");
        }
    }
}
