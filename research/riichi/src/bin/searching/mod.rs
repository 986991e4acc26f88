//! The bot `search` as in the catalog, with parameters to try.

use facedown_game::Policy;
use facedown_riichi::knowledge::{CANDIDATES, PRIOR_VISITS, RiichiKnowledge};
use facedown_riichi::{Riichi, View};
use facedown_search::{AdvisorBot, Budget, SearchAdvisor, SearchConfig};
use std::sync::Arc;

/// Parses `400` or `400/4/200`: rollouts, candidates, prior visits.
pub(crate) fn searching(
    game: &Riichi,
    text: &str,
) -> Result<Box<dyn Policy<Riichi>>, Box<dyn std::error::Error>> {
    let mut numbers = text.split('/');
    let rollouts = numbers.next().unwrap_or("").parse()?;
    let candidates = numbers.next().map_or(Ok(CANDIDATES), str::parse)?;
    let prior_visits = numbers.next().map_or(Ok(PRIOR_VISITS), str::parse)?;
    let config =
        SearchConfig { candidates: Some(candidates), prior_visits, ..SearchConfig::default() };
    let knowledge = Arc::new(RiichiKnowledge::default());
    let config = Box::new(move |_: &Riichi, _: &View| config.clone());
    let advisor = SearchAdvisor::new(game.clone(), knowledge, config);
    Ok(Box::new(AdvisorBot::new(advisor, Budget::iterations(rollouts))?))
}
