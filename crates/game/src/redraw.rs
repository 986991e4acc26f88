//! Hidden draws: what the next step of a hand could have revealed.

use crate::Game;

/// A step of a hand after the deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<A> {
    /// The seat to act takes this action.
    Act(A),
    /// A chance turn is played.
    Chance,
}

/// A game whose hidden draws can be redrawn, for luck adjustment and exact expectations.
///
/// The order of a stock, deck or wall is fixed at the deal, so that a draw is not a chance turn.
/// Seen from the table, though, every order of the cards that nobody has seen is equally likely:
/// this trait enumerates what a step may reveal, with everything else at the table unchanged.
///
/// Laws: [`Redraw::draw_count`] is at least 1; the states of [`Redraw::redraw`] give every seat the
/// same view as `state`, and `state` itself is among them.
pub trait Redraw: Game {
    /// Whether different draws give different states. Not so where pieces have identical copies,
    /// such as the four tiles of a kind.
    const DISTINCT: bool = true;

    /// Returns the number of equally likely draws that `step` may reveal in `state`, the actual one
    /// included; 1 if it reveals nothing.
    fn draw_count(&self, state: &Self::State, step: Step<Self::Action>) -> u64;

    /// Returns `state` with the draw number `index`, below [`Redraw::draw_count`], next to be
    /// revealed by `step`.
    fn redraw(&self, state: &Self::State, step: Step<Self::Action>, index: u64) -> Self::State;
}
