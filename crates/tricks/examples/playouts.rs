//! Measures deals with complete playouts a second: dealing, listing legal actions, choosing one
//! with equal chances, applying it, all through the trait `Game`.
//!
//! `cargo run --release -p facedown-tricks --example playouts [rounds]`

use facedown_game::{ActionBuf, Game, Rng, Turn};
use facedown_tricks::{Legal, Rules, Tricks};

const DEALS: u32 = 100_000;

/// Seconds that this thread has had a processor, so that other programs do not count.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.expect("Linux tells how long a thread has run") * 1e-9
}

/// Plays one hand with uniform choices or by the light policy; the number of decisions.
fn play(game: &Tricks, rng: &mut Rng, legal: &mut Legal, policy: bool) -> u64 {
    let mut state = game.deal(&game.first_setup(), rng, &mut ());
    if policy {
        game.playout(&mut state, legal, rng);
        std::hint::black_box(game.scores(&state));
        return state.table().plays().len() as u64;
    }
    let mut decisions = 0;
    while game.turn(&state) != Turn::Over {
        game.legal_actions(&state, legal);
        let choices = legal.as_slice();
        let action = choices[rng.below(choices.len() as u32) as usize];
        game.apply(&mut state, action, &mut ());
        decisions += 1;
    }
    std::hint::black_box(game.scores(&state));
    decisions
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let ten = |name: &str| Rules::preset(name, None).expect("a preset");
    let games = [
        ("plain, 13 cards", ten("plain")),
        ("hearts", ten("hearts")),
        ("hearts without passing", Rules { passing: None, ..ten("hearts") }),
        ("spades", ten("spades")),
        ("oh hell, 10 cards", ten("oh-hell")),
        ("el dorado, 10 seats", Rules::el_dorado(10)),
    ];
    let mut legal = Legal::default();
    for (name, rules) in games {
        let game = Tricks::new(rules).expect("presets make games");
        for (kind, policy) in [("uniform", false), ("light  ", true)] {
            let mut best = f64::INFINITY;
            let mut decisions = 0;
            for round in 0..rounds {
                let mut rng = Rng::new(round);
                let start = processor_time();
                decisions = (0..DEALS).map(|_| play(&game, &mut rng, &mut legal, policy)).sum();
                best = best.min(processor_time() - start);
            }
            assert!(decisions > 0);
            println!(
                "{name:24} {kind}: {:8.0} deals/s, {:5.1} ns a decision",
                f64::from(DEALS) / best,
                best * 1e9 / decisions as f64
            );
        }
    }
}
