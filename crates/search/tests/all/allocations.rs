//! Nothing is allocated in an iteration once the tree has its memory.

use facedown_game::{Hidden, Rng, Searchable, Seat};
use facedown_search::{Algorithm, Budget, Control, RootAllocation, SearchConfig, Searcher};
use facedown_testkit::toys::{Leduc, TwoPacks};
use facedown_testkit::{allocations, is_counting};

/// Counts the allocations of a warm searcher in searches of so many iterations.
fn count<G: Hidden + Searchable>(game: &G, config: &SearchConfig, iterations: &[u64]) -> Vec<u64> {
    let state = game.deal(&game.first_setup(), &mut Rng::new(5), &mut ());
    let view = game.view(&state, Seat::new(0));
    let worlds = game.worlds(&view).unwrap();
    let mut searcher = Searcher::new(game.clone(), config.clone()).unwrap();
    let mut ask = |iterations| {
        let budget = Budget::iterations(iterations);
        searcher.search_view(&view, &worlds, budget, Control::default()).unwrap()
    };
    ask(iterations[iterations.len() - 1]);
    iterations.iter().map(|&n| allocations(|| ask(n))).collect()
}

#[test]
fn iterations_do_not_allocate_after_the_first_search() {
    assert!(is_counting());
    for algorithm in [
        Algorithm::Uct,
        Algorithm::SoIsmcts,
        Algorithm::MoIsmcts,
        Algorithm::Flat,
        Algorithm::Determinized,
        Algorithm::Puct,
    ] {
        for root in [RootAllocation::Ucb, RootAllocation::SequentialHalving] {
            let config =
                SearchConfig { algorithm, root, early_stop: false, ..SearchConfig::default() };
            // The rest is for the answer and at the goals, of which both searches have equally
            // many.
            let counts = count(&TwoPacks, &config, &[6_400, 25_600]);
            assert!(counts[1] < 800, "{algorithm:?} {root:?} {counts:?}");
            assert!(counts[1] <= counts[0] + 40, "{algorithm:?} {root:?} {counts:?}");
            let counts = count(&Leduc, &config, &[6_400, 25_600]);
            assert!(counts[1] <= counts[0] + 40, "{algorithm:?} {root:?} {counts:?}");
        }
    }
}
