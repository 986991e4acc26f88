//! How good the solver of open-face Chinese poker is on streets 1 to 3, and how long it takes.
//!
//! Run with `cargo run --release -p facedown-catalog --example placements -- STREET POSITIONS TRIES
//! [WIDENING [BREADTH [REFERENCE]]]`. Positions are random deals played by quick guesses. On street 3
//! the placement answered is compared with exact values; on streets 1 and 2 with a search of other
//! luck that has REFERENCE times as many tries (6). Tries, not seconds, so that the answers do not
//! depend on what else the machine does.

use facedown_cards::{PackCard, PackSet};
use facedown_catalog::placements::{
    PlacementsAnswer, PlacementsConfig, PlacementsError, PlacementsWatch, solve_placements,
};
use facedown_game::Rng;
use facedown_ofc::Rules;
use facedown_ofc::endgame::{Partial, Worth};
use facedown_ofc::solve::{Opposition, Position, Streets};
use facedown_search::Budget;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<f64> =
        std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let [street, positions, tries, rest @ ..] = arguments.as_slice() else {
        return Err("expected STREET POSITIONS TRIES [WIDENING [BREADTH [REFERENCE]]]".into());
    };
    let mut config = PlacementsConfig { threads: 2, ..PlacementsConfig::default() };
    config.widening = rest.first().copied().unwrap_or(config.widening);
    config.breadth = rest.get(1).map_or(config.breadth, |breadth| *breadth as usize);
    let times = rest.get(2).copied().unwrap_or(6.0);
    let mut losses = Vec::new();
    for i in 0..*positions as u64 {
        let position = position(*street as u8, &mut Rng::stream(7, i))?;
        let answer = ask(&position, &config, *tries)?;
        let start = Instant::now();
        let long = if *street as u8 == 3 {
            ask(&position, &PlacementsConfig { exact: true, ..config }, 1.0)?
        } else {
            ask(&position, &PlacementsConfig { seed: 1, ..config }, *tries * times)?
        };
        let took = start.elapsed().as_secs_f64();
        let chosen = answer.placements[0].board;
        let same = long.placements.iter().find(|placement| placement.board == chosen);
        let same = same.ok_or("the placement is not in the reference")?;
        let error = same.behind_interval.map_or(0.0, |[low, high]| (high - low) / 3.92);
        losses.push(same.behind);
        println!(
            "{:7} tries in {:.2} s, {:6.3} against {:6.3} ({} {took:.2} s), loss {:.3} ± {error:.3}",
            answer.iterations,
            answer.seconds,
            answer.placements[0].outlook.value,
            long.placements[0].outlook.value,
            long.iterations,
            same.behind,
        );
    }
    let mean = losses.iter().sum::<f64>() / losses.len().max(1) as f64;
    println!("mean loss {mean:.4} over {} positions", losses.len());
    Ok(())
}

fn ask(
    position: &Position,
    config: &PlacementsConfig,
    tries: f64,
) -> Result<PlacementsAnswer, PlacementsError> {
    solve_placements(position, config, Budget::iterations(tries as u64), PlacementsWatch::default())
}

/// A random position on a street.
fn position(street: u8, rng: &mut Rng) -> Result<Position, Box<dyn Error>> {
    let rules = Rules::STANDARD;
    let mut pack: Vec<PackCard> = PackCard::all().take(52).collect();
    rng.shuffle(&mut pack);
    let mut cards = pack.into_iter();
    let mut board = Partial::EMPTY;
    let mut dead = PackSet::EMPTY;
    for _ in 1..street {
        let count = if board == Partial::EMPTY { 5 } else { 3 };
        let deal: Vec<PackCard> = cards.by_ref().take(count).collect();
        let position = Position::new(&rules, board, &deal, &[], dead)?;
        let worth = Worth::alone(&rules)?;
        let streets = Streets::new(Opposition::new(&position, worth, 0)?, worth);
        let afters = Streets::afters(&position);
        let best = afters.iter().max_by(|a, b| streets.guess(a).total_cmp(&streets.guess(b)));
        let best = best.ok_or("a position has placements")?;
        board = best.board;
        dead = best.discard.iter().fold(dead, |dead, card| dead.with(*card));
    }
    let deal: Vec<PackCard> = cards.take(if street == 1 { 5 } else { 3 }).collect();
    Ok(Position::new(&rules, board, &deal, &[], dead)?)
}
