//! One way to decide: a bot plays the action that advice by the same name puts first, and advice in
//! slices is the advice of the whole.

use facedown_catalog::{AdviseSpec, AnyGame, AnyView, DEFAULT_BOT, GAMES, game, searches};
use facedown_game::{Control, Rng, Turn};
use facedown_search::Slice;
use serde_json::{Map, Value, json};

/// Visits decisions of a hand that is played at random, every `step`-th of them.
fn decisions(
    game: &dyn AnyGame,
    seed: u64,
    step: usize,
    mut visit: impl FnMut(&dyn AnyView, usize),
) {
    let (mut hand, mut rng) = (game.deal(seed, Some(0)).unwrap(), Rng::new(seed));
    let mut number = 0;
    while let Turn::Act(seat) = hand.turn() {
        let view = hand.view(seat.index()).unwrap();
        if number % step == 0 {
            visit(&*view, number);
        }
        number += 1;
        let legal = view.legal();
        hand.apply(legal[rng.below(legal.len() as u32) as usize]).unwrap();
    }
}

fn seeded(seed: u64) -> Map<String, Value> {
    Map::from_iter([("seed".to_owned(), json!(seed))])
}

#[test]
fn every_bot_plays_what_its_advice_puts_first() {
    for info in GAMES {
        let game = game(info.name, &Map::new()).unwrap();
        for (bot, _) in info.bots {
            let name = if searches(bot) { format!("{bot}:60") } else { (*bot).to_owned() };
            let mut compared = 0;
            decisions(&*game, 3, 7, |view, number| {
                let seed = number as u64;
                let params = seeded(seed);
                let advice = view.advise(&AdviseSpec::new(&name, None, &params)).unwrap();
                let played = game.bot(&name, seed).unwrap().choose(view).unwrap();
                assert_eq!(Some(advice.best), played, "{} {name} decision {number}", info.name);
                assert_eq!(advice.best, advice.actions[0].action);
                compared += 1;
            });
            assert!(compared > 0, "{} {name}", info.name);
        }
    }
}

#[test]
fn advice_in_slices_is_the_advice_of_the_whole() {
    for info in GAMES {
        let game = game(info.name, &Map::new()).unwrap();
        for (bot, _) in info.bots.iter().filter(|(bot, _)| searches(bot)) {
            let name = format!("{bot}:90");
            decisions(&*game, 5, 23, |view, number| {
                let params = seeded(number as u64);
                let spec = AdviseSpec::new(&name, None, &params);
                let mut advisor = view.begin_advice(&spec).unwrap();
                while !advisor.advance(Slice::iterations(17), &mut Control::default()).unwrap() {}
                let [sliced, whole] =
                    [advisor.advice(), view.advise(&spec).unwrap()].map(|mut advice| {
                        advice.totals.seconds = 0.0;
                        serde_json::to_value(&advice).unwrap()
                    });
                assert_eq!(sliced, whole, "{} {name} decision {number}", info.name);
            });
        }
    }
}

#[test]
fn search_is_the_name_of_a_bot_in_every_game_and_the_default() {
    assert_eq!(DEFAULT_BOT, "search");
    for info in GAMES {
        for name in ["search", "ismcts"] {
            assert!(info.bots.iter().any(|(bot, _)| *bot == name), "{} {name}", info.name);
        }
        let game = game(info.name, &Map::new()).unwrap();
        let generic = facedown_catalog::generic_search_config("ismcts", &Map::new()).unwrap();
        assert_eq!(game.search_config("ismcts", &Map::new()).unwrap(), generic, "{}", info.name);
    }
}

#[test]
fn parameters_are_refused_where_nothing_searches() {
    let game = game("gin", &Map::new()).unwrap();
    let view = game.deal(1, Some(0)).unwrap().view(0).unwrap();
    let params = Map::from_iter([("exploration".to_owned(), json!(1))]);
    let why = |bot| view.advise(&AdviseSpec::new(bot, None, &params)).unwrap_err().to_string();
    assert_eq!(why("greedy"), "'greedy' does not search and has no parameter 'exploration'");
    let why = game.bot("greedy:25ms", 1).err().unwrap().to_string();
    assert!(why.starts_with("'greedy:25ms': 'greedy' does not search"), "{why}");
}
