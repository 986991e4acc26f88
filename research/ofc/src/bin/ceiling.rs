//! An upper bound of the value of the best play alone (`facedown_research_ofc::ceiling`).
//!
//! Run with `cargo research ceiling -- PRESET FROM TO OPTION…`: deals
//! FROM to TO, the same hands as those of the program `solo`. Options are `samples=960` and `cap=2.5` for
//! all streets, `openings=100000` for the mean over openings, `files=A:B:C` with weight files of other
//! value networks, and `shown=5,2,6` for a player to whom so many cards that will not come are shown before
//! streets 1, 2 and 3: what the second seat at a table of two sees of the first one's board, all that it will
//! see from street 3 on included; `shown=0,5,6` for the first seat.
//!
//! It prints the bound and, by the same means, the value of the networks' own play, with 95 %
//! intervals; then how many boards were looked at in a deal, and how far the networks were off at most.
//! Deals are distributed over all threads (`RAYON_NUM_THREADS`); the result does not depend on them.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_game::stats::{SampleMean, Z95};
use facedown_ofc::Rules;
use facedown_ofc::endgame::Partial;
use facedown_ofc_solver::{Estimator, Evaluator, NetworkSet, stakes};
use facedown_research_ofc::ceiling::{Ceiling, CeilingConfig, DealCeiling};
use rayon::prelude::*;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// The random seed of the openings.
const OPENINGS: u64 = 77;

fn shuffled(rules: &Rules, mut rng: Rng) -> Vec<PackCard> {
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    rng.shuffle(&mut pack);
    pack
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [preset, from, to, options @ ..] = arguments.as_slice() else {
        return Err("expected PRESET FROM TO OPTION…".into());
    };
    let rules = Rules::preset(preset)?;
    let stakes = stakes(&rules)?;
    let mut estimator = Estimator::new(&rules, stakes, 0);
    let mut config = CeilingConfig::default();
    let mut openings = 100_000_u64;
    let mut shown = [0_usize; 3];
    for option in options {
        let (name, value) = option.split_once('=').ok_or("an option has a value")?;
        match name {
            "samples" => config.samples = [value.parse()?; 2],
            "cap" => config.caps = [value.parse()?; 3],
            "openings" => openings = value.parse()?,
            "shown" => {
                let counts: Result<Vec<usize>, _> = value.split(',').map(str::parse).collect();
                shown =
                    counts?.try_into().map_err(|_| format!("'{value}': expected three numbers"))?;
            }
            "files" => {
                let mut networks = Evaluator::new(NetworkSet::of(&rules).unwrap_or_default());
                for file in value.split(':') {
                    networks.add(&std::fs::read(file)?)?;
                }
                estimator = Estimator::with(&rules, stakes, 0, Some(Arc::new(networks)));
            }
            _ => return Err(format!("no option '{name}'").into()),
        }
    }
    let cards = 52 + usize::from(rules.jokers);
    let most = cards - 18;
    // Five streets, and a card to spare.
    if shown.iter().any(|count| *count > most) || shown.iter().sum::<usize>() > most {
        return Err(format!("{shown:?} cards shown: expected at most {most}").into());
    }
    let ceiling = Ceiling::new(&rules, stakes, estimator, config)?;
    let one = |number: u64| {
        let pack = shuffled(&rules, Rng::stream(OPENINGS, number));
        let left: PackSet = pack[5..cards - shown[0]].iter().copied().collect();
        ceiling.greatest(&Partial::EMPTY, &pack[..5], left)
    };
    let start: Vec<f64> = (0..openings).into_par_iter().map(one).collect();
    let start = SampleMean::of(start.iter().copied());
    let (start, start_error) = (start.mean, start.error.unwrap_or(0.0));
    let begun = Instant::now();
    let one = |number: u64| {
        // The hands of `solo`.
        let pack = shuffled(&rules, Rng::stream(2, number));
        let unseen: PackSet = pack.iter().copied().collect();
        let deals = [&pack[..5], &pack[5..8], &pack[8..11]];
        // From the end of the pack, where no deal takes them.
        let (rest, third) = pack.split_at(cards - shown[2]);
        let (rest, second) = rest.split_at(rest.len() - shown[1]);
        let first = &rest[rest.len() - shown[0]..];
        let shown = [first, second, third];
        let found = ceiling.deal_at_table(&Partial::EMPTY, unseen, &shown, &deals, number);
        eprintln!("{number} {:.3} {:.3}", found.most, found.own);
        found
    };
    let (from, to): (u64, u64) = (from.parse()?, to.parse()?);
    let deals: Vec<DealCeiling> = (from..to).into_par_iter().map(one).collect();
    let seconds = begun.elapsed().as_secs_f64() / deals.len() as f64;
    println!(
        "{} deals, {seconds:.2} s each; openings {start:.3} ± {:.3}",
        deals.len(),
        Z95 * start_error
    );
    let print = |name: &str, of: fn(&DealCeiling) -> f64| {
        let found = SampleMean::of(deals.iter().map(of));
        let own = found.error.unwrap_or(0.0);
        let error = (own * own + start_error * start_error).sqrt();
        println!("{name:24} {:.3} ± {:.3}", start + found.mean, Z95 * error);
    };
    print("bound", |deal| deal.most);
    print("networks", |deal| deal.own);
    let gap = SampleMean::of(deals.iter().map(|deal| deal.most - deal.own));
    println!("{:24} {:.3} ± {:.3}", "difference", gap.mean, gap.half_width());
    for street in 0..3 {
        let boards = SampleMean::of(deals.iter().map(|deal| f64::from(deal.boards[street]))).mean;
        let largest = deals.iter().map(|deal| deal.largest[street]).fold(f64::MIN, f64::max);
        println!("street {}: {boards:.1} boards, off by {largest:.2} at most", street + 1);
    }
    let exact = SampleMean::of(deals.iter().map(|deal| f64::from(deal.exact))).mean;
    println!("{exact:.1} exact");
    Ok(())
}
