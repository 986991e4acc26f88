//! Measures iterations per second on one and two threads in both parallel modes, the cost of an
//! iteration beside its playout, and how well a deadline of 10 ms is kept.
//!
//! `cargo research scaling [runs]`

use facedown_game::{ActionBuf, Hidden, Rng, Searchable, Seat, Turn, Worlds};
use facedown_search::{Algorithm, Budget, Control, Parallel, SearchConfig, Searcher};
use facedown_testkit::toys::{Leduc, Rows, TwoPacks};
use std::time::Instant;

/// Returns the processor time of all threads in seconds, in steps of 10 ms; `None` if unknown.
fn all_processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = text.rsplit(')').next()?.split(' ').skip(12);
    let ticks: u64 =
        [fields.next()?, fields.next()?].iter().filter_map(|f| f.parse::<u64>().ok()).sum();
    Some(ticks as f64 / 100.0)
}

/// Returns the processor time of this thread in nanoseconds; by the clock if unknown.
fn processor_time(start: Instant) -> f64 {
    let reported = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let reported = reported.and_then(|text| text.split(' ').next()?.parse().ok());
    reported.unwrap_or_else(|| start.elapsed().as_nanos() as f64)
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

/// The first decision of a hand.
fn first_view<G: Searchable>(game: &G) -> G::View {
    let mut rng = Rng::new(5);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    loop {
        match game.turn(&state) {
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Act(seat) => return game.view(&state, seat),
            Turn::Over => unreachable!("a hand begins with a decision"),
        }
    }
}

fn searcher<G: Searchable>(game: &G, parallel: Parallel, threads: u32) -> Searcher<G> {
    let config = SearchConfig { parallel, threads, early_stop: false, ..SearchConfig::default() };
    Searcher::new(game.clone(), config).unwrap()
}

fn scaling<G: Hidden + Searchable>(name: &str, game: &G, runs: usize) {
    let view = first_view(game);
    let worlds = game.worlds(&view).unwrap();
    for parallel in [Parallel::Root, Parallel::Tree] {
        let mut rates = [Vec::new(), Vec::new()];
        let mut spent = [[0.0; 2]; 2]; // iterations, and processor seconds
        let mut searchers = [1, 2].map(|threads| searcher(game, parallel, threads));
        for _ in 0..runs {
            for ((rates, searcher), spent) in rates.iter_mut().zip(&mut searchers).zip(&mut spent) {
                let budget = Budget::seconds(0.25);
                let before = all_processor_time();
                let answer =
                    searcher.search_view(&view, &worlds, budget, Control::default()).unwrap();
                assert!(answer.best().visits > 0);
                rates.push(answer.totals.iterations as f64 / answer.totals.seconds);
                spent[0] += answer.totals.iterations as f64;
                spent[1] += all_processor_time().zip(before).map_or(f64::NAN, |(a, b)| a - b);
            }
        }
        let [one, two] = rates.map(median);
        let [alone, together] = spent.map(|[iterations, seconds]| iterations / seconds);
        println!(
            "{name:10} {parallel:?}: {:8.0} k/s on one thread, {:8.0} k/s on two: x {:.2}; \
             per processor second x {:.2}",
            one / 1e3,
            two / 1e3,
            two / one,
            together / alone
        );
    }
}

/// The cost of an iteration, of the world it draws, and of a playout from the root.
fn overhead<G: Hidden + Searchable>(name: &str, game: &G, algorithm: Algorithm, iterations: u64) {
    let view = first_view(game);
    let worlds = game.worlds(&view).unwrap();
    let config =
        SearchConfig { algorithm, root_trees: 1, early_stop: false, ..SearchConfig::default() };
    let mut searcher = Searcher::new(game.clone(), config).unwrap();
    let mut search = || {
        let budget = Budget::iterations(iterations);
        searcher.search_view(&view, &worlds, budget, Control::default()).unwrap()
    };
    search();
    let start = Instant::now();
    let before = processor_time(start);
    let answer = search();
    let nanoseconds = (processor_time(start) - before) / iterations as f64;
    let before = processor_time(start);
    let (mut rng, mut list, mut sum) = (Rng::new(1), G::LegalActions::default(), 0);
    for _ in 0..iterations {
        let (mut state, _) = worlds.sample(&mut rng);
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(_) => {
                    game.legal_actions(&state, &mut list);
                    let action = game.rollout(&state, list.as_slice(), &mut rng);
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
        sum += game.scores(&state)[Seat::new(0)];
    }
    let playout = (processor_time(start) - before) / iterations as f64;
    assert!(sum != i32::MAX);
    println!(
        "{name:10} {algorithm:?}: {nanoseconds:5.0} ns an iteration, {playout:5.0} ns a world and \
         playout alone; depth {:.1}, {} nodes, {} MB",
        answer.totals.mean_depth,
        answer.totals.nodes,
        answer.totals.bytes >> 20
    );
}

fn deadline(threads: u32) {
    let view = first_view(&TwoPacks);
    let worlds = TwoPacks.worlds(&view).unwrap();
    let mut searcher = searcher(&TwoPacks, Parallel::Root, threads);
    let mut late: Vec<f64> = (0..200)
        .map(|_| {
            let start = Instant::now();
            let budget = Budget::seconds(0.010);
            searcher.search_view(&view, &worlds, budget, Control::default()).unwrap();
            start.elapsed().as_secs_f64() * 1e3 - 10.0
        })
        .collect();
    late.sort_by(f64::total_cmp);
    println!(
        "10 ms deadline, {threads} threads: late by {:.2} ms in the median, {:.2} at the 95 % \
         point, {:.2} at most",
        late[100], late[190], late[199]
    );
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(9);
    for algorithm in [Algorithm::SoIsmcts, Algorithm::MoIsmcts, Algorithm::Flat] {
        overhead("leduc", &Leduc, algorithm, 200_000);
        overhead("rows", &Rows, algorithm, 200_000);
        overhead("two packs", &TwoPacks, algorithm, 200_000);
    }
    deadline(1);
    deadline(2);
    scaling("leduc", &Leduc, runs);
    scaling("rows", &Rows, runs);
    scaling("two packs", &TwoPacks, runs);
}
