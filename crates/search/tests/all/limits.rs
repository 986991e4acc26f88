//! Limits: memory, time, nodes, interruption, progress, and questions without an answer.

use crate::common::{Pull, Slots};
use facedown_game::{Game, Hidden, Rng, Seat, Turn};
use facedown_search::{
    Algorithm, Budget, Control, Parallel, SearchConfig, SearchError, Searcher, Stop, search_hidden,
    search_state,
};
use facedown_testkit::TickingClock;
use facedown_testkit::toys::{Board, Kuhn, KuhnView, Rows, TicTacToe, TwoPacks};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn kuhn() -> KuhnView {
    Kuhn.view(&Kuhn.deal(&(), &mut Rng::new(1), &mut ()), Seat::new(0))
}

/// A position of the game of two packs, whose tree does not end soon.
fn large() -> <TwoPacks as Game>::View {
    let state = TwoPacks.deal(&TwoPacks.first_setup(), &mut Rng::new(1), &mut ());
    TwoPacks.view(&state, Seat::new(0))
}

#[test]
fn a_search_that_has_used_its_memory_goes_on_without_new_nodes() {
    for (parallel, threads) in [(Parallel::Root, 1), (Parallel::Tree, 2)] {
        let config = SearchConfig {
            memory: 4 << 20,
            root_trees: 2,
            parallel,
            threads,
            early_stop: false,
            ..SearchConfig::default()
        };
        let budget = Budget::iterations(300_000);
        let answer = search_hidden(&TwoPacks, &large(), &config, budget, Control::default());
        let answer = answer.unwrap();
        assert!(answer.totals.memory_full);
        assert!(answer.totals.bytes <= config.memory, "{}", answer.totals.bytes);
        assert!(answer.totals.bytes > config.memory / 2, "{}", answer.totals.bytes);
        assert_eq!(answer.totals.iterations, 300_000);
    }
}

/// A clock that moves on by 50 microseconds whenever it is read.
fn ticks() -> TickingClock {
    TickingClock::new(Duration::from_micros(50))
}

#[test]
fn time_is_kept() {
    for (parallel, threads) in [(Parallel::Root, 1), (Parallel::Root, 2), (Parallel::Tree, 2)] {
        let config = SearchConfig { parallel, threads, early_stop: false, ..Default::default() };
        let mut searcher = Searcher::new(TwoPacks, config).unwrap();
        let worlds = TwoPacks.worlds(&large()).unwrap();
        let clock = ticks();
        let control = Control { clock: &clock, ..Control::default() };
        let budget = Budget::seconds(0.05);
        let answer = searcher.search_view(&large(), &worlds, budget, control).unwrap();
        assert_eq!(answer.totals.stop, Stop::Time);
        assert!((0.05..0.1).contains(&answer.totals.seconds), "{answer:?}");
        assert!(answer.totals.iterations > 0);
    }
}

#[test]
fn trees_share_the_time_when_threads_are_fewer() {
    let config = SearchConfig { early_stop: false, ..SearchConfig::default() };
    let mut searcher = Searcher::new(TwoPacks, config).unwrap();
    let worlds = TwoPacks.worlds(&large()).unwrap();
    let clock = ticks();
    let control = Control { clock: &clock, ..Control::default() };
    let budget = Budget::seconds(0.2);
    let answer = searcher.search_view(&large(), &worlds, budget, control).unwrap();
    assert_eq!(answer.totals.stop, Stop::Time);
    // Each of the eight trees has grown: a tree has a root and more.
    assert!(answer.totals.nodes > 8 * 20, "{answer:?}");
}

#[test]
fn a_cancelled_search_returns_its_answer_so_far() {
    for seconds in [None, Some(1_000.0)] {
        let cancel = AtomicBool::new(false);
        let config = SearchConfig { threads: 2, early_stop: false, ..SearchConfig::default() };
        let budget = Budget { seconds, iterations: Some(u64::MAX), nodes: None };
        let mut progress = |_: &facedown_search::Answer<_>| cancel.store(true, Ordering::Relaxed);
        let control = Control {
            cancel: Some(&cancel),
            progress: Some(&mut progress),
            clock: &ticks(),
            ..Control::default()
        };
        let answer = search_hidden(&TwoPacks, &large(), &config, budget, control).unwrap();
        assert_eq!(answer.totals.stop, Stop::Cancelled);
        assert!(answer.best().visits > 0);
    }
}

#[test]
fn a_search_cancelled_before_it_began_still_names_a_legal_action() {
    let cancel = AtomicBool::new(true);
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    let config = SearchConfig::default();
    let answer = search_hidden(&Kuhn, &kuhn(), &config, Budget::seconds(9.0), control).unwrap();
    assert_eq!((answer.totals.stop, answer.totals.iterations), (Stop::Cancelled, 0));
    assert_eq!(answer.actions.len(), 2);
}

#[test]
fn a_budget_of_nodes_ends_with_the_nodes_or_with_the_game() {
    let config = SearchConfig::default();
    let ask = |nodes| {
        search_hidden(&Rows, &rows(), &config, Budget::nodes(nodes), Control::default()).unwrap()
    };
    let answer = ask(5_000);
    assert_eq!(answer.totals.stop, Stop::Nodes);
    assert!((5_000..5_100).contains(&answer.totals.nodes), "{}", answer.totals.nodes);
    // Kuhn poker has fewer situations than that.
    let small = search_hidden(&Kuhn, &kuhn(), &config, Budget::nodes(100_000), Control::default());
    assert_eq!(small.unwrap().totals.stop, Stop::Exhausted);
}

fn rows() -> <Rows as Game>::View {
    let mut rng = Rng::new(4);
    let mut state = Rows.deal(&(), &mut rng, &mut ());
    while Rows.turn(&state) == Turn::Chance {
        Rows.play_chance(&mut state, &mut rng, &mut ());
    }
    Rows.view(&state, Seat::new(0))
}

#[test]
fn a_search_ends_when_no_other_action_can_catch_up() {
    let slots = Slots { chances: &[900, 10], heuristics: &[] };
    let ask = |early_stop, budget| {
        let config = SearchConfig { early_stop, ..SearchConfig::default() };
        let clock = ticks();
        let control = Control { clock: &clock, ..Control::default() };
        search_hidden(&slots, &Pull::default(), &config, budget, control).unwrap()
    };
    let budget = Budget::iterations(100_000);
    let [short, long] = [true, false].map(|early_stop| ask(early_stop, budget));
    assert_eq!((short.totals.stop, long.totals.stop), (Stop::Settled, Stop::Iterations));
    assert!(short.totals.iterations < 60_000, "{}", short.totals.iterations);
    let (first, second) = (&short.actions[0], &short.actions[1]);
    assert!(first.visits - second.visits > 100_000 - short.totals.iterations);
    assert_eq!(short.best().action, long.best().action);
    assert_eq!(ask(true, Budget::seconds(0.2)).totals.stop, Stop::Settled);
}

#[test]
fn a_single_action_needs_no_long_search() {
    let slots = Slots { chances: &[500], heuristics: &[] };
    let config = SearchConfig::default();
    let ask = |budget| {
        let control = Control { clock: &ticks(), ..Control::default() };
        search_hidden(&slots, &Pull::default(), &config, budget, control).unwrap()
    };
    for budget in [Budget::iterations(1_000_000), Budget::seconds(20.0), Budget::nodes(1_000)] {
        let answer = ask(budget);
        assert!(answer.totals.seconds < 10.0);
        assert!(answer.best().visits > 0, "{budget:?}");
    }
}

#[test]
fn progress_is_reported_while_a_search_runs() {
    let (mut seen, cancel) = (Vec::new(), AtomicBool::new(false));
    let mut progress = |answer: &facedown_search::Answer<_>| {
        assert_eq!(answer.totals.stop, Stop::Running);
        seen.push(answer.totals.iterations);
        cancel.store(seen.len() == 5, Ordering::Relaxed);
    };
    let control = Control {
        cancel: Some(&cancel),
        progress: Some(&mut progress),
        every: Duration::from_millis(5),
        clock: &ticks(),
    };
    let config = SearchConfig { early_stop: false, ..SearchConfig::default() };
    let budget = Budget::iterations(u64::MAX);
    let answer = search_hidden(&TwoPacks, &large(), &config, budget, control).unwrap();
    assert_eq!(answer.totals.stop, Stop::Cancelled);
    assert_eq!(seen.len(), 5);
    assert!(seen.is_sorted() && seen[4] > seen[0], "{seen:?}");
}

#[test]
fn watching_a_search_does_not_change_its_answer() {
    let ask = |watch: bool| {
        let mut progress = |_: &facedown_search::Answer<_>| {};
        let control = Control {
            progress: if watch { Some(&mut progress) } else { None },
            every: Duration::from_millis(2),
            clock: &ticks(),
            ..Control::default()
        };
        let config = SearchConfig { early_stop: false, ..SearchConfig::default() };
        let budget = Budget::iterations(20_000);
        search_hidden(&TwoPacks, &large(), &config, budget, control).unwrap().actions
    };
    assert_eq!(ask(true), ask(false));
}

#[test]
fn a_seat_with_nothing_to_decide_is_an_error() {
    let config = SearchConfig::default();
    let budget = Budget::iterations(10);
    let state = Kuhn.deal(&(), &mut Rng::new(1), &mut ());
    let other = Kuhn.view(&state, Seat::new(1));
    let error = search_hidden(&Kuhn, &other, &config, budget, Control::default());
    assert_eq!(error.unwrap_err(), SearchError::NoLegalAction);
    let mut board = Board::default();
    for square in [0, 3, 1, 4, 2] {
        TicTacToe.apply(&mut board, square, &mut ());
    }
    let error = search_state(&TicTacToe, &board, &config, budget, Control::default());
    assert_eq!(error.unwrap_err(), SearchError::NoLegalAction);
}

#[test]
fn a_budget_of_zero_and_an_invalid_parameter_are_errors() {
    let ask = |config: &SearchConfig, budget| {
        search_hidden(&Kuhn, &kuhn(), config, budget, Control::default()).unwrap_err()
    };
    let good = SearchConfig::default();
    for budget in [Budget::default(), Budget::seconds(0.0), Budget::iterations(0)] {
        assert!(matches!(ask(&good, budget), SearchError::Budget(_)));
    }
    let bad = SearchConfig { root_trees: 0, ..SearchConfig::default() };
    assert!(ask(&bad, Budget::seconds(1.0)).to_string().starts_with("root_trees is 0"));
}

#[test]
fn fewer_iterations_than_trees_or_actions_are_spent_all_the_same() {
    for root in [
        facedown_search::RootAllocation::Ucb,
        facedown_search::RootAllocation::SequentialHalving,
        facedown_search::RootAllocation::Uniform,
    ] {
        for iterations in [1, 2, 7] {
            for algorithm in [Algorithm::SoIsmcts, Algorithm::Determinized] {
                let config = SearchConfig { root, algorithm, ..SearchConfig::default() };
                let budget = Budget::iterations(iterations);
                let answer =
                    search_hidden(&TwoPacks, &large(), &config, budget, Control::default());
                assert_eq!(answer.unwrap().totals.iterations, iterations, "{root:?}");
            }
        }
    }
}
