//! Compares plain with luck-adjusted results of a family: the difference of the means is the mean
//! luck, whose expectation is zero.
//!
//! `cargo research luck -- gin|ofc|riichi HANDS SEED [cheap|deep] [THREADS]`

use facedown_arena::DuplicateOptions;
use facedown_catalog::{DuplicateSpec, Player, game};
use facedown_game::Control;
use serde_json::Map;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [family, hands, seed, rest @ ..] = args.as_slice() else {
        return Err("expected: gin|ofc|riichi HANDS SEED [cheap|deep] [THREADS]".into());
    };
    let bots: &[&str] = match family.as_str() {
        "gin" => &["greedy", "simple"],
        "ofc" => &["steady", "greedy"],
        "riichi" => &["efficient", "random", "efficient", "random"],
        other => return Err(format!("no family '{other}': expected gin, ofc or riichi").into()),
    };
    let luck = rest.first().map_or("cheap", String::as_str);
    let threads = rest.get(1).map_or(Ok(1), |threads| threads.parse())?;
    let deals = hands.parse::<u64>()? / bots.len() as u64;
    let options = DuplicateOptions { threads, ..DuplicateOptions::new(deals, seed.parse()?) };
    let bots: Vec<Player> = bots.iter().map(|bot| (*bot).into()).collect();
    let params = Map::new();
    let spec = DuplicateSpec {
        bots: &bots,
        params: &params,
        network: None,
        matches: false,
        hand: None,
        luck: Some(luck),
        options,
    };
    let played = game(family, &Map::new())?.duplicate_match(&spec, Control::default())?;
    let report = &played.report;
    println!("{family}, {luck}: {} deals, {} hands, seed {seed}", report.clusters, report.hands);
    let adjusted = report.luck.as_ref().ok_or("no luck")?;
    for (pair, result) in report.pairs.iter().zip(&adjusted.pairs) {
        let error = result.luck.standard_error.unwrap_or(f64::NAN);
        println!(
            "{} - {}: plain {:+.2}  adjusted {:+.2}  luck {:+.4}, {:+.2} standard errors  {:.2} times fewer deals",
            report.bots[pair.a].name,
            report.bots[pair.b].name,
            result.plain,
            result.adjusted,
            result.luck.mean,
            result.luck.mean / error,
            result.fewer_deals.unwrap_or(f64::NAN),
        );
    }
    println!("{:.0} s", played.timing.elapsed);
    Ok(())
}
