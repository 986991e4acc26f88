//! One seat's view behind [`AnyView`].

use crate::erased::{AnyHand, AnyView};
use crate::hand::HandOf;
use crate::listed::Listed;
use crate::named::Named;
use crate::search::{config_of, search};
use crate::{Advice, CatalogError, SearchSpec, knobs};
use facedown_game::{ActionBuf, ActionSpace, Element, Encoder, ObservationMut, Rng, Turn, Worlds};
use serde_json::{Map, Value};
use std::any::Any;

pub(crate) struct ViewOf<G: Listed> {
    game: G,
    view: G::View,
    seat: usize,
}

impl<G: Listed> ViewOf<G> {
    pub(crate) const fn new(game: G, view: G::View, seat: usize) -> Self {
        Self { game, view, seat }
    }

    pub(crate) const fn game(&self) -> &G {
        &self.game
    }

    pub(crate) const fn view(&self) -> &G::View {
        &self.view
    }

    fn legal_actions(&self) -> G::Actions {
        let mut legal = G::Actions::default();
        self.game.view_actions(&self.view, &mut legal);
        legal
    }

    fn encode<T: Element>(&self, out: &mut [T]) {
        let planes = G::Planes::default();
        assert_eq!(out.len(), planes.len(), "the length of the observation");
        planes.encode(&self.game, &self.view, out);
    }
}

impl<G: Listed> AnyView for ViewOf<G> {
    fn seat(&self) -> usize {
        self.seat
    }

    fn turn(&self) -> Option<Turn> {
        self.game.view_turn(&self.view)
    }

    fn legal(&self) -> Vec<usize> {
        let space = G::Space::default();
        self.legal_actions().as_slice().iter().map(|a| space.index(&self.view, *a)).collect()
    }

    fn describe(&self, action: usize) -> Result<String, CatalogError> {
        let count = G::Space::default().len();
        let found = G::any_action(action).ok_or(CatalogError::NoAction { action, count })?;
        Ok(self.game.describe(&self.view, found))
    }

    fn leads_on(&self, action: usize) -> bool {
        G::any_action(action).is_some_and(|action| self.game.leads_on(action))
    }

    fn record(&self) -> Value {
        self.game.view_record(&self.view)
    }

    fn text(&self) -> String {
        self.game.view_text(&self.view)
    }

    fn encode_into(&self, out: ObservationMut<'_>) {
        match out {
            ObservationMut::U8(out) => self.encode(out),
            ObservationMut::F16(out) => self.encode(out),
            ObservationMut::F32(out) => self.encode(out),
        }
    }

    fn boxed_clone(&self) -> Box<dyn AnyView> {
        Box::new(Self { game: self.game.clone(), view: self.view, seat: self.seat })
    }

    fn same(&self, other: &dyn AnyView) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|o| o.view == self.view && o.game.rules() == self.game.rules())
    }

    fn search(&self, spec: SearchSpec<'_>) -> Result<Advice, CatalogError> {
        search(&self.game, &self.view, self.seat, spec)
    }

    fn search_config(&self, bot: &str, knobs: &Map<String, Value>) -> Result<Value, CatalogError> {
        let config = config_of::<G>(self.game.stage(&self.view), &Named::read(bot)?, knobs)?;
        Ok(knobs::record(&config))
    }

    fn world(&self, seed: u64) -> Result<Box<dyn AnyHand>, CatalogError> {
        let worlds = self.game.worlds(&self.view);
        let worlds = worlds.map_err(|error| CatalogError::BadView(error.to_string()))?;
        let mut rng = Rng::new(seed);
        let (state, _) = worlds.sample(&mut rng);
        Ok(Box::new(HandOf::new(self.game.clone(), state, rng)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
