//! Laws of chance turns.

use super::violation::{LawResult, ensure};
use crate::Chance;
use facedown_game::{Log, Rng, SeatSet};
use std::collections::HashSet;

/// Checks that outcomes are visited once each, with a positive weight; that `sample_outcome`
/// returns one of them; and that state and events of `play_chance` are those of resolving one of
/// them.
pub fn chance<G: Chance>(
    game: &G,
    before: &G::State,
    after: &G::State,
    entries: &[(SeatSet, G::Event)],
    rng: &Rng,
) -> LawResult {
    const LAW: &str = "outcomes are those of the chance turn";
    let mut outcomes = Vec::new();
    game.outcomes(before, &mut |outcome, weight| outcomes.push((outcome, weight)));
    let weightless = outcomes.iter().find(|(_, weight)| *weight == 0);
    ensure(LAW, weightless.is_none(), || format!("{weightless:?} has no weight"))?;
    let distinct: HashSet<_> = outcomes.iter().map(|(outcome, _)| *outcome).collect();
    ensure(LAW, distinct.len() == outcomes.len(), || {
        format!("{} outcomes are visited, {} differ", outcomes.len(), distinct.len())
    })?;
    let sampled = game.sample_outcome(before, &mut rng.clone());
    ensure(LAW, distinct.contains(&sampled), || format!("{sampled:?} is sampled, not visited"))?;
    let mut log = Log::default();
    let resolved = outcomes.iter().any(|(outcome, _)| {
        let mut state = *before;
        log.entries.clear();
        game.resolve(&mut state, *outcome, &mut log);
        state == *after && log.entries == entries
    });
    ensure(LAW, resolved, || format!("no outcome leads from {before:?} to {after:?}, {entries:?}"))
}
