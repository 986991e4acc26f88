//! The bot `search` as in the catalog, with parameters to try.

use facedown_game::{DomainKnowledge, Policy, Rng, Searchable};
use facedown_riichi::knowledge::{CANDIDATES, PRIOR_VISITS};
use facedown_riichi::{Action, Belief, BeliefModel, Riichi, View};
use facedown_search::{Algorithm, Budget, RootAllocation, SearchBot, SearchConfig, Searcher};

/// Searches the decisions that domain knowledge does not settle.
pub(crate) struct Search(SearchBot<Riichi>);

impl Policy<Riichi> for Search {
    fn choose(&mut self, game: &Riichi, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        match game.decided(view, legal) {
            Some(action) => action,
            None => self.0.choose(game, view, legal, rng),
        }
    }

    fn new_hand(&mut self) {
        self.0.new_hand();
    }
}

/// Parses `400` or `400/4/200/128`: rollouts, candidates, prior visits, worlds kept.
pub(crate) fn searching(game: &Riichi, text: &str) -> Result<Search, Box<dyn std::error::Error>> {
    let mut numbers = text.split('/');
    let rollouts = numbers.next().unwrap_or("").parse()?;
    let candidates = numbers.next().map_or(Ok(CANDIDATES), str::parse)?;
    let prior_visits = numbers.next().map_or(Ok(PRIOR_VISITS), str::parse)?;
    let usual = BeliefModel::default();
    let worlds: usize = numbers.next().map_or(Ok(usual.worlds), str::parse)?;
    let config = SearchConfig {
        algorithm: Algorithm::Flat,
        root: RootAllocation::SequentialHalving,
        candidates: Some(candidates),
        prior_visits,
        root_trees: 1,
        ..SearchConfig::default()
    };
    let searcher = Searcher::new(game.clone(), config)?;
    let believed = move |game: &Riichi, view: &View| {
        let mut rng = Rng::new(game.view_key(view));
        let model = BeliefModel { worlds, ..usual };
        Ok(Box::new(Belief::new(game, view, &model, &mut rng)?) as Box<_>)
    };
    let bot = SearchBot::with_worlds(searcher, Budget::iterations(rollouts), Box::new(believed))?;
    let priors = |game: &Riichi, view: &View, legal: &[Action]| game.priors(view, legal);
    let utility = |game: &Riichi, view: &View| game.equity(view);
    Ok(Search(bot.with_priors(Box::new(priors)).with_utility_of(Box::new(utility))))
}
