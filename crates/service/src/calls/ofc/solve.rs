//! `ofc/solve`: every placement with its expected value.

use super::{default_rules, preset};
use crate::call::{Begun, Call, Work};
use crate::job::Spent;
use crate::{Budget, ErrorKind, Limits, Progress, ServiceError};
use facedown_game::ProcessClock;
use facedown_ofc::Stakes;
use facedown_ofc_solver::placements::{
    Method, PlacementReport, PlacementsAnswer, PlacementsConfig, PlacementsError,
    PlacementsProgress, PlacementsSearch,
};
use facedown_ofc_solver::{Position, Style, stakes, weights};
use facedown_search::{Allowance, Slice};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The least and the most units of work between two looks at the flag that cancels.
const UNITS: u64 = 64;

/// A position of open-face Chinese poker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The seat's board so far, `top / middle / bottom`; none on street 1.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c"))]
    pub board: String,
    /// The cards dealt: five on street 1, then three; with classic dealing one.
    #[cfg_attr(feature = "schema", schema(example = "Kd 2d 7s"))]
    pub deal: String,
    /// The visible parts of opponents' boards, as a whole or street by street (`… > …`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    /// Other cards that cannot come, such as the seat's own discards.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = ""))]
    pub dead: String,
    /// The preset of the rules.
    #[serde(default = "default_rules")]
    #[cfg_attr(feature = "schema", schema(example = "standard"))]
    pub rules: String,
    /// The values of Fantasyland with 13 to 17 cards; by default the royalties that it brings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fantasyland_values: Option<[f64; 5]>,
    /// Iterations of a search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub iterations: Option<u64>,
    /// Milliseconds until the answer is there, waiting included; 1000 if no budget is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub timeout_ms: Option<u64>,
    /// The random seed. Equal seeds and iterations give equal answers.
    #[serde(default)]
    pub seed: u64,
    /// Compare only this many placements, the best by their estimates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1))]
    pub candidates: Option<usize>,
    /// Infer the discards of opponents with incomplete boards.
    #[serde(default)]
    pub infer_discards: bool,
    /// Infer the style of opponents with incomplete boards.
    #[serde(default)]
    pub infer_styles: bool,
}

/// Every placement, the best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolveAnswer {
    /// The street: 1 to 5, with classic dealing 1 to 9.
    pub street: u8,
    /// Whether the values are exact: every deal was enumerated, and no opponent was modelled.
    pub exact: bool,
    /// How values were computed: `enumerated` or `searched`.
    pub how: &'static str,
    /// A description of the opponent model; none without one.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub modelled: Option<String>,
    /// The posterior over each opponent's style, if inferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub styles: Option<Vec<BTreeMap<&'static str, f64>>>,
    /// The assumed values of Fantasyland with 13 to 17 cards.
    pub fantasyland_values: [f64; 5],
    /// The assumed cost of a foul to a seat on its own.
    pub foul_cost: f64,
    /// The placements.
    pub placements: Vec<PlacementAnswer>,
    /// Iterations over all placements; 0 if every deal was enumerated.
    pub iterations: u64,
    /// Seconds by the clock.
    pub seconds: f64,
    /// Why the search ended.
    pub stop: &'static str,
}

/// A placement with its expectation.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlacementAnswer {
    /// The cards placed with their rows, in the order of the deal.
    pub placed: Vec<(String, String)>,
    /// The discard; none on street 1 and with classic dealing.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub discard: Option<String>,
    /// The board after the placement.
    pub board: String,
    /// The expected points.
    pub value: f64,
    /// The probability of a foul.
    pub foul: f64,
    /// The probability of entering Fantasyland.
    pub fantasyland: f64,
    /// The same for 13 to 17 cards.
    pub entry: [f64; 5],
    /// The expected royalties.
    pub royalties: f64,
    /// The probabilities of winning top, middle and bottom; none without opponents.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64, f64)>))]
    pub rows: Option<[f64; 3]>,
    /// The 95 % confidence interval of the value, by this search or by the samples of opponents' boards;
    /// none if the value is exact, or after fewer than two outcomes.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub interval: Option<[f64; 2]>,
    /// The 95 % confidence interval of the probability of a foul.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub foul_interval: Option<[f64; 2]>,
    /// The 95 % confidence interval of the probability of entering Fantasyland.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub fantasyland_interval: Option<[f64; 2]>,
    /// The 95 % confidence interval of the expected royalties.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub royalties_interval: Option<[f64; 2]>,
    /// The gap to the best placement, over common deals and by the networks' estimates.
    pub behind: f64,
    /// The 95 % confidence interval of the gap.
    #[cfg_attr(feature = "schema", schema(required = true, value_type = Option<(f64, f64)>))]
    pub behind_interval: Option<[f64; 2]>,
    /// Visits by the search.
    pub visits: u64,
}

impl From<&PlacementReport> for PlacementAnswer {
    fn from(report: &PlacementReport) -> Self {
        let placed = report.placed.iter().map(|(card, row)| (card.to_string(), row.to_string()));
        Self {
            placed: placed.collect(),
            discard: report.discard.map(|card| card.to_string()),
            board: report.board.to_string(),
            value: report.expectation.value,
            foul: report.expectation.foul,
            fantasyland: report.expectation.fantasyland,
            entry: report.expectation.entry,
            royalties: report.expectation.royalties,
            rows: report.expectation.rows,
            interval: report.interval,
            foul_interval: report.foul_interval,
            fantasyland_interval: report.fantasyland_interval,
            royalties_interval: report.royalties_interval,
            behind: report.behind,
            behind_interval: report.behind_interval,
            visits: report.visits,
        }
    }
}

impl From<&PlacementsAnswer> for SolveAnswer {
    fn from(answer: &PlacementsAnswer) -> Self {
        let styles = answer.styles.as_ref().map(|all| {
            let named = |odds: &facedown_ofc_solver::StyleOdds| {
                Style::ALL.into_iter().map(Style::name).zip(odds.chances()).collect()
            };
            all.iter().map(named).collect()
        });
        Self {
            street: answer.street,
            exact: answer.exact,
            how: if answer.method == Method::Enumerated { "enumerated" } else { "searched" },
            modelled: answer.modelled.clone(),
            styles,
            fantasyland_values: answer.fantasyland_values,
            foul_cost: answer.foul_cost,
            placements: answer.placements.iter().map(PlacementAnswer::from).collect(),
            iterations: answer.iterations,
            seconds: answer.seconds,
            stop: answer.stop,
        }
    }
}

impl SolveRequest {
    /// Returns the budget.
    pub fn budget(&self) -> Budget {
        Budget { iterations: self.iterations, timeout_ms: self.timeout_ms }
    }

    fn stakes(&self, position: &Position) -> Result<Option<Stakes>, ServiceError> {
        let Some(entry) = self.fantasyland_values else { return Ok(None) };
        if let Some(i) = entry.iter().position(|points| !(0.0..=500.0).contains(points)) {
            let why = format!("{}, expected 0 to 500 points", entry[i]);
            return Err(ServiceError::invalid(format!("fantasyland_values[{i}]"), why));
        }
        let own = stakes(position.rules()).map_err(|e| ServiceError::invalid("rules", e))?;
        Ok(Some(Stakes { entry, ..own }))
    }
}

fn failed(error: &PlacementsError) -> ServiceError {
    ServiceError::new(ErrorKind::Invalid, error)
}

impl Call for SolveRequest {
    type Answer = SolveAnswer;

    fn begin(&self, limits: &Limits) -> Result<Begun<SolveAnswer>, ServiceError> {
        let budget = self.budget().checked(limits)?;
        let rules = preset(&self.rules)?;
        let opponents: Vec<&str> = self.opponents.iter().map(String::as_str).collect();
        let position = Position::parse(&rules, &self.board, &self.deal, &opponents, &self.dead)
            .map_err(|error| ServiceError::new(ErrorKind::Invalid, error))?;
        weights::require().map_err(|error| ServiceError::new(ErrorKind::Internal, error))?;
        let default = PlacementsConfig::default();
        let config = PlacementsConfig {
            threads: 1,
            seed: self.seed,
            stakes: self.stakes(&position)?,
            breadth: self.candidates.unwrap_or(default.breadth),
            infer_discards: self.infer_discards,
            infer_styles: self.infer_styles,
            memory: limits.memory.max(1 << 20),
            sample_intervals: true,
            ..default
        };
        let search = PlacementsSearch::begin(&position, &config, budget, &ProcessClock)
            .map_err(|error| failed(&error))?;
        Ok(Begun::Work(Box::new(Solving { search, iterations: 0 })))
    }
}

struct Solving {
    search: PlacementsSearch,
    iterations: u64,
}

impl Work<SolveAnswer> for Solving {
    fn advance(&mut self, slice: Slice, cancel: &AtomicBool) -> Result<bool, ServiceError> {
        let mut left = slice.begin(&ProcessClock);
        loop {
            if cancel.load(Ordering::Relaxed) {
                self.search.cancel();
            }
            if !self.search.advance(left.take(UNITS)).map_err(|error| failed(&error))? {
                return Ok(true);
            }
            if left.is_over() {
                return Ok(false);
            }
        }
    }

    fn progress(&self) -> Option<Progress<SolveAnswer>> {
        Some(match self.search.progress()? {
            PlacementsProgress::Solving(share) => Progress::Share(share),
            PlacementsProgress::Searching(answer) => {
                Progress::Answer(Box::new(SolveAnswer::from(&*answer)))
            }
            _ => return None,
        })
    }

    /// A street that is being solved exactly is searched instead: every placement is tried once.
    fn answer(&mut self) -> Result<SolveAnswer, ServiceError> {
        if self.search.answer().is_none() {
            self.search.cancel();
            while self.search.advance(Allowance::units(u64::MAX)).map_err(|error| failed(&error))? {
            }
        }
        let answer = self.search.answer();
        let answer =
            answer.ok_or_else(|| ServiceError::new(ErrorKind::Internal, "there is no answer"))?;
        self.iterations = answer.iterations;
        Ok(SolveAnswer::from(&answer))
    }

    fn spent(&self) -> Spent {
        let iterations = self.search.answer().map_or(self.iterations, |a| a.iterations);
        Spent { iterations, worlds: 0 }
    }
}
