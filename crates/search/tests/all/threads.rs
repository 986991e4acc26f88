//! Threads: root parallel search gives the same answer on any number, and both modes are sound.

use facedown_game::{Game, Rng, Seat};
use facedown_search::{
    Algorithm, Answer, Budget, Control, Parallel, RootAllocation, SearchConfig, SearchError,
    Searcher, search_hidden,
};
use facedown_testkit::toys::{Calls, Coin, CoinAction, Leduc, LeducAction, LeducView, TwoPacks};

fn view() -> LeducView {
    let mut rng = Rng::new(3);
    let mut state = Leduc.deal(&(), &mut rng, &mut ());
    for action in [LeducAction::Call, LeducAction::Raise, LeducAction::Call] {
        Leduc.apply(&mut state, action, &mut ());
    }
    Leduc.play_chance(&mut state, &mut rng, &mut ());
    Leduc.view(&state, Seat::new(0))
}

/// Returns an answer without its times.
fn timeless<A: Clone>(mut answer: Answer<A>) -> Answer<A> {
    answer.totals.seconds = 0.0;
    answer
}

fn ask(config: &SearchConfig) -> Answer<LeducAction> {
    let budget = Budget::iterations(20_011);
    timeless(search_hidden(&Leduc, &view(), config, budget, Control::default()).unwrap())
}

#[test]
fn equal_seed_and_iterations_give_equal_answers_on_any_number_of_threads() {
    for algorithm in
        [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Flat, Algorithm::Determinized]
    {
        for root in [RootAllocation::Ucb, RootAllocation::SequentialHalving] {
            let on = |threads| ask(&SearchConfig { algorithm, root, threads, ..config() });
            let one = on(1);
            assert_eq!(one, on(1), "between runs");
            for threads in [2, 3, 8] {
                assert_eq!(one, on(threads), "{algorithm:?} {root:?} {threads}");
            }
        }
    }
}

fn config() -> SearchConfig {
    SearchConfig { memory: 64 << 20, ..SearchConfig::default() }
}

#[test]
fn the_answer_depends_on_the_seed_and_not_on_what_was_searched_before() {
    let seed = |seed| ask(&SearchConfig { seed, ..config() });
    assert_ne!(seed(1), seed(2));
    let mut searcher = Searcher::new(Leduc, SearchConfig { seed: 1, ..config() }).unwrap();
    let worlds = facedown_game::Hidden::worlds(&Leduc, &view()).unwrap();
    for _ in 0..2 {
        let budget = Budget::iterations(20_011);
        let answer = searcher.search_view(&view(), &worlds, budget, Control::default());
        let mut answer = timeless(answer.unwrap());
        answer.totals.bytes = seed(1).totals.bytes; // memory is kept
        assert_eq!(answer, seed(1));
    }
}

#[test]
fn a_budget_of_nodes_is_deterministic_too() {
    let on = |threads| {
        let config = SearchConfig { threads, ..config() };
        let budget = Budget::nodes(400);
        timeless(search_hidden(&Leduc, &view(), &config, budget, Control::default()).unwrap())
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn a_tree_that_threads_share_counts_every_iteration_and_finds_the_same_values() {
    for threads in [1, 2, 4] {
        let config = SearchConfig { parallel: Parallel::Tree, threads, ..config() };
        let shared = ask(&config);
        assert_eq!(shared.totals.trees, 1);
        let visits: u64 = shared.actions.iter().map(|report| report.visits).sum();
        assert_eq!(visits, shared.totals.iterations);
        let alone = ask(&SearchConfig { root_trees: 1, ..self::config() });
        assert_eq!(shared.best().action, alone.best().action);
        let [a, b] = [&shared, &alone].map(|answer| answer.best().mean.unwrap());
        assert!((a - b).abs() < 0.3, "{threads} threads: {a} {b}");
    }
}

#[test]
fn threads_that_share_a_tree_agree_on_the_traps_and_on_hidden_actions() {
    for algorithm in [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Uct, Algorithm::Flat] {
        let config = SearchConfig { algorithm, parallel: Parallel::Tree, threads: 4, ..config() };
        let game = Coin::STRATEGY_FUSION;
        let view = game.view(&game.deal(&(), &mut Rng::new(1), &mut ()), Seat::new(0));
        let budget = Budget::iterations(50_000);
        let answer = search_hidden(&game, &view, &config, budget, Control::default()).unwrap();
        if algorithm != Algorithm::Uct {
            assert_eq!(answer.best().action, CoinAction::Safe, "{algorithm:?}");
        }
        let weight: u64 = answer.actions.iter().map(|report| report.visits).sum();
        assert!(weight <= answer.totals.iterations);
    }
}

/// Plays every seat of a hand by short searches with this configuration.
fn play_through<G: facedown_game::Hidden + facedown_game::Searchable>(
    game: &G,
    config: SearchConfig,
    seed: u64,
) -> usize {
    use facedown_game::{ActionBuf, Turn};
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut searcher = Searcher::new(game.clone(), config).unwrap();
    let mut decisions = 0;
    loop {
        match game.turn(&state) {
            Turn::Over => return decisions,
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Act(seat) => {
                let view = game.view(&state, seat);
                let worlds = game.worlds(&view).unwrap();
                let budget = Budget::iterations(200);
                let answer =
                    searcher.search_view(&view, &worlds, budget, Control::default()).unwrap();
                let mut list = G::LegalActions::default();
                game.legal_actions(&state, &mut list);
                let mut found: Vec<_> = answer.actions.iter().map(|r| r.action).collect();
                found.sort_unstable();
                assert_eq!(found, list.as_slice());
                game.apply(&mut state, answer.best().action, &mut ());
                decisions += 1;
            }
        }
    }
}

#[test]
fn games_with_secret_answers_and_with_ten_seats_are_played_to_the_end() {
    for algorithm in [
        Algorithm::SoIsmcts,
        Algorithm::MoIsmcts,
        Algorithm::Flat,
        Algorithm::Determinized,
        Algorithm::Uct,
        Algorithm::Puct,
    ] {
        for (parallel, threads) in [(Parallel::Root, 1), (Parallel::Tree, 2)] {
            let config = SearchConfig {
                algorithm,
                parallel,
                threads,
                worlds: 4,
                root_trees: 2,
                memory: 16 << 20,
                ..SearchConfig::default()
            };
            assert!(play_through(&Calls, config.clone(), 1) > 0);
            assert_eq!(play_through(&TwoPacks, config, 2), 30);
        }
    }
}

#[test]
fn a_thread_count_beyond_reason_is_refused() {
    let config = SearchConfig { threads: 1_000_000, ..config() };
    let error = Searcher::new(Leduc, config).err();
    assert!(matches!(error, Some(SearchError::Config { param: "threads", .. })), "{error:?}");
}
