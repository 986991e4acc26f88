//! Iterations a second of both information-set searches in trick games, on one thread, with the
//! worlds' table built anew for each decision of 10 ms: at some decisions, and over all decisions of
//! whole hands, the bids and the last tricks included.
//!
//! `cargo research ismcts [game] [decision]`

use facedown_game::{ActionBuf, Game, Hidden, Rng, Searchable, Turn, Worlds};
use facedown_search::{Algorithm, Budget, Control, SearchConfig, Searcher};
use facedown_tricks::{Rules, Tricks, View};
use std::time::{Duration, Instant};

/// The view of the seat that makes this decision of a hand that rollouts play.
fn view(game: &Tricks, seed: u64, decision: usize) -> View {
    let mut rng = Rng::new(seed);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut list = <Tricks as Game>::LegalActions::default();
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

fn searcher(game: &Tricks, algorithm: Algorithm) -> Searcher<Tricks> {
    let config =
        SearchConfig { algorithm, early_stop: false, root_trees: 1, ..SearchConfig::default() };
    Searcher::new(game.clone(), config).expect("the configuration is valid")
}

/// Iterations, depths and seconds of decisions of 10 ms.
#[derive(Default)]
struct Rate {
    iterations: u64,
    depth: f64,
    spent: Duration,
}

impl Rate {
    fn add(&mut self, game: &Tricks, searcher: &mut Searcher<Tricks>, view: &View) {
        let start = Instant::now();
        let worlds = game.worlds(view).expect("the view is one of play");
        let left = Budget::seconds(0.010 - start.elapsed().as_secs_f64());
        let answer = searcher.search_view(view, &worlds, left, Control::default());
        let totals = answer.expect("the view has actions").totals;
        self.iterations += totals.iterations;
        self.depth += totals.mean_depth * totals.iterations as f64;
        self.spent += start.elapsed();
    }

    fn thousands(&self) -> f64 {
        self.iterations as f64 / self.spent.as_secs_f64() / 1e3
    }

    fn mean_depth(&self) -> f64 {
        self.depth / self.iterations as f64
    }
}

fn at_decision(game: &Tricks, algorithm: Algorithm, decision: usize) -> Rate {
    let mut searcher = searcher(game, algorithm);
    let mut rate = Rate::default();
    for seed in 0..60 {
        rate.add(game, &mut searcher, &view(game, seed, decision));
    }
    rate
}

/// Over all decisions of some hands.
fn whole_hands(game: &Tricks, algorithm: Algorithm) -> Rate {
    let mut searcher = searcher(game, algorithm);
    let mut rate = Rate::default();
    for seed in 0..5 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        let mut list = <Tricks as Game>::LegalActions::default();
        while let Turn::Act(seat) = game.turn(&state) {
            game.legal_actions(&state, &mut list);
            // Where there is no choice nobody searches.
            if list.as_slice().len() > 1 {
                rate.add(game, &mut searcher, &game.view(&state, seat));
            }
            let action = game.rollout(&state, list.as_slice(), &mut rng);
            game.apply(&mut state, action, &mut ());
        }
    }
    rate
}

/// The cost of a world, and of a world with its playout, in nanoseconds.
fn parts(game: &Tricks, decision: usize) -> [f64; 2] {
    let view = view(game, 1, decision);
    let worlds = game.worlds(&view).expect("the view is one of play");
    let mut list = <Tricks as Game>::LegalActions::default();
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
    let mut args = std::env::args().skip(1);
    let (only, at) = (args.next(), args.next().and_then(|n| n.parse::<usize>().ok()));
    let both = [Algorithm::SoIsmcts, Algorithm::MoIsmcts];
    for (name, decisions) in [("oh-hell", &[0, 4, 20][..]), ("hearts", &[12]), ("spades", &[4])] {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let rules = Rules::preset(name).expect("a preset");
        let game = Tricks::new(rules).expect("the rules are valid");
        for &decision in decisions.iter().filter(|n| at.is_none_or(|at| at == **n)) {
            let [so, mo] = both.map(|algorithm| at_decision(&game, algorithm, decision));
            let [world, playout] = parts(&game, decision);
            println!(
                "{name:8} decision {decision:2}: {:4.0} k/s single-observer (depth {:.1}), {:4.0} \
                 k/s multi-observer ({:.1}); a world {world:.0} ns, with its playout {playout:.0} ns",
                so.thousands(),
                so.mean_depth(),
                mo.thousands(),
                mo.mean_depth(),
            );
        }
        if at.is_none() {
            let [so, mo] = both.map(|algorithm| whole_hands(&game, algorithm));
            println!(
                "{name:8} whole hands: {:4.0} k/s single-observer (depth {:.1}), {:4.0} k/s \
                 multi-observer ({:.1})",
                so.thousands(),
                so.mean_depth(),
                mo.thousands(),
                mo.mean_depth(),
            );
        }
    }
}
