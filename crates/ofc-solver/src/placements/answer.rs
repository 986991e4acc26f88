//! The answer of the solver.

use crate::StyleOdds;
use facedown_cards::PackCard;
use facedown_ofc::Row;
use facedown_ofc::endgame::{Expectation, Partial};
use facedown_search::Stop;

/// How values were computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Method {
    /// Every deal was enumerated.
    Enumerated,
    /// Deals were sampled.
    Searched,
}

/// Every placement, the best first.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlacementsAnswer {
    /// The street: 1 to 5, with classic dealing 1 to 9.
    pub street: u8,
    /// Whether the values are exact: every deal was enumerated, and no opponent was modelled.
    pub exact: bool,
    /// How values were computed.
    pub method: Method,
    /// A description of the opponent model; `None` without one.
    pub modelled: Option<String>,
    /// The posterior over each opponent's style, if inferred.
    pub styles: Option<Vec<StyleOdds>>,
    /// The assumed value of Fantasyland with 13 to 17 cards.
    pub fantasyland_values: [f64; 5],
    /// The assumed cost of a foul to a seat on its own.
    pub foul_cost: f64,
    /// The placements.
    pub placements: Vec<PlacementReport>,
    /// Iterations over all placements; 0 if every deal was enumerated.
    pub iterations: u64,
    /// Street-4 decisions that were looked up in the transposition table, and hits. Threads that solve
    /// the same decision at once both miss it, so the counts can differ between equal searches.
    pub table_lookups: [u64; 2],
    /// Elapsed seconds.
    pub seconds: f64,
    /// Why the solver ended, in words.
    pub stop: &'static str,
    /// The same for programs; [`Stop::Proven`] if every deal was enumerated.
    pub stop_reason: Stop,
}

/// The results of one placement.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PlacementReport {
    /// The cards placed with their rows, in the order of the deal.
    pub placed: Vec<(PackCard, Row)>,
    /// The discard; `None` on street 1 and with classic dealing.
    pub discard: Option<PackCard>,
    /// The board after the placement.
    pub board: Partial,
    /// The expectation; of a search the mean over its deals.
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
