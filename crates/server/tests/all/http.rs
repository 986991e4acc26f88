//! Calls, streams, refusals and limits over HTTP.

use crate::common::{Running, get, hearts, message, post, raw, read, send, start};
use facedown_service::CALLS;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

#[test]
fn the_server_says_what_it_is() {
    let server = start(|_| {});
    let health = get(server.address, "/health");
    assert_eq!((health.status, health.json()), (200, json!({"status": "ok"})));
    for (path, part) in [
        ("/", "<title>Facedown"),
        ("/calls", "<title>Facedown"),
        ("/page.js", "openapi.json"),
        ("/page.css", "body"),
    ] {
        let page = get(server.address, path);
        assert_eq!(page.status, 200);
        assert!(page.text().contains(part) && page.header("content-security-policy").is_some());
        assert!(!page.text().contains("http://") && !page.text().contains("https://"), "{path}");
    }
    assert_eq!(get(server.address, "/nothing").status, 404);
    assert_eq!(get(server.address, "/v1/act").status, 405);
    let games = get(server.address, "/v1/games").json();
    assert_eq!(games, post(server.address, "/v1/games", &json!({})).json());
}

/// Run with `FACEDOWN_UPDATE=1` to write the file anew. The page's tests read it.
#[test]
fn the_list_of_games_that_is_checked_in_is_the_one_that_is_served() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/games.json");
    let server = start(|_| {});
    let served = get(server.address, "/v1/games").json();
    let text = serde_json::to_string_pretty(&served).unwrap() + "\n";
    if std::env::var_os("FACEDOWN_UPDATE").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    let written = std::fs::read_to_string(file).unwrap_or_default();
    assert!(written == text, "docs/reference/games.json: run this test with FACEDOWN_UPDATE=1");
}

/// Run with `FACEDOWN_UPDATE=1` to write the file anew.
#[test]
fn the_document_that_is_checked_in_is_that_of_the_types() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/openapi.json");
    let document = facedown_server::openapi();
    if std::env::var_os("FACEDOWN_UPDATE").is_some() {
        std::fs::write(file, &document).unwrap();
    }
    let written = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        written == document,
        "docs/reference/openapi.json: run this test with FACEDOWN_UPDATE=1"
    );
    let server = start(|_| {});
    let served = get(server.address, "/openapi.json");
    assert_eq!(served.text(), document);
    let document = served.json();
    assert_eq!(document["openapi"], "3.1.0");
    // Every reference leads somewhere.
    let text = written.split("\"#/components/schemas/").skip(1);
    for name in text.filter_map(|rest| rest.split('"').next()) {
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
    let paths = document["paths"].as_object().unwrap();
    let operations: usize = paths.values().map(|methods| methods.as_object().unwrap().len()).sum();
    // Health, metrics, and the list of games by GET too.
    assert_eq!(operations, CALLS.len() + 3);
}

#[test]
fn calls_are_answered_as_in_rust() {
    let server = start(|_| {});
    let body = json!({"view": hearts(), "iterations": 200, "seed": 3});
    let answer = post(server.address, "/v1/act", &body);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let service = facedown_service::Service::default();
    let request = facedown_service::Request::read("act", body.to_string().as_bytes()).unwrap();
    // By way of text, as the client reads it.
    let expected = serde_json::to_string(&service.answer(&request).unwrap()).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    let timeless = |mut answer: Value| {
        answer["totals"]["seconds"] = Value::Null;
        answer
    };
    assert_eq!(timeless(answer.json()), timeless(expected));
    let bid = json!({
        "phase": "bid", "hand": [{"id": "H-10", "rank": "10", "suit": "hearts"}],
        "context": {"roundIndex": 0, "cardsPerPlayer": 10, "trumpSuit": "spades",
            "trumpBroken": false, "trickIndex": 0, "currentTrick": null, "playedCards": [],
            "bids": {}, "cumulativeScores": {"p1": 0}, "myPlayerId": "p1"},
        "config": {"maxPlayers": 4, "roundCount": 1}, "timeout_ms": 60,
    });
    let answer = post(server.address, "/api/v1/bid", &bid);
    assert!(answer.json()["bid"].is_u64(), "{}", answer.text());
    let metrics = get(server.address, "/metrics").text();
    assert!(
        metrics.contains("facedown_requests_total{call=\"act\",status=\"200\"} 1"),
        "{metrics}"
    );
    let iterations =
        metrics.lines().find_map(|line| line.strip_prefix("facedown_iterations_total "));
    assert!(iterations.unwrap().parse::<u64>().unwrap() > 100, "{metrics}");
    assert!(metrics.contains("facedown_request_seconds_count{call=\"eldorado/bid\"} 1"));
    assert!(!metrics.contains("Ac"));
}

#[test]
fn errors_name_their_field() {
    let server = start(|config| config.body_bytes = 10_000);
    for (path, body, status, field) in [
        ("/v1/gin/deadwood", r#"{"hands": ["Ax"]}"#.to_owned(), 400, "hands[0]"),
        ("/v1/gin/deadwood", r#"{"hands": 3}"#.to_owned(), 400, "hands"),
        ("/v1/gin/deadwood", format!(r#"{{"hands": ["{}"]}}"#, "x".repeat(20_000)), 413, ""),
        ("/v1/act", r#"{"view": {"seat": 1}, "game": "go"}"#.to_owned(), 400, "game"),
        ("/v1/act", "{".to_owned(), 400, ""),
        ("/v1/act", format!(r#"{{"view": {}"#, "[".repeat(5_000)), 400, "view"),
        ("/v1/tables", r#"{"game": "gin", "hands": 0}"#.to_owned(), 400, "hands"),
    ] {
        let answer = send(server.address, "POST", path, &[], body.as_bytes());
        assert_eq!(answer.status, status, "{path} {}", answer.text());
        let found = answer.json()["field"].as_str().unwrap_or_default().to_owned();
        assert!(found == field || found.starts_with("view[0][0]"), "{}", answer.text());
        assert!(found.chars().count() <= 80);
        assert!(answer.json()["message"].is_string());
    }
}

#[test]
fn only_its_own_pages_and_hosts_may_call() {
    let server = start(|config| {
        config.hosts = vec!["cards.example".into()];
        config.origins = vec!["https://friend.example".into()];
    });
    let ask = |headers: &[(&str, &str)]| {
        send(server.address, "POST", "/v1/gin/deadwood", headers, br#"{"hands": ["Ks"]}"#)
    };
    let own = format!("http://{}", server.address);
    let host = server.address.to_string();
    assert_eq!(ask(&[]).status, 200);
    assert_eq!(ask(&[("Host", "cards.example")]).status, 200);
    assert_eq!(ask(&[("Host", &host), ("Origin", &own)]).status, 200);
    assert_eq!(ask(&[("Host", "evil.example")]).status, 421);
    assert_eq!(ask(&[("Host", "127.0.0.1.evil.example")]).status, 421);
    assert_eq!(ask(&[("Origin", "https://evil.example")]).status, 403);
    assert_eq!(ask(&[("Content-Type", "text/plain")]).status, 415);
    let friend = ask(&[("Origin", "https://friend.example")]);
    assert_eq!(friend.status, 200);
    assert_eq!(friend.header("access-control-allow-origin"), Some("https://friend.example"));
    let plain = start(|_| {});
    let answer =
        send(plain.address, "OPTIONS", "/v1/act", &[("Origin", "https://friend.example")], b"");
    assert!(answer.header("access-control-allow-origin").is_none());
}

#[test]
fn a_server_with_a_token_needs_it() {
    let token = "a token that nobody knows";
    let server = start(|config| config.token = Some(token.into()));
    let ask = |headers: &[(&str, &str)]| send(server.address, "GET", "/v1/games", headers, b"");
    let without = ask(&[]);
    assert_eq!((without.status, without.header("www-authenticate")), (401, Some("Bearer")));
    assert_eq!(ask(&[("Authorization", "Bearer a token that nobody knew")]).status, 401);
    assert_eq!(ask(&[("Authorization", &format!("Bearer {token}"))]).status, 200);
    assert_eq!(get(server.address, "/health").status, 200);
    assert_eq!(get(server.address, "/metrics").status, 401);
}

#[test]
fn a_server_open_to_all_without_a_token_is_refused() {
    let mut config = facedown_server::Config::default();
    config.listen = "0.0.0.0:0".parse().unwrap();
    let error = facedown_server::Server::bind(config.clone()).unwrap_err().to_string();
    assert!(error.contains("token is needed"), "{error}");
    config.token = Some("short".into());
    let error = facedown_server::Server::bind(config).unwrap_err().to_string();
    assert!(error.contains("5 characters"), "{error}");
}

/// Returns the number of requests in work.
fn queued(server: &Running) -> u64 {
    let metrics = get(server.address, "/metrics").text();
    let line = metrics.lines().find(|line| line.starts_with("facedown_queued ")).unwrap();
    line.split(' ').nth(1).unwrap().parse().unwrap()
}

const STREAM: [(&str, &str); 1] = [("Accept", "text/event-stream")];

#[test]
fn long_work_streams_its_progress() {
    let server = start(|_| {});
    let body = json!({"deal": "As Kd 7h 7c 2s", "iterations": 3_000}).to_string();
    let answer = send(server.address, "POST", "/v1/ofc/solve", &STREAM, body.as_bytes());
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let text = answer.text();
    let events: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    let (last, others) = events.split_last().unwrap();
    assert_eq!(*last, "answer", "{events:?}");
    assert!(others.iter().all(|event| *event == "progress"));
    let data = text.lines().rev().find_map(|line| line.strip_prefix("data: ")).unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["placements"].as_array().unwrap().len(), 232);
    let bad = send(server.address, "POST", "/v1/ofc/solve", &STREAM, br#"{"deal": "As"}"#);
    let text = bad.text();
    assert!(bad.status == 400 || text.contains("event: error"), "{text}");
}

#[test]
fn closing_the_connection_cancels_the_work() {
    let server = start(|_| {});
    let body = json!({"view": hearts(), "timeout_ms": 55_000}).to_string();
    for headers in [&STREAM[..], &[]] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(&message("POST", "/v1/act", headers, body.as_bytes())).unwrap();
        while queued(&server) == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(stream);
        // It would end by itself, by the deadline that every search of the server has. So that this
        // is not taken for a cancelled one, the looks are few enough to be over before.
        let mut looks = 0;
        while queued(&server) > 0 {
            std::thread::sleep(Duration::from_millis(20));
            looks += 1;
            assert!(looks < 2_000, "the work goes on");
        }
    }
}

#[test]
fn past_the_queue_limit_others_are_turned_away_at_once() {
    let server = start(|config| {
        config.queue = 2;
        config.streams = 1;
    });
    let body = json!({"view": hearts(), "timeout_ms": 55_000}).to_string();
    let open = |headers: &[(&str, &str)]| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(&message("POST", "/v1/act", headers, body.as_bytes())).unwrap();
        stream
    };
    let streaming = open(&STREAM);
    while queued(&server) < 1 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let refused = send(server.address, "POST", "/v1/act", &STREAM, body.as_bytes());
    assert_eq!(refused.status, 429, "one stream is the limit");
    let waiting = open(&[]);
    while queued(&server) < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let refused = send(server.address, "POST", "/v1/act", &[], body.as_bytes());
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    assert_eq!(refused.json()["kind"], "busy");
    // Small requests need no place in the queue.
    assert_eq!(post(server.address, "/v1/gin/deadwood", &json!({"hands": ["Ks"]})).status, 200);
    drop((streaming, waiting));
}

#[test]
fn a_clean_end_answers_what_is_in_work() {
    let server = start(|_| {});
    let body = json!({"view": hearts(), "timeout_ms": 55_000}).to_string();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(&message("POST", "/v1/act", &[], body.as_bytes())).unwrap();
    while queued(&server) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    server.stop();
    let mut all = Vec::new();
    stream.read_to_end(&mut all).unwrap();
    let answer = read(&all).expect("the answer so far");
    assert_eq!(answer.status, 200);
    assert!(!answer.json()["actions"].as_array().unwrap().is_empty());
}

#[test]
fn bytes_that_are_no_http_harm_nobody() {
    // The server waits for the rest of what was cut off, by the clock: connections have no other.
    let server = start(|config| config.read_timeout = Duration::from_millis(200));
    for bytes in [&b"\x00\xff\x13"[..], b"GET", b"POST /v1/act HTTP/1.1\r\nHost: localhost\r\n"] {
        // A half-sent head is closed after a while.
        if let Some(answer) = raw(server.address, bytes) {
            assert!((400..500).contains(&answer.status), "{answer:?}");
        }
    }
    let cut = b"POST /v1/act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
    let answer = raw(server.address, cut);
    assert_eq!(answer.expect("an answer").status, 408);
    assert_eq!(get(server.address, "/health").status, 200);
}
