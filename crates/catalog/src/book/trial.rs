//! Placements compared by a search of streets 2 and 3.

use super::sieve::{Candidate, best_guess};
use facedown_cards::PackCard;
use facedown_game::Rng;
use facedown_ofc::solve::{After, StreetScratch, Streets};
use facedown_search::{Budget, ChanceConfig, Choices, Found, Plan, TOLD, Watcher, search_chance};

/// What a search says of a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    pub(super) candidate: Candidate,
    pub(super) value: f64,
    /// The standard error of the value.
    pub(super) error: f64,
    /// How far it is behind the first, and the standard error of that.
    pub(super) behind: f64,
    pub(super) noise: f64,
}

/// Compares candidates, of which there is at least one, by a search of so many tries: the best
/// first.
pub(super) fn search(
    streets: &Streets,
    candidates: &[Candidate],
    solves: bool,
    iterations: u64,
    seed: u64,
) -> Vec<Searched> {
    let afters: Vec<After> = candidates.iter().map(|candidate| candidate.after).collect();
    let config = ChanceConfig { seed, widening: 1.0, ..ChanceConfig::default() };
    let plan = OpeningPlan { streets, solves };
    let budget = Budget::iterations(iterations);
    let answer = search_chance(&plan, &afters, &config, budget, Watcher::default());
    let of = |choice: &Choices<After>| {
        let candidate = candidates.iter().find(|candidate| candidate.after == choice.after)?;
        Some(Searched {
            candidate: *candidate,
            value: choice.value,
            error: choice.error.unwrap_or(0.0),
            behind: choice.behind,
            noise: choice.behind_error.unwrap_or(f64::INFINITY),
        })
    };
    // Nothing but tries and candidates could be wrong, and there are some of each.
    answer.expect("a search that can begin").choices.iter().filter_map(of).collect()
}

/// Streets 2 and 3 as a plan for a search.
struct OpeningPlan<'a> {
    streets: &'a Streets,
    /// Whether street 4 is solved; otherwise boards after street 3 are guessed at.
    solves: bool,
}

impl Plan for OpeningPlan<'_> {
    type After = After;
    type Outcome = [PackCard; 3];
    type Scratch = (StreetScratch, Vec<After>);

    fn outcome(&self, after: &After, rng: &mut Rng) -> [PackCard; 3] {
        Streets::deal(after, rng)
    }

    fn exact(
        &self,
        (scratch, choices): &mut Self::Scratch,
        after: &After,
        deal: &[PackCard; 3],
    ) -> Option<Found> {
        let value = if self.solves {
            self.streets.leaf(scratch, after, *deal)?.outlook.value
        } else if after.board.cards().len() == 7 {
            best_guess(self.streets, after, *deal, choices)
        } else {
            return None;
        };
        Some(Found { value, told: [0; TOLD] })
    }

    fn choices(&self, after: &After, deal: &[PackCard; 3], choices: &mut Vec<After>) {
        Streets::choices(after, *deal, choices);
    }

    fn guess(&self, _: &mut Self::Scratch, after: &After) -> f64 {
        self.streets.guess(after)
    }

    fn doubt(&self) -> f64 {
        // Outcomes are visited once, so nothing is ever tried that looks worse.
        0.0
    }
}
