//! Comparison of placements by a search of streets 2 and 3.

use super::screening::{Candidate, best_estimate};
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

/// Compares candidates, of which there is at least one, by a search; the best first.
pub(super) fn search(
    streets: &Streets,
    candidates: &[Candidate],
    solves: bool,
    iterations: u64,
    seed: u64,
) -> Vec<Searched> {
    let afters: Vec<After> = candidates.iter().map(|candidate| candidate.after).collect();
    let config = ChanceConfig { seed, widening: 1.0, ..ChanceConfig::default() };
    let problem = OpeningProblem { streets, solves };
    let budget = Budget::iterations(iterations);
    let answer = search_chance(&problem, &afters, &config, budget, Control::default());
    let of = |choice: &ChoiceReport<After, ()>| {
        let candidate = candidates.iter().find(|candidate| candidate.after == choice.after)?;
        Some(Searched {
            candidate: *candidate,
            value: choice.value,
            error: choice.error.unwrap_or(0.0),
            behind: choice.behind,
            noise: choice.behind_error.unwrap_or(f64::INFINITY),
        })
    };
    // Only a budget or candidates could be missing, and both are there.
    answer.expect("a search that can begin").choices.iter().filter_map(of).collect()
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
