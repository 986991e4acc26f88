//! The calls of the original card app, in its own form.

use crate::common::{ask, service};
use facedown_catalog::game;
use facedown_game::Turn;
use serde_json::{Map, Value, json};

fn card(text: &str, deck: usize) -> Value {
    let (rank, suit) = text.split_at(1);
    let rank = if rank == "T" { "10" } else { rank };
    let suit = match suit {
        "c" => "clubs",
        "d" => "diamonds",
        "h" => "hearts",
        _ => "spades",
    };
    json!({"id": format!("d{deck}:{suit}:{rank}"), "rank": rank, "suit": suit})
}

/// The request that the app would send for the seat to act; with history also its own fields.
fn payload(name: &[&str], view: &Value, history: bool) -> Value {
    let now = &view["now"];
    let texts = |cards: &Value| -> Vec<String> {
        cards.as_array().unwrap().iter().map(|c| c.as_str().unwrap().to_owned()).collect()
    };
    let play = |leader: usize, cards: &[String]| -> Vec<Value> {
        let seats = name.len();
        cards
            .iter()
            .enumerate()
            .map(|(i, c)| json!({"playerId": name[(leader + i) % seats], "card": card(c, 0)}))
            .collect()
    };
    let mut tricks: Vec<(usize, Vec<String>)> = view["tricks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| (t["leader"].as_u64().unwrap() as usize, texts(&t["cards"])))
        .collect();
    let played: Vec<Value> =
        tricks.iter().flat_map(|(_, cards)| cards).map(|c| card(c, 0)["id"].clone()).collect();
    let current = match tricks.last() {
        Some((_, cards)) if cards.len() < name.len() => tricks.pop(),
        _ => None,
    };
    let me = view["seat"].as_u64().unwrap() as usize;
    let (leader, cards) = current.unwrap_or((me, Vec::new()));
    let by_name = |values: &Value| -> Value {
        name.iter()
            .zip(values.as_array().unwrap())
            .map(|(n, v)| ((*n).to_owned(), v.clone()))
            .collect()
    };
    let trump = now["trump"].as_str().map(|s| card(&format!("A{s}"), 0)["suit"].clone());
    let mut body = json!({
        "phase": if now["phase"] == "bid" { "bid" } else { "play" },
        "hand": texts(&view["hand"]).iter().map(|c| card(c, 0)).collect::<Vec<_>>(),
        "context": {
            "roundIndex": view["hand_number"], "cardsPerPlayer": 10,
            "trumpSuit": trump, "trumpBroken": true, "trickIndex": tricks.len(),
            "currentTrick": {"trickIndex": tricks.len(), "ledSuit": null,
                "leaderPlayerId": name[leader], "plays": play(leader, &cards)},
            "playedCards": played, "bids": by_name(&now["bids"]),
            "cumulativeScores": by_name(&view["scores"]), "myPlayerId": name[me],
            "rng": {},
        },
        "config": {"maxPlayers": 10, "roundCount": 10, "sessionSeed": "x"},
        "strategy": {"strategy_type": "AGGRESSIVE"},
        "iterations": 200,
    });
    if history {
        body["context"]["completedTricks"] = tricks
            .iter()
            .map(|(leader, cards)| json!({"plays": play(*leader, cards)}))
            .collect::<Vec<_>>()
            .into();
        body["context"]["trumpCard"] = card(view["upcard"].as_str().unwrap(), 0)["id"].clone();
        body["context"]["playerOrder"] = json!(name);
    }
    body
}

/// Plays a hand by the app's calls; every answer must be legal.
fn play_hand(seats: usize, seed: u64, history: bool) -> usize {
    const NAMES: [&str; 6] = ["amy", "bob", "eve", "kim", "max", "zoe"];
    let game = game("el-dorado", json!({"seats": seats}).as_object().unwrap()).unwrap();
    let service = service();
    let mut hand = game.deal(seed, Some(0)).unwrap();
    let mut turns = 0;
    while let Turn::Act(seat) = hand.turn() {
        let view = hand.view(seat.index()).unwrap().record();
        let body = payload(&NAMES[..seats], &view, history);
        let text = if body["phase"] == "bid" {
            let answer = ask(&service, "eldorado/bid", &body).unwrap();
            answer["bid"].as_u64().unwrap().to_string()
        } else {
            let answer = ask(&service, "eldorado/play", &body).unwrap();
            let held = body["hand"].as_array().unwrap().iter().find(|c| c["id"] == answer["card"]);
            let held = held.expect("the answer is the id of a card held");
            let rank = held["rank"].as_str().unwrap().replace("10", "T");
            format!("{rank}{}", &held["suit"].as_str().unwrap()[..1])
        };
        let action = hand.find(&text).unwrap_or_else(|error| panic!("{error}: {body}"));
        hand.apply(action).unwrap();
        turns += 1;
    }
    turns
}

#[test]
fn whole_hands_are_played_from_the_requests_of_the_app() {
    assert_eq!(play_hand(4, 1, false), 44);
    assert_eq!(play_hand(3, 2, false), 33);
    assert_eq!(play_hand(6, 3, false), 66);
}

#[test]
fn with_history_the_answer_is_that_of_the_whole_view() {
    assert_eq!(play_hand(4, 4, true), 44);
    let game = game("el-dorado", &Map::new()).unwrap();
    let mut hand = game.deal(8, Some(0)).unwrap();
    let mut bot = game.bot("rule", 1).unwrap();
    for _ in 0..17 {
        let Turn::Act(seat) = hand.turn() else { break };
        let action = bot.choose(&*hand.view(seat.index()).unwrap()).unwrap().unwrap();
        hand.apply(action).unwrap();
    }
    let Turn::Act(seat) = hand.turn() else { panic!("over") };
    let view = hand.view(seat.index()).unwrap().record();
    let service = service();
    let body = payload(&["a", "b", "c", "d"], &view, true);
    let answer = ask(&service, "eldorado/play", &body).unwrap();
    let rules = json!({"deal": {"cards": [10]}});
    let act = json!({"game": "el-dorado", "rules": rules, "view": view, "iterations": 200});
    let expected = ask(&service, "act", &act).unwrap();
    let held = body["hand"].as_array().unwrap().iter().find(|c| c["id"] == answer["card"]).unwrap();
    let expected = expected["text"].as_str().unwrap();
    assert_eq!(card(expected, 0)["id"], held["id"]);
}

#[test]
fn the_requests_of_the_original_tests_are_answered() {
    let service = service();
    let bid = json!({
        "phase": "bid",
        "hand": [{"id": "H-10", "rank": "10", "suit": "hearts"}],
        "context": {"roundIndex": 0, "cardsPerPlayer": 10, "trumpSuit": "spades",
            "trumpBroken": false, "trickIndex": 0, "currentTrick": null, "playedCards": [],
            "bids": {}, "cumulativeScores": {"p1": 0}, "myPlayerId": "p1"},
        "config": {"maxPlayers": 4, "roundCount": 1}, "timeout_ms": 50,
    });
    assert!(ask(&service, "eldorado/bid", &bid).unwrap()["bid"].is_u64());
    let play = json!({
        "phase": "play",
        "hand": [{"id": "S-A", "rank": "A", "suit": "spades"},
            {"id": "H-2", "rank": "2", "suit": "hearts"}],
        "context": {"roundIndex": 0, "cardsPerPlayer": 10, "trumpSuit": "spades",
            "trumpBroken": true, "trickIndex": 0,
            "currentTrick": {"trickIndex": 0, "ledSuit": null, "plays": [], "leaderPlayerId": "p1"},
            "playedCards": [], "bids": {"p1": 1, "p2": 1},
            "cumulativeScores": {"p1": 0, "p2": 0}, "myPlayerId": "p1"},
        "config": {"maxPlayers": 2, "roundCount": 1}, "timeout_ms": 50,
    });
    let card = ask(&service, "eldorado/play", &play).unwrap()["card"].clone();
    assert!(card == "S-A" || card == "H-2");
}

#[test]
fn cards_played_in_no_order_are_left_out_of_the_pack() {
    let game = game("el-dorado", &Map::new()).unwrap();
    let mut hand = game.deal(12, Some(0)).unwrap();
    let mut bot = game.bot("rule", 1).unwrap();
    for _ in 0..21 {
        let Turn::Act(seat) = hand.turn() else { break };
        let action = bot.choose(&*hand.view(seat.index()).unwrap()).unwrap().unwrap();
        hand.apply(action).unwrap();
    }
    let Turn::Act(seat) = hand.turn() else { panic!("over") };
    let view = hand.view(seat.index()).unwrap().record();
    let mut body = payload(&["a", "b", "c", "d"], &view, false);
    let played = body["context"]["playedCards"].as_array_mut().unwrap();
    played.reverse();
    let last = played.len() - 1;
    played.remove(last);
    let answer = ask(&service(), "eldorado/play", &body).unwrap();
    assert!(body["hand"].as_array().unwrap().iter().any(|c| c["id"] == answer["card"]));
}

#[test]
fn the_order_of_play_is_that_of_the_tricks() {
    // Scores name the players in another order than that in which they sit.
    let body = json!({
        "hand": [{"id": "x", "rank": "2", "suit": "clubs"}, {"id": "y", "rank": "A", "suit": "hearts"}],
        "context": {"trumpSuit": "spades", "myPlayerId": "b", "bids": {"a": 1, "b": 1, "c": 0},
            "cumulativeScores": {"a": 0, "b": 0, "c": 0},
            "currentTrick": {"leaderPlayerId": "c",
                "plays": [{"playerId": "c", "card": card("Kh", 0)}]},
            "playedCards": ["d0:hearts:K"]},
        "config": {"maxPlayers": 3, "roundCount": 10}, "iterations": 100,
    });
    assert_eq!(ask(&service(), "eldorado/play", &body).unwrap()["card"], "y", "hearts were led");
}

#[test]
fn a_bad_request_names_its_field() {
    let good = json!({"hand": [{"id": "a", "rank": "A", "suit": "spades"}],
        "context": {"myPlayerId": "p", "cumulativeScores": {"p": 0, "q": 0}}});
    let cases = [
        ("/hand/0/rank", json!("1"), "hand[0]"),
        ("/hand/0/suit", json!("stars"), "hand[0]"),
        ("/hand", json!([]), "hand"),
        ("/context/playedCards", json!(["joker"]), "context.playedCards[0]"),
        ("/context/trumpSuit", json!("stars"), "context.trumpSuit"),
        ("/context/playerOrder", json!(["q", "r"]), "context.myPlayerId"),
        ("/context/bids", json!({"p": "x"}), "context.bids.p"),
    ];
    let service = service();
    for (path, value, field) in cases {
        let mut body = good.clone();
        if body.pointer(path).is_none() {
            let name = path.rsplit('/').next().unwrap();
            body["context"][name] = value;
        } else {
            *body.pointer_mut(path).unwrap() = value;
        }
        let error = ask(&service, "eldorado/play", &body).unwrap_err();
        assert_eq!(error.field.as_deref(), Some(field), "{error}");
    }
}
