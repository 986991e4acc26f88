//! Intervals of values against sampled boards.
//!
//! The samples are divided into parts, and every placement is valued against each part: the spread of
//! the parts' values is the error of their mean, which the value against all samples is close to.

use super::answer::PlacementReport;
use facedown_cards::PackCard;
use facedown_game::stats::SampleMean;
use facedown_ofc::endgame::{Expectation, Partial, Placement};

/// The number of parts.
pub(super) const PARTS: usize = 8;

/// A placement with its expectation.
pub(super) type Row = ((Partial, Option<PackCard>), Expectation);

/// Returns the placement of an enumeration.
pub(super) fn row(placement: &Placement) -> Row {
    ((placement.board, Some(placement.discard)), placement.expectation)
}

/// Gives placements, the best first, the intervals that the answers against parts of the samples imply.
pub(super) fn add_intervals(placements: &mut [PlacementReport], parts: &[Vec<Row>]) {
    let Some(first) = placements.first() else { return };
    let best = (first.board, first.discard);
    let find = |part: &[Row], key: (Partial, Option<PackCard>)| {
        part.iter().find(|(found, _)| *found == key).map(|(_, expectation)| *expectation)
    };
    for report in placements {
        let key = (report.board, report.discard);
        let found: Option<Vec<[Expectation; 2]>> =
            parts.iter().map(|part| Some([find(part, best)?, find(part, key)?])).collect();
        let Some(found) = found else { continue };
        let around = |mean: f64, of: &dyn Fn(&[Expectation; 2]) -> f64| {
            let half = SampleMean::of(found.iter().map(of)).student_half_width()?;
            Some([mean - half, mean + half])
        };
        let chance = |mean: f64, of: &dyn Fn(&[Expectation; 2]) -> f64| {
            around(mean, of).map(|ends| ends.map(|end| end.clamp(0.0, 1.0)))
        };
        let own = report.expectation;
        report.interval = around(own.value, &|[_, own]| own.value);
        report.foul_interval = chance(own.foul, &|[_, own]| own.foul);
        report.fantasyland_interval = chance(own.fantasyland, &|[_, own]| own.fantasyland);
        report.royalties_interval = around(own.royalties, &|[_, own]| own.royalties);
        report.behind_interval = around(report.behind, &|[best, own]| best.value - own.value);
    }
}
