//! The law of hot calls: nothing allocates while a hand is in progress.

use super::actions::legal;
use super::violation::{LawResult, ensure};
use crate::{allocations, is_counting};
use facedown_game::{ActionBuf, Rng, Searchable, Seat, SeatSet, Turn, Worlds};

const LAW: &str = "hot calls do not allocate";

/// Checks that a call made no allocations.
pub(super) fn none(call: &str, count: u64) -> LawResult {
    ensure(LAW, count == 0, || format!("{call} allocated {count} times"))
}

/// Checks that the counting allocator is installed, without which the other laws here could not
/// fail.
pub fn allocator_is_installed() -> LawResult {
    ensure(LAW, is_counting(), || {
        "nothing is counted: install `#[global_allocator] static ALLOC: CountingAlloc = \
         CountingAlloc;` in the test binary"
            .into()
    })
}

/// Checks "zero allocations in hot calls" of a position: `turn`, `legal_actions`, `apply`,
/// `play_chance`, `rollout`, `heuristic`, `scores`, `view`, `view_turn`, `view_actions`.
pub fn no_allocations<G: Searchable>(game: &G, state: &G::State, rng: &Rng) -> LawResult {
    let mut list = G::LegalActions::default();
    none("turn", allocations(|| game.turn(state)))?;
    none("legal_actions", allocations(|| game.legal_actions(state, &mut list)))?;
    none("scores", allocations(|| game.scores(state)))?;
    for seat in Seat::all(game.seats()) {
        none("view", allocations(|| game.view(state, seat)))?;
        let view = game.view(state, seat);
        none("view_turn", allocations(|| game.view_turn(&view)))?;
        none("view_actions", allocations(|| game.view_actions(&view, &mut list)))?;
    }
    let (mut after, mut rng) = (*state, rng.clone());
    match game.turn(state) {
        Turn::Act(_) => {
            let list = legal(game, state);
            let actions = list.as_slice();
            none("rollout", allocations(|| game.rollout(state, actions, &mut rng)))?;
            let action = actions[rng.below(actions.len() as u32) as usize];
            none("heuristic", allocations(|| game.heuristic(state, action)))?;
            none("apply", allocations(|| game.apply(&mut after, action, &mut ())))
        }
        Turn::Chance => {
            none("play_chance", allocations(|| game.play_chance(&mut after, &mut rng, &mut ())))
        }
        Turn::Over => Ok(()),
    }
}

/// Checks that `observe` does not allocate, for the events of one step; `before` is the state
/// before them.
pub fn no_allocations_in_observe<G: Searchable>(
    game: &G,
    before: &G::State,
    entries: &[(SeatSet, G::Event)],
) -> LawResult {
    for seat in Seat::all(game.seats()) {
        let mut view = game.view(before, seat);
        for &(_, event) in entries.iter().filter(|(to, _)| to.contains(seat)) {
            none("observe", allocations(|| game.observe(&mut view, event)))?;
        }
    }
    Ok(())
}

/// Checks that `Worlds::sample` does not allocate.
pub fn no_allocations_in_sample<G: Searchable>(worlds: &dyn Worlds<G>, rng: &Rng) -> LawResult {
    let mut rng = rng.clone();
    none("Worlds::sample", allocations(|| worlds.sample(&mut rng)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_without_the_allocator_breaks_the_law_too() {
        let laws = || crate::Laws::new(crate::toys::Kuhn).no_allocations();
        assert!(std::panic::catch_unwind(|| laws().run()).is_err());
        assert!(std::panic::catch_unwind(|| laws().run_bytes(b"bytes")).is_err());
    }

    #[test]
    fn a_binary_without_the_allocator_breaks_the_law_instead_of_passing() {
        assert!(allocator_is_installed().unwrap_err().to_string().contains("install"));
    }
}
