//! What is told of placements.

use facedown_cards::PackCard;
use facedown_ofc::Row;
use facedown_ofc::endgame::{Outlook, Partial};
use facedown_ofc::solve::{Style, StyleOdds};
use facedown_search::Stop;
use serde::Serialize;
use std::collections::BTreeMap;

/// How values were come by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum How {
    /// Every deal was looked at.
    Enumerated,
    /// Deals were sampled.
    Searched,
}

/// Every placement, the best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlacementsAnswer {
    /// The street, 1 to 5.
    pub street: u8,
    /// Whether the values are exact: every deal was looked at, and no opponent was modelled.
    pub exact: bool,
    /// How values were come by.
    pub how: How,
    /// What was modelled, in words; nothing where all is known.
    pub modelled: Option<String>,
    /// How likely each opponent plays in which style; nothing where that was not inferred.
    #[serde(serialize_with = "as_chances", skip_serializing_if = "Option::is_none")]
    pub styles: Option<Vec<StyleOdds>>,
    /// The worth of Fantasyland with 13 to 17 cards that values rest on.
    pub fantasyland_worth: [f64; 5],
    /// The cost of a foul to a seat on its own.
    pub foul_cost: f64,
    /// The placements.
    pub placements: Vec<PlacementReport>,
    /// Tries over all placements; 0 where every deal was looked at.
    pub iterations: u64,
    /// Street-4 decisions that a search looked up in its table, and how many it found there. Threads
    /// that work on the same one at once both miss it, so this is no part of the answer as JSON.
    #[serde(skip)]
    pub table: [u64; 2],
    /// Seconds by the clock.
    pub seconds: f64,
    /// Why it ended, in words.
    pub stop: &'static str,
    /// The same for programs; proven where every deal was looked at.
    #[serde(skip)]
    pub ended: Stop,
}

/// What is known of one placement.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlacementReport {
    /// The cards placed with their rows, in the order they were dealt.
    #[serde(serialize_with = "as_texts")]
    pub placed: Vec<(PackCard, Row)>,
    /// The card discarded; none on street 1.
    #[serde(serialize_with = "as_text")]
    pub discard: Option<PackCard>,
    /// The board after it.
    #[serde(serialize_with = "display")]
    pub board: Partial,
    /// What is expected.
    #[serde(flatten)]
    pub outlook: Outlook,
    /// The 95 % confidence interval of the value, from this search; nothing where the value is of
    /// all deals, or of fewer than two.
    pub interval: Option<[f64; 2]>,
    /// How far the value is behind the best, over the deals that both met.
    pub behind: f64,
    /// The 95 % confidence interval of that.
    pub behind_interval: Option<[f64; 2]>,
    /// How often it was tried.
    pub visits: u64,
}

/// For each opponent the chances of styles by their names.
#[allow(clippy::ref_option, reason = "the form that the serializer calls")]
fn as_chances<S: serde::Serializer>(
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
    reason = "the form that the serializer calls"
)]
fn as_text<S: serde::Serializer>(card: &Option<PackCard>, out: S) -> Result<S::Ok, S::Error> {
    card.map(|card| card.to_string()).serialize(out)
}

fn display<S: serde::Serializer>(board: &Partial, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(board)
}
