//! From the results of kernels and searches to answers.

use super::answer::{Method, PlacementReport, PlacementsAnswer};
use super::problem::Quantised;
use crate::prior::Blend;
use crate::{After, Position, StyleOdds};
use facedown_cards::PackCard;
use facedown_game::stats::around;
use facedown_ofc::endgame::{Expectation, Partial, Placement};
use facedown_ofc::{Row, Stakes};
use facedown_search::{ChanceAnswer, Stop};

/// The data that all answers of a position share.
#[derive(Debug)]
pub(super) struct Reporter {
    pub(super) position: Position,
    /// The weight of estimates in the gaps between placements, in outcomes.
    pub(super) prior: f64,
    pub(super) stakes: Stakes,
    /// The number of samples of opponents' boards.
    pub(super) samples: usize,
    /// The posterior over the opponents' styles, if inferred.
    pub(super) styles: Option<Vec<StyleOdds>>,
}

impl Reporter {
    /// Returns the answer of a search.
    pub(super) fn searched(
        &self,
        answer: &ChanceAnswer<After, Quantised>,
        opponents: usize,
        table_lookups: [u64; 2],
        seconds: f64,
    ) -> PlacementsAnswer {
        let first = answer.choices.first().map_or(0.0, |choice| choice.estimate);
        let placements = answer.choices.iter().map(|choice| {
            let Blend { behind, behind_error, .. } = Blend::new(choice, first, self.prior);
            let details = choice.detail_error.map(|error| choice.detail.intervals(&error));
            PlacementReport {
                interval: choice.error.map(|error| around(choice.value, error)),
                foul_interval: details.map(|all| all.foul),
                fantasyland_interval: details.map(|all| all.fantasyland),
                royalties_interval: details.map(|all| all.royalties),
                behind,
                behind_interval: behind_error.map(|error| around(behind, error)),
                visits: choice.visits,
                ..self.placement(
                    &choice.after.board,
                    choice.after.discard,
                    choice.detail.expectation(choice.value, opponents),
                )
            }
        });
        let totals = &answer.totals;
        let answer = self.answer(Method::Searched, placements.collect(), totals.stop, seconds);
        PlacementsAnswer { table_lookups, iterations: totals.iterations, ..answer }
    }

    /// Returns the answer of an enumeration.
    pub(super) fn enumerated(&self, placements: &[Placement], seconds: f64) -> PlacementsAnswer {
        let of = |p: &Placement| (p.board, Some(p.discard), p.expectation);
        self.solved(placements.iter().map(of), seconds)
    }

    /// Returns the answer of an enumeration with classic dealing.
    pub(super) fn classic(
        &self,
        placements: &[(Partial, Expectation)],
        seconds: f64,
    ) -> PlacementsAnswer {
        let of = |(board, expectation): &(Partial, Expectation)| (*board, None, *expectation);
        self.solved(placements.iter().map(of), seconds)
    }

    fn solved(
        &self,
        placements: impl Iterator<Item = (Partial, Option<PackCard>, Expectation)>,
        seconds: f64,
    ) -> PlacementsAnswer {
        let mut best = None;
        let reports = placements.map(|(board, discard, expectation)| PlacementReport {
            behind: *best.get_or_insert(expectation.value) - expectation.value,
            ..self.placement(&board, discard, expectation)
        });
        self.answer(Method::Enumerated, reports.collect(), Stop::Proven, seconds)
    }

    fn placement(
        &self,
        board: &Partial,
        discard: Option<PackCard>,
        expectation: Expectation,
    ) -> PlacementReport {
        let row_of =
            |card: PackCard| Row::ALL.into_iter().find(|row| board.row(*row).contains(card));
        let deal = self.position.deal().iter().filter(|card| Some(**card) != discard);
        PlacementReport {
            placed: deal.filter_map(|card| Some((*card, row_of(*card)?))).collect(),
            discard,
            board: *board,
            expectation,
            interval: None,
            foul_interval: None,
            fantasyland_interval: None,
            royalties_interval: None,
            behind: 0.0,
            behind_interval: None,
            visits: 0,
        }
    }

    fn answer(
        &self,
        method: Method,
        placements: Vec<PlacementReport>,
        stop_reason: Stop,
        seconds: f64,
    ) -> PlacementsAnswer {
        let modelled = self.modelled();
        PlacementsAnswer {
            street: self.position.street(),
            exact: method == Method::Enumerated && modelled.is_none(),
            method,
            modelled,
            styles: self.styles.clone(),
            fantasyland_values: self.stakes.entry,
            foul_cost: self.stakes.foul,
            placements,
            iterations: 0,
            table_lookups: [0; 2],
            seconds,
            stop: match method {
                Method::Enumerated => "every deal was enumerated",
                Method::Searched if stop_reason == Stop::Exhausted => "the memory was used up",
                Method::Searched => stop_reason.text(),
            },
            stop_reason,
        }
    }

    /// Describes the opponent model; `None` without one.
    fn modelled(&self) -> Option<String> {
        let open = self.position.opponents().iter().filter(|board| board.cards().len() < 13);
        let boards = match open.count() {
            0 => return None,
            1 => "the final board of one opponent",
            _ => "the final boards of opponents",
        };
        if self.samples == 0 {
            return Some("the own board alone, by estimates after street 3".to_owned());
        }
        let styles = if self.styles.is_some() { ", in inferred styles" } else { "" };
        let samples = self.samples;
        Some(format!("{samples} samples of {boards}, each playing for its own points{styles}"))
    }
}
