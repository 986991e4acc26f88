//! Policies: players that choose an action from a view.

use crate::{Game, Rng};

/// Chooses actions. It receives a seat's view, never the state.
pub trait Policy<G: Game>: Send {
    /// Chooses one of the legal actions. Randomness comes from `rng` alone, so equal views and
    /// streams give equal choices.
    fn choose(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng)
    -> G::Action;

    /// Resets the policy for a new hand.
    fn new_hand(&mut self) {}
}

/// Chooses legal actions uniformly.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPolicy;

impl<G: Game> Policy<G> for UniformPolicy {
    fn choose(&mut self, _: &G, _: &G::View, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        legal[rng.below(legal.len() as u32) as usize]
    }
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        (**self).choose(game, view, legal, rng)
    }

    fn new_hand(&mut self) {
        (**self).new_hand();
    }
}
