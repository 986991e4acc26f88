//! A match between two variants of the bot `search`, or with `flat`, adjusted for luck by the baseline
//! `deep`.
//!
//! Run with `cargo research variants -- SECONDS DEALS SEED A B`: the
//! rules `standard`, SECONDS of processor time a decision for both, or `0.1:0.01` for each its own. A
//! variant is `plain`, `frozen` (the networks of `steady` in place of the value networks, and no
//! estimates after street 3), `usual` (estimates compare rows with usual boards, not with those that
//! are seen), `discards` or `styles` (inferred); or `flat`, the bot of that name.

use facedown_arena::{Contestant, DuplicateOptions, duplicate_deals};
use facedown_game::{Control, Policy, install_clock};
use facedown_ofc::{Matches, Ofc, Rules};
use facedown_ofc_solver::{OfcBaseline, OfcSearch, SearchKnowledge, stakes_of};
use facedown_search::{
    Advisor, AdvisorBot, Algorithm, Budget, RootAllocation, SearchAdvisor, SearchConfig,
};
use std::error::Error;
use std::time::Duration;

/// Returns the processor time of the calling thread.
#[cfg(unix)]
fn processor_time() -> Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().map(Duration::from).unwrap_or_default()
}

/// Returns what a variant of `search` knows; `None` for `flat`.
fn knowledge(variant: &str) -> Result<Option<SearchKnowledge>, Box<dyn Error>> {
    let plain = SearchKnowledge::default();
    Ok(Some(match variant {
        "flat" => return Ok(None),
        "plain" => plain,
        "frozen" => SearchKnowledge { networks: false, ..plain },
        "usual" => SearchKnowledge { compare_rows: false, ..plain },
        "discards" => SearchKnowledge { infer_discards: true, ..plain },
        "styles" => SearchKnowledge { infer_styles: true, ..plain },
        _ => return Err(format!("no variant '{variant}'").into()),
    }))
}

fn bot(game: &Ofc, knowledge: Option<SearchKnowledge>, budget: Budget) -> Box<dyn Policy<Ofc>> {
    let config = SearchConfig {
        threads: 1,
        algorithm: Algorithm::Flat,
        root: RootAllocation::SequentialHalving,
        ..SearchConfig::default()
    };
    let generic = SearchAdvisor::plain(game.counting_fantasyland(stakes_of(game)), config.clone());
    let generic: Box<dyn Advisor<Ofc>> = Box::new(generic.expect("the configuration is valid"));
    let advisor = match knowledge {
        Some(knowledge) => Box::new(OfcSearch::new(config, generic).with_knowledge(knowledge)),
        None => generic,
    };
    Box::new(AdvisorBot::new(advisor, budget).expect("the budget is checked"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, deals, seed, a, b] = arguments.as_slice() else {
        return Err("expected SECONDS DEALS SEED A B".into());
    };
    #[cfg(unix)]
    install_clock(processor_time);
    let (one, other) = seconds.split_once(':').unwrap_or((seconds, seconds));
    let budgets = [Budget::seconds(one.parse()?), Budget::seconds(other.parse()?)];
    budgets.iter().try_for_each(Budget::validate)?;
    let matches = Matches { hands: 1, play_out: true, ..Rules::STANDARD.matches };
    let game = Ofc::new(Rules { matches, ..Rules::STANDARD })?;
    let makers = [a, b].map(|variant| knowledge(variant));
    let [first, second] = makers;
    let (first, second) = (first?, second?);
    let make_first = || bot(&game, first, budgets[0]);
    let make_second = || bot(&game, second, budgets[1]);
    let line_up = [Contestant::new(a, &make_first), Contestant::new(b, &make_second)];
    let options =
        DuplicateOptions { threads: 1, ..DuplicateOptions::new(deals.parse()?, seed.parse()?) };
    let luck = OfcBaseline::named(&game, "deep").ok_or("no such baseline")?;
    let played = duplicate_deals(&game, &line_up, &options, Some(&luck), Control::default())?;
    println!("{}", serde_json::to_string(&played.report)?);
    Ok(())
}
