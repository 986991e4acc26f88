//! Speedup of two threads over one in iterations per second, in real games and in both parallel
//! modes: the median of runs, each of alternating slices. Beside it the speedup of two independent
//! searches, the most that the machine allows.
//!
//! `cargo research threads [runs] [game] [root|tree]`

use facedown_game::{Hidden, Rng, Searchable, Turn};
use facedown_gin::Gin;
use facedown_search::{Budget, Control, Parallel, SearchConfig, Searcher};
use facedown_tricks::Tricks;

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

/// The view of the seat that makes this decision of a hand of random play.
fn view<G: Searchable>(game: &G, decision: usize) -> G::View {
    let mut rng = Rng::new(5);
    let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
    let mut list = G::LegalActions::default();
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

/// The searches that make a run, and the iterations of each: as many on one thread as on two, because
/// iterations get longer as trees grow.
const SLICES: usize = 4;
const ITERATIONS: u64 = 50_000;

/// Does it on one core. Two threads use both cores, and where one is slower than the other, as on a
/// machine that is shared out among several, "one thread" has to mean each of them in turn.
fn on_core<T: Send>(number: usize, work: impl FnOnce() -> T + Send) -> T {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    std::thread::scope(|scope| {
        let pinned = scope.spawn(|| {
            if let Some(&core) = cores.get(number % cores.len().clamp(1, 2)) {
                core_affinity::set_for_current(core);
            }
            work()
        });
        pinned.join().expect("it searches")
    })
}

fn scaling<G: Hidden + Searchable>(
    name: &str,
    game: &G,
    decision: usize,
    runs: usize,
    is_wanted: impl Fn(Parallel) -> bool,
) {
    let view = view(game, decision);
    let worlds = game.worlds(&view).expect("the view is one of play");
    for parallel in [Parallel::Root, Parallel::Tree].into_iter().filter(|mode| is_wanted(*mode)) {
        let searcher = |threads| {
            let config =
                SearchConfig { parallel, threads, early_stop: false, ..SearchConfig::default() };
            Searcher::new(game.clone(), config).expect("the configuration is valid")
        };
        let rate = |searcher: &mut Searcher<G>| -> f64 {
            let budget = Budget::iterations(ITERATIONS);
            let answer = searcher.search_view(&view, &worlds, budget, Control::default());
            let totals = answer.expect("the view has actions").totals;
            totals.iterations as f64 / totals.seconds
        };
        let (mut one, mut two, mut other) = (searcher(1), searcher(2), searcher(1));
        let mut rates = [(); 3].map(|()| Vec::new());
        let mut ratios = [(); 2].map(|()| Vec::new());
        for _ in 0..runs {
            let mut sums = [0.0; 3];
            for slice in 0..SLICES {
                sums[0] += on_core(slice, || rate(&mut one));
                sums[1] += rate(&mut two);
                sums[2] += std::thread::scope(|scope| {
                    let beside = scope.spawn(|| on_core(slice + 1, || rate(&mut other)));
                    on_core(slice, || rate(&mut one)) + beside.join().expect("it searches")
                });
            }
            for (all, sum) in rates.iter_mut().zip(sums) {
                all.push(sum / SLICES as f64);
            }
            ratios[0].push(sums[1] / sums[0]);
            ratios[1].push(sums[2] / sums[0]);
        }
        let [alone, together, _] = rates.map(median);
        let [ratio, ceiling] = ratios.map(median);
        println!(
            "{name:10} {parallel:?}: {:6.0} k/s on one thread, {:6.0} k/s on two: x {ratio:.2}; two \
             searches that share nothing, side by side: x {ceiling:.2}",
            alone / 1e3,
            together / 1e3,
        );
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let runs = args.next().and_then(|n| n.parse().ok()).unwrap_or(9);
    let only = args.next();
    let is_wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    let mode = args.next();
    let modes = |parallel| match mode.as_deref() {
        Some("root") => parallel == Parallel::Root,
        Some("tree") => parallel == Parallel::Tree,
        _ => true,
    };
    if is_wanted("gin") {
        let gin = Gin::new(facedown_gin::Rules::EAAI).expect("the rules are valid");
        scaling("gin", &gin, 6, runs, modes);
    }
    for name in ["oh-hell", "hearts", "spades"].into_iter().filter(|name| is_wanted(name)) {
        let rules = facedown_tricks::Rules::preset(name).expect("a preset");
        let game = Tricks::new(rules).expect("the rules are valid");
        scaling(name, &game, 14, runs, modes);
    }
}
