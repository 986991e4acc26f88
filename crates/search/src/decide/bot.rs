//! A bot that searches.

use super::Advisor;
use crate::{Answer, Budget, Control, Points, SearchConfig, SearchError, Searcher, Utility};
use facedown_game::{Game, Hidden, ImpossibleView, Policy, Rng, Searchable, Worlds};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plays the first action of an advisor's answers.
pub struct AdvisorBot<A> {
    advisor: A,
    budget: Budget,
}

impl<A> AdvisorBot<A> {
    /// Builds a bot that spends this budget on every decision.
    pub fn new(advisor: A, budget: Budget) -> Result<Self, SearchError> {
        budget.validate()?;
        Ok(Self { advisor, budget })
    }

    /// Returns the advisor.
    pub fn advisor_mut(&mut self) -> &mut A {
        &mut self.advisor
    }
}

impl<A> AdvisorBot<A> {
    fn decide<G: Game>(
        &mut self,
        (game, view, legal): (&G, &G::View, &[G::Action]),
        rng: &mut Rng,
        cancel: Option<&AtomicBool>,
    ) -> G::Action
    where
        A: Advisor<G>,
    {
        let control = &mut Control { cancel, ..Control::default() };
        let answer = self.advisor.advise(game, view, legal, self.budget, rng, control);
        let best = answer.ok().map(|answer| answer.best().action);
        let best = best.filter(|action| legal.contains(action));
        best.unwrap_or_else(|| legal[rng.below(legal.len() as u32) as usize])
    }
}

impl<G: Game, A: Advisor<G>> Policy<G> for AdvisorBot<A> {
    /// Chooses the best action, or a random one if the view is impossible: the game must go on.
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        self.decide((game, view, legal), rng, None)
    }

    fn choose_until(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        cancel: &AtomicBool,
    ) -> G::Action {
        self.decide((game, view, legal), rng, Some(cancel))
    }

    fn new_hand(&mut self) {
        self.advisor.new_hand();
    }
}

/// The worlds of a view: uniform, or weighted by a belief.
pub type WorldsOf<G> =
    Box<dyn Fn(&G, &<G as Game>::View) -> Result<Box<dyn Worlds<G>>, ImpossibleView> + Send + Sync>;

/// Priors of the legal actions of a view: see [`Searcher::set_priors`].
pub type PriorsOf<G> =
    Box<dyn Fn(&G, &<G as Game>::View, &[<G as Game>::Action]) -> Option<Vec<f32>> + Send + Sync>;

/// The utility at a view, such as match equity; `None` for points.
pub type UtilityOf<G> =
    Box<dyn Fn(&G, &<G as Game>::View) -> Option<Arc<dyn Utility>> + Send + Sync>;

/// Plays the best action of a search with a fixed budget. The random stream that it is given seeds
/// the search, so that equal views and streams give equal choices for a budget of iterations.
///
/// ```
/// use facedown_search::{Budget, SearchBot, SearchConfig};
/// use facedown_testkit::{Laws, toys::Kuhn};
///
/// let bot = || SearchBot::new(Kuhn, SearchConfig::default(), Budget::iterations(100)).unwrap();
/// Laws::new(Kuhn).hands(3).policy(bot).run();
/// ```
pub struct SearchBot<G: Searchable> {
    searcher: Searcher<G>,
    budget: Budget,
    worlds: WorldsOf<G>,
    priors: Option<PriorsOf<G>>,
    utility: Option<UtilityOf<G>>,
    last: Option<Result<Answer<G::Action>, SearchError>>,
}

impl<G: Hidden + Searchable> SearchBot<G>
where
    G::Worlds: 'static,
{
    /// Makes a bot that samples the worlds of its view uniformly.
    pub fn new(game: G, config: SearchConfig, budget: Budget) -> Result<Self, SearchError> {
        let worlds: WorldsOf<G> = Box::new(|game, view| Ok(Box::new(game.worlds(view)?)));
        Self::with_worlds(Searcher::new(game, config)?, budget, worlds)
    }
}

impl<G: Searchable> SearchBot<G> {
    /// Makes a bot with its own searcher and belief.
    pub fn with_worlds(
        searcher: Searcher<G>,
        budget: Budget,
        worlds: WorldsOf<G>,
    ) -> Result<Self, SearchError> {
        budget.validate()?;
        Ok(Self { searcher, budget, worlds, priors: None, utility: None, last: None })
    }

    /// Adds priors.
    #[must_use]
    pub fn with_priors(mut self, priors: PriorsOf<G>) -> Self {
        self.priors = Some(priors);
        self
    }

    /// Adds a utility.
    #[must_use]
    pub fn with_utility_of(mut self, utility: UtilityOf<G>) -> Self {
        self.utility = Some(utility);
        self
    }

    /// Returns the answer of the last search, or why there was none.
    pub fn last(&self) -> Option<&Result<Answer<G::Action>, SearchError>> {
        self.last.as_ref()
    }

    /// Reports an observation of the bot's seat: see [`Searcher::observe`].
    pub fn observe(&mut self, event: G::Event) {
        self.searcher.observe(event);
    }

    fn ask(
        &mut self,
        game: &G,
        view: &G::View,
        cancel: Option<&AtomicBool>,
    ) -> Result<Answer<G::Action>, SearchError> {
        let worlds = (self.worlds)(game, view)?;
        let control = Control { cancel, ..Control::default() };
        self.searcher.search_view(view, worlds.as_ref(), self.budget, control)
    }

    fn decide(
        &mut self,
        (game, view, legal): (&G, &G::View, &[G::Action]),
        rng: &mut Rng,
        cancel: Option<&AtomicBool>,
    ) -> G::Action {
        self.searcher.set_seed(rng.next_u64());
        let priors = self.priors.as_ref().and_then(|priors| priors(game, view, legal));
        self.searcher.set_priors(priors);
        if let Some(utility) = &self.utility {
            self.searcher.set_utility(utility(game, view).unwrap_or_else(|| Arc::new(Points)));
        }
        let answer = self.ask(game, view, cancel);
        let best = answer.as_ref().ok().map(|answer| answer.best().action);
        self.last = Some(answer);
        let legal_best = best.filter(|action| legal.contains(action));
        legal_best.unwrap_or_else(|| legal[rng.below(legal.len() as u32) as usize])
    }
}

impl<G: Searchable> Policy<G> for SearchBot<G> {
    /// Chooses the best action, or a random one if the view is impossible: the game must go on.
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        self.decide((game, view, legal), rng, None)
    }

    fn choose_until(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
        cancel: &AtomicBool,
    ) -> G::Action {
        self.decide((game, view, legal), rng, Some(cancel))
    }

    fn new_hand(&mut self) {
        self.searcher.forget();
    }
}
