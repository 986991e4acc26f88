//! A bot behind [`AnyBot`].

use crate::CatalogError;
use crate::advise::BotMaker;
use crate::entry::CatalogGame;
use crate::erased::{AnyBot, AnyView};
use crate::own_policy::{OwnPolicyOf, Question};
use crate::view::ViewOf;
use facedown_game::{ActionBuf, ActionSpace, Policy, Rng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) struct BotOf<G: CatalogGame> {
    game: G,
    decides: Decides<G>,
    rng: Rng,
}

/// What decides for a bot.
enum Decides<G: CatalogGame> {
    Bot(Box<dyn Policy<G>>),
    Own(Arc<OwnPolicyOf<G>>),
}

impl<G: CatalogGame> BotOf<G> {
    pub(crate) fn new(game: G, maker: &BotMaker<G>, rng: Rng) -> Result<Self, CatalogError> {
        let decides = match maker.own() {
            Some(own) => Decides::Own(Arc::clone(own)),
            None => Decides::Bot(maker.bot()?),
        };
        Ok(Self { game, decides, rng })
    }

    /// Returns the view if it is of this game, with the same rules.
    fn own<'a>(&self, view: &'a dyn AnyView) -> Option<&'a ViewOf<G>> {
        let view = view.as_any().downcast_ref::<ViewOf<G>>()?;
        view.game().same_rules(&self.game).then_some(view)
    }
}

impl<G: CatalogGame> AnyBot for BotOf<G> {
    fn fits(&self, view: &dyn AnyView) -> bool {
        self.own(view).is_some()
    }

    fn choose_until(
        &mut self,
        view: &dyn AnyView,
        cancel: &AtomicBool,
    ) -> Result<Option<usize>, CatalogError> {
        let seat = view.seat();
        let Some(view) = self.own(view) else { return Ok(None) };
        let (game, view) = (view.game(), view.view());
        let mut legal = G::LegalActions::default();
        game.view_actions(view, &mut legal);
        let legal = legal.as_slice();
        if legal.is_empty() {
            return Ok(None);
        }
        let action = match &mut self.decides {
            Decides::Bot(bot) => bot.choose_until(game, view, legal, &mut self.rng, cancel),
            Decides::Own(own) => own
                .choose(game, Question { seat, view, legal })
                .map_err(|why| CatalogError::Search(format!("seat {seat}: {why}")))?,
        };
        Ok(Some(G::Space::default().index(view, action)))
    }

    fn new_hand(&mut self) {
        if let Decides::Bot(bot) = &mut self.decides {
            bot.new_hand();
        }
    }
}
