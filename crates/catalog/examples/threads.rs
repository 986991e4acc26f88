//! How many iterations a second two threads do where one does so many, in real games and in both
//! parallel modes: the median of runs that alternate.
//!
//! `cargo run --release -p facedown-catalog --example threads [runs]`

use facedown_game::{Game, Hidden, Rng, Turn};
use facedown_gin::Gin;
use facedown_search::{Budget, Control, Parallel, SearchConfig, Searcher};
use facedown_tricks::Tricks;

/// Seconds that all threads have had processors, in steps of 10 ms, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields = text.rsplit(')').next()?.split(' ').skip(12).take(2);
    Some(fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() as f64 / 100.0)
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

/// The view of the seat that makes this decision of a hand of random play.
fn view<G: Game>(game: &G, decision: usize) -> G::View {
    let mut rng = Rng::new(5);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut list = G::Actions::default();
    let mut met = 0;
    loop {
        match game.turn(&state) {
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Act(seat) if met == decision => return game.view(&state, seat),
            Turn::Act(_) => {
                met += 1;
                game.legal_actions(&state, &mut list);
                let legal = facedown_game::ActionBuf::as_slice(&list);
                let action = game.rollout(&state, legal, &mut rng);
                game.apply(&mut state, action, &mut ());
            }
            Turn::Over => unreachable!("the hand has more decisions"),
        }
    }
}

fn scaling<G: Hidden>(name: &str, game: &G, decision: usize, runs: usize) {
    let view = view(game, decision);
    let worlds = game.worlds(&view).expect("the view is one of play");
    for parallel in [Parallel::Root, Parallel::Tree] {
        let mut searchers = [1, 2].map(|threads| {
            let config =
                SearchConfig { parallel, threads, early_stop: false, ..SearchConfig::default() };
            Searcher::new(game.clone(), config).expect("the configuration is valid")
        });
        let mut rates = [Vec::new(), Vec::new()];
        let mut spent = [[0.0; 2]; 2]; // iterations, and processor seconds
        for _ in 0..runs {
            for (n, searcher) in searchers.iter_mut().enumerate() {
                let before = processor_seconds();
                let budget = Budget::seconds(0.25);
                let answer = searcher.search_view(&view, &worlds, budget, Control::default());
                let totals = answer.expect("the view has actions").totals;
                rates[n].push(totals.iterations as f64 / totals.seconds);
                spent[n][0] += totals.iterations as f64;
                spent[n][1] += processor_seconds().zip(before).map_or(f64::NAN, |(a, b)| a - b);
            }
        }
        let [one, two] = rates.map(median);
        let [alone, together] = spent.map(|[iterations, seconds]| iterations / seconds);
        println!(
            "{name:10} {parallel:?}: {:6.0} k/s on one thread, {:6.0} k/s on two: x {:.2}; by \
             processor time x {:.2}",
            one / 1e3,
            two / 1e3,
            two / one,
            together / alone * 2.0
        );
    }
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(9);
    let gin = Gin::new(facedown_gin::Rules::EAAI).expect("the rules are valid");
    scaling("gin", &gin, 6, runs);
    for name in ["oh-hell", "hearts", "spades"] {
        let rules = facedown_tricks::Rules::preset(name, None).expect("a preset");
        let game = Tricks::new(rules).expect("the rules are valid");
        scaling(name, &game, 14, runs);
    }
}
