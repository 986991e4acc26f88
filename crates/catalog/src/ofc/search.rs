//! The solver's decisions behind the bot and the advice of the name `search`.

use crate::CatalogError;
use crate::listed::OwnQuestion;
use facedown_game::{Control, Hidden, Policy, ProcessClock, Rng};
use facedown_ofc::bots::FantasylandBot;
use facedown_ofc::{Action, Ofc, Phase, View};
use facedown_ofc_solver::{OfcSearch, set_fantasyland};
use facedown_search::{Answer, Budget, SearchConfig, Searcher};

/// Wraps a search bot with Fantasyland set exactly.
pub(super) struct ExactFantasyland {
    fantasyland: FantasylandBot,
    rest: Box<dyn Policy<Ofc>>,
}

impl ExactFantasyland {
    pub(super) fn new(rest: Box<dyn Policy<Ofc>>) -> Self {
        Self { fantasyland: FantasylandBot::default(), rest }
    }
}

impl Policy<Ofc> for ExactFantasyland {
    fn choose(&mut self, game: &Ofc, view: &View, legal: &[Action], rng: &mut Rng) -> Action {
        let set = match view.table().phase() {
            Phase::Fantasy => self.fantasyland.next(game, view, legal),
            _ => None,
        };
        set.unwrap_or_else(|| self.rest.choose(game, view, legal, rng))
    }

    fn new_hand(&mut self) {
        self.fantasyland.forget();
        self.rest.new_hand();
    }
}

/// Returns the search that decides for the bot and the advice of the name `search`. What the solver
/// does not support goes to a generic search with this configuration.
pub(super) fn decider(config: &SearchConfig, budget: Budget) -> OfcSearch {
    let (generic, mut kept) = (config.clone(), None);
    let generic = move |game: &Ofc,
                        view: &View,
                        seed: u64,
                        budget: Budget,
                        control: Control<'_, Answer<Action>>| {
        let worlds = game.worlds(view)?;
        let searcher = match &mut kept {
            Some(searcher) => searcher,
            None => kept.insert(Searcher::new(game.counting_fantasyland(), generic.clone())?),
        };
        searcher.set_seed(seed);
        let Control { cancel, progress, every, .. } = control;
        let control = facedown_search::Control { cancel, progress, every };
        searcher.search_view(view, &worlds, budget, control)
    };
    OfcSearch::new(config, budget, Box::new(generic))
}

/// Answers what needs no tree search: Fantasyland for every search, all decisions for `search`.
pub(super) fn answer(
    game: &Ofc,
    question: OwnQuestion<'_, Ofc>,
) -> Option<Result<Answer<Action>, CatalogError>> {
    let OwnQuestion { view, legal, own, config, budget, cancel, progress } = question;
    if !own {
        let bot = &mut FantasylandBot::default();
        return set_fantasyland(bot, game, view, legal, &ProcessClock).map(Ok);
    }
    let control = Control { cancel, progress, ..Control::default() };
    let answer = decider(config, budget).answer(game, view, legal, || config.seed, control);
    Some(answer.map_err(|error| CatalogError::Search(error.to_string())))
}
