//! The root: who asks, what may be done, and what was seen of each action.

use facedown_game::Game;
use facedown_game::Seat;

/// The situation that a search is about.
pub(crate) struct Root<G: Game, O> {
    pub(crate) seat: Seat,
    pub(crate) game: G,
    /// The legal actions, ascending.
    pub(crate) actions: Vec<G::Action>,
    /// What the seat knows, where it does not know everything.
    pub(crate) view: Option<G::View>,
    pub(crate) observer: O,
    pub(crate) node: u32,
    pub(crate) edges: Vec<u32>,
}

impl<G: Game, O> Root<G, O> {
    /// The edge of the action at this place.
    #[inline]
    pub(crate) fn edge(&self, place: usize) -> u32 {
        self.edges[place]
    }

    /// The place of an action among the legal ones.
    #[inline]
    pub(crate) fn place(&self, action: G::Action) -> usize {
        self.actions.binary_search(&action).unwrap_or(0)
    }

    /// Whether the seat could be in this world.
    pub(crate) fn admits(&self, world: &G::State) -> bool {
        self.view.is_none_or(|view| self.game.view(world, self.seat) == view)
    }
}
