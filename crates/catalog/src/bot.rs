//! A bot behind [`AnyBot`].

use crate::entry::Listed;
use crate::erased::{AnyBot, AnyView};
use crate::view::ViewOf;
use facedown_game::{ActionBuf, ActionSpace, Policy, Rng};
use std::sync::atomic::AtomicBool;

pub(crate) struct BotOf<G> {
    game: G,
    policy: Box<dyn Policy<G>>,
    rng: Rng,
}

impl<G: Listed> BotOf<G> {
    pub(crate) const fn new(game: G, policy: Box<dyn Policy<G>>, rng: Rng) -> Self {
        Self { game, policy, rng }
    }

    /// Returns the view if it is of this game, with the same rules.
    fn own<'a>(&self, view: &'a dyn AnyView) -> Option<&'a ViewOf<G>> {
        let view = view.as_any().downcast_ref::<ViewOf<G>>()?;
        view.game().same_rules(&self.game).then_some(view)
    }
}

impl<G: Listed> AnyBot for BotOf<G> {
    fn fits(&self, view: &dyn AnyView) -> bool {
        self.own(view).is_some()
    }

    fn choose_until(&mut self, view: &dyn AnyView, cancel: &AtomicBool) -> Option<usize> {
        let view = self.own(view)?;
        let (game, view) = (view.game(), view.view());
        let mut legal = G::Actions::default();
        game.view_actions(view, &mut legal);
        if legal.as_slice().is_empty() {
            return None;
        }
        let action = self.policy.choose_until(game, view, legal.as_slice(), &mut self.rng, cancel);
        Some(G::Space::default().index(view, action))
    }

    fn new_hand(&mut self) {
        self.policy.new_hand();
    }
}
