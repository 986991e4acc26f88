//! Microseconds of a street-4 decision on one core: for a seat on its own, against a complete board,
//! and against an incomplete board, which is modelled.
//!
//! Run with `cargo research endgame`. Boards are random; each
//! position's time is the least of several rounds.

use facedown_cards::{PackCard, PackSet};
use facedown_game::Rng;
use facedown_ofc::endgame::{Endgame, Partial};
use facedown_ofc::{Row, Rules, Stakes};
use facedown_ofc_solver::{OpponentModel, Position};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

const POSITIONS: usize = 300;
const ROUNDS: usize = 9;
/// Modelled boards take longer, so there are fewer positions and rounds.
const MODELLED: usize = 30;

const STAKES: Stakes = Stakes { foul: 6.0, entry: [7.0, 12.0, 18.0, 26.0, 35.0] };

/// Returns a board of cards from the front of the pack.
fn board(rng: &mut Rng, pack: &mut Vec<PackCard>, count: usize) -> Partial {
    let mut rows = [PackSet::EMPTY; 3];
    for card in pack.drain(..count) {
        let room: Vec<Row> =
            Row::ALL.into_iter().filter(|row| rows[*row as usize].len() < row.size()).collect();
        if let Some(row) = rng.choose(&room) {
            rows[*row as usize].insert(card);
        }
    }
    Partial::new(rows).expect("rows with room")
}

/// Returns a decision of street 4 against a board of `theirs` cards; 0 for a seat on its own.
fn position(rng: &mut Rng, rules: &Rules, theirs: usize) -> Result<Position, Box<dyn Error>> {
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    rng.shuffle(&mut pack);
    let mine = board(rng, &mut pack, 9);
    let other = (theirs > 0).then(|| board(rng, &mut pack, theirs));
    let deal: Vec<PackCard> = pack.drain(..3).collect();
    Ok(Position::new(rules, mine, &deal, other.as_slice(), PackSet::EMPTY)?)
}

/// Returns the least time of several rounds, in microseconds.
fn least<T>(rounds: usize, mut work: impl FnMut() -> T) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        black_box(work());
        best = best.min(start.elapsed().as_secs_f64() * 1e6);
    }
    best
}

fn report(name: &str, mut times: Vec<f64>) {
    times.sort_unstable_by(f64::total_cmp);
    let n = times.len();
    let (median, high, most) = (times[n / 2], times[n * 99 / 100], times[n - 1]);
    println!("{name:44} {median:9.1} {high:9.1} {most:9.1}");
}

fn main() -> Result<(), Box<dyn Error>> {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global()?;
    println!("{:44} {:>9} {:>9} {:>9}  (microseconds)", "", "median", "p99", "most");
    for name in ["standard", "joker-ultimate", "2-7"] {
        let rules = Rules::preset(name)?;
        for (theirs, how) in [(0, "alone"), (13, "against a complete board")] {
            let mut rng = Rng::new(4);
            let mut times = Vec::new();
            for _ in 0..POSITIONS {
                let position = position(&mut rng, &rules, theirs)?;
                let opponent_model = OpponentModel::new(&position, STAKES, 0)?;
                let endgame: &Endgame = opponent_model.endgame();
                let seen =
                    position.opponents().iter().fold(PackSet::EMPTY, |seen, b| seen | b.cards());
                times
                    .push(least(ROUNDS, || endgame.solve(position.board(), position.deal(), seen)));
            }
            report(&format!("{name}, {how}"), times);
        }
        for theirs in [9, 11] {
            let mut rng = Rng::new(5);
            let (mut models, mut times) = (Vec::new(), Vec::new());
            for _ in 0..MODELLED {
                let position = position(&mut rng, &rules, theirs)?;
                models.push(least(3, || OpponentModel::new(&position, STAKES, 0)));
                let opponent_model = OpponentModel::new(&position, STAKES, 0)?;
                times.push(least(3, || opponent_model.solve(&position)));
            }
            report(&format!("{name}, modelling a board of {theirs} cards"), models);
            report(&format!("{name}, against a board of {theirs} cards"), times);
        }
    }
    Ok(())
}
