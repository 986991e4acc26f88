//! A bot that searches.

use super::Advisor;
use crate::{Budget, Control, SearchError};
use facedown_game::{DecisionPoint, Hidden, Policy, Rng};
use std::sync::atomic::AtomicBool;

/// Plays the first action of an advisor's answers.
pub struct AdvisorBot<A> {
    advisor: A,
    budget: Budget,
}

impl<A> AdvisorBot<A> {
    /// Builds a bot that spends this budget on every decision.
    pub fn new(advisor: A, budget: Budget) -> Result<Self, SearchError> {
        budget.validate()?;
        Ok(Self { advisor, budget })
    }

    fn decide<G: Hidden>(
        &mut self,
        decision: &DecisionPoint<'_, G>,
        rng: &mut Rng,
        cancel: Option<&AtomicBool>,
    ) -> G::Action
    where
        A: Advisor<G>,
    {
        let control = &mut Control { cancel, ..Control::default() };
        let legal = decision.legal;
        let answer = self.advisor.advise(decision, self.budget, rng, control);
        let best = answer.ok().map(|answer| answer.best().action);
        let best = best.filter(|action| legal.contains(action));
        best.unwrap_or_else(|| legal[rng.below(legal.len() as u32) as usize])
    }
}

impl<G: Hidden, A: Advisor<G>> Policy<G> for AdvisorBot<A> {
    /// Chooses the best action, or a random one if the view is impossible: the game must go on.
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        self.decide(&DecisionPoint::new(game, view, legal), rng, None)
    }

    fn choose_until(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        cancel: &AtomicBool,
    ) -> G::Action {
        self.decide(&DecisionPoint::new(game, view, legal), rng, Some(cancel))
    }

    fn new_hand(&mut self) {
        self.advisor.new_hand();
    }
}
