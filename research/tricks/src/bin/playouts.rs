//! Benchmark of playouts per second, deals included: uniform from lists of legal actions, as an
//! environment plays; uniform by `Searchable::random_playout`; and by the rollout policy.
//!
//! `cargo research playouts [rounds] [game] [lists|uniform|rollout]`

use facedown_game::{ActionBuf, Game, Rng, Searchable, Turn};
use facedown_tricks::{Legal, Rules, State, Tricks};

const DEALS: u32 = 100_000;

/// Returns the CPU seconds of this thread, so that other programs do not count.
fn cpu_time() -> f64 {
    let stats = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stats.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.expect("Linux reports the CPU time of threads") * 1e-9
}

/// Plays a hand and returns the number of cards played.
fn play(game: &Tricks, rng: &mut Rng, legal: &mut Legal, how: &str) -> u64 {
    let mut state = game.deal(&game.first_setup(), rng, &mut ());
    match how {
        "lists" => from_lists(game, &mut state, rng, legal),
        "uniform" => game.random_playout(&mut state, legal, rng),
        _ => game.playout(&mut state, legal, rng),
    }
    std::hint::black_box(game.scores(&state));
    state.table().plays().len() as u64
}

fn from_lists(game: &Tricks, state: &mut State, rng: &mut Rng, legal: &mut Legal) {
    while game.turn(state) != Turn::Over {
        game.legal_actions(state, legal);
        let choices = legal.as_slice();
        let action = choices[rng.below(choices.len() as u32) as usize];
        game.apply(state, action, &mut ());
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rounds = args.first().and_then(|text| text.parse().ok()).unwrap_or(5);
    let wanted =
        |place: usize, name: &str| args.get(place).is_none_or(|only| name.starts_with(only));
    let preset = |name: &str| Rules::preset(name).expect("a preset");
    let games = [
        ("plain, 13 cards", preset("plain")),
        ("hearts", preset("hearts")),
        ("hearts without passing", Rules { passing: None, ..preset("hearts") }),
        ("spades", preset("spades")),
        ("oh hell, 10 cards", preset("oh-hell")),
        ("el dorado, 10 seats", Rules::el_dorado(10)),
    ];
    let mut legal = Legal::default();
    for (name, rules) in games.into_iter().filter(|(name, _)| wanted(1, name)) {
        let game = Tricks::new(rules).expect("presets make games");
        for how in ["lists", "uniform", "rollout"].into_iter().filter(|how| wanted(2, how)) {
            let mut best = f64::INFINITY;
            let mut cards = 0;
            for round in 0..rounds {
                let mut rng = Rng::new(round);
                let start = cpu_time();
                cards = (0..DEALS).map(|_| play(&game, &mut rng, &mut legal, how)).sum();
                best = best.min(cpu_time() - start);
            }
            assert!(cards > 0);
            println!(
                "{name:24} {how:8}: {:8.0} deals/s, {:5.1} ns a card",
                f64::from(DEALS) / best,
                best * 1e9 / cards as f64
            );
        }
    }
}
