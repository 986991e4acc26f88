//! Comparison of placements by a search of streets 2 and 3.

use super::screening::{Candidate, best_estimate};
use crate::prior::Blend;
use crate::{After, StreetScratch, Streets};
use facedown_cards::PackCard;
use facedown_game::{Control, Rng};
use facedown_search::{
    Budget, ChanceConfig, ChanceProblem, ChoiceReport, ExactValue, search_chance,
};

/// The result of a search for a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    pub(super) candidate: Candidate,
    pub(super) value: f64,
    /// The standard error of the value.
    pub(super) error: f64,
    /// The gap to the first, and its standard error.
    pub(super) behind: f64,
    pub(super) noise: f64,
}

/// A search of streets 2 and 3.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpeningSearch {
    /// Whether street 4 is solved exactly; otherwise boards after street 3 are estimated.
    pub(super) solves: bool,
    /// Weight of the estimates of the placements, in iterations.
    pub(super) prior: f64,
    /// Iterations, over all placements.
    pub(super) iterations: u64,
    pub(super) seed: u64,
}

impl OpeningSearch {
    /// Compares candidates, of which there is at least one; the best first.
    pub(super) fn compare(self, streets: &Streets, candidates: &[Candidate]) -> Vec<Searched> {
        let Self { solves, prior, iterations, seed } = self;
        let afters: Vec<After> = candidates.iter().map(|candidate| candidate.after).collect();
        let config = ChanceConfig { seed, prior, widening: 1.0, ..ChanceConfig::default() };
        let problem = OpeningProblem { streets, solves };
        let budget = Budget::iterations(iterations);
        let answer = search_chance(&problem, &afters, &config, budget, Control::default());
        // Only a budget or candidates could be missing, and both are there.
        let choices = answer.expect("a search that can begin").choices;
        let first = choices.first().map_or(0.0, |choice| choice.estimate);
        let of = |choice: &ChoiceReport<After, ()>| {
            let candidate = candidates.iter().find(|candidate| candidate.after == choice.after)?;
            let Blend { value, error, behind, behind_error } = Blend::new(choice, first, prior);
            let (error, noise) = (error.unwrap_or(0.0), behind_error.unwrap_or(f64::INFINITY));
            Some(Searched { candidate: *candidate, value, error, behind, noise })
        };
        let mut found: Vec<Searched> = choices.iter().filter_map(of).collect();
        // Those with fewer outcomes were dropped, and stay behind the one that was not.
        if let Some((_, others)) = found.split_first_mut() {
            for other in &mut *others {
                other.behind = other.behind.max(0.0);
            }
            others.sort_by(|a, b| a.behind.total_cmp(&b.behind));
        }
        found
    }
}

/// Streets 2 and 3 as a problem for the search against chance.
struct OpeningProblem<'a> {
    streets: &'a Streets,
    /// Whether street 4 is solved exactly; otherwise boards after street 3 are estimated.
    solves: bool,
}

impl ChanceProblem for OpeningProblem<'_> {
    type After = After;
    type Outcome = [PackCard; 3];
    type Detail = ();
    type Scratch = (StreetScratch, Vec<After>);

    fn outcome(&self, after: &After, rng: &mut Rng) -> [PackCard; 3] {
        Streets::deal(after, rng)
    }

    fn numbered_outcome(&self, after: &After, seed: u64, number: u64) -> ([PackCard; 3], Rng) {
        self.streets.numbered(after, seed, number)
    }

    fn exact(
        &self,
        (scratch, choices): &mut Self::Scratch,
        after: &After,
        deal: &[PackCard; 3],
    ) -> Option<ExactValue<()>> {
        let value = if self.solves {
            self.streets.leaf(scratch, after, *deal)?.value
        } else if after.board.cards().len() == 7 {
            best_estimate(self.streets, after, *deal, choices)
        } else {
            return None;
        };
        Some(ExactValue { value, detail: () })
    }

    fn choices(&self, after: &After, deal: &[PackCard; 3], choices: &mut Vec<After>) {
        Streets::choices(after, *deal, choices);
    }

    fn estimate(&self, _: &mut Self::Scratch, after: &After) -> f64 {
        self.streets.estimate(after)
    }

    fn exploration(&self) -> f64 {
        // Outcomes are visited once, so nothing is ever explored.
        0.0
    }
}
