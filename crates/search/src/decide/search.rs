//! Advice of searches.

use super::moves::MoveSearch;
use super::policy::decision;
use super::{Advisor, pool};
use crate::{Algorithm, Answer, Budget, SearchConfig, SearchError, Searcher, Slice, Stepwise};
use facedown_game::{
    Approach, Control, DecisionPoint, Guide, Hidden, Knowledge, Rng, RulesAlone, Searchable, Turn,
    Worlds,
};
use std::sync::Arc;

/// Advises by search, as its [`Knowledge`] says how a decision is to be approached: it plays what needs
/// no search, compares moves by paired playouts, or searches a tree.
pub struct SearchAdvisor<G: SearchedGame> {
    /// The game as the search plays it.
    game: G,
    config: ConfigOf<G>,
    knowledge: Arc<dyn Knowledge<G>>,
    /// The guide of a search by priors and values.
    guide: Option<Arc<dyn Guide<G>>>,
    /// The searcher of the last tree, whose memory the next one takes over.
    searcher: Option<Searcher<G>>,
    progress: Decision<G>,
}

/// A game that can be searched for a seat's view.
pub trait SearchedGame: Hidden<Worlds: 'static, LegalActions: Send> + Searchable {}

impl<G: Hidden<Worlds: 'static, LegalActions: Send> + Searchable> SearchedGame for G {}

/// The configuration for a decision: it may depend on the phase of the game.
pub type ConfigOf<G> = Box<dyn Fn(&G, &<G as facedown_game::Game>::View) -> SearchConfig + Send>;

/// The decision in progress.
enum Decision<G: SearchedGame> {
    /// Nothing has begun.
    None,
    /// Decided without search.
    Played(Answer<G::Action>),
    /// Moves are compared.
    Compared(Box<MoveSearch<G>>),
    /// A tree is searched, in these worlds.
    Searched(Box<dyn Worlds<G>>),
}

impl<G: SearchedGame> SearchAdvisor<G> {
    /// Builds a search with one configuration that knows the rules alone.
    pub fn plain(game: G, config: SearchConfig) -> Result<Self, SearchError> {
        Searcher::<G>::check(&config)?;
        Ok(Self::new(game, Arc::new(RulesAlone), Box::new(move |_, _| config.clone())))
    }

    /// Builds a search. The game is the one that the search plays; its scores may count what follows
    /// from a hand.
    pub fn new(game: G, knowledge: Arc<dyn Knowledge<G>>, config: ConfigOf<G>) -> Self {
        Self { game, config, knowledge, guide: None, searcher: None, progress: Decision::None }
    }

    /// Guides [`Algorithm::Puct`] by this network or the like.
    #[must_use]
    pub fn with_guide(mut self, guide: Option<Arc<dyn Guide<G>>>) -> Self {
        self.guide = guide;
        self
    }
}

impl<G: SearchedGame> Advisor<G> for SearchAdvisor<G> {
    fn begin(
        &mut self,
        point: &DecisionPoint<'_, G>,
        budget: Budget,
        rng: &mut Rng,
    ) -> Result<(), SearchError> {
        let DecisionPoint { game, view, legal, .. } = *point;
        if legal.is_empty() {
            return Err(SearchError::NoLegalAction);
        }
        budget.validate()?;
        self.progress = Decision::None;
        let Some(Turn::Act(seat)) = game.view_turn(view) else {
            return Err(SearchError::NoLegalAction);
        };
        let approach = self.knowledge.approach(point)?;
        if let Approach::Play { action, value, ratings } = approach {
            self.progress = Decision::Played(decision(point, (action, value), &ratings));
            return Ok(());
        }
        let config = SearchConfig { seed: rng.next_u64(), ..(self.config)(game, view) };
        let own = (&self.game, seat);
        self.progress = match approach {
            Approach::Play { .. } => unreachable!("played above"),
            Approach::CompareMoves { moves, model } => {
                let search = MoveSearch::begin(own, moves, model, &config, budget)?;
                Decision::Compared(Box::new(search))
            }
            Approach::CompareActions { candidates, priors, model } => {
                let most = config.candidates.map_or(usize::MAX, |most| most.max(2) as usize);
                let candidates = &candidates[..candidates.len().min(most)];
                let all = legal.iter().copied().zip(priors.iter().copied().map(f64::from));
                let (compared, others): (Vec<_>, Vec<_>) =
                    all.partition(|(action, _)| candidates.contains(action));
                let others = others.into_iter().map(|(action, _)| action).collect();
                let search = MoveSearch::compare(own, compared, others, model, &config, budget)?;
                Decision::Compared(Box::new(search))
            }
            Approach::Search { priors, model } => {
                let guided = config.algorithm == Algorithm::Puct;
                let mut searcher = match self.searcher.take() {
                    Some(searcher) => searcher.again(self.game.clone(), config)?,
                    None => pool::searcher(self.game.clone(), config)?,
                };
                if guided {
                    searcher.set_guide(self.guide.clone());
                }
                searcher.set_priors(priors);
                searcher.set_utility(model.utility);
                let searcher = self.searcher.insert(searcher);
                searcher.begin_view(view, &*model.worlds, budget)?;
                Decision::Searched(model.worlds)
            }
        };
        Ok(())
    }

    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Answer<G::Action>>,
    ) -> Result<bool, SearchError> {
        match (&mut self.progress, &mut self.searcher) {
            (Decision::Compared(moves), _) => moves.drive(slice, control),
            (Decision::Searched(worlds), Some(searcher)) => {
                Ok(searcher.advance(&**worlds, slice, control))
            }
            _ => Ok(true),
        }
    }

    fn answer(&self) -> Answer<G::Action> {
        match &self.progress {
            Decision::Played(answer) => answer.clone(),
            Decision::Compared(moves) => moves.answer(),
            Decision::None | Decision::Searched(_) => {
                self.searcher.as_ref().expect("a search has begun").answer()
            }
        }
    }
}

/// Leaves its memory to the next search.
impl<G: SearchedGame> Drop for SearchAdvisor<G> {
    fn drop(&mut self) {
        if let Some(searcher) = self.searcher.take() {
            pool::leave(searcher);
        }
    }
}
