//! Hidden draws: what the next card off the stock could have been.

use crate::Game;

/// A game whose hidden draws can be redrawn, for luck adjustment and exact expectations.
///
/// The order of a stock, deck or wall is fixed at the deal, so that a draw is not a chance turn.
/// Seen from the table, though, every order of the cards that nobody has seen is equally likely:
/// this trait enumerates what an action may reveal, with everything else at the table unchanged.
///
/// Laws: [`Redraw::draw_count`] is at least 1; the states of [`Redraw::redraw`] give every seat the
/// same view as `state`, and `state` itself is among them.
pub trait Redraw: Game {
    /// Returns the number of equally likely draws that `action` may reveal in `state`, the actual
    /// one included; 1 if it reveals nothing.
    fn draw_count(&self, state: &Self::State, action: Self::Action) -> u64;

    /// Returns `state` with the draw number `index` next in the stock, below
    /// [`Redraw::draw_count`].
    fn redraw(&self, state: &Self::State, action: Self::Action, index: u64) -> Self::State;
}
