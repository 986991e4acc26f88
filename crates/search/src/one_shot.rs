//! Single searches, for callers that keep no searcher.

use crate::{Answer, Budget, Control, SearchConfig, SearchError, Searcher};
use facedown_game::{Hidden, Searchable, Worlds};

/// Searches for the view's seat in these worlds: [`Searcher::search_view`] once.
pub fn search_view<G: Searchable>(
    game: &G,
    view: &G::View,
    worlds: &dyn Worlds<G>,
    config: &SearchConfig,
    budget: Budget,
    control: Control<'_, Answer<G::Action>>,
) -> Result<Answer<G::Action>, SearchError> {
    Searcher::new(game.clone(), config.clone())?.search_view(view, worlds, budget, control)
}

/// Searches for the view's seat in the game's own worlds.
///
/// ```
/// use facedown_game::{Game, Rng, Seat};
/// use facedown_search::{Budget, Control, SearchConfig, search_hidden};
/// use facedown_testkit::toys::Kuhn;
///
/// let state = Kuhn.deal(&(), &mut Rng::new(1), &mut ());
/// let view = Kuhn.view(&state, Seat::new(0));
/// let (config, budget) = (SearchConfig::default(), Budget::iterations(1_000));
/// let answer = search_hidden(&Kuhn, &view, &config, budget, Control::default()).unwrap();
/// println!("{:?}", answer.best().action);
/// ```
pub fn search_hidden<G: Hidden + Searchable>(
    game: &G,
    view: &G::View,
    config: &SearchConfig,
    budget: Budget,
    control: Control<'_, Answer<G::Action>>,
) -> Result<Answer<G::Action>, SearchError> {
    search_view(game, view, &game.worlds(view)?, config, budget, control)
}

/// Searches for the seat to act in a state of perfect information: [`Searcher::search_state`]
/// once.
pub fn search_state<G: Searchable>(
    game: &G,
    state: &G::State,
    config: &SearchConfig,
    budget: Budget,
    control: Control<'_, Answer<G::Action>>,
) -> Result<Answer<G::Action>, SearchError> {
    Searcher::new(game.clone(), config.clone())?.search_state(state, budget, control)
}
