//! Advice of tree searches.

use super::moves::MoveSearch;
use super::policy::decision;
use super::{Advisor, pool};
use crate::{Algorithm, Answer, Budget, SearchConfig, SearchError, Searcher, Slice};
use facedown_game::{Control, DomainKnowledge, Guide, Points, Rng, Turn, Worlds};
use std::sync::Arc;

/// Advises by tree search.
///
/// A plain search samples the worlds of a view uniformly and maximises points. An informed one uses
/// the game's [`DomainKnowledge`]: its belief, priors, match equity, and decisions that need no
/// search. Either leaves decisions to the game that it solves exactly.
pub struct SearchAdvisor<G: DomainKnowledge<Actions: Send>> {
    /// The game as the search plays it.
    game: G,
    config: ConfigOf<G>,
    informed: bool,
    /// The guide of a search by priors and values, in place of the game's own.
    guide: Option<Arc<dyn Guide<G>>>,
    searcher: Option<Searcher<G>>,
    worlds: Option<Box<dyn Worlds<G>>>,
    /// The worlds of a view that were built before.
    known: Option<(G::View, Arc<G::Worlds>)>,
    decided: Option<Answer<G::Action>>,
    /// The search of whole moves, where a decision takes several actions, or of candidates.
    moves: Option<MoveSearch<G>>,
}

/// The configuration for a decision: it may depend on the phase of the game.
pub type ConfigOf<G> = Box<dyn Fn(&G, &<G as facedown_game::Game>::View) -> SearchConfig + Send>;

impl<G: DomainKnowledge<Actions: Send>> SearchAdvisor<G> {
    /// Builds a search with one configuration, without domain knowledge.
    pub fn plain(game: G, config: SearchConfig) -> Result<Self, SearchError> {
        Searcher::<G>::check(&config)?;
        Ok(Self::new(game, Box::new(move |_, _| config.clone()), false))
    }

    /// Builds a search with the game's domain knowledge and a configuration for each decision.
    ///
    /// The game is the one that the search plays; its scores may count what follows from a hand.
    pub fn informed(game: G, config: ConfigOf<G>) -> Self {
        Self::new(game, config, true)
    }

    fn new(game: G, config: ConfigOf<G>, informed: bool) -> Self {
        Self {
            game,
            config,
            informed,
            guide: None,
            searcher: None,
            worlds: None,
            known: None,
            decided: None,
            moves: None,
        }
    }

    /// Guides [`Algorithm::Puct`] by this network or the like instead of the game's own.
    #[must_use]
    pub fn with_guide(mut self, guide: Arc<dyn Guide<G>>) -> Self {
        self.guide = Some(guide);
        self
    }

    /// Uses these worlds of a view instead of building them again.
    #[must_use]
    pub fn with_worlds(mut self, view: &G::View, worlds: Arc<G::Worlds>) -> Self {
        self.known = Some((*view, worlds));
        self
    }

    /// Returns the worlds of a view, uniformly weighted.
    fn uniform_worlds(&self, game: &G, view: &G::View) -> Result<Arc<G::Worlds>, SearchError> {
        Ok(match &self.known {
            Some((known, worlds)) if known == view => Arc::clone(worlds),
            _ => Arc::new(game.worlds(view)?),
        })
    }

    /// Begins a search of whole moves.
    fn begin_moves(
        &mut self,
        game: &G,
        view: &G::View,
        moves: Vec<Vec<G::Action>>,
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        let Some(Turn::Act(seat)) = game.view_turn(view) else {
            return Err(SearchError::NoLegalAction);
        };
        let config = SearchConfig { seed: rng.next_u64(), ..(self.config)(game, view) };
        let utility = game.equity(view).unwrap_or_else(|| Arc::new(Points));
        let worlds = Box::new(self.uniform_worlds(game, view)?);
        let seat = (&self.game, seat);
        self.moves = Some(MoveSearch::begin(seat, moves, worlds, utility, &config, budget)?);
        Ok(())
    }

    /// Begins a comparison of candidates by paired rollouts.
    fn begin_candidates(
        &mut self,
        game: &G,
        view: &G::View,
        (candidates, legal): (&[G::Action], &[G::Action]),
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        let Some(Turn::Act(seat)) = game.view_turn(view) else {
            return Err(SearchError::NoLegalAction);
        };
        let config = SearchConfig { seed: rng.next_u64(), ..(self.config)(game, view) };
        let priors = game.priors(view, legal).unwrap_or_default();
        let prior = |place: usize| f64::from(priors.get(place).copied().unwrap_or(0.0));
        let most = config.candidates.map_or(usize::MAX, |most| most.max(2) as usize);
        let candidates = &candidates[..candidates.len().min(most)];
        let is_candidate = |action: &G::Action| candidates.contains(action);
        let all = legal.iter().enumerate();
        let compared = all.filter(|(_, action)| is_candidate(action));
        let compared = compared.map(|(place, action)| (*action, prior(place))).collect();
        let others = legal.iter().copied().filter(|action| !is_candidate(action)).collect();
        let utility = game.equity(view).unwrap_or_else(|| Arc::new(Points));
        let worlds = game.belief(view, self.uniform_worlds(game, view)?);
        let (seat, worlds) = ((&self.game, seat), (worlds, utility));
        let search = MoveSearch::compare(seat, compared, others, worlds, &config, budget)?;
        self.moves = Some(search);
        Ok(())
    }

    /// Returns the decision that needs no search.
    fn decide(&self, game: &G, view: &G::View, legal: &[G::Action]) -> Option<Answer<G::Action>> {
        if let Some((action, value)) = game.solved(view, legal) {
            return Some(decision(game, view, legal, (action, Some(value)), &[]));
        }
        if !self.informed {
            return None;
        }
        let action = game.decided(view, legal)?;
        let priors = if legal.len() > 1 { game.priors(view, legal) } else { None };
        Some(decision(game, view, legal, (action, None), &priors.unwrap_or_default()))
    }
}

impl<G: DomainKnowledge<Actions: Send>> Advisor<G> for SearchAdvisor<G> {
    fn begin(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        if legal.is_empty() {
            return Err(SearchError::NoLegalAction);
        }
        budget.validate()?;
        (self.worlds, self.moves) = (None, None);
        self.decided = self.decide(game, view, legal);
        if self.decided.is_some() {
            return Ok(());
        }
        let config = (self.config)(game, view);
        let guided = config.algorithm == Algorithm::Puct;
        let moves = if self.informed && !guided { game.moves(view) } else { None };
        if let Some(moves) = moves.filter(|moves| moves.len() > 1) {
            return self.begin_moves(game, view, moves, budget, rng);
        }
        let candidates = if self.informed && !guided { game.candidates(view, legal) } else { None };
        if let Some(candidates) = candidates {
            return self.begin_candidates(game, view, (&candidates, legal), budget, rng);
        }
        let config = SearchConfig { seed: rng.next_u64(), ..config };
        let mut searcher = match self.searcher.take() {
            Some(searcher) => searcher.again(self.game.clone(), config)?,
            None => pool::searcher(self.game.clone(), config)?,
        };
        if guided {
            searcher.set_guide(self.guide.clone().or_else(|| self.game.guide()));
        }
        let worlds = self.uniform_worlds(game, view)?;
        let worlds: Box<dyn Worlds<G>> = if self.informed {
            searcher.set_priors(game.priors(view, legal));
            searcher.set_utility(game.equity(view).unwrap_or_else(|| Arc::new(Points)));
            game.belief(view, worlds)
        } else {
            Box::new(worlds)
        };
        let begun = searcher.begin_view(view, &*worlds, budget);
        (self.searcher, self.worlds) = (Some(searcher), Some(worlds));
        begun
    }

    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
    ) -> Result<bool, SearchError> {
        if let Some(moves) = &mut self.moves {
            return Ok(moves.advance(slice, control));
        }
        match (&mut self.searcher, &self.worlds) {
            (Some(searcher), Some(worlds)) => Ok(searcher.advance(&**worlds, slice, control)),
            _ => Ok(true),
        }
    }

    fn answer(&self) -> Answer<G::Action> {
        if let Some(moves) = &self.moves {
            return moves.answer();
        }
        let searched = || self.searcher.as_ref().expect("a search has begun").answer();
        self.decided.clone().unwrap_or_else(searched)
    }

    fn new_hand(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.forget();
        }
    }
}

/// Leaves its memory to the next search.
impl<G: DomainKnowledge<Actions: Send>> Drop for SearchAdvisor<G> {
    fn drop(&mut self) {
        if let Some(searcher) = self.searcher.take() {
            pool::leave(searcher);
        }
    }
}
