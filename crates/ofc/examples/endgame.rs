//! Microseconds of an exact street-4 decision for a seat on its own, on one core.
//!
//! Run with `cargo run --release -p facedown-ofc --example endgame`. Boards are random; each
//! position's time is the least of several rounds.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{Endgame, Partial, Worth};
use facedown_ofc::{Row, Rules};
use std::hint::black_box;
use std::time::Instant;

const POSITIONS: usize = 300;
const ROUNDS: usize = 9;

/// A board of nine cards, and three cards dealt.
fn position(rng: &mut Rng, jokers: usize) -> (Partial, Vec<PackCard>) {
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + jokers).collect();
    rng.shuffle(&mut pack);
    let mut rows = [PackSet::EMPTY; 3];
    let mut used = 0;
    while used < 9 {
        let row = Row::ALL[rng.below(3) as usize];
        if rows[row as usize].len() < row.size() {
            rows[row as usize].insert(pack[used]);
            used += 1;
        }
    }
    (Partial::new(rows).expect("rows with room"), pack[9..12].to_vec())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let worth = Worth { foul: 6.0, entry: [7.0, 12.0, 18.0, 26.0, 35.0] };
    println!("preset          median      p99     most  (microseconds)");
    for name in ["standard", "joker-ultimate", "2-7"] {
        let rules = Rules::preset(name)?;
        let endgame = Endgame::new(&rules, worth)?;
        let mut rng = Rng::new(4);
        let mut times = Vec::new();
        for _ in 0..POSITIONS {
            let (board, deal) = position(&mut rng, usize::from(rules.jokers));
            let mut best = f64::MAX;
            for _ in 0..ROUNDS {
                let start = Instant::now();
                black_box(endgame.solve(&board, &deal, PackSet::EMPTY)?);
                best = best.min(start.elapsed().as_secs_f64() * 1e6);
            }
            times.push(best);
        }
        times.sort_unstable_by(f64::total_cmp);
        let (median, high) = (times[POSITIONS / 2], times[POSITIONS * 99 / 100]);
        println!("{name:14} {median:7.1} {high:8.1} {:8.1}", times[POSITIONS - 1]);
    }
    Ok(())
}
