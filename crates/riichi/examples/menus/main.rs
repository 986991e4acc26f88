//! Rounds with all lists of legal actions, for a comparison with a peer:
//! `menus PRESET STYLE ROUNDS SEED`.
//!
//! Each line of the output is one round as JSON: the wall in Tenhou's order, the steps as
//! `[seat, menu, choice]` with actions as text, the final changes of points, how it ended, and
//! facts: how often something occurred that no menu shows by itself.
//! `research/bench/riichi_vs_riichienv.py` reads it.
//!
//! It is here and not in `research/` because the Python tests run it and have compiled what it needs.

mod facts;
mod styles;
mod walls;

use facedown_game::{ActionBuf, Game, Rng, Turn};
use facedown_riichi::{Legal, Riichi, Rules};
use facts::Facts;
use serde_json::json;
use styles::Style;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [preset, style, rounds, seed] = arguments.as_slice() else {
        eprintln!("expected: PRESET STYLE ROUNDS SEED");
        std::process::exit(2);
    };
    let game = Rules::preset(preset).ok().and_then(|rules| Riichi::new(rules).ok());
    let numbers = [rounds, seed].map(|text| text.parse::<u64>());
    let (Some(game), Some(style), [Ok(rounds), Ok(seed)]) = (game, Style::named(style), numbers)
    else {
        eprintln!("unknown preset or style, or not a number: {arguments:?}");
        std::process::exit(2);
    };
    for round in 0..rounds {
        println!("{}", play(&game, &style, Rng::stream(seed, round)));
    }
}

fn play(game: &Riichi, style: &Style, mut rng: Rng) -> serde_json::Value {
    let deal = walls::deal(game.rules(), style.wall, &mut rng);
    let mut state = game.deal_from_wall(&game.first_setup(), &deal.wall, &mut ()).expect("a wall");
    let mut legal = Legal::default();
    let mut facts = Facts::default();
    let mut steps = Vec::new();
    loop {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
            Turn::Act(seat) => {
                game.legal_actions(&state, &mut legal);
                let menu = legal.as_slice();
                facts.note_menu(game, &state, seat, menu);
                let action = style.choose(game, &state, seat, menu, &deal, &mut rng);
                facts.note_choice(menu, action);
                let words: Vec<String> = menu.iter().map(ToString::to_string).collect();
                steps.push(json!([seat.index(), words, action.to_string()]));
                let answer = state.table().offered().is_some();
                game.apply(&mut state, action, &mut ());
                if !answer {
                    facts.note_offer(&state);
                }
            }
        }
    }
    let ids: Vec<usize> = deal.wall.iter().map(|id| id.index()).collect();
    json!({
        "wall": ids,
        "steps": steps,
        "scores": game.scores(&state).as_slice(),
        "end": format!("{:?}", state.table().ending()),
        "facts": facts.counts,
    })
}
