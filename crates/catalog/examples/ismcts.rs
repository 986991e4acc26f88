//! Iterations a second of both information-set searches in trick games, on one thread, with the
//! worlds' table built anew for each decision of 10 ms.
//!
//! `cargo run --release -p facedown-catalog --example ismcts`

use facedown_game::{ActionBuf, Game, Hidden, Rng, Turn, Worlds};
use facedown_search::{Algorithm, Budget, Control, SearchConfig, Searcher};
use facedown_tricks::{Rules, Tricks, View};
use std::time::{Duration, Instant};

/// The view of the seat that makes this decision of a hand that rollouts play.
fn view(game: &Tricks, seed: u64, decision: usize) -> View {
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut list = <Tricks as Game>::Actions::default();
    for _ in 0..decision {
        game.legal_actions(&state, &mut list);
        let action = game.rollout(&state, list.as_slice(), &mut rng);
        game.apply(&mut state, action, &mut ());
    }
    match game.turn(&state) {
        Turn::Act(seat) => game.view(&state, seat),
        _ => unreachable!("the hand has more decisions"),
    }
}

fn rate(game: &Tricks, algorithm: Algorithm, decision: usize) -> f64 {
    let config =
        SearchConfig { algorithm, early_stop: false, root_trees: 1, ..SearchConfig::default() };
    let mut searcher = Searcher::new(game.clone(), config).expect("the configuration is valid");
    let (mut iterations, mut spent) = (0, Duration::ZERO);
    for seed in 0..60 {
        let view = view(game, seed, decision);
        let start = Instant::now();
        let worlds = game.worlds(&view).expect("the view is one of play");
        let left = Budget::seconds(0.010 - start.elapsed().as_secs_f64());
        let answer = searcher.search_view(&view, &worlds, left, Control::default());
        iterations += answer.expect("the view has actions").totals.iterations;
        spent += start.elapsed();
    }
    iterations as f64 / spent.as_secs_f64()
}

/// The cost of a world, and of a world with its playout, in nanoseconds.
fn parts(game: &Tricks, decision: usize) -> [f64; 2] {
    let view = view(game, 1, decision);
    let worlds = game.worlds(&view).expect("the view is one of play");
    let mut list = <Tricks as Game>::Actions::default();
    let mut best = [f64::INFINITY; 2];
    for round in 0..10 {
        let mut rng = Rng::new(round);
        let count = 20_000;
        let start = Instant::now();
        let mut cards = 0;
        for _ in 0..count {
            cards += worlds.sample(&mut rng).0.table().tricks();
        }
        best[0] = best[0].min(start.elapsed().as_nanos() as f64 / f64::from(count));
        let start = Instant::now();
        for _ in 0..count {
            let (mut state, _) = worlds.sample(&mut rng);
            game.playout(&mut state, &mut list, &mut rng);
            cards += state.table().tricks();
        }
        best[1] = best[1].min(start.elapsed().as_nanos() as f64 / f64::from(count));
        assert!(cards > 0);
    }
    best
}

fn main() {
    for (name, decision) in
        [("oh-hell", 0), ("oh-hell", 4), ("oh-hell", 20), ("hearts", 12), ("spades", 4)]
    {
        let rules = Rules::preset(name, None).expect("a preset");
        let game = Tricks::new(rules).expect("the rules are valid");
        let [so, mo] = [Algorithm::SoIsmcts, Algorithm::MoIsmcts].map(|a| rate(&game, a, decision));
        let [world, both] = parts(&game, decision);
        println!(
            "{name:8} decision {decision:2}: {:6.0} k/s single-observer, {:6.0} k/s multi-observer; \
             a world {world:.0} ns, with its playout {both:.0} ns",
            so / 1e3,
            mo / 1e3
        );
    }
}
