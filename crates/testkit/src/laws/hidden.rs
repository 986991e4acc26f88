//! Laws of hidden information: what a seat cannot see changes nothing that it sees or does.

use super::actions::{legal, legal_list, score_sum};
use super::violation::{LawResult, ensure, equal};
use facedown_game::{ActionBuf, Policy, Rng, Searchable, Seat, SeatLog, Turn};

pub(super) const LEAK: &str = "nothing unseen leaks";
const WAITING: &str = "that another seat is to act shows nothing unseen";
const WORLDS: &str = "sampled worlds have the view they came from";

/// Checks "sampled worlds have the view they came from, and the same turn if the seat can know it",
/// and the same legal list if the seat is to act; their weights are finite and positive.
pub fn sampled_world<G: Searchable>(
    game: &G,
    seat: Seat,
    state: &G::State,
    (world, weight): (&G::State, f32),
) -> LawResult {
    let sound = weight.is_finite() && weight > 0.0;
    ensure(WORLDS, sound, || format!("{seat}: a world has weight {weight}: {world:?}"))?;
    let view = game.view(state, seat);
    let turn = game.turn(world);
    match game.view_turn(&view) {
        Some(known) => equal(WORLDS, "the turn that the seat knows", &known, &turn)?,
        None => ensure(WORLDS, turn != Turn::Act(seat), || {
            format!("{seat} does not know whose turn it is, and is to act in {world:?}")
        })?,
    }
    legal_list(game, world)?;
    same_to_seat(WORLDS, game, seat, state, world)
}

/// Checks the leak law: "permute everything a seat has not seen; its view and legal list do not
/// change", nor do its rollout with the same stream or its heuristic.
pub fn no_leak<G: Searchable>(
    game: &G,
    seat: Seat,
    state: &G::State,
    permuted: &G::State,
    rng: &Rng,
) -> LawResult {
    same_to_seat(LEAK, game, seat, state, permuted)?;
    if game.turn(state) == Turn::Act(seat) {
        let list = legal(game, state);
        let actions = list.as_slice();
        let choice = game.rollout(state, actions, &mut rng.clone());
        let other = game.rollout(permuted, actions, &mut rng.clone());
        ensure(LEAK, actions.contains(&choice), || {
            format!("{seat}: rollout chose {choice:?}, which is not legal")
        })?;
        equal(LEAK, "the rollout actions in two worlds that look the same", &choice, &other)?;
        for &action in actions {
            let (value, other) = (game.heuristic(state, action), game.heuristic(permuted, action));
            ensure("heuristics are finite", value.is_finite(), || {
                format!("{seat}: the heuristic of {action:?} is {value}")
            })?;
            ensure(LEAK, value.to_bits() == other.to_bits(), || {
                format!(
                    "{seat}: the heuristic of {action:?} is {value} in one world, {other} in another"
                )
            })?;
        }
        let mut values = Vec::new();
        game.heuristics(state, actions, |value| values.push(value.to_bits()));
        let each = actions.iter().map(|action| game.heuristic(state, *action).to_bits());
        equal(
            "a heuristic has one value",
            "the heuristics of all actions and of each alone",
            &values,
            &each.collect(),
        )?;
    }
    Ok(())
}

/// Checks the law of waiting seats: "that another seat is to act shows nothing unseen".
///
/// The same action is applied in two worlds that look the same to the seat, and chance plays on to
/// the next decision. If the seat has observed the same in both, but more of it in one of them,
/// then the worlds differ only in when they ask somebody, and [`Game::waiting_view`] must not.
///
/// [`Game::waiting_view`]: facedown_game::Game::waiting_view
pub fn waiting<G: Searchable>(
    game: &G,
    seat: Seat,
    state: &G::State,
    world: &G::State,
    rng: &mut Rng,
) -> LawResult {
    let turn = game.turn(state);
    if !matches!(turn, Turn::Act(actor) if actor != seat) || game.turn(world) != turn {
        return Ok(());
    }
    let (list, other) = (legal(game, state), legal(game, world));
    let both: Vec<G::Action> =
        list.as_slice().iter().filter(|a| other.as_slice().contains(a)).copied().collect();
    let Some(&action) = rng.choose(&both) else { return Ok(()) };
    let next = |world| next_decision(game, seat, world, action, rng.clone());
    let (Some((view, observed)), Some((other, more))) = (next(state), next(world)) else {
        return Ok(());
    };
    let common = observed.len().min(more.len());
    ensure(WAITING, observed[..common] != more[..common] || view == other, || {
        format!(
            "{seat} waits after {action:?}:\n  {view:?}\n  observed {observed:?}\n  in another \
             world\n  {other:?}\n  observed {more:?}"
        )
    })
}

/// Returns what a waiting seat is shown at the decision after an action, and what it observed on the
/// way; `None` if it did not observe the action, is itself to act, or the hand is over.
fn next_decision<G: Searchable>(
    game: &G,
    seat: Seat,
    state: &G::State,
    action: G::Action,
    mut rng: Rng,
) -> Option<(G::View, Vec<G::Event>)> {
    let (mut state, mut log) = (*state, SeatLog::new(seat));
    game.apply(&mut state, action, &mut log);
    if log.events.is_empty() {
        return None;
    }
    loop {
        match game.turn(&state) {
            Turn::Chance => game.play_chance(&mut state, &mut rng, &mut log),
            Turn::Act(actor) if actor != seat => {
                return Some((game.waiting_view(&state, seat), log.events));
            }
            _ => return None,
        }
    }
}

/// Checks the leak law for policies: a fresh one chooses the same in both worlds.
pub fn no_leak_to_policy<G: Searchable>(
    game: &G,
    seat: Seat,
    state: &G::State,
    permuted: &G::State,
    fresh: impl Fn() -> Box<dyn Policy<G>>,
    rng: &Rng,
) -> LawResult {
    let list = legal(game, state);
    let choose = |world| {
        let mut policy = fresh();
        policy.new_hand();
        policy.choose(game, &game.view(world, seat), list.as_slice(), &mut rng.clone())
    };
    let (one, other) = (choose(state), choose(permuted));
    equal(LEAK, "a policy's choices in two worlds that look the same", &one, &other)
}

fn same_to_seat<G: Searchable>(
    law: &'static str,
    game: &G,
    seat: Seat,
    state: &G::State,
    world: &G::State,
) -> LawResult {
    let (view, other) = (game.view(state, seat), game.view(world, seat));
    ensure(law, view == other, || {
        format!("{seat}:\n  its view    {view:?}\n  the world's {other:?}\n  the world   {world:?}")
    })?;
    if game.turn(state) == Turn::Act(seat) {
        equal(law, "the turn", &game.turn(world), &Turn::Act(seat))?;
        let (list, other) = (legal(game, state), legal(game, world));
        equal(law, "the legal lists", &list.as_slice(), &other.as_slice())?;
    }
    Ok(())
}

/// Checks "every game ends": uniform play from this state, which may be a sampled world, is over
/// within `max_steps` steps, and its scores sum as declared.
pub fn random_play_ends<G: Searchable>(
    game: &G,
    state: &G::State,
    max_steps: usize,
    rng: &mut Rng,
) -> LawResult {
    let mut state = *state;
    let mut list = G::LegalActions::default();
    for _ in 0..=max_steps {
        match game.turn(&state) {
            Turn::Over => return score_sum(game, &state),
            Turn::Chance => game.play_chance(&mut state, rng, &mut ()),
            Turn::Act(_) => {
                legal_list(game, &state)?;
                game.legal_actions(&state, &mut list);
                let action = list.as_slice()[rng.below(list.as_slice().len() as u32) as usize];
                game.apply(&mut state, action, &mut ());
            }
        }
    }
    ensure("every hand ends", false, || format!("{max_steps} steps on: {state:?}"))
}
