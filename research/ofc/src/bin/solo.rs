//! How well the solver plays a board alone, by the work of a decision.
//!
//! Run with `cargo research solo -- PRESET FROM TO SETTING…`: hands
//! FROM to TO of one seat without opponents, streets 1 to 3 by each SETTING, street 4 exactly. A
//! setting is `steady`, `network`, `files:A:B:C` with weight files of value networks, or a search with
//! its options, separated by commas: `iterations=6000:6000:1500,prior=300:150:20,margin=2,estimated=1`.
//! Each has one value for all streets or three, separated by colons; `estimated` is 1 for estimates
//! after street 3 at the leaves of streets 1 and 2, and with 0 iterations the network chooses.
//!
//! `adjusted` as a further word takes the luck of the deals out of the gains, by what is charged for
//! knowing the cards in the program `ceiling`: a quarter of a second a hand, and some 25 times fewer
//! hands for the same interval.
//!
//! For every setting it prints the mean value of a hand (the expectation after street 4), the gain on
//! the first setting in the same hands, the rates of fouls and of Fantasyland, the royalties, and the
//! time of a hand. Hands are played on all threads (`RAYON_NUM_THREADS`).

use facedown_cards::{PackCard, PackSet};
use facedown_game::stats::SampleMean;
use facedown_game::{Control, Rng};
use facedown_ofc::endgame::{Draws, Endgame, Expectation, Partial};
use facedown_ofc::{Rules, Stakes};
use facedown_ofc_solver::placements::{PlacementsConfig, solve_placements};
use facedown_ofc_solver::{Estimator, Evaluator, NetworkSet, Position, stakes};
use facedown_research_ofc::ceiling::{Ceiling, CeilingConfig};
use facedown_search::Budget;
use rayon::prelude::*;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// Who places streets 1 to 3.
enum Player {
    Estimates(Estimator),
    /// The parameters and the iterations of each street; with none the evaluator chooses.
    Search {
        streets: Box<[(PlacementsConfig, u64); 3]>,
        evaluator: Estimator,
    },
}

impl Player {
    fn of(text: &str, rules: &Rules, stakes: Stakes) -> Result<Self, Box<dyn Error>> {
        match text {
            "steady" => return Ok(Self::Estimates(Estimator::steady(rules, stakes, 0))),
            "network" => return Ok(Self::Estimates(Estimator::new(rules, stakes, 0))),
            _ => {}
        }
        if let Some(files) = text.strip_prefix("files:") {
            let mut networks = Evaluator::new(NetworkSet::of(rules).unwrap_or_default());
            for file in files.split(':') {
                networks.add(&std::fs::read(file)?)?;
            }
            let networks = Some(Arc::new(networks));
            return Ok(Self::Estimates(Estimator::with(rules, stakes, 0, networks)));
        }
        let config = PlacementsConfig { stakes: Some(stakes), ..PlacementsConfig::default() };
        let mut streets = Box::new([(config, 600); 3]);
        for option in text.split(',') {
            let (name, values) = option.split_once('=').ok_or("an option has a value")?;
            // One value for all streets, or one for each.
            let values: Vec<&str> = values.split(':').collect();
            for (street, (config, iterations)) in streets.iter_mut().enumerate() {
                let value = values[street.min(values.len() - 1)];
                match name {
                    "iterations" => *iterations = value.parse()?,
                    "breadth" => config.breadth = value.parse()?,
                    "margin" => config.margin = value.parse()?,
                    "prior" => config.prior = Some(value.parse()?),
                    "estimated" => config.estimated = value == "1",
                    _ => return Err(format!("no option '{name}'").into()),
                }
            }
        }
        let evaluator = Estimator::new(rules, stakes, 0);
        Ok(Self::Search { streets, evaluator })
    }

    /// Returns the board after a deal and the discard.
    fn place(
        &self,
        position: &Position,
        seed: u64,
    ) -> Result<(Partial, Option<PackCard>), Box<dyn Error>> {
        match self {
            Self::Estimates(estimator) => Ok(best_estimate(estimator, position)),
            Self::Search { streets, evaluator } => {
                let (config, iterations) = streets[usize::from(position.street()) - 1];
                if iterations == 0 {
                    return Ok(best_estimate(evaluator, position));
                }
                let config = PlacementsConfig { seed, ..config };
                let budget = Budget::iterations(iterations);
                let answer = solve_placements(position, &config, budget, Control::default())?;
                let best = answer.placements.first().ok_or("no placement")?;
                Ok((best.board, best.discard))
            }
        }
    }
}

/// Returns the board with the best estimate and the discard.
fn best_estimate(estimator: &Estimator, position: &Position) -> (Partial, Option<PackCard>) {
    let mut best = (f64::NEG_INFINITY, *position.board(), None);
    let (board, deal) = (position.board(), position.deal());
    estimator.each_choice(board, deal, position.unseen(), |board, discard, value| {
        if value > best.0 {
            best = (value, board, discard);
        }
    });
    (best.1, best.2)
}

/// What values hands.
struct Judges {
    endgame: Endgame,
    /// Takes out the luck of the deals, if that is wanted.
    ceiling: Option<Ceiling>,
}

/// Returns the expectation of a hand after street 4, and its value without the luck of the deals.
fn hand(
    rules: &Rules,
    judges: &Judges,
    player: &Player,
    number: u64,
) -> Result<(Expectation, f64), Box<dyn Error>> {
    let mut rng = Rng::stream(2, number);
    let mut pack: Vec<PackCard> = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
    rng.shuffle(&mut pack);
    let mut played = Vec::with_capacity(3);
    let (mut board, mut dead) = (Partial::EMPTY, PackSet::EMPTY);
    let mut cards = pack.iter().copied();
    for street in 0..3 {
        let deal: Vec<PackCard> = cards.by_ref().take(if street == 0 { 5 } else { 3 }).collect();
        let position = Position::new(rules, board, &deal, &[], dead)?;
        let (next, discard) = player.place(&position, rng.next_u64())?;
        board = next;
        played.push(board);
        dead = discard.iter().fold(dead, |dead, card| dead.with(*card));
    }
    let deal: Vec<PackCard> = cards.by_ref().take(3).collect();
    let unseen: PackSet = cards.collect();
    let mut draws = Draws::default();
    let (_, last) = judges.endgame.best_on_street_4(&mut draws, &board, &deal, unseen);
    let expectation = judges.endgame.sums(&mut draws, &last, unseen).expectation(0);
    let all: PackSet = pack.iter().copied().collect();
    let deals = [&pack[..5], &pack[5..8], &pack[8..11]];
    let adjusted = judges.ceiling.as_ref().map_or(expectation.value, |ceiling| {
        ceiling.payoff(&Partial::EMPTY, all, &deals, &played, number)
    });
    Ok((expectation, adjusted))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [preset, from, to, settings @ ..] = arguments.as_slice() else {
        return Err("expected PRESET FROM TO SETTING…".into());
    };
    let rules = Rules::preset(preset)?;
    let stakes = stakes(&rules)?;
    let (adjusted, settings): (Vec<&String>, Vec<&String>) =
        settings.iter().partition(|word| *word == "adjusted");
    let network = Estimator::new(&rules, stakes, 0);
    let ceiling = Ceiling::new(&rules, stakes, network, CeilingConfig::default())?;
    let ceiling = Some(ceiling).filter(|_| !adjusted.is_empty());
    let judges = Judges { endgame: Endgame::new(&rules, stakes)?, ceiling };
    let (from, to): (u64, u64) = (from.parse()?, to.parse()?);
    let mut first: Option<Vec<f64>> = None;
    for setting in settings {
        let player = Player::of(setting, &rules, stakes)?;
        let start = Instant::now();
        let hands: Result<Vec<(Expectation, f64)>, String> = (from..to)
            .into_par_iter()
            .map(|number| hand(&rules, &judges, &player, number).map_err(|e| e.to_string()))
            .collect();
        let hands = hands?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3 / hands.len() as f64;
        let of = |part: fn(&Expectation) -> f64| {
            hands.iter().map(|hand| part(&hand.0)).collect::<Vec<f64>>()
        };
        let values = of(|hand| hand.value);
        let adjusted: Vec<f64> = hands.iter().map(|hand| hand.1).collect();
        let base = first.get_or_insert_with(|| adjusted.clone());
        let gains: Vec<f64> = adjusted.iter().zip(base.iter()).map(|(a, b)| a - b).collect();
        let found = |values: &[f64]| SampleMean::of(values.iter().copied());
        let (value, gain) = (found(&values), found(&gains));
        let foul = found(&of(|hand| hand.foul)).mean;
        let fantasyland = found(&of(|hand| hand.fantasyland)).mean;
        let royalties = found(&of(|hand| hand.royalties)).mean;
        println!(
            "{:6.2} ± {:.2}  {:+.2} ± {:.2}  foul {:.1} %  Fantasyland {:.1} %  \
             royalties {royalties:.2}  {milliseconds:8.2} ms  {setting}",
            value.mean,
            value.half_width(),
            gain.mean,
            gain.half_width(),
            100.0 * foul,
            100.0 * fantasyland,
        );
    }
    Ok(())
}
