//! The four scenarios of the specification of the OFC solver: a decision of each kind, and how good it
//! is.
//!
//! Positions with the values of their placements are taken from `testdata/ofc`, which says how they
//! were found. The quality of an answer is 0 for a random placement and 1 for the best one; the
//! specification names the least quality of each scenario.

use super::{Bench, Measured, Rounds};
use anyhow::{Context, Result};
use facedown_cards::PackCard;
use facedown_game::Control;
use facedown_ofc::endgame::Partial;
use facedown_ofc::{Row, Rules, Stakes};
use facedown_ofc_solver::Position;
use facedown_ofc_solver::placements::{PlacementsConfig, solve_placements};
use facedown_search::Budget;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Name, iterations of a search, operation, and the least quality by the specification. `end_game` is
/// solved exactly, whatever the iterations.
const SCENARIOS: [(&str, u64, &str, f64); 4] = [
    ("initial_placement", 3000, "decision by 3,000 iterations", 0.8),
    ("mid_game", 1000, "decision by 1,000 iterations", 0.85),
    ("end_game", 1, "exact decision", 0.9),
    ("complex_decision", 3000, "decision by 3,000 iterations", 0.85),
];

/// The positions of a scenario, and the stakes of their values.
#[derive(Clone, Deserialize)]
struct Scenario {
    worth: Worth,
    positions: Vec<Valued>,
}

#[derive(Clone, Copy, Deserialize)]
struct Worth {
    foul: f64,
    entry: [f64; 5],
}

#[derive(Clone, Deserialize)]
struct Valued {
    preset: String,
    board: String,
    deal: String,
    #[serde(default)]
    opponents: Vec<String>,
    #[serde(default)]
    dead: String,
    /// The mean value of all placements.
    random: f64,
    /// The values of placements, by the row of each card of the deal.
    placements: BTreeMap<String, Value>,
}

#[derive(Clone, Copy, Deserialize)]
struct Value {
    value: f64,
}

impl Valued {
    fn position(&self) -> Result<Position> {
        let rules = Rules::preset(&self.preset)?;
        let opponents: Vec<&str> = self.opponents.iter().map(String::as_str).collect();
        Ok(Position::parse(&rules, &self.board, &self.deal, &opponents, &self.dead)?)
    }

    /// Returns the quality of a placement; one that has no value is no better than random.
    fn quality(&self, deal: &[PackCard], board: &Partial) -> f64 {
        let row =
            |card: &PackCard| Row::ALL.into_iter().find(|row| board.row(*row).contains(*card));
        let letter = |card| row(card).map_or('-', |row| ['t', 'm', 'b'][row as usize]);
        let code: String = deal.iter().map(letter).collect();
        let best = self.placements.values().map(|known| known.value).fold(f64::MIN, f64::max);
        let chosen = self.placements.get(&code).map_or(self.random, |known| known.value);
        (chosen - self.random) / (best - self.random)
    }
}

pub(super) fn list(seed: u64, rounds: Rounds) -> Vec<Bench> {
    let bench = |(name, iterations, operation, least)| {
        Bench::new(format!("ofc/{name}"), operation, move || {
            run(name, iterations, least, seed, rounds)
        })
    };
    SCENARIOS.into_iter().map(bench).collect()
}

/// Times the decisions of a scenario on one thread; they are right if their mean quality is what the
/// specification asks for.
fn run(name: &str, iterations: u64, least: f64, seed: u64, rounds: Rounds) -> Result<Measured> {
    let mut all: BTreeMap<String, Scenario> = serde_json::from_str(include_str!("scenarios.json"))?;
    let Scenario { worth, positions } = all.remove(name).context("an unknown scenario")?;
    let stakes = Some(Stakes { foul: worth.foul, entry: worth.entry });
    let config = PlacementsConfig { stakes, seed, ..PlacementsConfig::default() };
    let solved: Vec<Position> = positions.iter().map(Valued::position).collect::<Result<_>>()?;
    let mut answers = Ok(Vec::new());
    let seconds = rounds.least_time(solved.len(), || {
        let solve = |position: &Position| {
            solve_placements(position, &config, Budget::iterations(iterations), Control::default())
        };
        answers = solved.iter().map(solve).collect();
    });
    let quality: f64 = positions
        .iter()
        .zip(&solved)
        .zip(&answers?)
        .map(|((valued, position), answer)| {
            valued.quality(position.deal(), &answer.placements[0].board)
        })
        .sum();
    Ok(Measured { seconds, correct: quality / positions.len() as f64 >= least })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenarios_are_positions_of_the_test_data() {
        let all: BTreeMap<String, serde_json::Value> =
            serde_json::from_str(include_str!("scenarios.json")).unwrap();
        for ((name, ..), street) in SCENARIOS.iter().zip([1, 3, 4, 2]) {
            let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/ofc/positions-street-");
            let text = std::fs::read_to_string(format!("{data}{street}.json")).unwrap();
            let file: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(all[*name]["worth"], file["worth"]["standard"]);
            let known = file["positions"].as_array().unwrap();
            for position in all[*name]["positions"].as_array().unwrap() {
                assert!(known.contains(position), "{name}: {position}");
            }
        }
    }

    #[test]
    fn a_bad_decision_has_no_quality() {
        let all: BTreeMap<String, Scenario> =
            serde_json::from_str(include_str!("scenarios.json")).unwrap();
        let valued = &all["end_game"].positions[0];
        let position = valued.position().unwrap();
        let config = PlacementsConfig::default();
        let budget = Budget::iterations(1);
        let answer = solve_placements(&position, &config, budget, Control::default()).unwrap();
        let quality = |i: usize| valued.quality(position.deal(), &answer.placements[i].board);
        assert!(quality(0) > 0.95, "{}", quality(0));
        assert!(quality(answer.placements.len() - 1) < 0.0);
    }
}
