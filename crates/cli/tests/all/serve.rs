//! `facedown serve`: its address, its end, and a process that is killed again and again.
#![cfg(unix)]

use crate::common::{facedown, refused};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

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

/// A server process; killed when dropped.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(data: &Path) -> Self {
        let data = data.to_str().unwrap();
        let mut child = facedown(&["serve", "--listen", "127.0.0.1:0", "--data", data])
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Facedown listens on http://");
        let address = address.and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address in '{line}'")).to_owned();
        Self { child, address }
    }

    /// Sends a request; `None` if the server went away before it was answered.
    fn send(&self, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let message = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Facedown-Seat: {token}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.write_all(message.as_bytes()).ok()?;
        let mut all = String::new();
        stream.read_to_string(&mut all).ok()?;
        let (head, body) = all.split_once("\r\n\r\n")?;
        Some((head.split(' ').nth(1)?.parse().ok()?, serde_json::from_str(body).ok()?))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays at a table while the process is killed; what was answered must be there afterwards.
fn kill(times: usize) {
    let folder = Folder::new(&format!("kill-{times}"));
    let data = folder.0.join("tables.redb");
    let mut server = Serving::start(&data);
    let seats = json!([{}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]);
    let setup = json!({"game": "riichi", "seed": 1, "seats": seats});
    let mut table = None;
    let mut answered = Value::Null;
    for round in 0..times {
        let (id, token) = table.get_or_insert_with(|| {
            let (_, created) = server.send("POST", "/v1/tables", "", &setup).expect("an answer");
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (text(&created["table"]), text(&created["tokens"][0]["token"]))
        });
        let path = format!("/v1/tables/{id}");
        // Somewhere in the middle of these requests the process is killed: where, is left to the clock,
        // and nothing that is checked depends on it.
        let pid = server.child.id().to_string();
        let delay = format!("{:.3}", 0.002 + 0.013 * (round % 7) as f64);
        let script = format!("sleep {delay}; kill -9 {pid}");
        let mut killer = Command::new("sh").args(["-c", &script]).spawn().unwrap();
        loop {
            let look = server.send("GET", &path, token, &Value::Null);
            let Some((200, look)) = look else { break };
            check(&answered, &look);
            answered = look.clone();
            if look["over"] == true {
                break;
            }
            let actions = look["actions"].as_array().unwrap();
            let action = &actions[round % actions.len()]["action"];
            let body = json!({"action": action, "seen": look["seen"]});
            let acted = server.send("POST", &format!("{path}/act"), token, &body);
            let Some((200, acted)) = acted else { break };
            // The events of an act are those since; all that matters is in the rest.
            answered["seen"] = acted["seen"].clone();
            let mut events = look["events"].as_array().unwrap().clone();
            events.extend(acted["events"].as_array().unwrap().iter().cloned());
            answered["events"] = events.into();
        }
        killer.wait().unwrap();
        drop(server);
        server = Serving::start(&data);
        let (status, look) = server.send("GET", &path, token, &Value::Null).expect("an answer");
        assert_eq!(status, 200);
        check(&answered, &look);
        if look["over"] == true {
            table = None;
            answered = Value::Null;
        }
    }
}

/// Checks that everything answered to a client is still so.
fn check(answered: &Value, look: &Value) {
    let Some(before) = answered["events"].as_array() else { return };
    let now = look["events"].as_array().unwrap();
    assert!(
        now.len() >= before.len(),
        "{} events were answered, {} are left",
        before.len(),
        now.len()
    );
    assert_eq!(&now[..before.len()], &before[..]);
}

#[test]
fn a_killed_server_loses_nothing_that_was_answered() {
    kill(8);
}

#[test]
#[ignore = "takes minutes"]
fn a_server_killed_a_hundred_times_loses_nothing_that_was_answered() {
    kill(100);
}

#[test]
fn the_server_ends_cleanly_when_asked() {
    let folder = Folder::new("end");
    let mut server = Serving::start(&folder.0.join("tables.redb"));
    let (status, health) = server.send("GET", "/health", "", &Value::Null).unwrap();
    assert_eq!((status, health), (200, json!({"status": "ok"})));
    Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_bad_option_is_named() {
    assert!(refused(&["serve", "--listen", "here"]).contains("'here'"));
    assert!(refused(&["serve", "--memory", "--listen", "0.0.0.0:0"]).contains("token is needed"));
    assert!(refused(&["serve", "--memory", "--cors", "friend"]).contains("'friend'"));
    assert!(refused(&["serve", "--memory", "--token-file", "/nowhere"]).contains("/nowhere"));
}
