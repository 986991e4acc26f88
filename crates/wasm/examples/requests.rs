//! Prints requests of every kind with the answers of the native build, a line of JSON each:
//! `requests [N]`, N of each kind. `smoke.mjs` compares them with WebAssembly and HTTP.
//!
//! It is here and not in `research/` because `make test` runs it and has compiled what it needs.

use facedown_cards::{Card, PackCard};
use facedown_catalog::{GAMES, game};
use facedown_game::{Rng, Turn};
use facedown_tiles::Kind;
use facedown_wasm::Engine;
use serde_json::{Map, Value, json};

/// Logs in three formats.
const LOGS: [&str; 3] = [
    include_str!("../../../testdata/riichi/tonpu.mjlog"),
    include_str!("../../../testdata/riichi/hanchan.json"),
    include_str!("../../../testdata/riichi/sanma.jsonl"),
];

fn main() {
    let n = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10);
    let mut engine = Engine::default();
    let makers: [fn(&mut Rng) -> Value; 14] = [
        act,
        deadwood,
        fantasy,
        solve,
        score,
        hand,
        win,
        danger,
        replay,
        riichi_review,
        review,
        deals,
        bid_or_play,
        broken,
    ];
    for make in makers {
        for i in 0..n {
            let request = make(&mut Rng::stream(7, i)).to_string();
            println!(r#"{{"request":{request},"result":{}}}"#, engine.answer(&request));
        }
    }
    let request = r#"{"call":"games"}"#;
    println!(r#"{{"request":{request},"result":{}}}"#, engine.answer(request));
}

fn below(rng: &mut Rng, n: usize) -> usize {
    rng.below(n as u32) as usize
}

/// Returns so many different cards.
fn cards(rng: &mut Rng, count: usize) -> Vec<String> {
    let mut pack: Vec<usize> = (0..52).collect();
    let mut taken = Vec::new();
    for _ in 0..count {
        let card = pack.swap_remove(below(rng, pack.len()));
        taken.push(Card::from_index(card).expect("a card").to_string());
    }
    taken
}

/// Returns the view of the seat to act after some random actions.
fn position(rng: &mut Rng, name: &str) -> Value {
    let game = game(name, &Map::new()).expect("a game");
    let mut hand = game.deal(rng.next_u64(), None).expect("a hand of any place");
    for _ in 0..below(rng, 30) {
        let legal = hand.legal();
        let before = hand.boxed_clone();
        hand.apply(legal[below(rng, legal.len())]).expect("a legal action");
        if hand.turn() == Turn::Over {
            hand = before;
            break;
        }
    }
    let Turn::Act(seat) = hand.turn() else { unreachable!("the hand is not over") };
    let view = hand.view(seat.index()).expect("a seat").record();
    json!({"game": name, "rules": game.rules(), "view": view})
}

fn with_call(mut request: Value, call: &str) -> Value {
    request["call"] = call.into();
    request
}

fn act(rng: &mut Rng) -> Value {
    let info = &GAMES[below(rng, GAMES.len())];
    let mut request = position(rng, info.name);
    request["bot"] = info.bots[below(rng, info.bots.len())].0.into();
    request["iterations"] = json!(60 + below(rng, 200));
    request["seed"] = json!(below(rng, 1_000));
    with_call(request, "act")
}

fn deadwood(rng: &mut Rng) -> Value {
    let hands: Vec<String> = (0..3)
        .map(|_| {
            let count = 7 + below(rng, 5);
            cards(rng, count).concat()
        })
        .collect();
    json!({"call": "gin/deadwood", "hands": hands, "all": below(rng, 2) == 0})
}

fn fantasy(rng: &mut Rng) -> Value {
    let joker = below(rng, 4) == 0;
    let mut dealt = cards(rng, 14);
    if joker {
        dealt[0] = PackCard::from_index(52).expect("a joker").to_string();
    }
    let rules = if joker { "joker-ultimate" } else { "standard" };
    json!({"call": "ofc/fantasy", "cards": dealt.join(" "), "rules": rules, "all": 1 + below(rng, 3)})
}

fn solve(rng: &mut Rng) -> Value {
    let street = below(rng, 5);
    let placed = [0, 5, 7, 9, 11][street];
    let dealt = cards(rng, placed + if street == 0 { 5 } else { 3 });
    let (board, deal) = dealt.split_at(placed);
    let split = [0, 1, 1, 2, 3][street];
    let (top, rest) = board.split_at(split);
    let (middle, bottom) = rest.split_at(rest.len() / 2);
    let board = [top, middle, bottom].map(|row| row.join(" ")).join(" / ");
    let board = if street == 0 { String::new() } else { board };
    json!({"call": "ofc/solve", "board": board, "deal": deal.join(" "),
        "iterations": 20 + below(rng, 60), "seed": below(rng, 100)})
}

fn score(rng: &mut Rng) -> Value {
    let dealt = cards(rng, 26);
    let board = |c: &[String]| [&c[..3], &c[3..8], &c[8..]].map(|row| row.join(" ")).join(" / ");
    json!({"call": "ofc/score", "boards": [board(&dealt[..13]), board(&dealt[13..])]})
}

/// Returns so many tiles.
fn tiles(rng: &mut Rng, count: usize) -> String {
    let mut wall: Vec<usize> = (0..136).collect();
    let mut taken = Vec::new();
    for _ in 0..count {
        taken.push(wall.swap_remove(below(rng, wall.len())) / 4);
    }
    taken.sort_unstable();
    taken.into_iter().map(|kind| Kind::new(kind as u8).to_string()).collect()
}

fn hand(rng: &mut Rng) -> Value {
    let count = 13 + below(rng, 2);
    let mut request = json!({"call": "riichi/hand", "tiles": tiles(rng, count)});
    if below(rng, 4) == 0 {
        request["ev"] = json!({"turn": 12 + below(rng, 5), "reshape": false});
    }
    request
}

fn win(rng: &mut Rng) -> Value {
    let suit = |n: usize| ["m", "p", "s"][n];
    let run = |rng: &mut Rng| {
        let first = 1 + below(rng, 7);
        format!("{}{}{}{}", first, first + 1, first + 2, suit(below(rng, 3)))
    };
    let groups: Vec<String> = (0..4).map(|_| run(rng)).collect();
    let pair = 1 + below(rng, 7);
    let hand = format!("{}{pair}{pair}z", groups.concat());
    let tile = format!("{}{}", &groups[3][..1], &groups[3][3..]);
    let riichi = ["no", "single", "double"][below(rng, 3)];
    json!({"call": "riichi/hand", "tiles": hand, "dora": "1z",
        "win": {"tile": tile, "tsumo": below(rng, 2) == 0, "riichi": riichi, "honba": below(rng, 4)}})
}

fn danger(rng: &mut Rng) -> Value {
    let mut request = position(rng, "riichi");
    request.as_object_mut().expect("a record").remove("game");
    with_call(request, "riichi/danger")
}

fn replay(rng: &mut Rng) -> Value {
    json!({"call": "riichi/replay", "logs": [{"name": "a", "text": LOGS[below(rng, LOGS.len())]}]})
}

fn riichi_review(rng: &mut Rng) -> Value {
    let log = json!({"name": "a", "text": LOGS[below(rng, LOGS.len())]});
    json!({"call": "riichi/review", "log": log, "seat": below(rng, 3), "worlds": 4,
        "seed": below(rng, 100)})
}

/// A record of random play.
fn review(rng: &mut Rng) -> Value {
    let name = ["gin", "hearts", "spades", "oh-hell", "el-dorado"][below(rng, 5)];
    let seed = below(rng, 1_000);
    let mut hand = game(name, &Map::new())
        .expect("a game")
        .begin_match(seed as u64)
        .next_hand()
        .expect("a match has a hand");
    for _ in 0..below(rng, 20) {
        let legal = hand.legal();
        if legal.is_empty() {
            break;
        }
        hand.apply(legal[below(rng, legal.len())]).expect("a legal action");
    }
    let record = json!({"version": 1, "game": name, "seed": seed, "actions": hand.history()});
    json!({"call": "review", "record": record, "iterations": 60, "worlds": 10, "seed": seed})
}

fn deals(rng: &mut Rng) -> Value {
    let name = ["hearts", "spades", "oh-hell", "el-dorado"][below(rng, 4)];
    let mut request = position(rng, name);
    request["n"] = json!(1 + below(rng, 20));
    request["seed"] = json!(below(rng, 1_000));
    with_call(request, "tricks/deals")
}

/// A request of the El Dorado app: a first lead, or a bid.
fn bid_or_play(rng: &mut Rng) -> Value {
    let suit = |letter: &str| match letter {
        "c" => "clubs",
        "d" => "diamonds",
        "h" => "hearts",
        _ => "spades",
    };
    let card = |text: &String| {
        let (rank, letter) = text.split_at(1);
        let rank = if rank == "T" { "10" } else { rank };
        json!({"id": format!("d0:{}:{rank}", suit(letter)), "rank": rank, "suit": suit(letter)})
    };
    let size = 1 + below(rng, 10);
    let held: Vec<Value> = cards(rng, size).iter().map(card).collect();
    let bids = below(rng, 2) == 0;
    let bid = if bids { Value::Null } else { json!(1) };
    json!({
        "call": if bids { "eldorado/bid" } else { "eldorado/play" },
        "hand": held,
        "context": {"roundIndex": 10 - size, "cardsPerPlayer": size, "trumpSuit": "hearts",
            "myPlayerId": "me", "bids": {"me": bid, "you": 1, "they": 0},
            "cumulativeScores": {"me": 3, "you": -2, "they": 8}},
        "config": {"maxPlayers": 3, "roundCount": 10},
        "iterations": 100, "seed": below(rng, 100),
    })
}

/// A request that is refused.
fn broken(rng: &mut Rng) -> Value {
    match below(rng, 4) {
        0 => json!({"call": "gin/deadwood", "hands": ["Ax"]}),
        1 => json!({"call": "act", "game": "go", "view": {}}),
        2 => json!({"call": "riichi/hand", "tiles": "99999m"}),
        _ => json!({"call": format!("nothing {}", below(rng, 9))}),
    }
}
