//! Intervals of values against sampled boards.
//!
//! The samples are divided into parts, and every placement is valued against each part: the spread of
//! the parts' values is the error of their mean, which the value against all samples is close to.

use super::answer::PlacementReport;
use facedown_cards::PackCard;
use facedown_ofc::endgame::{Expectation, Partial, Placement};

/// The number of parts.
pub(super) const PARTS: usize = 8;

/// The 97.5 % quantiles of Student's distribution with 1, 2, … degrees of freedom.
const STUDENT: [f64; PARTS - 1] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36];

/// A placement with its expectation.
pub(super) type Row = ((Partial, Option<PackCard>), Expectation);

/// Returns the placement of an enumeration.
pub(super) fn row(placement: &Placement) -> Row {
    ((placement.board, Some(placement.discard)), placement.expectation)
}

/// Returns the half-width of the 95 % interval of a mean; `None` for fewer than two values.
fn half_width(values: &[f64]) -> Option<f64> {
    let quantile = STUDENT.get(values.len().checked_sub(2)?)?;
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some(quantile * (squares / (n - 1.0) / n).sqrt())
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
            let half = half_width(&found.iter().map(of).collect::<Vec<f64>>())?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_width_is_that_of_a_mean_by_students_distribution() {
        assert_eq!(half_width(&[1.0]), None);
        assert_eq!(half_width(&[2.0; 4]), Some(0.0));
        // A deviation of 1 in eight values.
        let values = [-1.0, 1.0].repeat(4);
        let expected = 2.36 * (8.0_f64 / 7.0 / 8.0).sqrt();
        assert!((half_width(&values).unwrap() - expected).abs() < 1e-12);
    }
}
