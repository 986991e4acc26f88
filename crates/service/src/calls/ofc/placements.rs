//! The answer of `ofc/solve`: placements with their expected values.

use facedown_ofc_solver::Style;
use facedown_ofc_solver::placements::{Method, PlacementReport, PlacementsAnswer};
use serde::Serialize;
use std::collections::BTreeMap;

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
