//! The interface of tree searches beyond the rules: rollouts, heuristics, hashes.

use crate::{ActionBuf, Game, Rng, Seat, Turn};

/// A game that tree searches can play. Every method has a default, so that
/// `impl Searchable for MyGame {}` makes any game searchable.
pub trait Searchable: Game {
    /// Number of action slots; 0 if [`Searchable::slot`] is not implemented.
    const SLOTS: usize = 0;

    /// Returns the slot of an action, below [`Searchable::SLOTS`]. Actions that can be legal in the
    /// same information set have distinct slots, in the order of the actions. A tree indexes the
    /// edges of a node by slot instead of searching for them.
    fn slot(action: Self::Action) -> usize {
        let _ = action;
        0
    }

    /// Chooses an action by the rollout policy. It may read only what the seat to act knows.
    fn rollout(&self, state: &Self::State, legal: &[Self::Action], rng: &mut Rng) -> Self::Action {
        let _ = state;
        legal[rng.below(legal.len() as u32) as usize]
    }

    /// Plays the hand to its end by the rollout policy, chance turns included. `legal` is scratch
    /// space. Games that are searched by the million override this to avoid listing actions.
    fn playout(&self, state: &mut Self::State, legal: &mut Self::LegalActions, rng: &mut Rng) {
        play_on(self, state, legal, rng, |state, legal, rng| self.rollout(state, legal, rng));
    }

    /// Returns the number of plans for the rest of the hand that a seat has after an action of its
    /// own, at least 1. An action is worth what its best plan is worth, so that a search does not
    /// depend on one way of playing on.
    fn plans(&self, action: Self::Action) -> usize {
        let _ = action;
        1
    }

    /// Plays the hand to its end: `seat` by one of its [plans](Searchable::plans), the others as
    /// they are modelled. A plan may read only what its seat knows.
    fn plan_playout(
        &self,
        seat: Seat,
        plan: usize,
        state: &mut Self::State,
        legal: &mut Self::LegalActions,
        rng: &mut Rng,
    ) {
        let _ = (seat, plan);
        self.playout(state, legal, rng);
    }

    /// Plays the hand to its end with uniformly random actions.
    fn random_playout(
        &self,
        state: &mut Self::State,
        legal: &mut Self::LegalActions,
        rng: &mut Rng,
    ) {
        play_on(self, state, legal, rng, |_, legal, rng| {
            legal[rng.below(legal.len() as u32) as usize]
        });
    }

    /// Calls `visit` with a heuristic value of each of these legal actions for the seat to act, in
    /// their order: higher is better, a difference of 1 is a clear one. It may read only what that
    /// seat knows. Searches expand actions in this order, and use it as a prior. The value of an
    /// action does not depend on the others.
    fn heuristics(
        &self,
        state: &Self::State,
        actions: &[Self::Action],
        mut visit: impl FnMut(f32),
    ) {
        let _ = state;
        for _ in actions {
            visit(0.0);
        }
    }

    /// Returns the value of one action by [`Searchable::heuristics`].
    fn heuristic(&self, state: &Self::State, action: Self::Action) -> f32 {
        let mut found = 0.0;
        self.heuristics(state, &[action], |value| found = value);
        found
    }

    /// Returns a 64-bit hash of a view, the same on every machine. Multi-observer search hashes
    /// every seat's view in every world; the default hashes the view's `Debug` text, so games that
    /// are searched that way override it.
    fn view_key(&self, view: &Self::View) -> u64 {
        crate::event::text_key(view)
    }
}

/// Plays a hand to its end, `choose` deciding for every seat.
fn play_on<G: Game>(
    game: &G,
    state: &mut G::State,
    legal: &mut G::LegalActions,
    rng: &mut Rng,
    choose: impl Fn(&G::State, &[G::Action], &mut Rng) -> G::Action,
) {
    loop {
        match game.turn(state) {
            Turn::Over => return,
            Turn::Chance => game.play_chance(state, rng, &mut ()),
            Turn::Act(_) => {
                game.legal_actions(state, legal);
                let action = choose(state, legal.as_slice(), rng);
                game.apply(state, action, &mut ());
            }
        }
    }
}
