//! The answer of the solver.

use crate::{Style, StyleOdds};
use facedown_cards::PackCard;
use facedown_ofc::Row;
use facedown_ofc::endgame::{Expectation, Partial};
use facedown_search::Stop;
use serde::Serialize;
use std::collections::BTreeMap;

/// How values were computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Method {
    /// Every deal was enumerated.
    Enumerated,
    /// Deals were sampled.
    Searched,
}

/// Every placement, the best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlacementsAnswer {
    /// The street: 1 to 5, with classic dealing 1 to 9.
    pub street: u8,
    /// Whether the values are exact: every deal was enumerated, and no opponent was modelled.
    pub exact: bool,
    /// How values were computed.
    #[serde(rename = "how")]
    pub method: Method,
    /// A description of the opponent model; `None` without one.
    pub modelled: Option<String>,
    /// The posterior over each opponent's style, if inferred.
    #[serde(serialize_with = "by_style", skip_serializing_if = "Option::is_none")]
    pub styles: Option<Vec<StyleOdds>>,
    /// The assumed value of Fantasyland with 13 to 17 cards.
    #[serde(rename = "fantasyland_worth")]
    pub fantasyland_values: [f64; 5],
    /// The assumed cost of a foul to a seat on its own.
    pub foul_cost: f64,
    /// The placements.
    pub placements: Vec<PlacementReport>,
    /// Iterations over all placements; 0 if every deal was enumerated.
    pub iterations: u64,
    /// Street-4 decisions that were looked up in the transposition table, and hits. Threads that solve
    /// the same decision at once both miss it, so this is no part of the JSON.
    #[serde(skip)]
    pub table_lookups: [u64; 2],
    /// Elapsed seconds.
    pub seconds: f64,
    /// Why the solver ended, in words.
    pub stop: &'static str,
    /// The same for programs; [`Stop::Proven`] if every deal was enumerated.
    #[serde(skip)]
    pub stop_reason: Stop,
}

/// The results of one placement.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlacementReport {
    /// The cards placed with their rows, in the order of the deal.
    #[serde(serialize_with = "as_texts")]
    pub placed: Vec<(PackCard, Row)>,
    /// The discard; `None` on street 1 and with classic dealing.
    #[serde(serialize_with = "as_text")]
    pub discard: Option<PackCard>,
    /// The board after the placement.
    #[serde(serialize_with = "display")]
    pub board: Partial,
    /// The expectation; of a search the mean over its deals.
    #[serde(flatten)]
    pub expectation: Expectation,
    /// The 95 % confidence interval of the value by this search, or, with
    /// [`sample_intervals`](super::PlacementsConfig::sample_intervals), by the samples of opponents'
    /// boards; `None` if every deal was enumerated otherwise, or with fewer than two outcomes.
    pub interval: Option<[f64; 2]>,
    /// The 95 % confidence interval of the probability of a foul, under the same conditions.
    pub foul_interval: Option<[f64; 2]>,
    /// The 95 % confidence interval of the probability of entering Fantasyland.
    pub fantasyland_interval: Option<[f64; 2]>,
    /// The 95 % confidence interval of the expected royalties.
    pub royalties_interval: Option<[f64; 2]>,
    /// The gap to the best placement over the deals that both had, with the gap of the networks' estimates
    /// counted as [`prior`](super::PlacementsConfig::prior) of them. Placements that were compared equally
    /// long are in this order, which is not always that of their values.
    pub behind: f64,
    /// The 95 % confidence interval of the gap.
    pub behind_interval: Option<[f64; 2]>,
    /// Visits by the search.
    pub visits: u64,
}

/// A report on the progress of the solver.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum PlacementsProgress {
    /// A street is being solved exactly: the share of deals that are done.
    Solving(f64),
    /// An interim answer of a search.
    Searching(Box<PlacementsAnswer>),
}

/// Writes the probabilities of styles by name, for each opponent.
#[allow(clippy::ref_option, reason = "the signature that serde expects")]
fn by_style<S: serde::Serializer>(
    styles: &Option<Vec<StyleOdds>>,
    out: S,
) -> Result<S::Ok, S::Error> {
    let named = |odds: &StyleOdds| -> BTreeMap<&'static str, f64> {
        Style::ALL.into_iter().map(Style::name).zip(odds.chances()).collect()
    };
    out.collect_seq(styles.iter().flatten().map(named))
}

fn as_texts<S: serde::Serializer>(placed: &[(PackCard, Row)], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(placed.iter().map(|(card, row)| (card.to_string(), row.to_string())))
}

#[allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde expects"
)]
fn as_text<S: serde::Serializer>(card: &Option<PackCard>, out: S) -> Result<S::Ok, S::Error> {
    card.map(|card| card.to_string()).serialize(out)
}

fn display<S: serde::Serializer>(board: &Partial, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(board)
}
