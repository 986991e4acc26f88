//! Searching for any game of the list: bots that search, and answers with every action's value.

use crate::listed::{Listed, OwnQuestion};
use crate::named::Named;
use crate::{Advice, CatalogError, idle, knobs};
use facedown_game::{ActionBuf, Policy, Rng, Turn};
use facedown_search::{
    Algorithm, Answer, Budget, Control, Progress, RootAllocation, SearchBot, SearchConfig,
    SearchError, Searcher,
};
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a search is asked for.
pub struct SearchSpec<'a> {
    /// A bot that searches, by a name like `ismcts`, `search` or `flat:5000`.
    pub bot: &'a str,
    /// What it may spend; without it what the name says, or [`DEFAULT_SEARCH`].
    pub budget: Option<Budget>,
    /// Fields of [`SearchConfig`] that replace the bot's own.
    pub config: &'a Map<String, Value>,
    /// Set from outside, this ends the search, which answers with what it has.
    pub cancel: Option<&'a AtomicBool>,
    /// Called with interim answers.
    pub progress: Option<&'a mut (dyn FnMut(&Advice) + Send)>,
    /// The time between two such calls.
    pub every: Duration,
}

impl<'a> SearchSpec<'a> {
    /// A search that is not watched.
    pub const fn new(bot: &'a str, budget: Option<Budget>, config: &'a Map<String, Value>) -> Self {
        let every = Duration::from_millis(100);
        Self { bot, budget, config, cancel: None, progress: None, every }
    }
}

/// What a search spends that nobody gave a budget.
pub const DEFAULT_SEARCH: Budget = Budget::seconds(1.0);

/// The searches that play any game, with what they are.
pub(crate) const SEARCHES: [(&str, &str); 4] = [
    ("ismcts", "single-observer information-set tree search; ismcts:25ms, ismcts:5000"),
    ("mo-ismcts", "multi-observer information-set tree search"),
    ("flat", "playouts of every action, the worse half left out in rounds"),
    ("determinized", "tree search in several fixed worlds: a baseline"),
];

/// Whether the bot of this name searches, so that it can be told what to spend: `ismcts:25ms`.
pub fn searches(bot: &str) -> bool {
    bot == "search" || SEARCHES.iter().any(|(name, _)| *name == bot)
}

/// The configuration of a search by name; `search` is the game's own.
fn config<G: Listed>(stage: usize, name: &str) -> Option<SearchConfig> {
    if name == G::OWN_SEARCH {
        return G::stage_config(stage);
    }
    any_config(name)
}

/// The configuration of a search that plays any game.
fn any_config(name: &str) -> Option<SearchConfig> {
    let base = SearchConfig::default();
    Some(match name {
        "ismcts" => base,
        "mo-ismcts" => SearchConfig { algorithm: Algorithm::MoIsmcts, ..base },
        "flat" => SearchConfig {
            algorithm: Algorithm::Flat,
            root: RootAllocation::SequentialHalving,
            ..base
        },
        "determinized" => SearchConfig { algorithm: Algorithm::Determinized, ..base },
        _ => return None,
    })
}

/// What a bot spends on a decision where its name does not say.
const DEFAULT_BUDGET: Budget = Budget::seconds(0.025);

/// The configuration of a search by name, some knobs of it changed.
pub(crate) fn config_of<G: Listed>(
    stage: usize,
    named: &Named<'_>,
    changes: &Map<String, Value>,
) -> Result<SearchConfig, CatalogError> {
    let base = config::<G>(stage, named.kind).ok_or_else(|| unknown::<G>(named.kind))?;
    knobs::changed(knobs::changed(base, &named.knobs)?, changes)
}

fn unknown<G: Listed>(kind: &str) -> CatalogError {
    let mut known: Vec<&str> = SEARCHES.iter().map(|(name, _)| *name).collect();
    if G::search_config().is_some() {
        known.retain(|name| *name != G::OWN_SEARCH);
        known.insert(0, G::OWN_SEARCH);
    }
    CatalogError::UnknownSearch { bot: kind.to_owned(), known }
}

/// A bot that searches, by a name like `search`, `ismcts:25ms` or `flat:5000`; `None` where the
/// name is none of a search.
pub(crate) fn bot<G: Listed>(
    game: &G,
    name: &str,
    changes: &Map<String, Value>,
) -> Option<Result<Box<dyn Policy<G>>, CatalogError>> {
    let kind = name.split(':').next().unwrap_or_default();
    config::<G>(0, kind)?;
    Some(make(game, name, changes).map(G::searching))
}

fn make<G: Listed>(
    game: &G,
    name: &str,
    changes: &Map<String, Value>,
) -> Result<Box<dyn Policy<G>>, CatalogError> {
    let named = Named::read(name)?;
    let own = named.kind == G::OWN_SEARCH;
    let budget = named.budget.unwrap_or(DEFAULT_BUDGET);
    let config = |stage: usize| config_of::<G>(stage, &named, changes);
    let made = |stage: usize| {
        search_bot(game, own, config(stage)?, budget).map_err(|error| failed(&error))
    };
    if own && G::STAGES > 1 {
        let bots = (0..G::STAGES).map(made).collect::<Result<Vec<_>, _>>()?;
        return Ok(Box::new(Staged(bots)));
    }
    let bot = made(0)?;
    Ok(if own { game.own_bot(&config(0)?, budget, bot) } else { Box::new(bot) })
}

/// A bot for each kind of decision.
struct Staged<G: Listed>(Vec<SearchBot<G>>);

impl<G: Listed> Policy<G> for Staged<G> {
    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        self.0[game.stage(view)].choose(game, view, legal, rng)
    }

    fn new_hand(&mut self) {
        self.0.iter_mut().for_each(Policy::new_hand);
    }
}

fn search_bot<G: Listed>(
    game: &G,
    own: bool,
    config: SearchConfig,
    budget: Budget,
) -> Result<SearchBot<G>, SearchError> {
    let searcher = Searcher::new(game.searched(), config)?;
    let worlds = move |game: &G, view: &G::View| game.search_worlds(view, own);
    let bot = SearchBot::with_worlds(searcher, budget, Box::new(worlds))?;
    let priors = move |game: &G, view: &G::View, legal: &[G::Action]| {
        if own { game.search_priors(view, legal) } else { None }
    };
    let utility =
        move |game: &G, view: &G::View| if own { game.search_utility(view) } else { None };
    Ok(bot.with_priors(Box::new(priors)).with_utility_of(Box::new(utility)))
}

fn failed(error: &SearchError) -> CatalogError {
    CatalogError::Search(error.to_string())
}

/// Answers with what is known of every action of a view's seat.
pub(crate) fn search<G: Listed>(
    game: &G,
    view: &G::View,
    seat: usize,
    spec: SearchSpec<'_>,
) -> Result<Advice, CatalogError> {
    let named = Named::read(spec.bot)?;
    let config = config_of::<G>(game.stage(view), &named, spec.config)?;
    let budget = spec.budget.or(named.budget).unwrap_or(DEFAULT_SEARCH);
    let mut list = G::Actions::default();
    game.view_actions(view, &mut list);
    let legal = list.as_slice();
    if legal.is_empty() {
        let over = game.view_turn(view) == Some(Turn::Over);
        let why =
            if over { "the hand is over".into() } else { format!("seat {seat} is not to act") };
        return Err(CatalogError::Search(format!("no legal action: {why}")));
    }
    let own = named.kind == G::OWN_SEARCH;
    let mut tell = spec.progress.map(|progress| {
        move |answer: &Answer<G::Action>| progress(&Advice::new(game, view, answer))
    });
    let question = OwnQuestion {
        view,
        legal,
        own,
        config: &config,
        budget,
        cancel: spec.cancel,
        progress: tell.as_mut().map(|tell| tell as Progress<'_, G::Action>),
    };
    if let Some(answer) = game.own_answer(question) {
        return answer.map(|answer| Advice::new(game, view, &answer));
    }
    let worlds = game.search_worlds(view, own).map_err(|e| CatalogError::Search(e.to_string()))?;
    let mut searcher = idle::searcher(game.searched(), config).map_err(|error| failed(&error))?;
    if own {
        searcher.set_priors(game.search_priors(view, legal));
        if let Some(utility) = game.search_utility(view) {
            searcher.set_utility(utility);
        }
    }
    let mut control = Control { cancel: spec.cancel, every: spec.every, ..Control::default() };
    if let Some(tell) = &mut tell {
        control.progress = Some(tell);
    }
    let answer = searcher.search_view(view, worlds.as_ref(), budget, control);
    let advice = answer.map(|answer| Advice::new(game, view, &answer));
    idle::leave(searcher);
    advice.map_err(|error| failed(&error))
}

/// All knobs of a search that plays any game.
pub fn search_config(bot: &str, changes: &Map<String, Value>) -> Result<Value, CatalogError> {
    let named = Named::read(bot)?;
    let known = || SEARCHES.iter().map(|(name, _)| *name).collect();
    let base = any_config(named.kind).ok_or_else(|| CatalogError::UnknownSearch {
        bot: named.kind.to_owned(),
        known: known(),
    })?;
    Ok(knobs::record(&knobs::changed(knobs::changed(base, &named.knobs)?, changes)?))
}
