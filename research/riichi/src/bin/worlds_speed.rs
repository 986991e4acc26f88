//! Speed of sampling worlds, and of making and hashing views:
//! `cargo research worlds_speed`.

use facedown_game::{ActionBuf, Game, Hidden, Policy, Rng, Searchable, Turn, Worlds};
use facedown_riichi::{HeuristicPolicy, Legal, Riichi, Rules};
use std::time::Instant;

fn main() {
    let game = Riichi::new(Rules::TENHOU).expect("presets make games");
    let mut legal = Legal::default();
    // By the number of other seats in riichi: the best times to sample a world and to build worlds.
    let mut best = [(f64::MAX, f64::MAX); 4];
    let mut best_view = f64::MAX;
    for seed in 0..400 {
        let mut rng = Rng::stream(3, seed);
        let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let others = |s: &facedown_game::Seat| *s != seat && view.table().is_riichi(*s);
                    let riichi = facedown_game::Seat::all(4).filter(others).count();
                    let start = Instant::now();
                    let worlds = game.worlds(&view).expect("views of play are possible");
                    let building = start.elapsed().as_secs_f64();
                    let start = Instant::now();
                    for _ in 0..20 {
                        std::hint::black_box(worlds.sample(&mut rng));
                    }
                    let sampling = start.elapsed().as_secs_f64() / 20.0;
                    best[riichi].0 = best[riichi].0.min(building);
                    best[riichi].1 = best[riichi].1.min(sampling);
                    let start = Instant::now();
                    for _ in 0..20 {
                        let view = game.view(std::hint::black_box(&state), seat);
                        std::hint::black_box(game.view_key(&view));
                    }
                    best_view = best_view.min(start.elapsed().as_secs_f64() / 20.0);
                    let action = HeuristicPolicy.choose(&game, &view, legal.as_slice(), &mut rng);
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
    }
    println!("a view and its key: {:.0} ns", best_view * 1e9);
    for (riichi, (building, sampling)) in best.into_iter().enumerate() {
        println!(
            "{riichi} others in riichi: {:.1} us to build, {:.2} us a world",
            building * 1e6,
            sampling * 1e6
        );
    }
}
