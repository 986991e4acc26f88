//! Records of views: round trips, and invalid records.

use facedown_game::{ActionBuf, Game, Hidden, Match, Policy, Rng, Searchable, Seat, Turn, Worlds};
use facedown_riichi::rules::{KanDora, Length, TripleRon};
use facedown_riichi::wire::ViewRecord;
use facedown_riichi::{Action, HeuristicPolicy, Legal, Riichi, Rules, View};
use serde_json::{Value, json};

/// Takes kans, norths, riichi and calls whenever it can, and plays by the heuristic otherwise.
struct Eager;

impl Policy<Riichi> for Eager {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let kan = |action: &&Action| {
            matches!(action, Action::ClosedKan(_) | Action::AddedKan(_) | Action::OpenKan)
        };
        let call = |action: &&Action| {
            matches!(action, Action::Nuki | Action::Pon(_) | Action::Chi(_) | Action::Riichi)
        };
        let wanted = legal.iter().find(kan).or_else(|| legal.iter().find(call));
        match wanted.filter(|_| rng.below(4) > 0) {
            Some(action) => *action,
            None => HeuristicPolicy.choose(game, view, legal, rng),
        }
    }
}

/// Calls `each` with every seat's view after every action and chance move, over some rounds.
fn each_view(game: &Riichi, seed: u64, rounds: usize, mut each: impl FnMut(&View)) {
    let mut legal = Legal::default();
    let mut standing = game.begin();
    for round in 0..rounds {
        let Some(setup) = game.next_hand(&standing) else { return };
        let mut rng = Rng::stream(seed, round as u64);
        let mut state = game.deal(&setup, &mut rng, &mut ());
        loop {
            Seat::all(game.seats()).for_each(|seat| each(&game.view(&state, seat)));
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
                Turn::Act(seat) => {
                    game.legal_actions(&state, &mut legal);
                    let view = game.view(&state, seat);
                    let legal = legal.as_slice();
                    let action = if seed.is_multiple_of(3) {
                        legal[rng.below(legal.len() as u32) as usize]
                    } else {
                        Eager.choose(game, &view, legal, &mut rng)
                    };
                    game.apply(&mut state, action, &mut ());
                }
            }
        }
        game.finish_hand(&mut standing, &state);
    }
}

fn rules() -> Vec<Rules> {
    let mut all: Vec<Rules> =
        Rules::PRESETS.iter().map(|name| Rules::preset(name).unwrap()).collect();
    all.push(Rules { kan_dora: KanDora::AtOnce, rob_closed_kan: true, ..Rules::TENHOU });
    all.push(Rules { kan_dora: KanDora::AfterDiscard, nuki: false, ..Rules::TENHOU3 });
    all.push(Rules { kan_dora: KanDora::AfterDiscard, reds: [2, 4, 1], ..Rules::MJSOUL });
    all.push(Rules { triple_ron: TripleRon::Draw, head_bump: true, ..Rules::MJSOUL3 });
    all.push(Rules::TENHOU.with_length(Length::Single));
    all
}

#[test]
fn every_view_round_trips() {
    for rules in rules() {
        let game = Riichi::new(rules).unwrap();
        let mut kans = 0;
        for seed in 0..3 {
            each_view(&game, seed, 4, |view| {
                let record = ViewRecord::new(&game, view);
                let text = serde_json::to_string(&record).unwrap();
                let again: ViewRecord = serde_json::from_str(&text).unwrap();
                let back = again.view(&game).unwrap_or_else(|bad| panic!("{bad}: {text}"));
                assert!(back == *view, "{text}\n{back:?}\n{view:?}");
                kans += view.table().self_calls().count();
            });
        }
        assert!(kans > 0 || rules.matches.length == Length::Single);
    }
}

fn game() -> Riichi {
    Riichi::new(Rules::TENHOU).unwrap()
}

/// Seat 2 has drawn after a pon of seat 0, a riichi of seat 1 and a closed kan.
fn record() -> Value {
    json!({
        "seat": 2, "dealer": 0, "dora": "3s9m", "hand": "123m406p22678s123z", "drawn": "3z",
        "steps": [
            {"seat": 0, "discard": "9p"},
            {"seat": 1, "discard": "1z", "drawn": true},
            {"seat": 2, "discard": "9s"},
            {"seat": 3, "discard": "7z"},
            {"seat": 0, "meld": "777-z"},
            {"seat": 0, "discard": "1p"},
            {"seat": 1, "meld": "6666z"},
            {"seat": 1, "discard": "5m", "riichi": true},
        ],
        "turn": 2,
    })
}

fn read(record: &Value) -> Result<View, String> {
    let record: ViewRecord =
        serde_json::from_value(record.clone()).map_err(|error| error.to_string())?;
    record.view(&game()).map_err(|bad| bad.to_string())
}

#[test]
fn a_handwritten_record_is_read_and_searched() {
    let game = game();
    let view = read(&record()).unwrap();
    let table = view.table();
    assert!(table.is_riichi(Seat::new(1)) && !table.is_riichi(Seat::new(0)));
    assert_eq!((table.sticks(), table.score(Seat::new(1))), (1, 24_000));
    assert_eq!(table.dora_indicators().len(), 2);
    assert_eq!(view.drawn().unwrap().to_string(), "3z");
    let mut legal = Legal::default();
    game.view_actions(&view, &mut legal);
    assert_eq!(legal.as_slice().len(), 13, "two of its tiles are alike");
    let worlds = game.worlds(&view).unwrap();
    let (state, _) = worlds.sample(&mut Rng::new(1));
    assert!(game.view(&state, Seat::new(2)) == view);
    let mut short = record();
    short.as_object_mut().unwrap().remove("turn");
    assert!(read(&short).unwrap() == view, "the tile just drawn implies the turn");
}

/// Returns the error after a change of the record.
fn error_after(change: impl FnOnce(&mut Value)) -> String {
    let mut record = record();
    change(&mut record);
    read(&record).map_or_else(|error| error, |view| panic!("read as {view:?}"))
}

#[test]
fn a_contradiction_is_named() {
    type Change = fn(&mut Value);
    let cases: Vec<(Change, &str)> = vec![
        (|r| r["version"] = json!(2), "version is 2, expected 1"),
        (|r| r["seat"] = json!(4), "seat: no seat 4, expected 0 to 3"),
        (|r| r["dealer"] = json!(9), "dealer: no seat 9, expected 0 to 3"),
        (|r| r["wind"] = json!("X"), "wind: \"X\", expected E, S, W or N"),
        (|r| r["scores"] = json!([1, 2]), "2 scores for 4 seats"),
        (|r| r["scores"] = json!([0, 0, 0, 2_000_000_000]), "scores: 2000000000, expected"),
        (|r| r["honba"] = json!(201), "honba: 201, expected at most 200"),
        (|r| r["hand"] = json!("12m"), "seat 2: 2 tiles in the hand, expected 14"),
        (|r| r["hand"] = json!("8z"), "hand '8z': no tile 8z: z takes 1-7"),
        (|r| r["hand"] = json!("111m406p22678s122z"), "seat 2: drawn 3z"),
        (|r| r["hand"] = json!("11111m06p22678s123z"), "hand '11111m06p22678s123z': "),
        (|r| r["hand"] = json!("1117m06p22678s777z"), "step 5, seat 0: meld: one more 7z"),
        (|r| r["drawn"] = json!("9m"), "seat 2: drawn 9m, which is not in the hand"),
        (|r| r["drawn"] = Value::Null, "seat 2: drawn: missing, the seat has just drawn"),
        (|r| r["dora"] = json!("3s"), "dora, step 7: 1 indicators, but 2 are turned by now"),
        (|r| r["dora"] = json!("3s9m9m"), "dora: 3 indicators, but 2 are turned by now"),
        (|r| r["dora"] = json!(""), "dora: 0 indicators, but 1 are turned by now"),
        (|r| r["turn"] = json!(3), "seat 3: it is the turn of seat 2"),
        (|r| r["colour"] = json!("red"), "unknown field `colour`"),
        (|r| r["steps"][0]["seat"] = json!(1), "step 1, seat 1: it is the turn of seat 0"),
        (|r| r["steps"][0]["nuki"] = json!(true), "step 1, seat 0: a step is one of"),
        (|r| r["steps"][4]["drawn"] = json!(true), "step 5, seat 0: drawn without a discard"),
        (|r| r["steps"][0] = json!({"seat": 0, "nuki": true}), "step 1, seat 0: norths are not"),
        (|r| r["steps"][4]["meld"] = json!("777=z"), "step 5, seat 0: 777=z names seat 2"),
        (|r| r["steps"][4]["meld"] = json!("666-z"), "step 5, seat 0: 666-z calls 6z, but 7z"),
        (|r| r["steps"][4]["meld"] = json!("77z"), "step 5, seat 0: meld '77z': 2 tiles"),
        (|r| r["steps"][4]["meld"] = json!("777-7z"), "step 5, seat 0: 777-7z: a pon, then its"),
        (|r| r["steps"][5]["discard"] = json!("7z"), "step 6, seat 0: 7z may not be discarded"),
        (|r| r["steps"][5]["drawn"] = json!(true), "step 6, seat 0: 1p is not just drawn"),
        (|r| r["steps"][5]["riichi"] = json!(true), "step 6, seat 0: riichi without a draw"),
        (|r| r["steps"][6]["meld"] = json!("3333m"), "step 7, seat 1: meld: one more 3m"),
        (|r| r["steps"][6] = json!({"seat": 1, "add": "6z"}), "step 7, seat 1: 6z added, but"),
        (|r| r["steps"][7]["discard"] = json!("?"), "step 8: discard '?'"),
        (|r| r["scores"] = json!([0, 900, 0, 0]), "step 8, seat 1: riichi with 900 points"),
        (|r| r["asked"] = json!(true), "seat 2: asked or has answered, but no tile is offered"),
        (|r| r["end"] = json!({"by": "ron", "seats": [2]}), "end: these seats cannot win here"),
        (|r| r["end"] = json!({"by": "four_winds"}), "end: the round cannot end here"),
        (|r| r["end"] = json!({"by": "nine_terminals"}), "end: the round cannot end here"),
        (|r| r["end"] = json!({"by": "tsumo", "seats": [2]}), "end: deltas [], expected 4"),
        (|r| r["end"] = json!({"by": "fate"}), "unknown variant `fate`"),
    ];
    for (change, expected) in cases {
        let error = error_after(change);
        assert!(error.starts_with(expected), "'{error}' is not '{expected}'");
    }
}

#[test]
fn a_seat_is_asked_only_about_what_it_can_claim() {
    let mut open = record();
    open["turn"] = Value::Null;
    open["drawn"] = Value::Null;
    open["hand"] = json!("123m406p22678s12z");
    assert_eq!(read(&open).unwrap().table().offered().unwrap().to_string(), "5m");
    open["asked"] = json!(true);
    assert!(read(&open).unwrap_err().ends_with("but it cannot claim the tile"));
    open["hand"] = json!("123m406p22678s12z".replace("23m", "34m"));
    let view = read(&open).unwrap();
    let mut legal = Legal::default();
    game().view_actions(&view, &mut legal);
    assert_eq!(legal.as_slice().len(), 2);
    open["asked"] = json!(false);
    open["answer"] = json!("chi 34m");
    assert!(read(&open).is_ok());
    open["answer"] = json!("chi 67m");
    assert!(read(&open).unwrap_err().ends_with("expected one of pass, chi 34m"));
}

/// Records with a value replaced, removed or repeated are read or refused without a panic, and every
/// view that is read can be played from.
#[test]
fn no_record_makes_the_reader_panic() {
    let mut rng = Rng::new(7);
    let mut documents = Vec::new();
    for rules in [Rules::TENHOU, Rules::MJSOUL3] {
        let game = Riichi::new(rules).unwrap();
        each_view(&game, 4, 2, |view| {
            if rng.below(40) == 0 {
                documents.push((game.clone(), json!(ViewRecord::new(&game, view))));
            }
        });
    }
    let (mut read, mut refused) = (0, 0);
    for (game, document) in &documents {
        for _ in 0..60 {
            let mut changed = document.clone();
            changed.as_object_mut().unwrap().remove("now");
            mutate(&mut changed, &mut rng);
            let record: Result<ViewRecord, _> = serde_json::from_value(changed);
            let Some(view) = record.ok().and_then(|record| record.view(game).ok()) else {
                refused += 1;
                continue;
            };
            read += 1;
            let mut legal = Legal::default();
            game.view_actions(&view, &mut legal);
            let acts = game.view_turn(&view) == Some(Turn::Act(view.seat()));
            assert_eq!(acts, !legal.as_slice().is_empty(), "{view:?}");
            if let Ok(worlds) = game.worlds(&view) {
                let (mut state, _) = worlds.sample(&mut rng);
                game.playout(&mut state, &mut legal, &mut rng);
            }
        }
    }
    assert!(read > 100 && refused > 1_000, "{read} {refused}");
}

fn mutate(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(fields) => {
            let key = fields.keys().nth(rng.below(fields.len() as u32) as usize).cloned().unwrap();
            match rng.below(6) {
                0 => drop(fields.remove(&key)),
                _ => mutate(&mut fields[&key], rng),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let (a, b) =
                (rng.below(items.len() as u32) as usize, rng.below(items.len() as u32) as usize);
            match rng.below(6) {
                0 => drop(items.remove(a)),
                1 => items.insert(a, items[b].clone()),
                2 => items.swap(a, b),
                3 => items.truncate(a),
                _ => mutate(&mut items[a], rng),
            }
        }
        Value::String(text) => {
            let choices = ["", "5m", "0p", "1111z", "4-56m", "777=z", "9s", "5550+s", "E", "pass"];
            *text = match rng.below(3) {
                0 => text.chars().rev().collect(),
                1 => text.chars().skip(1).collect(),
                _ => choices[rng.below(choices.len() as u32) as usize].to_owned(),
            };
        }
        Value::Number(_) => *value = json!(rng.below(6)),
        Value::Bool(flag) => *flag = !*flag,
        _ => *value = json!(rng.below(5)),
    }
}
