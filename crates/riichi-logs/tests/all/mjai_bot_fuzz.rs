//! Streams with changes: each line is answered, or refused with its number and a reason and then
//! changes nothing; nothing panics, and no view is impossible.

use crate::common::testdata;
use crate::common::tracking::masked;
use facedown_game::{ActionBuf, Game, Hidden, Rng, Searchable, Seat, Turn, Worlds};
use facedown_riichi::bots::Efficient;
use facedown_riichi::{Legal, Riichi, Rules, View};
use facedown_riichi_logs::fs::read_file;
use facedown_riichi_logs::mjai;
use facedown_riichi_logs::mjai_bot::Bot;
use facedown_tiles::Tile;
use serde_json::{Value, json};

/// Returns the events of a log as one seat observes them.
fn stream(name: &str, seat: usize) -> Vec<Value> {
    let record = read_file(testdata(name)).expect("a readable log");
    mjai::events(&record).iter().map(|event| json!(masked(event, seat))).collect()
}

/// Checks the number of copies of each tile and the sizes of hands.
fn check(game: &Riichi, view: &View) {
    let mut seen = [0u8; 34];
    view.for_each_seen(|tile: Tile| seen[tile.kind().index()] += 1);
    assert!(seen.iter().all(|count| *count <= 4), "{view:?}");
    let (table, seat) = (view.table(), view.seat());
    assert_eq!(view.hand().len(), table.held(seat), "{view:?}");
    for seat in Seat::all(game.seats()) {
        let usual = 13 - 3 * table.melds(seat).len();
        assert!((usual..=usual + 1).contains(&table.held(seat)), "{view:?}");
    }
}

/// Changes a random part of a value.
fn change(value: &mut Value, rng: &mut Rng) {
    const TILES: [&str; 8] = ["1m", "5mr", "5p", "E", "N", "C", "?", "0z"];
    match value {
        Value::Object(fields) => {
            let key = fields.keys().nth(rng.below(fields.len() as u32) as usize).cloned();
            let Some(key) = key else { return };
            if rng.below(8) == 0 {
                fields.remove(&key);
            } else {
                change(&mut fields[&key], rng);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let place = rng.below(items.len() as u32) as usize;
            match rng.below(6) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                _ => change(&mut items[place], rng),
            }
        }
        Value::String(text) => {
            *text = match rng.below(4) {
                0 => String::new(),
                1 => "x".repeat(70),
                _ => TILES[rng.below(8) as usize].to_owned(),
            };
        }
        Value::Number(_) => {
            let numbers = [json!(0), json!(1), json!(2), json!(3), json!(4), json!(-1)];
            let far = [json!(1e300), json!(u64::MAX), json!(i64::MIN), json!(2_147_483_647)];
            let all: Vec<&Value> = numbers.iter().chain(&far).collect();
            *value = all[rng.below(10) as usize].clone();
        }
        Value::Bool(flag) => *flag = !*flag,
        other => *other = json!({"type": "tsumo"}),
    }
}

/// Changes some lines, or their order.
fn spoil(lines: &mut Vec<Value>, rng: &mut Rng) {
    let place = |lines: &[Value], rng: &mut Rng| rng.below(lines.len() as u32) as usize;
    for _ in 0..=rng.below(3) {
        let (a, b) = (place(lines, rng), place(lines, rng));
        match rng.below(7) {
            0 => drop(lines.remove(a)),
            1 => lines.insert(a, lines[b].clone()),
            2 => lines.swap(a, b),
            3 => lines[a] = lines[b].clone(),
            _ => change(&mut lines[a], rng),
        }
    }
}

#[test]
fn changed_streams_are_answered_or_refused_and_change_nothing_when_refused() {
    let mut rng = Rng::new(20);
    let (mut answered, mut refused, mut changed) = (0, 0, 0);
    for (name, rules) in [("hanchan.json", Rules::TENHOU), ("sanma.jsonl", Rules::TENHOU3)] {
        let game = Riichi::new(rules).unwrap();
        for number in 0..160 {
            let mut lines = stream(name, number % game.seats());
            // The beginning of a game is enough: most events are alike.
            lines.truncate(220);
            let whole = lines.clone();
            if number >= game.seats() {
                spoil(&mut lines, &mut rng);
            }
            changed += usize::from(lines != whole);
            let mut bot = Bot::new(game.clone(), Efficient::default(), Rng::new(1));
            for line in &lines {
                let before = bot.tracker().view().copied();
                let reply = bot.react(&line.to_string());
                let view = bot.tracker().view();
                match reply {
                    Ok(_) => answered += 1,
                    Err(error) => {
                        assert!(number >= game.seats(), "unchanged {name}: {error}: {line}");
                        assert!(error.to_string().starts_with("line "), "{error}");
                        assert!(before.as_ref() == view, "{error}: {line}");
                        refused += 1;
                    }
                }
                if let Some(view) = view {
                    check(&game, view);
                }
            }
            play_out(&game, bot.tracker().view(), &mut rng);
        }
    }
    assert!(changed > 300 && refused > 300 && answered > 10_000, "{changed} {refused} {answered}");
}

/// Plays out a world of the last view, if it has any.
fn play_out(game: &Riichi, view: Option<&View>, rng: &mut Rng) {
    let Some(worlds) = view.and_then(|view| game.worlds(view).ok()) else { return };
    let mut legal = Legal::default();
    let (mut state, _) = worlds.sample(rng);
    while game.turn(&state) != Turn::Over {
        if game.turn(&state) == Turn::Chance {
            game.play_chance(&mut state, rng, &mut ());
            continue;
        }
        game.legal_actions(&state, &mut legal);
        assert!(!legal.as_slice().is_empty(), "nothing is legal: {state:?}");
        let action = game.rollout(&state, legal.as_slice(), rng);
        game.apply(&mut state, action, &mut ());
    }
}

#[test]
fn no_bytes_make_a_bot_panic() {
    let mut rng = Rng::new(3);
    let game = Riichi::new(Rules::TENHOU).unwrap();
    let lines: Vec<String> =
        stream("hanchan.json", 0).iter().take(60).map(Value::to_string).collect();
    for _ in 0..400 {
        let mut bytes = lines.join("\n").into_bytes();
        for _ in 0..=rng.below(4) {
            let place = rng.below(bytes.len() as u32) as usize;
            match rng.below(3) {
                0 => bytes[place] = rng.below(256) as u8,
                1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, b"{}[]\",:0n\n"[rng.below(10) as usize]),
            }
        }
        let mut bot = Bot::new(game.clone(), Efficient::default(), Rng::new(1));
        let mut output = Vec::new();
        if let Err(error) = bot.serve(bytes.as_slice(), &mut output) {
            assert!(error.to_string().starts_with("line "), "{error}");
        }
    }
}
