//! One hand in progress behind [`AnyHand`].

use crate::entry::CatalogGame;
use crate::erased::{AnyHand, AnyView};
use crate::view::ViewOf;
use crate::{CatalogError, GameInfo};
use facedown_game::{
    ActionBuf, ActionSpace, Narration, PerSeat, Rng, Seat, SeatLog, Sink, Turn, find_action,
};
use serde_json::Value;
use std::any::Any;

pub(crate) struct HandOf<G: CatalogGame> {
    game: G,
    info: &'static GameInfo,
    state: G::State,
    rng: Rng, // of chance turns
    history: Vec<usize>,
}

impl<G: CatalogGame> HandOf<G> {
    pub(crate) fn new(game: G, info: &'static GameInfo, state: G::State, rng: Rng) -> Self {
        let mut hand = Self { game, info, state, rng, history: Vec::new() };
        hand.play_chance(&mut ());
        hand
    }

    pub(crate) const fn state(&self) -> &G::State {
        &self.state
    }

    fn play_chance(&mut self, log: &mut impl Sink<G::Event>) {
        while self.game.turn(&self.state) == Turn::Chance {
            self.game.play_chance(&mut self.state, &mut self.rng, log);
        }
    }

    /// Applies a legal action, and the chance moves after it.
    fn act(&mut self, action: usize, log: &mut impl Sink<G::Event>) -> Result<(), CatalogError> {
        let space = G::Space::default();
        let text = || match G::any_action(action) {
            Some(action) => Ok(self.game.action_text(action)),
            None => Err(CatalogError::NoAction { action, count: space.len() }),
        };
        let Some(seat) = self.mover() else { return Err(self.illegal(text()?)) };
        let view = self.game.view(&self.state, seat);
        let legal = self.legal_actions();
        match space.action(&view, legal.as_slice(), action) {
            Some(found) => self.game.apply(&mut self.state, found, log),
            None => return Err(self.illegal(text()?)),
        }
        self.history.push(action);
        self.play_chance(log);
        Ok(())
    }

    fn legal_actions(&self) -> G::LegalActions {
        let mut legal = G::LegalActions::default();
        self.game.legal_actions(&self.state, &mut legal);
        legal
    }

    fn mover(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Act(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Returns the id of a legal action.
    fn id(&self, action: G::Action) -> usize {
        let seat = self.mover().expect("there are legal actions only where a seat is to act");
        G::Space::default().index(&self.game.view(&self.state, seat), action)
    }

    fn illegal(&self, action: String) -> CatalogError {
        let legal = self.legal_actions();
        let texts = legal.as_slice().iter().map(|a| self.game.action_text(*a)).collect();
        CatalogError::Illegal { action, seat: self.mover().map(Seat::index), legal: texts }
    }
}

impl<G: CatalogGame> AnyHand for HandOf<G> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn legal(&self) -> Vec<usize> {
        self.legal_actions().as_slice().iter().map(|action| self.id(*action)).collect()
    }

    fn apply(&mut self, action: usize) -> Result<(), CatalogError> {
        self.act(action, &mut ())
    }

    fn apply_narrated(
        &mut self,
        action: usize,
        seat: usize,
    ) -> Result<Vec<Narration>, CatalogError> {
        let seats = self.game.seats();
        if seat >= seats {
            return Err(CatalogError::Seat { seat, seats });
        }
        let mut log = SeatLog::new(Seat::new(seat));
        self.act(action, &mut log)?;
        let view = self.game.view(&self.state, Seat::new(seat));
        Ok(log.events.iter().filter_map(|event| self.game.narrate(&view, event)).collect())
    }

    fn is_public(&self, action: usize) -> bool {
        G::any_action(action).is_some_and(|action| self.game.is_public(&self.state, action))
    }

    fn find(&self, text: &str) -> Result<usize, CatalogError> {
        let legal = self.legal_actions();
        find_action(&self.game, legal.as_slice(), text)
            .or_else(|| {
                let view = self.game.view(&self.state, self.mover()?);
                let reads = |action: &G::Action| self.game.reads(&view, *action, text);
                legal.as_slice().iter().copied().find(reads)
            })
            .map(|action| self.id(action))
            .ok_or_else(|| self.illegal(text.to_owned()))
    }

    fn parse(&self, text: &str) -> Result<Vec<usize>, CatalogError> {
        let Some(seat) = self.mover() else { return Err(self.illegal(text.to_owned())) };
        self.view(seat.index())?.parse(text)
    }

    fn view(&self, seat: usize) -> Result<Box<dyn AnyView>, CatalogError> {
        let seats = self.game.seats();
        if seat >= seats {
            return Err(CatalogError::Seat { seat, seats });
        }
        let view = self.game.shown_view(&self.state, Seat::new(seat));
        Ok(Box::new(ViewOf::new(self.game.clone(), self.info, view, seat)))
    }

    fn scores(&self) -> Vec<i32> {
        let scores: PerSeat<i32> = self.game.scores(&self.state);
        scores.as_slice().to_vec()
    }

    fn setup(&self) -> Value {
        self.game.setup_record(&self.game.view(&self.state, Seat::new(0)))
    }

    fn history(&self) -> &[usize] {
        &self.history
    }

    fn boxed_clone(&self) -> Box<dyn AnyHand> {
        Box::new(Self {
            game: self.game.clone(),
            info: self.info,
            state: self.state,
            rng: self.rng.clone(),
            history: self.history.clone(),
        })
    }

    fn same(&self, other: &dyn AnyHand) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|o| o.state == self.state && o.game.same_rules(&self.game))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
