//! Matches at our table between our bots and the Monte Carlo bots of the crate gin-rummy-engine.
//!
//! `cargo run --release --manifest-path research/bench/gin-peer/Cargo.toml -- [pairs] [seed] [bot,bot …]`
//!
//! Bots are ours by name (`search:25ms`, `simple`) or the peer's (`mc:256`); `search:equal` has the
//! time that its opponent takes, found on pairs of matches that are not counted. Time is processor
//! time, so that a busy machine favours nobody. Matches to 100 by the rules of the EAAI challenge,
//! duplicate deals, two matches at a time, adjusted for luck. After a knock, melds and layoffs are
//! exact for both, which can only help the peer.

mod peer;

use facedown_arena::{Contestant, DuplicateMatch, DuplicateOptions, Estimate, adjusted_matches};
use facedown_game::{Control, Policy, install_clock};
use facedown_gin::{Gin, GinBaseline, Rules};
use peer::Peer;
use std::time::Duration;

/// The budget of `search` while that of `search:equal` is found, in milliseconds.
const FIRST: f64 = 25.0;

/// The pairs of matches on which it is found: one alone can be off by a tenth.
const TRIALS: u64 = 4;

fn bot(game: &Gin, name: &str) -> Box<dyn Policy<Gin>> {
    match name.strip_prefix("mc:") {
        Some(samples) => Box::new(Peer::new(samples.parse().expect("mc:SAMPLES"))),
        None => facedown_catalog::gin_policy(game, name).unwrap_or_else(|why| panic!("{why}")),
    }
}

fn duel(game: &Gin, [a, b]: [&str; 2], pairs: u64, seed: u64) -> DuplicateMatch {
    let makers = [a, b].map(|name| move || bot(game, name));
    let line_up = [Contestant::new(a, &makers[0]), Contestant::new(b, &makers[1])];
    let options = DuplicateOptions::new(pairs, seed);
    let baseline = GinBaseline::named("deep").expect("a baseline of gin");
    adjusted_matches(game, &line_up, &options, &baseline, Control::default()).expect("a duel")
}

/// Returns the budget with which `search` takes as long as its opponent.
fn equal_budget(game: &Gin, opponent: &str, seed: u64) -> String {
    let first = format!("search:{FIRST}ms");
    let played = duel(game, [&first, opponent], TRIALS, seed);
    let [ours, theirs] = [0, 1].map(|place: usize| played.timing.bots[place].per_decision);
    let ratio = theirs.expect("decisions") / ours.expect("decisions");
    format!("search:{:.1}ms", FIRST * ratio)
}

fn share(estimate: &Estimate) -> String {
    let ends = estimate.interval.expect("more than one pair");
    let [mean, low, high] = [estimate.mean, ends.low, ends.high].map(|share| 100.0 * share);
    format!("{mean:.1} % ({low:.1} to {high:.1})")
}

fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local variable.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn main() {
    install_clock(processor_time);
    let mut args = std::env::args().skip(1);
    let pairs = args.next().map_or(20, |n| n.parse().expect("a number of pairs"));
    let seed = args.next().map_or(2, |n| n.parse().expect("a seed"));
    let mut duels: Vec<String> = args.collect();
    if duels.is_empty() {
        let all = ["mc:128,simple", "mc:256,simple", "search:25ms,simple", "search:equal,mc:256"];
        duels = all.map(str::to_owned).to_vec();
    }
    let game = Gin::new(Rules::EAAI).expect("the rules are valid");
    println!("| bot | against | matches won | adjusted for luck | matches | time a decision |");
    println!("|---|---|---|---|---|---|");
    for names in duels {
        let (a, b) = names.split_once(',').expect("two bots");
        let a = if a == "search:equal" { equal_budget(&game, b, seed + 1_000_000) } else { a.into() };
        let played = duel(&game, [&a, b], pairs, seed);
        let luck = played.report.luck.expect("a baseline was given");
        let times: Vec<String> = played.timing.bots.iter().map(|time| {
            time.per_decision.map_or_else(|| "-".into(), |s| format!("{:.2} ms", s * 1e3))
        }).collect();
        println!(
            "| `{a}` | `{b}` | {} | {} | {} | {} |",
            share(&played.report.bots[0].win_rate),
            share(&luck.bots[0].adjusted),
            played.report.games,
            times.join(" and "),
        );
    }
}
