//! Random hanchan per second on one core: `cargo research hanchan`.

use facedown_game::{ActionBuf, Game, Match, Rng, Turn};
use facedown_riichi::{Legal, Riichi, Rules};
use std::time::Instant;

/// Plays one match at random, and returns the numbers of decisions and rounds.
fn play(game: &Riichi, seed: u64, legal: &mut Legal) -> (u64, u64) {
    let (mut decisions, mut rounds) = (0, 0);
    let mut standing = game.begin();
    let mut choices = Rng::stream(seed, u64::MAX);
    while let Some(setup) = game.next_hand(&standing) {
        let mut rng = Rng::stream(seed, rounds);
        let mut state = game.deal(&setup, &mut rng, &mut ());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(_) => {
                    game.legal_actions(&state, legal);
                    let actions = legal.as_slice();
                    let action = actions[choices.below(actions.len() as u32) as usize];
                    game.apply(&mut state, action, &mut ());
                    decisions += 1;
                }
            }
        }
        game.finish_hand(&mut standing, &state);
        rounds += 1;
    }
    (decisions, rounds)
}

/// Small enough for some batches to run undisturbed on a busy machine.
const BATCH: u64 = 10;

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2.0);
    for preset in ["tenhou", "mjsoul", "tenhou3"] {
        let Ok(rules) = Rules::preset(preset) else { continue };
        let game = Riichi::new(rules).expect("presets make games");
        let mut legal = Legal::default();
        let mut best = f64::MAX;
        let (mut matches, mut decisions, mut rounds) = (0u64, 0, 0);
        let start = Instant::now();
        while start.elapsed().as_secs_f64() < seconds {
            let batch = Instant::now();
            for seed in 0..BATCH {
                let (d, r) = play(&game, matches + seed, &mut legal);
                decisions += d;
                rounds += r;
            }
            matches += BATCH;
            best = best.min(batch.elapsed().as_secs_f64() / BATCH as f64);
        }
        let mean = start.elapsed().as_secs_f64() / matches as f64;
        println!(
            "{preset}: {:.0} hanchan/s (best batch {:.0}), {:.1} rounds and {:.0} decisions each, \
             {:.0} ns a decision",
            1.0 / mean,
            1.0 / best,
            rounds as f64 / matches as f64,
            decisions as f64 / matches as f64,
            mean * 1e9 * matches as f64 / decisions as f64,
        );
    }
}
