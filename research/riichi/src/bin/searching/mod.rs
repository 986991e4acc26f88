//! The bot `search` as in the catalog, with parameters to try.

use facedown_game::Policy;
use facedown_riichi::Riichi;
use facedown_riichi::knowledge::{CANDIDATES, PRIOR_VISITS};
use facedown_search::{AdvisorBot, Budget, SearchAdvisor, SearchConfig};

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
    let advisor = SearchAdvisor::informed(game.clone(), Box::new(move |_, _| config.clone()));
    Ok(Box::new(AdvisorBot::new(advisor, Budget::iterations(rollouts))?))
}
