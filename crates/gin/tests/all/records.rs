//! Views written as records and read back.

use facedown_game::{ActionBuf, Game, Policy, Rng, Searchable, Seat, Turn};
use facedown_gin::bots::Greedy;
use facedown_gin::wire::{ViewInput, ViewRecord};
use facedown_gin::{Gin, Legal, Rules, Setup, State, View};
use serde_json::{Value, json};

fn gin(preset: &str) -> Gin {
    Gin::new(Rules::preset(preset).unwrap()).unwrap()
}

fn record(view: &View) -> Value {
    serde_json::to_value(ViewRecord::from(view)).unwrap()
}

fn read(gin: &Gin, record: &Value) -> Result<View, String> {
    let input: ViewInput = serde_json::from_value(record.clone()).map_err(|e| e.to_string())?;
    gin.read_view(&input).map_err(|e| e.to_string())
}

/// Returns every state of a hand, played at random or by a bot that knocks.
fn states(gin: &Gin, seed: u64) -> Vec<State> {
    let mut rng = Rng::new(seed);
    let setup = Setup { dealer: Seat::new(seed as usize % 2), points: [seed as i16, 70] };
    let mut state = gin.deal(&setup, &mut rng, &mut ());
    let mut states = vec![state];
    let mut legal = Legal::default();
    let mut bot = Greedy::default();
    while let Turn::Act(seat) = gin.turn(&state) {
        gin.legal_actions(&state, &mut legal);
        let legal = legal.as_slice();
        let action = match seed % 4 {
            0 => legal[rng.below(legal.len() as u32) as usize],
            1 => gin.rollout(&state, legal, &mut rng),
            _ => bot.choose(gin, &gin.view(&state, seat), legal, &mut rng),
        };
        gin.apply(&mut state, action, &mut ());
        states.push(state);
    }
    states
}

#[test]
fn every_view_of_play_is_read_back_as_it_was() {
    let mut met = std::collections::BTreeMap::new();
    for preset in Rules::PRESETS {
        let gin = gin(preset);
        for state in (0..60).flat_map(|seed| states(&gin, seed)) {
            for seat in Seat::all(2) {
                let view = gin.view(&state, seat);
                let record = record(&view);
                match read(&gin, &record) {
                    Ok(back) => assert_eq!(back, view, "{preset}: {record:#}"),
                    Err(why) => panic!("{preset}: {why}: {record:#}"),
                }
                *met.entry(record["phase"].as_str().unwrap().to_owned()).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(met.len(), 9, "not all phases were met: {met:?}");
}

/// Returns a view in the middle of a hand, seat 0 to discard.
fn middle() -> (Gin, Value) {
    let gin = gin("eaai");
    let found = states(&gin, 3).into_iter().map(|state| gin.view(&state, Seat::new(0))).find(|v| {
        let record = record(v);
        record["turns"].as_array().unwrap().len() > 5 && !record["drawn"].is_null()
    });
    (gin, record(&found.expect("somebody draws")))
}

#[test]
fn what_follows_from_the_rest_may_be_left_out() {
    let (gin, full) = middle();
    let mut short = full.clone();
    let fields = short.as_object_mut().unwrap();
    for field in [
        "version",
        "deadwood",
        "knock_limit",
        "stock",
        "opponent_cards",
        "opponent_known",
        "opponent_refused",
        "upcard",
        "taken",
        "knocker",
        "melds",
        "laid_off",
        "doubled",
    ] {
        fields.remove(field).unwrap_or_else(|| panic!("there is no {field}"));
    }
    let cards: Vec<&str> =
        full["hand"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    fields["hand"] = cards.join(" ").into();
    assert_eq!(read(&gin, &short), read(&gin, &full));
}

#[test]
fn a_contradiction_is_named() {
    let (gin, good) = middle();
    let hand = good["hand"].as_array().unwrap().clone();
    let turns = good["turns"].as_array().unwrap().clone();
    let without = |n: usize| hand[..n].to_vec();
    let with = |card: &Value| [without(10), vec![card.clone()]].concat();
    let thrown = turns.iter().rev().find(|turn| turn["seat"] == 1).unwrap()["discard"].clone();
    let cases = [
        ("hand", json!(without(10)), "hand: impossible view: seat 0 holds 10 cards"),
        ("hand", json!(with(&thrown)), "in hand and on the table at once"),
        ("hand", json!(with(&hand[0])), "is there twice"),
        ("hand", json!(["Zz"]), "'Zz': no rank 'Z'"),
        ("hand", json!(7), "expected cards like"),
        ("stock", json!(3), "stock: 3, but the rest of the view makes it "),
        ("opponent_known", json!(["Ac"]), "opponent_known: Ac, but the rest of the view makes it "),
        ("deadwood", json!(99), "deadwood: 99, but"),
        ("seat", json!(2), "seat: no seat 2, expected 0 or 1"),
        ("dealer", json!(9), "dealer: no seat 9"),
        ("phase", json!("lunch"), "phase: no phase 'lunch', expected one of first_upcard, draw"),
        ("phase", json!("over"), "phase: over, but the rest of the view makes it"),
        ("phase", json!("wall"), "phase: wall, but the rest of the view makes it draw"),
        ("to_act", json!(1), "turns: seat 1 draws, but seat 0 is to act"),
        ("to_act", Value::Null, "to_act: missing"),
        ("drawn", Value::Null, "drawn: none, but seat 0 has drawn"),
        ("first_upcard", Value::Null, "first_upcard: missing"),
        ("knocker", json!(1), "knocker: seat 1, but"),
        ("laid_off", json!(["Ac"]), "laid_off: Ac, but the rest of the view makes it none"),
        ("points", json!([-1, 0]), "points: [-1, 0], expected 0 to 32767"),
        ("version", json!(7), "version: 7, but the rest of the view makes it 1"),
        ("turns", json!([turns[0], turns[0]]), "turns, turn 2: "),
        ("turns", json!([]), "impossible view"),
        ("cards", json!(1), "unknown field `cards`"),
    ];
    for (field, value, expected) in cases {
        let mut bad = good.clone();
        bad[field] = value;
        let why = read(&gin, &bad).unwrap_err();
        assert!(why.contains(expected), "{field}: '{why}' lacks '{expected}'");
    }
}

/// Replaces a value by another, of its own type or of any.
fn mutate(value: &mut Value, rng: &mut Rng) {
    let other = |rng: &mut Rng| match rng.below(10) {
        0 => Value::Null,
        1 => json!(rng.below(60)),
        2 => json!("Kd"),
        3 => json!([["9c", "9d", "9h"]]),
        4 => json!(["As", "2s", "3s"]),
        5 => json!(true),
        6 => json!("over"),
        7 => json!("Ac2c3c4c5c6c7c8c9cTcJc"),
        8 => json!(facedown_cards::CardSet::from_bits_truncate(u64::MAX).to_string()),
        _ => json!(-1),
    };
    match value {
        Value::Object(fields) if rng.below(10) > 0 => {
            let n = rng.below(fields.len() as u32) as usize;
            if let Some((_, field)) = fields.iter_mut().nth(n) {
                mutate(field, rng);
            }
        }
        Value::Array(items) if !items.is_empty() && rng.below(4) > 0 => {
            let n = rng.below(items.len() as u32) as usize;
            match rng.below(3) {
                0 => drop(items.remove(n)),
                1 => items.push(items[n].clone()),
                _ => mutate(&mut items[n], rng),
            }
        }
        Value::Number(number) if rng.below(2) == 0 => {
            let near = number.as_i64().unwrap_or(0) + i64::from(rng.below(3)) - 1;
            *value = json!(near);
        }
        _ => *value = other(rng),
    }
}

#[test]
fn a_hand_of_any_size_is_refused_in_every_phase() {
    let pack = facedown_cards::CardSet::from_bits_truncate(u64::MAX).to_string();
    let run = "Ac2c3c4c5c6c7c8c9cTcJc";
    for preset in ["openspiel", "eaai"] {
        let gin = gin(preset);
        for state in (0..30).flat_map(|seed| states(&gin, seed)) {
            let mut spoilt = record(&gin.view(&state, Seat::new(0)));
            for cards in [pack.as_str(), run] {
                spoilt["hand"] = cards.into();
                assert!(read(&gin, &spoilt).is_err());
            }
            spoilt["opponent_known"] = pack.as_str().into();
            assert!(read(&gin, &spoilt).is_err());
        }
    }
}

#[test]
fn a_mutated_record_is_rejected_or_read_as_a_possible_view() {
    let mut rng = Rng::new(9);
    let (mut refused, mut accepted) = (0, 0);
    for preset in ["eaai", "openspiel", "tournament"] {
        let gin = gin(preset);
        for seed in 0..60 {
            for state in states(&gin, seed) {
                let view = gin.view(&state, Seat::new(rng.below(2) as usize));
                let mut spoilt = record(&view);
                (0..=rng.below(3)).for_each(|_| mutate(&mut spoilt, &mut rng));
                match read(&gin, &spoilt) {
                    // The record of the view must give the view again.
                    Ok(view) => {
                        assert_eq!(read(&gin, &record(&view)), Ok(view));
                        accepted += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > 1_000 && accepted > 50, "{refused} refused, {accepted} accepted");
}
