//! Speed of rollouts, of decisions of `efficient` and of beliefs:
//! `cargo research bot_speed`.

use facedown_game::{ActionBuf, Game, Policy, Rng, Searchable, Turn, Worlds};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Belief, Legal, Riichi, Rules, State, View};
use std::time::Instant;

/// Returns the best time of several batches, because the machine may be busy.
fn best(batches: usize, each: usize, mut run: impl FnMut(usize)) -> f64 {
    (0..batches).fold(f64::MAX, |best, batch| {
        let start = Instant::now();
        (0..each).for_each(|i| run(batch * each + i));
        best.min(start.elapsed().as_secs_f64() / each as f64)
    })
}

/// Returns states at which a seat decides, with their views.
fn decisions(game: &Riichi, rounds: u64) -> Vec<(State, View)> {
    let mut all = Vec::new();
    let mut legal = Legal::default();
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    if legal.as_slice().len() > 1 {
                        all.push((state, view));
                    }
                    let action =
                        Efficient::default().choose(game, &view, legal.as_slice(), &mut rng);
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
    }
    all
}

fn main() {
    for preset in ["tenhou", "tenhou3"] {
        let game = Riichi::new(Rules::preset(preset).expect("a preset")).expect("a game");
        let asked = decisions(&game, 40);
        let mut rng = Rng::new(1);
        let mut legal = Legal::default();
        let deals: Vec<State> =
            (0..200).map(|_| game.deal(&game.first_setup(), &mut rng, &mut ())).collect();
        let round = best(20, 50, |i| {
            let mut state = deals[i % deals.len()];
            game.playout(&mut state, &mut legal, &mut rng);
            assert_eq!(game.turn(&state), Turn::Over);
        });
        let choice = best(20, 200, |i| {
            let view = &asked[i % asked.len()].1;
            game.view_actions(view, &mut legal);
            Efficient::default().choose(&game, view, legal.as_slice(), &mut rng);
        });
        let belief = best(10, 10, |i| {
            Belief::of(&game, &asked[i % asked.len()].1).expect("a view of a real state");
        });
        let worlds = Belief::of(&game, &asked[asked.len() / 2].1).expect("a possible view");
        let sample = best(10, 200, |_| {
            worlds.sample(&mut rng);
        });
        println!(
            "{preset}: a rollout of a round {:.1} us, a decision of efficient {:.2} us, \
             a belief {:.0} us, a world of it {:.2} us",
            round * 1e6,
            choice * 1e6,
            belief * 1e6,
            sample * 1e6
        );
    }
}
