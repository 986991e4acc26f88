//! Laws of nature's turns.

use super::broken::{Kept, ensure};
use crate::Chance;
use facedown_game::{Log, Rng, SeatSet};
use std::collections::HashSet;

/// Outcomes are visited once each, with a positive weight; `sample_outcome` gives one of them; and
/// what `play_chance` did, state and events, is what resolving one of them does.
pub fn chance<G: Chance>(
    game: &G,
    before: &G::State,
    after: &G::State,
    entries: &[(SeatSet, G::Event)],
    rng: &Rng,
) -> Kept {
    const LAW: &str = "outcomes are what nature can do";
    let mut outcomes = Vec::new();
    game.outcomes(before, &mut |outcome, weight| outcomes.push((outcome, weight)));
    let idle = outcomes.iter().find(|(_, weight)| *weight == 0);
    ensure(LAW, idle.is_none(), || format!("{idle:?} has no weight"))?;
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
