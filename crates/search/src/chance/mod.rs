//! Search where one seat decides and chance answers, turn about.
//!
//! A [`Plan`] says what can be chosen, what chance may bring, and what a position is worth where that
//! is known exactly or can be guessed. The search compares the choices at the root:
//! - **Same luck for all.** The n-th outcome is drawn from the n-th stream of the seed, whatever was
//!   chosen: differences between choices are differences of choices, and have intervals of their own.
//! - **Halving.** All choices get equal numbers of outcomes, then the better half, and so on.
//! - **Widening.** A choice has as many explicit outcomes as its visits to the power of
//!   [`ChanceConfig::widening`]; more visits go down into outcomes that are there, so that the plan
//!   for what follows gets better and depth grows with the budget. Outcomes whose value is exact are
//!   never visited twice.
//! - **Values are of plans, not of tries.** A decision counts for its most visited choice, so that
//!   trying a bad one costs nothing but time.
//!
//! Work is shared out by outcomes, each of which belongs to one thread at a time and has its own
//! stream: with a budget of iterations, the answer does not depend on how many threads there are.

mod answer;
mod config;
mod node;
mod root;
mod run;

pub use answer::{ChanceAnswer, ChanceTotals, Choices};
pub use config::{ChanceConfig, ChanceProgress, Watcher};
pub use run::search_chance;

use facedown_game::Rng;

/// How many numbers are told beside a value.
pub const TOLD: usize = 12;

/// A value that is exact, and numbers that are told beside it, of which the search reports means.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Found {
    /// The value.
    pub value: f64,
    /// Whatever a plan tells of it.
    pub told: [u16; TOLD],
}

/// A game of one seat against chance.
pub trait Plan: Sync {
    /// What a choice leads to: chance moves next.
    type After: Copy + Send + Sync;
    /// What chance brings: the seat decides next.
    type Outcome: Copy + Send + Sync;
    /// Memory of one thread.
    type Scratch: Default + Send;

    /// What chance brings. Choices that can meet the same luck get it from the same generator.
    fn outcome(&self, after: &Self::After, rng: &mut Rng) -> Self::Outcome;

    /// The value of the best choice, where it can be had exactly: the search ends there.
    fn exact(
        &self,
        scratch: &mut Self::Scratch,
        after: &Self::After,
        outcome: &Self::Outcome,
    ) -> Option<Found>;

    /// All choices, each once; not asked where the value is exact.
    fn choices(&self, after: &Self::After, outcome: &Self::Outcome, choices: &mut Vec<Self::After>);

    /// A quick guess at the value of a choice.
    fn guess(&self, scratch: &mut Self::Scratch, after: &Self::After) -> f64;

    /// A value that the choice cannot exceed.
    fn upper_bound(&self, _after: &Self::After) -> f64 {
        f64::INFINITY
    }

    /// How far guesses are off, in the unit of values: how much is tried that looks worse.
    fn doubt(&self) -> f64;
}
