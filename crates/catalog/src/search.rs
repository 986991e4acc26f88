//! Searching for any game of the list: bots that search, and answers with every action's value.

use crate::CatalogError;
use crate::listed::Listed;
use facedown_game::{ActionSpace, Policy};
use facedown_search::{
    Algorithm, Answer, Budget, Control, Progress, RootAllocation, SearchBot, SearchConfig,
    SearchError, Searcher,
};
use serde_json::{Map, Value};
use std::sync::atomic::AtomicBool;

/// What a search is asked for.
pub struct SearchSpec<'a> {
    /// A bot that searches, by name.
    pub bot: &'a str,
    /// What it may spend.
    pub budget: Budget,
    /// Fields of [`SearchConfig`] that replace the bot's own.
    pub config: &'a Map<String, Value>,
    /// Set from outside, this ends the search, which answers with what it has.
    pub cancel: Option<&'a AtomicBool>,
    /// Called with interim answers.
    pub progress: Option<Progress<'a, usize>>,
}

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
fn config<G: Listed>(name: &str) -> Option<SearchConfig> {
    let base = SearchConfig::default();
    Some(match name {
        "search" => G::search_config()?,
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

/// A budget in words: `25ms`, `2s`, or a number of iterations.
fn budget(text: &str) -> Option<Budget> {
    let seconds = |number: &str, unit: f64| {
        let number: f64 = number.parse().ok()?;
        Some(Budget::seconds(number * unit))
    };
    let budget = if let Some(number) = text.strip_suffix("ms") {
        seconds(number, 1e-3)?
    } else if let Some(number) = text.strip_suffix('s') {
        seconds(number, 1.0)?
    } else {
        Budget::iterations(text.parse().ok()?)
    };
    budget.validate().is_ok().then_some(budget)
}

/// A bot that searches, by a name like `search`, `ismcts:25ms` or `flat:5000`; `None` where the
/// name is none of a search.
pub(crate) fn bot<G: Listed>(
    game: &G,
    name: &str,
) -> Option<Result<Box<dyn Policy<G>>, CatalogError>> {
    let (kind, spend) = name.split_once(':').map_or((name, None), |(kind, s)| (kind, Some(s)));
    let config = config::<G>(kind)?;
    let budget = match spend.map(budget) {
        None => DEFAULT_BUDGET,
        Some(Some(budget)) => budget,
        Some(None) => {
            let why =
                format!("'{name}': expected a budget like {kind}:25ms, {kind}:2s, {kind}:5000");
            return Some(Err(CatalogError::BadOption(why)));
        }
    };
    let own = kind == "search";
    let bot = Searcher::new(game.clone(), config).and_then(|searcher| {
        let worlds = move |game: &G, view: &G::View| game.search_worlds(view, own);
        let bot = SearchBot::with_worlds(searcher, budget, Box::new(worlds))?;
        let priors = move |game: &G, view: &G::View, legal: &[G::Action]| {
            if own { game.search_priors(view, legal) } else { None }
        };
        Ok(bot.with_priors(Box::new(priors)))
    });
    let wrap = |bot| if own { G::search_bot(bot) } else { Box::new(bot) as Box<dyn Policy<G>> };
    Some(bot.map(wrap).map_err(|error| failed(&error)))
}

fn failed(error: &SearchError) -> CatalogError {
    CatalogError::Search(error.to_string())
}

/// Answers with what is known of every action of a view's seat, by number.
pub(crate) fn search<G: Listed>(
    game: &G,
    view: &G::View,
    spec: SearchSpec<'_>,
) -> Result<Answer<usize>, CatalogError> {
    let mut known: Vec<&str> = SEARCHES.iter().map(|(name, _)| *name).collect();
    if G::search_config().is_some() {
        known.insert(0, "search");
    }
    let config = config::<G>(spec.bot)
        .ok_or_else(|| CatalogError::UnknownBot { bot: spec.bot.to_owned(), known })?;
    let mut record = serde_json::to_value(&config).expect("a configuration has a JSON form");
    crate::options::replace(&mut record, spec.config)?;
    let config: SearchConfig = serde_json::from_value(record)
        .map_err(|error| CatalogError::BadOption(format!("search: {error}")))?;
    let mut searcher = Searcher::new(game.clone(), config).map_err(|error| failed(&error))?;
    let own = spec.bot == "search";
    let worlds = game.search_worlds(view, own).map_err(|e| CatalogError::Search(e.to_string()))?;
    let space = G::Space::default();
    let number = |action: &G::Action| space.index(view, *action);
    let mut progress = spec.progress;
    let mut tell = |answer: &Answer<G::Action>| {
        if let Some(progress) = &mut progress {
            progress(&answer.map(number));
        }
    };
    let control = Control { cancel: spec.cancel, progress: Some(&mut tell), ..Control::default() };
    if own {
        let mut legal = G::Actions::default();
        game.view_actions(view, &mut legal);
        let legal = facedown_game::ActionBuf::as_slice(&legal);
        searcher.set_priors(game.search_priors(view, legal));
    }
    let answer = searcher.search_view(view, worlds.as_ref(), spec.budget, control);
    answer.map(|answer| answer.map(number)).map_err(|error| failed(&error))
}
