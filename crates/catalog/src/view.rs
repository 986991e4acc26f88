//! One seat's view behind [`AnyView`].

use crate::advise::AdvisorOf;
use crate::compare::ComparisonOf;
use crate::entry::CatalogGame;
use crate::erased::{AnyAdvisor, AnyHand, AnyView};
use crate::hand::HandOf;
use crate::{Advice, AdviseSpec, AnyComparison, CatalogError, GameInfo};
use facedown_game::{
    ActionBuf, ActionSpace, Control, Element, Encoder, ObservationMut, Rng, Seat, Selection, Turn,
    Worlds, find_action,
};
use facedown_search::Slice;
use serde_json::Value;
use std::any::Any;
use std::sync::Arc;

/// The number of worlds sampled for one in which the seat waits: few have a call of a rare kind.
const MAX_WORLDS: usize = 20_000;

pub(crate) struct ViewOf<G: CatalogGame> {
    game: G,
    info: &'static GameInfo,
    view: G::View,
    seat: usize,
    /// The worlds of the view, where they were built to check it.
    worlds: Option<Arc<G::Worlds>>,
}

impl<G: CatalogGame> ViewOf<G> {
    pub(crate) const fn new(game: G, info: &'static GameInfo, view: G::View, seat: usize) -> Self {
        Self { game, info, view, seat, worlds: None }
    }

    /// The view with its worlds, so that they are not built again.
    pub(crate) fn with_worlds(self, worlds: Arc<G::Worlds>) -> Self {
        Self { worlds: Some(worlds), ..self }
    }

    fn worlds(&self) -> Result<Arc<G::Worlds>, CatalogError> {
        if let Some(worlds) = &self.worlds {
            return Ok(Arc::clone(worlds));
        }
        let worlds = self.game.worlds(&self.view);
        worlds.map(Arc::new).map_err(|error| CatalogError::BadView(error.to_string()))
    }

    pub(crate) const fn game(&self) -> &G {
        &self.game
    }

    pub(crate) const fn view(&self) -> &G::View {
        &self.view
    }

    fn legal_actions(&self) -> G::LegalActions {
        let mut legal = G::LegalActions::default();
        self.game.view_actions(&self.view, &mut legal);
        legal
    }

    #[cfg(not(target_family = "wasm"))]
    fn encode<T: Element>(&self, out: &mut [T]) {
        let planes = G::DefaultEncoder::default();
        assert_eq!(out.len(), planes.len(), "the length of the observation");
        planes.encode(&self.game, &self.view, out);
    }
}

impl<G: CatalogGame> AnyView for ViewOf<G> {
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

    fn selection(&self) -> Option<Selection> {
        self.game.selection(&self.view)
    }

    fn parse(&self, text: &str) -> Result<Vec<usize>, CatalogError> {
        let (legal, space) = (self.legal_actions(), G::Space::default());
        let index = |action| space.index(&self.view, action);
        let reads = |action: &G::Action| self.game.reads(&self.view, *action, text);
        let found = find_action(&self.game, legal.as_slice(), text)
            .or_else(|| legal.as_slice().iter().copied().find(reads));
        if let Some(action) = found {
            return Ok(vec![index(action)]);
        }
        if let Some(actions) = self.game.parse_move(&self.view, text) {
            let actions = actions.map_err(|error| CatalogError::BadMove(error.to_string()))?;
            return Ok(actions.into_iter().map(index).collect());
        }
        let texts = legal.as_slice().iter().map(|a| self.game.action_text(*a)).collect();
        let seat = (!legal.as_slice().is_empty()).then_some(self.seat);
        Err(CatalogError::Illegal { action: text.to_owned(), seat, legal: texts })
    }

    fn record(&self) -> Value {
        self.game.view_record(&self.view)
    }

    fn setup(&self) -> Value {
        self.game.setup_record(&self.view)
    }

    fn text(&self) -> String {
        self.game.view_text(&self.view)
    }

    #[cfg(not(target_family = "wasm"))]
    fn encode_into(&self, out: ObservationMut<'_>) {
        match out {
            ObservationMut::U8(out) => self.encode(out),
            ObservationMut::F16(out) => self.encode(out),
            ObservationMut::F32(out) => self.encode(out),
        }
    }

    fn boxed_clone(&self) -> Box<dyn AnyView> {
        let view = Self::new(self.game.clone(), self.info, self.view, self.seat);
        Box::new(Self { worlds: self.worlds.clone(), ..view })
    }

    fn same(&self, other: &dyn AnyView) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|o| o.view == self.view && o.game.same_rules(&self.game))
    }

    fn advise(&self, spec: &AdviseSpec<'_>) -> Result<Advice, CatalogError> {
        let mut advisor = self.begin_advice(spec)?;
        advisor.advance(Slice::ALL, &mut Control::default())?;
        Ok(advisor.advice())
    }

    fn begin_advice(&self, spec: &AdviseSpec<'_>) -> Result<Box<dyn AnyAdvisor>, CatalogError> {
        let worlds = self.worlds.as_ref();
        Ok(Box::new(AdvisorOf::begin(
            (&self.game, self.info),
            (&self.view, self.seat),
            worlds,
            spec,
        )?))
    }

    fn begin_comparison(
        &self,
        moves: &[Vec<usize>],
        seed: u64,
    ) -> Result<Box<dyn AnyComparison>, CatalogError> {
        let of = (&self.view, self.seat);
        Ok(Box::new(ComparisonOf::begin(&self.game, of, self.worlds()?, moves, seed)?))
    }

    /// Samples worlds until the seat waits in one, if it does not know whose turn it is: a hand is
    /// always at a decision.
    fn world(&self, seed: u64) -> Result<Box<dyn AnyHand>, CatalogError> {
        let (mut rng, worlds) = (Rng::new(seed), self.worlds()?);
        let knows = self.game.view_turn(&self.view).is_some();
        for _ in 0..MAX_WORLDS {
            let (state, _) = worlds.sample(&mut rng);
            let hand = HandOf::new(self.game.clone(), self.info, state, rng.clone());
            let waits = |seat: Seat| seat.index() != self.seat;
            if knows || matches!(hand.turn(), Turn::Act(seat) if waits(seat)) {
                return Ok(Box::new(hand));
            }
        }
        let reason = format!("another seat is to act in none of {MAX_WORLDS} worlds");
        Err(CatalogError::BadView(reason))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
