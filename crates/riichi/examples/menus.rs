//! Rounds with every menu, for a comparison with a peer: `menus PRESET ROUNDS SEED PERCENT EAGER`.
//!
//! Each line of the output is one round as JSON: the wall in Tenhou's order, the steps as
//! `[seat, menu, choice]` with actions in words, and the final changes of points. So many of a
//! hundred decisions are the light player's, the others random, so that passes and odd calls come
//! up; and so many take a kan, a riichi or a nuki wherever there is one. `bench/riichi_vs_riichienv.py` reads it.

use facedown_game::{ActionBuf, Game, Policy, Rng, Turn};
use facedown_riichi::{Action, Legal, Light, Riichi, Rules};
use facedown_tiles::TileId;
use serde_json::json;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [preset, rounds, seed, percent, eager] = arguments.as_slice() else {
        eprintln!("expected: PRESET ROUNDS SEED PERCENT EAGER");
        std::process::exit(2);
    };
    let game = Rules::preset(preset).and_then(|rules| Riichi::new(rules).ok());
    let numbers = [rounds, seed, percent, eager].map(|text| text.parse::<u64>());
    let (Some(game), [Ok(rounds), Ok(seed), Ok(percent), Ok(eager)]) = (game, numbers) else {
        eprintln!("no such preset, or a number that is none: {arguments:?}");
        std::process::exit(2);
    };
    for round in 0..rounds {
        println!("{}", play(&game, Rng::stream(seed, round), percent, eager));
    }
}

fn play(game: &Riichi, mut rng: Rng, percent: u64, eager: u64) -> serde_json::Value {
    let in_play = |id: &u8| !game.rules().is_three() || !(4..32).contains(id);
    let mut wall: Vec<TileId> = (0..136).filter(in_play).map(TileId::new).collect();
    rng.shuffle(&mut wall);
    let mut state = game.deal_from_wall(&game.first_setup(), &wall, &mut ()).expect("a whole wall");
    let mut legal = Legal::default();
    let mut steps = Vec::new();
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Act(seat) => {
                game.legal_actions(&state, &mut legal);
                let menu = legal.as_slice();
                let rare = |action: &&Action| {
                    matches!(
                        action,
                        Action::Riichi
                            | Action::Nuki
                            | Action::OpenKan
                            | Action::ClosedKan(_)
                            | Action::AddedKan(_)
                    )
                };
                let wanted = menu.iter().find(rare).filter(|_| u64::from(rng.below(100)) < eager);
                let action = if let Some(action) = wanted {
                    *action
                } else if u64::from(rng.below(100)) < percent {
                    Light.choose(game, &game.view(&state, seat), menu, &mut rng)
                } else {
                    menu[rng.below(menu.len() as u32) as usize]
                };
                let words: Vec<String> = menu.iter().map(ToString::to_string).collect();
                let furiten = state.is_furiten(seat);
                steps.push(json!([seat.index(), words, action.to_string(), furiten]));
                game.apply(&mut state, action, &mut ());
            }
        }
    }
    let ids: Vec<usize> = wall.iter().map(|id| id.index()).collect();
    let ending = format!("{:?}", state.table().ending());
    json!({"wall": ids, "steps": steps, "scores": game.scores(&state).as_slice(), "end": ending})
}
