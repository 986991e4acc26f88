//! Hidden information: sampling the worlds of an information set.

use crate::{Game, ImpossibleView, Rng};
use std::sync::Arc;

/// A game with hidden information.
pub trait Hidden: Game {
    /// The information set of a view, ready for sampling.
    type Worlds: Worlds<Self>;

    /// Builds the sampler of a view's information set, once per decision. A view that no deal
    /// explains is an error that names the contradiction.
    fn worlds(&self, view: &Self::View) -> Result<Self::Worlds, ImpossibleView>;
}

/// A distribution over the worlds of an information set: the states that a seat cannot distinguish.
pub trait Worlds<G: Game>: Send + Sync {
    /// Samples a world and its importance weight: 1 if worlds come with their probability given the
    /// view. Secret decisions of other seats that are still pending are sampled too.
    fn sample(&self, rng: &mut Rng) -> (G::State, f32);
}

impl<G: Game, T: Worlds<G> + ?Sized> Worlds<G> for Arc<T> {
    fn sample(&self, rng: &mut Rng) -> (G::State, f32) {
        (**self).sample(rng)
    }
}
