//! A thousand malformed requests of every kind: no failure of the server, no panic, no hang.

use crate::common::{get, hearts, send, start};
use facedown_game::Rng;
use facedown_service::CALLS;
use serde_json::{Value, json};

/// Good requests, by path.
fn good() -> Vec<(String, Value)> {
    let card = json!({"id": "d0:hearts:K", "rank": "K", "suit": "hearts"});
    let eldorado = json!({"hand": [card], "timeout_ms": 5,
        "context": {"myPlayerId": "a", "cumulativeScores": {"a": 0, "b": 1}, "bids": {"a": 1, "b": 0},
            "trumpSuit": "spades", "playedCards": [], "currentTrick": {"plays": []}}});
    let act = json!({"view": hearts(), "timeout_ms": 5, "seed": 1, "params": {"exploration": 0.7}});
    let table = "/v1/tables/00000000000000000000000000000000";
    vec![
        ("/v1/act".into(), act.clone()),
        ("/v1/gin/deadwood".into(), json!({"hands": ["As2s3s 9c9d9h Kd 2c 7h 7d"], "all": true})),
        ("/v1/ofc/fantasy".into(), json!({"cards": "As Ks Qs Js Ts 7h 7c 7d 2s 2h 5d 5c 9h 3d"})),
        (
            "/v1/ofc/solve".into(),
            json!({"board": "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c",
            "deal": "Kd 2d 7s", "dead": "", "opponents": [], "timeout_ms": 5}),
        ),
        ("/v1/ofc/score".into(), json!({"boards": ["Qs Qd 7c / 9c 9d 9h 2s 3s / 4h 5h 6h 7h 8h"]})),
        (
            "/v1/riichi/hand".into(),
            json!({"tiles": "234m345567p5567s", "dora": "4s",
            "win": {"tile": "8s", "tsumo": true}}),
        ),
        (
            "/v1/riichi/danger".into(),
            json!({"rules": "tenhou", "view": {"seat": 2, "dora": "3s9m",
            "hand": "123m406p22678s123z", "drawn": "3z", "steps": [{"seat": 0, "discard": "9p"},
            {"seat": 1, "discard": "1z", "drawn": true}]}}),
        ),
        (
            "/v1/riichi/opinion".into(),
            json!({"rules": "tenhou", "iterations": 2, "seed": 1, "view": {"seat": 2,
            "dora": "3s9m", "hand": "123m406p22678s123z", "drawn": "3z",
            "steps": [{"seat": 0, "discard": "9p"}, {"seat": 1, "discard": "1z", "drawn": true}]}}),
        ),
        ("/v1/riichi/replay".into(), json!({"logs": [{"name": "a", "text": "<mjloggm>"}]})),
        (
            "/v1/riichi/review".into(),
            json!({"log": {"name": "a", "text": "<mjloggm>"}, "seat": 0, "iterations": 2, "seed": 1}),
        ),
        ("/v1/review".into(), json!({"record": {}, "seat": 0, "timeout_ms": 5, "seed": 1})),
        ("/v1/tricks/deals".into(), json!({"view": hearts(), "n": 3})),
        ("/v1/games".into(), json!({})),
        ("/api/v1/bid".into(), eldorado.clone()),
        ("/api/v1/play".into(), eldorado),
        ("/v1/tables".into(), json!({"game": "gin", "seats": [{}, {"bot": "random"}], "hands": 1})),
        (format!("{table}/act"), json!({"action": 3})),
        (format!("{table}/undo"), json!({})),
        (format!("{table}/resign"), json!({})),
    ]
}

/// Values that belong nowhere.
fn strange(rng: &mut Rng) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e308),
        json!(u64::MAX),
        json!(0),
        json!(""),
        json!("\u{0}\u{202e}'\"<script>"),
        json!("A".repeat(3_000)),
        json!("As As As"),
        json!([]),
        json!([[[[[]]]]]),
        json!({}),
        json!({"a": {"b": 1}}),
        json!(["As", 3, null]),
    ];
    values[rng.below(values.len() as u32) as usize].clone()
}

/// Returns the number of values in a document.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// Replaces the value with this number, or removes it, or gives it a neighbour.
fn change(value: &mut Value, at: &mut usize, rng: &mut Rng) -> bool {
    if *at == 0 {
        *value = strange(rng);
        return true;
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, at, rng)),
        Value::Object(fields) => {
            if *at == 0 && rng.below(3) == 0 {
                let name = fields.keys().next().cloned();
                fields.extend([("unknown".to_owned(), strange(rng))]);
                name.filter(|_| rng.below(2) == 0).map(|name| fields.remove(&name));
                return true;
            }
            fields.values_mut().any(|field| change(field, at, rng))
        }
        _ => false,
    }
}

/// Cuts or scrambles the text of a request.
fn scramble(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    if bytes.is_empty() {
        return bytes;
    }
    match rng.below(3) {
        0 => bytes.truncate(rng.below(bytes.len() as u32) as usize),
        1 => {
            for _ in 0..3 {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = rng.next_u64() as u8;
            }
        }
        _ => bytes.extend(b"]}"),
    }
    bytes
}

fn storm(each: u64) -> [usize; 2] {
    let server = start(|config| config.workers = 2);
    let mut statuses = [0; 2];
    for (path, body) in good() {
        for i in 0..each {
            let mut rng = Rng::stream(3, i);
            let mut changed = body.clone();
            for _ in 0..=rng.below(2) {
                let mut at = rng.below(count(&changed) as u32) as usize;
                change(&mut changed, &mut at, &mut rng);
            }
            let text = changed.to_string();
            let bytes =
                if rng.below(4) == 0 { scramble(&text, &mut rng) } else { text.into_bytes() };
            let seat = ("Facedown-Seat", "11111111111111111111111111111111");
            let answer = send(server.address, "POST", &path, &[seat], &bytes);
            let shown = || format!("{path} {} {}", String::from_utf8_lossy(&bytes), answer.text());
            assert!(answer.status < 500, "{}", shown());
            statuses[usize::from(answer.status != 200)] += 1;
            if answer.status != 200 {
                assert!(answer.json()["message"].is_string(), "{}", shown());
            }
        }
    }
    assert_eq!(get(server.address, "/health").status, 200);
    statuses
}

#[test]
fn malformed_requests_are_refused_and_nothing_breaks() {
    // All calls but the three that look at a table, and the one that removes it.
    assert_eq!(good().len(), CALLS.len() - 4);
    let [answered, refused] = storm(40);
    assert!(refused > 300, "{answered} answered, {refused} refused");
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_malformed_requests_of_every_kind() {
    let [answered, refused] = storm(1_000);
    assert_eq!(answered + refused, 1_000 * good().len());
}
