//! The law of redraws.

use super::actions::legal;
use super::violation::{LawResult, ensure, equal};
use facedown_game::{ActionBuf, Redraw, Rng, Searchable, Seat, Step, Turn, take_step};

/// Up to this many draws are enumerated.
const MAX_ENUMERATED: u64 = 256;

/// Of more draws, this many are sampled.
const SAMPLED: u64 = 24;

/// Checks that every step has at least one draw; and, for one of the steps that may reveal a draw
/// (or any if none does), that redrawn states are distinct, have the views, turn and legal list of
/// `state`, and that `state` itself is among them. Passes redrawn states to `visit`, before and after
/// the step.
pub fn redraw<G: Redraw + Searchable>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    visit: &mut dyn FnMut(&G::State) -> LawResult,
) -> LawResult {
    const LAW: &str = "redraws change no view";
    let list = legal(game, state);
    let steps: Vec<Step<G::Action>> = match game.turn(state) {
        Turn::Over => return Ok(()),
        Turn::Chance => vec![Step::Chance],
        Turn::Act(_) => list.as_slice().iter().copied().map(Step::Act).collect(),
    };
    let counts: Vec<_> = steps.iter().map(|&step| (step, game.draw_count(state, step))).collect();
    let none = counts.iter().find(|(_, count)| *count == 0);
    ensure(LAW, none.is_none(), || format!("{none:?} has no draw"))?;
    let revealing: Vec<_> = counts.iter().filter(|(_, count)| *count > 1).collect();
    let chosen = rng.choose(&revealing).map(|chosen| **chosen).or(rng.choose(&counts).copied());
    let Some((step, count)) = chosen else { return Ok(()) };
    let enumerable = count <= MAX_ENUMERATED;
    let indices: Vec<u64> = if enumerable {
        (0..count).collect()
    } else {
        let mut sampled: Vec<u64> = (0..SAMPLED).map(|_| rng.next_u64() % count).collect();
        sampled.sort_unstable();
        sampled.dedup();
        sampled
    };
    let states: Vec<G::State> =
        indices.iter().map(|&index| game.redraw(state, step, index)).collect();
    for redrawn in &states {
        equal(LAW, "the turn", &game.turn(redrawn), &game.turn(state))?;
        equal(LAW, "the legal lists", &legal(game, redrawn).as_slice(), &list.as_slice())?;
        for observer in Seat::all(game.seats()) {
            let views = (game.view(state, observer), game.view(redrawn, observer));
            equal(LAW, "a seat's views before and after a redraw", &views.0, &views.1)?;
        }
        visit(redrawn)?;
        let mut next = *redrawn;
        take_step(game, &mut next, step);
        visit(&next)?;
    }
    let repeated = (1..states.len()).find(|&i| states[..i].contains(&states[i]));
    ensure(LAW, repeated.is_none() || !G::DISTINCT, || {
        format!("{step:?}: {repeated:?} of {count} draws gives a state again")
    })?;
    let found = states.contains(state);
    ensure(LAW, found || !enumerable, || {
        format!("{step:?}: none of {count} draws is the actual one")
    })
}
