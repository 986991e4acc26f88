//! Policies that decide for many games at once: networks, and programs of the user.

use crate::play::{Asked, PlayError};
use facedown_game::{Game, Rng, Seat};
use std::fmt;

/// A decision that a [`BatchPolicy`] is asked for.
pub struct Decision<'a, G: Game> {
    /// The seat to act.
    pub seat: Seat,
    /// What the seat knows.
    pub view: &'a G::View,
    /// Its legal actions, ascending.
    pub legal: &'a [G::Action],
    /// The random stream of the bot in this hand: the only source of randomness, so that equal seeds
    /// give equal choices however decisions are grouped.
    pub rng: &'a mut Rng,
}

impl<G: Game> fmt::Debug for Decision<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decision")
            .field("seat", &self.seat)
            .field("view", &self.view)
            .field("legal", &self.legal)
            .finish_non_exhaustive()
    }
}

/// A batch without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchFailure {
    /// The index of the decision that failed; the first if all of them did.
    pub decision: usize,
    /// The cause.
    pub why: String,
}

/// A policy that decides for many games at once and may fail.
///
/// It is asked for the decisions of all games that are played side by side. How they are grouped
/// depends on threads, and the answer to one must not depend on the others beside it.
pub trait BatchPolicy<G: Game>: Send + Sync {
    /// Appends the action of each decision, in their order.
    fn choose(
        &self,
        game: &G,
        decisions: &mut [Decision<'_, G>],
        actions: &mut Vec<G::Action>,
    ) -> Result<(), BatchFailure>;
}

/// Asks for as many actions as there are decisions.
pub(crate) fn answers<G: Game>(
    game: &G,
    policy: &dyn BatchPolicy<G>,
    decisions: &mut [Decision<'_, G>],
    actions: &mut Vec<G::Action>,
) -> Result<(), BatchFailure> {
    actions.clear();
    policy.choose(game, decisions, actions)?;
    if actions.len() == decisions.len() {
        return Ok(());
    }
    let (given, expected) = (actions.len(), decisions.len());
    let why = format!("{given} actions for {expected} decisions: expected one for each");
    Err(BatchFailure { decision: given.min(expected - 1), why })
}

/// Asks for the action of a single decision.
pub(crate) fn answer_one<G: Game>(
    game: &G,
    asked: &Asked<G>,
    decision: Decision<'_, G>,
) -> Result<G::Action, PlayError<G::Action>> {
    let mut actions = Vec::new();
    answers(game, &*asked.policy, &mut [decision], &mut actions)
        .map_err(|failure| asked.failed(failure.why))?;
    Ok(actions[0])
}
