//! For one decision worlds are built once, parameters are resolved once and a network runs once: at the
//! catalog, the service, over HTTP, at the command line and a bot. A program of its own, since the counts
//! are those of the whole process.

use facedown_catalog::{GameView, game, position};
use facedown_game::{Rng, Turn, meters};
use facedown_service::{Request, Service};
use serde_json::{Map, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

/// Worlds built, parameters resolved, passes of networks.
fn counts() -> [u64; 3] {
    [meters::WORLDS.total(), meters::PARAMETERS.total(), meters::NETWORK_PASSES.total()]
}

/// Returns what some work counts.
fn counted(work: impl FnOnce()) -> [u64; 3] {
    let before = counts();
    work();
    let after = counts();
    [0, 1, 2].map(|meter| after[meter] - before[meter])
}

/// A decision between several actions, some turns into a hand.
fn decision(name: &str) -> GameView {
    let game = game(name, &Map::new()).expect("the game is listed");
    let (mut hand, mut rng) = (game.deal(3, Some(0)).expect("a hand"), Rng::new(3));
    for step in 0.. {
        let Turn::Act(seat) = hand.turn() else { panic!("the hand is over") };
        let legal = hand.legal();
        if step >= 12 && legal.len() > 1 {
            let view = hand.view(seat.index()).expect("a seat");
            return GameView { game, view };
        }
        hand.apply(legal[rng.below(legal.len() as u32) as usize]).expect("it is legal");
    }
    unreachable!("a hand ends")
}

/// Starts a server on a free port, which ends with this program.
fn serve() -> SocketAddr {
    let mut config = facedown_server::Config::default();
    config.listen.set_port(0);
    config.workers = 1;
    let server = facedown_server::Server::bind(config).expect("the server starts");
    let address = server.address().expect("it has an address");
    std::thread::spawn(move || server.run_until(std::future::pending()));
    address
}

/// Posts a body; the answer must be good.
fn post(address: SocketAddr, path: &str, body: &str) {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).expect("the server accepts");
    stream.write_all(format!("{head}{body}").as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("there is an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn a_decision_does_everything_once() {
    let address = serve();
    for (name, bot, passes) in [
        ("gin", "search", 0),
        ("hearts", "search", 0),
        ("oh-hell", "ismcts", 0),
        ("riichi", "search", 1),
        ("riichi", "clone", 1),
    ] {
        let params = u64::from(bot != "clone");
        let document = decision(name).document();
        let text = document.to_string();
        let expected = [1, params, passes];

        let found = counted(|| {
            let position = position(&document, None, &Map::new()).expect("a view");
            let none = Map::new();
            let budget = Some(facedown_search::Budget::iterations(60));
            let spec = facedown_catalog::AdviseSpec::new(bot, budget, &none);
            position.view.advise(&spec).expect("an answer");
        });
        assert_eq!(found, expected, "the catalog, {name} {bot}");

        let service = Service::local();
        let body = json!({"game": name, "rules": document["rules"], "view": document["view"],
            "bot": bot, "iterations": 60, "timeout_ms": 60_000});
        let found = counted(|| {
            let request = Request::read("act", body.to_string().as_bytes()).expect("a request");
            service.answer(&request).expect("an answer");
        });
        assert_eq!(found, expected, "the service, {name} {bot}");

        let found = counted(|| post(address, "/v1/act", &body.to_string()));
        assert_eq!(found, expected, "HTTP, {name} {bot}");

        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("once.json");
        std::fs::write(&file, &text).expect("it is written");
        let path = file.to_str().expect("a path");
        let mut args = vec!["facedown", "advise", name, path, "--bot", bot, "--json"];
        if params == 1 {
            args.extend(["--iterations", "60"]);
        }
        let found = counted(|| {
            assert_eq!(facedown_cli::run(args.iter().map(Into::into)), 0);
        });
        assert_eq!(found, expected, "the command line, {name} {bot}");

        let GameView { game, view } = decision(name);
        let mut player =
            game.bot(&format!("{bot}{}", if params == 1 { ":60" } else { "" }), 1).unwrap();
        let found = counted(|| {
            player.choose(&*view).expect("a choice");
        });
        assert_eq!(found[1..], [0, passes], "a bot, {name} {bot}");
        assert!(found[0] <= 1, "a bot, {name} {bot}");
    }
}
