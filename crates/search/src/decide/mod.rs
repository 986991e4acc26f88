//! One way to decide: a bot plays the first action of the answer that advice shows.
//!
//! An [`Advisor`] answers which action the seat of a view should take. [`AdvisorBot`] is the policy
//! that plays its answers, so that a bot and advice of the same name are the same function.
//! [`SearchAdvisor`] searches as some [`Knowledge`] says; [`PolicyAdvisor`] asks a policy that does not
//! search.
//!
//! [`Knowledge`]: facedown_game::Knowledge

mod bot;
mod moves;
mod policy;
mod pool;
mod search;

pub use bot::AdvisorBot;
pub use policy::PolicyAdvisor;
pub use search::{ConfigOf, SearchAdvisor, SearchedGame};

use crate::{Answer, Budget, SearchError, Slice};
use facedown_game::{Control, DecisionPoint, Hidden, Rng};

/// Answers which action the seat of a view should take.
pub trait Advisor<G: Hidden>: Send {
    /// Begins to answer. Randomness comes from `rng` alone, so that equal views, streams and
    /// iterations give equal answers.
    fn begin(
        &mut self,
        decision: &DecisionPoint<'_, G>,
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError>;

    /// Advances by a slice; returns whether the answer is complete.
    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
    ) -> Result<bool, SearchError>;

    /// Returns the answer as things stand.
    ///
    /// # Panics
    /// If nothing has begun.
    fn answer(&self) -> Answer<G::Action>;

    /// Clears everything kept from the last hand.
    fn new_hand(&mut self) {}

    /// Answers in one go.
    fn advise(
        &mut self,
        decision: &DecisionPoint<'_, G>,
        budget: Budget,
        rng: &mut Rng,
        control: &mut Control<'_, Answer<G::Action>>,
    ) -> Result<Answer<G::Action>, SearchError> {
        self.begin(decision, budget, rng)?;
        self.advance(Slice::ALL, control)?;
        Ok(self.answer())
    }
}

impl<G: Hidden, T: Advisor<G> + ?Sized> Advisor<G> for Box<T> {
    fn begin(
        &mut self,
        decision: &DecisionPoint<'_, G>,
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        (**self).begin(decision, budget, rng)
    }

    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
    ) -> Result<bool, SearchError> {
        (**self).advance(slice, control)
    }

    fn answer(&self) -> Answer<G::Action> {
        (**self).answer()
    }

    fn new_hand(&mut self) {
        (**self).new_hand();
    }
}
