//! Matches at our table between our bots and the Monte Carlo bots of the crate gin-rummy-engine.
//!
//! `cargo run --release --manifest-path bench/gin-peer/Cargo.toml -- [pairs] [seed] [bot,bot …]`
//!
//! Bots are ours by name (`search:25ms`, `simple`) or the peer's (`mc:256`). Matches to 100 by the
//! rules of the EAAI challenge, duplicate deals, two matches at a time. After a knock, melds and
//! layoffs are exact for both, which can only help the peer.

mod peer;

use facedown_arena::{DuplicateOptions, Contestant, duplicate_matches};
use facedown_game::{Control, Policy};
use facedown_gin::{Gin, Rules};
use peer::Peer;

fn bot(game: &Gin, name: &str) -> Box<dyn Policy<Gin>> {
    match name.strip_prefix("mc:") {
        Some(samples) => Box::new(Peer::new(samples.parse().expect("mc:SAMPLES"))),
        None => facedown_catalog::gin_policy(game, name).unwrap_or_else(|why| panic!("{why}")),
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let pairs = args.next().map_or(20, |n| n.parse().expect("a number of pairs"));
    let seed = args.next().map_or(2, |n| n.parse().expect("a seed"));
    let mut duels: Vec<String> = args.collect();
    if duels.is_empty() {
        let all = ["mc:128,simple", "mc:256,simple", "search:25ms,simple", "search:25ms,mc:256"];
        duels = all.map(str::to_owned).to_vec();
    }
    let game = Gin::new(Rules::EAAI).expect("the rules are valid");
    println!("| bot | against | matches won | interval | matches | time a decision |");
    println!("|---|---|---|---|---|---|");
    for duel in duels {
        let (a, b) = duel.split_once(',').expect("two bots");
        let makers = [a, b].map(|name| move || bot(&game, name));
        let line_up = [Contestant::new(a, &makers[0]), Contestant::new(b, &makers[1])];
        let duel = duplicate_matches(&game, &line_up, &DuplicateOptions::new(pairs, seed), Control::default()).expect("a duel");
        let [first, ..] = duel.report.bots.as_slice() else { unreachable!("two bots") };
        let ends = first.win_rate.interval.expect("more than one pair");
        let times: Vec<String> = duel.timing.bots.iter().map(|time| {
            time.per_decision.map_or_else(|| "-".into(), |s| format!("{:.2} ms", s * 1e3))
        }).collect();
        println!(
            "| `{a}` | `{b}` | {:.1} % | {:.1} to {:.1} % | {} | {} |",
            100.0 * first.win_rate.mean,
            100.0 * ends.low,
            100.0 * ends.high,
            duel.report.games,
            times.join(" and "),
        );
    }
}
