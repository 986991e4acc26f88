//! No answer holds what its seat may not see.
//!
//! Every table is played to its end in random steps. In each step the hidden cards are permuted: other
//! worlds of the seat's view take the place of the actual one, and the answer must stay the same to the
//! last letter. What the seat sees of an action must follow from its views before and after.

use super::record::{SeatRecord, TableRecord, VERSION};
use super::table::Table;
use facedown_catalog::{AnyHand, GAMES, game};
use facedown_game::{Rng, Turn};
use serde_json::{Map, Value, json};

/// Other worlds that are tried in each step.
const WORLDS: u64 = 3;

fn record(name: &str, rules: &Map<String, Value>, seed: u64) -> TableRecord {
    let game = game(name, rules).unwrap();
    let Value::Object(rules) = game.rules() else { panic!("rules are a record") };
    TableRecord {
        version: VERSION,
        game: name.to_owned(),
        rules,
        seats: (0..game.seats()).map(|seat| SeatRecord::Person(format!("token {seat}"))).collect(),
        hands: Some(2),
        seed,
        actions: Vec::new(),
        resigned: None,
    }
}

/// Everything that an action tells a seat.
fn told(hand: &mut dyn AnyHand, action: usize, actor: usize, seat: usize) -> Option<Vec<String>> {
    let witnessed = actor == seat || hand.is_public(action);
    let described = witnessed.then(|| hand.view(seat).ok()?.describe(action).ok()).flatten();
    let narrations = hand.apply_narrated(action, seat).ok()?;
    let narrated = narrations.into_iter().map(|n| format!("{:?} {}", n.seat, n.text));
    Some(described.into_iter().chain(narrated).collect())
}

/// Plays a table at random; checks every answer and every event of a seat.
fn check(name: &str, rules: &Map<String, Value>, seat: usize, seed: u64) -> (usize, usize) {
    let mut table = Table::replay(&record(name, rules, seed), seat).unwrap();
    let mut rng = Rng::new(seed);
    let (mut permuted, mut compared) = (0, 0);
    while let Some(actor) = table.to_act() {
        let answer = serde_json::to_string(&table.answer(0).unwrap()).unwrap();
        let view = table.view(seat).unwrap();
        let legal = table.hand().legal();
        let action = legal[rng.below(legal.len() as u32) as usize];
        let mut after = table.hand().boxed_clone();
        let actual = told(&mut *after, action, actor, seat).unwrap();
        let after = after.view(seat).unwrap();
        for _ in 0..WORLDS {
            let mut world = view.world(rng.next_u64()).unwrap();
            // Where nobody else could be asked, a world has gone on to the next draw.
            if !world.view(seat).unwrap().same(&*view) {
                continue;
            }
            let own = table.replace_hand(world.boxed_clone());
            let other = serde_json::to_string(&table.answer(0).unwrap()).unwrap();
            table.replace_hand(own);
            assert_eq!(other, answer, "{name}: an answer depends on hidden cards");
            permuted += 1;
            let same_turn = matches!(world.turn(), Turn::Act(s) if s.index() == actor);
            if !same_turn || !world.legal().contains(&action) {
                continue;
            }
            if let Some(other) = told(&mut *world, action, actor, seat)
                && world.view(seat).unwrap().same(&*after)
            {
                assert_eq!(other, actual, "{name}: an event depends on hidden cards");
                compared += 1;
            }
        }
        table.apply(action).unwrap();
    }
    (permuted, compared)
}

#[test]
fn answers_and_events_do_not_depend_on_hidden_cards() {
    for info in GAMES {
        let game = game(info.name, &Map::new()).unwrap();
        for seat in [0, game.seats() - 1] {
            let (permuted, compared) = check(info.name, &Map::new(), seat, 11 + seat as u64);
            assert!(permuted > 50 && compared > 10, "{}: {permuted} {compared}", info.name);
        }
    }
}

#[test]
fn three_seats_of_riichi_and_two_packs_leak_nothing_either() {
    let rules = json!({"rules": "tenhou3"});
    if let Some(rules) = rules.as_object().filter(|rules| game("riichi", rules).is_ok()) {
        check("riichi", rules, 1, 5);
    }
    let rules = json!({"seats": 6});
    check("el-dorado", rules.as_object().unwrap(), 2, 5);
}
