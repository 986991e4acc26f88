//! Tables over HTTP, kept in a file.

use crate::common::{at_table, get, post, start};
use facedown_catalog::{GAMES, game};
use facedown_service::{Limits, MemoryStore, Request, Service};
use serde_json::{Map, Value, json};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("facedown-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn setup(name: &str) -> Value {
    let seats = game(name, &Map::new()).unwrap().seats();
    let bot = |seat: usize| {
        if seat == 0 { json!({}) } else { json!({"bot": "search", "iterations": 20}) }
    };
    json!({"game": name, "hands": 1, "seed": 8, "seats": (0..seats).map(bot).collect::<Vec<_>>()})
}

fn open(address: SocketAddr, setup: &Value) -> (String, String) {
    let answer = post(address, "/v1/tables", setup).json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&answer["table"]), text(&answer["tokens"][0]["token"]))
}

/// All traffic of whole hands of every game equals the answers of the service to the last byte: these
/// are proven to hold nothing hidden (`facedown-service`, `tables/leak.rs`), and the door adds nothing.
#[test]
fn the_traffic_of_whole_games_is_that_of_the_service() {
    let server = start(|_| {});
    let random = || Ok::<u128, facedown_service::tables::StoreError>(7);
    let service =
        Service::new(Limits::default(), Arc::new(MemoryStore::default()), Arc::new(random));
    let ask = |call: &str, body: &Value| {
        let request = Request::read(call, body.to_string().as_bytes()).unwrap();
        serde_json::to_string(&service.answer(&request).unwrap()).unwrap()
    };
    for info in GAMES {
        let setup = setup(info.name);
        let (id, token) = open(server.address, &setup);
        let created: Value = serde_json::from_str(&ask("tables/create", &setup)).unwrap();
        let own = |more: Value| {
            let mut body =
                json!({"table": created["table"], "token": created["tokens"][0]["token"]});
            body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            body
        };
        let path = format!("/v1/tables/{id}");
        let look = at_table(server.address, "GET", &path, &token, None);
        assert_eq!(look.text(), ask("tables/look", &own(json!({}))), "{}", info.name);
        let mut state = look.json();
        let mut turns = 0;
        while state["over"] == false && turns < 300 {
            let actions = state["actions"].as_array().unwrap();
            let action = actions[turns % actions.len()]["action"].clone();
            let body = json!({"action": action, "seen": state["seen"]});
            let answer =
                at_table(server.address, "POST", &format!("{path}/act"), &token, Some(&body));
            assert_eq!(answer.status, 200, "{}", answer.text());
            assert_eq!(answer.text(), ask("tables/act", &own(body)), "{}", info.name);
            assert!(!answer.text().contains(&token) && !answer.head.contains(&token));
            state = answer.json();
            turns += 1;
        }
        assert_eq!(state["over"], true, "{}", info.name);
        let history = at_table(server.address, "GET", &format!("{path}/history"), &token, None);
        assert_eq!(history.text(), ask("tables/history", &own(json!({}))));
    }
}

#[test]
fn a_table_survives_the_server() {
    let folder = Folder::new("survives");
    let file = folder.0.join("tables.redb");
    let server = start(|config| config.data = Some(file.clone()));
    let (id, token) = open(server.address, &setup("gin"));
    let path = format!("/v1/tables/{id}");
    let look = at_table(server.address, "GET", &path, &token, None).json();
    let body = json!({"action": look["actions"][0]["action"]});
    let acted = at_table(server.address, "POST", &format!("{path}/act"), &token, Some(&body));
    let all = at_table(server.address, "GET", &path, &token, None).text();
    server.stop();
    let server = start(|config| config.data = Some(file.clone()));
    assert_eq!(at_table(server.address, "GET", &path, &token, None).text(), all);
    let since = format!("{path}?since={}", acted.json()["seen"]);
    let later = at_table(server.address, "GET", &since, &token, None).json();
    assert_eq!(later["events"], json!([]));
    let resigned = at_table(server.address, "POST", &format!("{path}/resign"), &token, None);
    assert_eq!(resigned.json()["over"], true);
}

#[test]
fn tables_are_refused_with_the_right_status() {
    let server = start(|_| {});
    let (id, token) = open(server.address, &setup("gin"));
    let path = format!("/v1/tables/{id}");
    let wrong = "0".repeat(32);
    assert_eq!(get(server.address, &path).status, 403);
    assert_eq!(at_table(server.address, "GET", &path, &wrong, None).status, 403);
    let nowhere = format!("/v1/tables/{wrong}");
    assert_eq!(at_table(server.address, "GET", &nowhere, &token, None).status, 404);
    let strange = "/v1/tables/..%2f..%2fetc";
    assert_eq!(at_table(server.address, "GET", strange, &token, None).status, 404);
    let since = format!("{path}?since=x");
    assert_eq!(at_table(server.address, "GET", &since, &token, None).status, 400);
    let undo = format!("{path}/undo");
    assert_eq!(at_table(server.address, "POST", &undo, &token, None).status, 409);
    let act = format!("{path}/act");
    let illegal = json!({"action": 999_999});
    let answer = at_table(server.address, "POST", &act, &token, Some(&illegal));
    assert!([400, 409].contains(&answer.status), "{}", answer.text());
}
