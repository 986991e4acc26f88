//! Search of one decision maker against chance.
//!
//! A [`ChanceProblem`] lists choices, samples outcomes of chance, and values positions exactly or
//! by an estimate. The search compares the choices at the root:
//! - **Common random numbers.** Outcome *n* comes from stream *n* of the seed for every choice, so
//!   that paired differences have intervals of their own.
//! - **Sequential halving.** All choices get equal numbers of outcomes, then the better half, and
//!   so on.
//! - **Progressive widening.** A choice has as many explicit outcomes as its visits to the power of
//!   [`ChanceConfig::widening`]; further visits go down into existing outcomes, so that the policy
//!   for later decisions improves and depth grows with the budget. Exact outcomes are never visited
//!   twice.
//! - **Values are of policies, not of visits.** A decision has the value of its most visited
//!   choice, so that exploring a bad one costs nothing but time.
//!
//! Work is divided by outcomes, each of which has its own stream and is worked on by one thread at
//! a time: with a budget of iterations, the answer depends neither on the number of threads nor on
//! the slices of [`ChanceSearch::advance`].

mod answer;
mod config;
mod node;
mod root;
mod search;

pub use answer::{ChanceAnswer, ChanceTotals, ChoiceReport};
pub use config::{ChanceConfig, ChanceParallel};
pub use search::{ChanceSearch, search_chance};

use facedown_game::Rng;

/// Details that are reported with a value, of which the search forms means.
pub trait ChanceDetail: Copy + Send + Sync {
    /// The sum of no details.
    const ZERO: Self;

    /// Adds one detail to a sum, and subtracts another.
    fn replace(&mut self, new: &Self, old: &Self);

    /// Returns a sum divided by a number.
    #[must_use]
    fn divided(&self, by: f64) -> Self;

    /// Combines the numbers of two details one by one.
    #[must_use]
    fn zip_with(&self, other: &Self, combine: impl Fn(f64, f64) -> f64) -> Self;
}

impl ChanceDetail for () {
    const ZERO: Self = ();

    fn replace(&mut self, (): &Self, (): &Self) {}

    fn divided(&self, _: f64) -> Self {}

    fn zip_with(&self, (): &Self, _: impl Fn(f64, f64) -> f64) -> Self {}
}

impl<const N: usize> ChanceDetail for [f64; N] {
    const ZERO: Self = [0.0; N];

    fn replace(&mut self, new: &Self, old: &Self) {
        for ((sum, new), old) in self.iter_mut().zip(new).zip(old) {
            *sum += new - old;
        }
    }

    fn divided(&self, by: f64) -> Self {
        self.map(|sum| sum / by)
    }

    fn zip_with(&self, other: &Self, combine: impl Fn(f64, f64) -> f64) -> Self {
        std::array::from_fn(|i| combine(self[i], other[i]))
    }
}

/// An exact value with its details.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ExactValue<D> {
    /// The value.
    pub value: f64,
    /// Its details.
    pub detail: D,
}

/// A game of one decision maker against chance.
pub trait ChanceProblem: Sync {
    /// A position after a choice: chance moves next.
    type After: Copy + Send + Sync;
    /// An outcome of chance: the decision maker moves next.
    type Outcome: Copy + Send + Sync;
    /// Details of values.
    type Detail: ChanceDetail;
    /// Scratch memory of one thread.
    type Scratch: Default + Send;

    /// Samples an outcome. Choices that can have the same outcome draw it from the same stream.
    fn outcome(&self, after: &Self::After, rng: &mut Rng) -> Self::Outcome;

    /// Samples outcome `number` of a seed, and returns a generator for what comes after it.
    ///
    /// By default outcomes are independent. A problem can draw those with neighbouring numbers together,
    /// each distributed as [`ChanceProblem::outcome`] is, so that they are spread more evenly and their
    /// mean varies less; standard errors, which assume independence, are then too large.
    fn numbered_outcome(
        &self,
        after: &Self::After,
        seed: u64,
        number: u64,
    ) -> (Self::Outcome, Rng) {
        let mut rng = Rng::stream(seed, number);
        (self.outcome(after, &mut rng), rng)
    }

    /// Returns the value of the best choice if it is known exactly: a leaf of the search.
    fn exact(
        &self,
        scratch: &mut Self::Scratch,
        after: &Self::After,
        outcome: &Self::Outcome,
    ) -> Option<ExactValue<Self::Detail>>;

    /// Lists all choices, each once; not called if the value is exact.
    fn choices(&self, after: &Self::After, outcome: &Self::Outcome, choices: &mut Vec<Self::After>);

    /// Estimates the value of a choice quickly.
    fn estimate(&self, scratch: &mut Self::Scratch, after: &Self::After) -> f64;

    /// Returns the choice with the best estimate, of equals the first; `choices` is scratch memory. Not
    /// called if the value is exact.
    fn best(
        &self,
        scratch: &mut Self::Scratch,
        after: &Self::After,
        outcome: &Self::Outcome,
        choices: &mut Vec<Self::After>,
    ) -> Option<Self::After> {
        choices.clear();
        self.choices(after, outcome, choices);
        let mut best = (f64::NEG_INFINITY, None);
        for choice in choices {
            let estimate = self.estimate(scratch, choice);
            if estimate > best.0 {
                best = (estimate, Some(*choice));
            }
        }
        best.1
    }

    /// Returns an upper bound of a choice.
    fn upper_bound(&self, _after: &Self::After) -> f64 {
        f64::INFINITY
    }

    /// Returns the exploration constant: the typical error of an estimate, in the unit of values.
    fn exploration(&self) -> f64;
}

impl<P: ChanceProblem> ChanceProblem for &P {
    type After = P::After;
    type Outcome = P::Outcome;
    type Detail = P::Detail;
    type Scratch = P::Scratch;

    fn outcome(&self, after: &Self::After, rng: &mut Rng) -> Self::Outcome {
        P::outcome(self, after, rng)
    }

    fn numbered_outcome(
        &self,
        after: &Self::After,
        seed: u64,
        number: u64,
    ) -> (Self::Outcome, Rng) {
        P::numbered_outcome(self, after, seed, number)
    }

    fn exact(
        &self,
        scratch: &mut Self::Scratch,
        after: &Self::After,
        outcome: &Self::Outcome,
    ) -> Option<ExactValue<Self::Detail>> {
        P::exact(self, scratch, after, outcome)
    }

    fn choices(
        &self,
        after: &Self::After,
        outcome: &Self::Outcome,
        choices: &mut Vec<Self::After>,
    ) {
        P::choices(self, after, outcome, choices);
    }

    fn estimate(&self, scratch: &mut Self::Scratch, after: &Self::After) -> f64 {
        P::estimate(self, scratch, after)
    }

    fn best(
        &self,
        scratch: &mut Self::Scratch,
        after: &Self::After,
        outcome: &Self::Outcome,
        choices: &mut Vec<Self::After>,
    ) -> Option<Self::After> {
        P::best(self, scratch, after, outcome, choices)
    }

    fn upper_bound(&self, after: &Self::After) -> f64 {
        P::upper_bound(self, after)
    }

    fn exploration(&self) -> f64 {
        P::exploration(self)
    }
}
