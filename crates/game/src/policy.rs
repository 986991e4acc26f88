//! Policies: players that choose an action from a view.

use crate::{Game, Rng};
use std::sync::atomic::AtomicBool;

/// Chooses actions. It receives a seat's view, never the state.
pub trait Policy<G: Game>: Send {
    /// Chooses one of the legal actions. Randomness comes from `rng` alone, so equal views and
    /// streams give equal choices.
    fn choose(&mut self, game: &G, view: &G::View, legal: &[G::Action], rng: &mut Rng)
    -> G::Action;

    /// Chooses as [`choose`](Self::choose) does; once `cancel` is set, a policy that thinks long
    /// ends with its choice so far. Most decide at once and ignore it.
    fn choose_until(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        _cancel: &AtomicBool,
    ) -> G::Action {
        self.choose(game, view, legal, rng)
    }

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

    fn choose_until(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        cancel: &AtomicBool,
    ) -> G::Action {
        (**self).choose_until(game, view, legal, rng, cancel)
    }

    fn new_hand(&mut self) {
        (**self).new_hand();
    }
}
