//! A server on a free port, and a client that sends exactly the bytes given.
use facedown_server::{Config, Server};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// A running server; dropping it ends it cleanly.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts a server on a free port.
pub(crate) fn start(change: impl FnOnce(&mut Config)) -> Running {
    let mut config = Config::default();
    config.listen.set_port(0);
    config.workers = 1;
    change(&mut config);
    let server = Server::bind(config).expect("the server starts");
    let address = server.address().expect("it has an address");
    let (end, ended) = oneshot::channel::<()>();
    let run = move || {
        let ended = async {
            let _ = ended.await;
        };
        server.run_until(ended).expect("the server runs");
    };
    Running { address, end: Some(end), thread: Some(std::thread::spawn(run)) }
}

impl Running {
    /// Ends the server and waits for it.
    pub(crate) fn stop(mut self) {
        self.finish();
    }

    fn finish(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends without a panic");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A response.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("bodies are UTF-8")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Sends bytes and reads to the end.
pub(crate) fn raw(address: SocketAddr, bytes: &[u8]) -> Option<Response> {
    let mut stream = TcpStream::connect(address).expect("the server accepts");
    // A server that refuses a request may close before it was sent.
    let _ = stream.write_all(bytes);
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    read(&all)
}

/// Reads a response.
pub(crate) fn read(all: &[u8]) -> Option<Response> {
    let end = all.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8(all[..end].to_vec()).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let rest = &all[end + 4..];
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(rest) } else { rest.to_vec() };
    Some(Response { status, head, body })
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok();
        let Some(size) = size.and_then(|text| usize::from_str_radix(text, 16).ok()) else { break };
        rest = &rest[end + 2..];
        if size == 0 || rest.len() < size {
            break;
        }
        body.extend(&rest[..size]);
        rest = rest.get(size + 2..).unwrap_or_default();
    }
    body
}

/// Sends a request with these headers.
pub(crate) fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Response {
    raw(address, &message(method, path, headers, body)).expect("there is a response")
}

/// Returns the bytes of a request.
pub(crate) fn message(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    let given = |name: &str| headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
    if !given("host") {
        head += "Host: localhost\r\n";
    }
    if !given("content-type") && method == "POST" {
        head += "Content-Type: application/json\r\n";
    }
    for (name, value) in headers {
        for part in [*name, ": ", *value, "\r\n"] {
            head += part;
        }
    }
    head += "Content-Length: ";
    head += &body.len().to_string();
    head += "\r\n\r\n";
    [head.as_bytes(), body].concat()
}

/// Posts JSON.
pub(crate) fn post(address: SocketAddr, path: &str, body: &Value) -> Response {
    send(address, "POST", path, &[], body.to_string().as_bytes())
}

/// Reads a path.
pub(crate) fn get(address: SocketAddr, path: &str) -> Response {
    send(address, "GET", path, &[], b"")
}

/// Calls a table with a seat's token.
pub(crate) fn at_table(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> Response {
    let body = body.map(Value::to_string).unwrap_or_default();
    send(address, method, path, &[("Facedown-Seat", token)], body.as_bytes())
}

/// A view of hearts in the middle of a hand.
pub(crate) fn hearts() -> Value {
    serde_json::json!({
        "game": "hearts", "seat": 0, "dealer": 3,
        "hand": ["Ac", "5c", "7c", "9c", "Qc", "Ah", "Jh", "Qh", "4s"],
        "passing": {"given": ["9d", "Js", "Ks"], "received": ["9c", "Ah", "Jh"]},
        "tricks": [
            {"leader": 1, "cards": ["2c", "Jc", "4c", "3c"]},
            {"leader": 2, "cards": ["7s", "6s", "5s", "8s"]},
            {"leader": 1, "cards": ["9d", "7d", "6d", "9h"]},
            {"leader": 1, "cards": ["5h", "Th", "8h", "3h"]},
            {"leader": 2, "cards": ["6c", "Qs"]},
        ],
    })
}
