//! The best placement of one opening, found fast.
//!
//! Four stages, each more expensive than the one before, with common random numbers for all
//! placements:
//! 1. every placement up to isomorphism, by the evaluator;
//! 2. optionally, the best of these by a one-street lookahead: the mean, over deals of street 2, of
//!    the best estimate;
//! 3. the best of these by a search of streets 2 and 3 with estimates at its leaves, in which the
//!    estimate of the placement counts as many iterations as it is worth;
//! 4. optionally, the best of these by a search with exact values of street 4 at its leaves. It is
//!    noisy and unbiased, the third is neither: both are weighed by their mean squared errors.

use super::comparison::{OpeningSearch, Searched};
use super::screening::{Candidate, is_made, keep, keep_by_estimate, look_ahead, placements};
use super::{Class, Depth, OpeningError};
use crate::{ModelConfig, OpponentModel, Position, Streets, prior};
use facedown_cards::{PackCard, PackSet};
use facedown_ofc::endgame::{EndgameError, Partial};
use facedown_ofc::{Dealing, Row, Rules, Stakes};

/// Rows of five cards in base 3: the lowest digit is the row of the first card, 0 is the top.
pub type Code = u8;

/// A solved opening.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opening {
    /// The best placement of the first hand of the class.
    pub best: Code,
    /// The second best, if there is one that is not isomorphic.
    pub second: Option<Code>,
    /// The expected value of the best, in points.
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
    /// The gap of the second best.
    pub behind: f64,
}

/// Returns the rows of five cards; `None` if the code is invalid or has more than three on top.
pub(super) fn rows_of(code: Code) -> Option<[Row; 5]> {
    let mut rest = code;
    let rows = std::array::from_fn(|_| {
        let row = Row::ALL[usize::from(rest % 3)];
        rest /= 3;
        row
    });
    let top = rows.iter().filter(|row| **row == Row::Top).count();
    (rest == 0 && top <= Row::Top.size()).then_some(rows)
}

/// Solves openings under some rules.
#[derive(Clone, Debug)]
pub struct OpeningSolver {
    streets: Streets,
    pack: PackSet,
    /// The weight of an estimate, in iterations.
    prior: f64,
}

/// The gap of a placement to the best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The placement.
    pub code: Code,
    /// The gap.
    pub behind: f64,
    /// The standard error of the gap.
    pub error: f64,
}

impl OpeningSolver {
    /// Returns the solver of a seat on its own under these rules and stakes.
    pub fn new(rules: &Rules, stakes: Stakes) -> Result<Self, OpeningError> {
        if rules.dealing != Dealing::Pineapple {
            return Err(EndgameError::Dealing(Dealing::Pineapple).into());
        }
        let pack: PackSet = PackCard::all().take(52 + usize::from(rules.jokers)).collect();
        let deal: Vec<PackCard> = pack.iter().take(5).collect();
        let position = Position::new(rules, Partial::EMPTY, &deal, &[], PackSet::EMPTY)?;
        // Without opponents the model does not depend on the cards.
        let config = ModelConfig { parallel: false, ..ModelConfig::default() };
        let model = OpponentModel::with_config(&position, stakes, 0, config)?;
        let streets = Streets::new(model, stakes);
        Ok(Self { streets, pack, prior: prior::on_street(rules, 1, true) })
    }

    /// Returns the best placement of the first hand of a class.
    pub fn solve(&self, class: Class, depth: &Depth, seed: u64) -> Opening {
        let streets = &self.streets;
        let mut candidates = self.placements(class);
        for candidate in &mut candidates {
            candidate.estimate = streets.estimate(&candidate.after);
        }
        keep_by_estimate(&mut candidates, depth.lookahead as usize);
        if depth.rounds > 0 {
            look_ahead(streets, &mut candidates, depth, seed);
            keep(&mut candidates, depth.searched as usize);
        }
        let prior = if is_made(class.first_hand()) { prior::POOR } else { self.prior };
        let iterations = depth.iterations;
        let rough = OpeningSearch { solves: false, prior, iterations, seed };
        let mut found = rough.compare(streets, &candidates);
        if depth.exact_iterations > 0 {
            let best = found.iter().take(depth.solved as usize);
            let best: Vec<Candidate> = best.map(|searched| searched.candidate).collect();
            let iterations = depth.exact_iterations;
            let exact = OpeningSearch { solves: true, prior: 0.0, iterations, seed: !seed };
            found = weighed(&found, &exact.compare(streets, &best), depth.bias);
        }
        let best = found[0];
        let second = found.get(1);
        Opening {
            best: best.candidate.code,
            second: second.map(|second| second.candidate.code),
            value: best.value,
            error: best.error,
            behind: second.map_or(0.0, |second| second.behind - best.behind),
        }
    }

    fn placements(&self, class: Class) -> Vec<Candidate> {
        let cards = class.first_hand();
        placements(cards, self.pack - cards)
    }

    /// Compares placements, the best first, by a search with exact values of street 4. Of isomorphic
    /// placements the one with the least code is compared.
    pub fn compare(
        &self,
        class: Class,
        codes: &[Code],
        iterations: u64,
        seed: u64,
    ) -> Vec<Comparison> {
        let all = self.placements(class).into_iter();
        let chosen: Vec<Candidate> = all.filter(|one| codes.contains(&one.code)).collect();
        if chosen.is_empty() {
            return Vec::new();
        }
        let exact = OpeningSearch { solves: true, prior: 0.0, iterations, seed };
        let found = exact.compare(&self.streets, &chosen);
        let compared = |one: &Searched| {
            let Searched { candidate, behind, noise, .. } = *one;
            Comparison { code: candidate.code, behind, error: noise }
        };
        found.iter().map(compared).collect()
    }
}

/// Combines both searches for the placements of the second, weighed by their mean squared errors: the
/// second is unbiased, the first has a bias of about `bias`.
fn weighed(first: &[Searched], second: &[Searched], bias: f64) -> Vec<Searched> {
    let of = |one: &Searched| first.iter().find(|s| s.candidate.code == one.candidate.code);
    let Some(reference) = second.first().and_then(of) else { return first.to_vec() };
    let both = second.iter().filter_map(|exact| {
        let rough = of(exact)?;
        let by_first = rough.behind - reference.behind;
        let spread = bias.powi(2) + rough.noise.powi(2);
        // With two infinite variances the first search counts, which has seen more.
        let weight = spread / (spread + exact.noise.powi(2));
        let weight = if weight.is_nan() { 0.0 } else { weight };
        let behind = weight * exact.behind + (1.0 - weight) * by_first;
        Some(Searched { behind, ..*rough })
    });
    let mut both: Vec<Searched> = both.collect();
    both.sort_by(|a, b| {
        a.behind.total_cmp(&b.behind).then(a.candidate.code.cmp(&b.candidate.code))
    });
    both
}
