//! Laws of actions: the legal list, `try_apply`, and what views know of the turn.

use super::violation::{LawResult, ensure, equal};
use facedown_game::{ActionBuf, Log, Searchable, Seat, Turn};

/// Returns the legal actions of a state.
pub(crate) fn legal<G: Searchable>(game: &G, state: &G::State) -> G::LegalActions {
    let mut list = G::LegalActions::default();
    game.legal_actions(state, &mut list);
    list
}

/// Checks "the legal list is non-empty, sorted and unique unless over", empty if no seat is to act,
/// and cleared when filled again.
pub fn legal_list<G: Searchable>(game: &G, state: &G::State) -> LawResult {
    const LAW: &str = "the legal list is ascending";
    let mut list = legal(game, state);
    let first = list.as_slice().to_vec();
    game.legal_actions(state, &mut list);
    equal(LAW, "a list filled twice", &first.as_slice(), &list.as_slice())?;
    let sorted = first.windows(2).all(|pair| pair[0] < pair[1]);
    ensure(LAW, sorted, || format!("{first:?} is not strictly ascending"))?;
    match game.turn(state) {
        Turn::Act(seat) => {
            ensure(LAW, seat.index() < game.seats(), || format!("{seat} is not at the table"))?;
            ensure(LAW, !first.is_empty(), || format!("{seat} is to act and may do nothing"))
        }
        turn => ensure(LAW, first.is_empty(), || format!("{first:?} is legal at {turn:?}")),
    }
}

/// Checks "`try_apply` accepts exactly that list": each of `attempts` that is legal is applied as
/// `apply` does; each other is refused with the seat to act, and changes nothing.
pub fn checked_apply<G: Searchable>(
    game: &G,
    state: &G::State,
    attempts: &[G::Action],
) -> LawResult {
    const LAW: &str = "try_apply accepts exactly the legal list";
    let list = legal(game, state);
    let to_act = match game.turn(state) {
        Turn::Act(seat) => Some(seat),
        Turn::Chance | Turn::Over => None,
    };
    for &action in attempts {
        let (mut after, mut log) = (*state, Log::default());
        let answer = game.try_apply(&mut after, action, &mut log);
        if list.as_slice().contains(&action) {
            ensure(LAW, answer.is_ok(), || format!("{action:?} is legal, and refused"))?;
            let (mut plain, mut plain_log) = (*state, Log::default());
            game.apply(&mut plain, action, &mut plain_log);
            equal(LAW, "the state after try_apply and apply", &after, &plain)?;
            equal(LAW, "the events of try_apply and apply", &log, &plain_log)?;
            continue;
        }
        let Err(refusal) = answer else {
            return ensure(LAW, false, || format!("{action:?} is not legal, and accepted"));
        };
        equal(LAW, "the action that the refusal names", &refusal.action, &action)?;
        equal(LAW, "the seat that the refusal names", &refusal.seat, &to_act)?;
        equal(LAW, "the state after a refusal", &after, state)?;
        ensure(LAW, log.entries.is_empty(), || format!("refusing {action:?} logged {log:?}"))?;
    }
    Ok(())
}

/// Checks that the seat to act knows it and its view lists the legal actions; that no other view
/// lists any; and that a view's turn is right.
pub fn views_know_the_turn<G: Searchable>(game: &G, state: &G::State) -> LawResult {
    const LAW: &str = "views know the turn";
    let turn = game.turn(state);
    let mut list = G::LegalActions::default();
    for seat in Seat::all(game.seats()) {
        let view = game.view(state, seat);
        let known = game.view_turn(&view);
        let right = known.is_none_or(|t| t == turn);
        ensure(LAW, right, || format!("{seat} believes {known:?}, and it is {turn:?}"))?;
        game.view_actions(&view, &mut list);
        let actions = list.as_slice();
        if turn == Turn::Act(seat) {
            ensure(LAW, known.is_some(), || format!("{seat} is to act and does not know it"))?;
            let legal = legal(game, state);
            equal(LAW, "the legal actions of view and state", &actions, &legal.as_slice())?;
        } else {
            let silent = actions.is_empty();
            ensure(LAW, silent, || format!("{seat} is not to act, its view allows {actions:?}"))?;
        }
    }
    Ok(())
}

/// Checks "scores sum as the rules declare" of a finished hand, with one score for each seat.
pub fn score_sum<G: Searchable>(game: &G, state: &G::State) -> LawResult {
    const LAW: &str = "scores sum as the rules declare";
    let scores = game.scores(state);
    equal(LAW, "the seats with a score and at the table", &scores.seats(), &game.seats())?;
    let sum: i64 = scores.iter().map(|(_, score)| i64::from(score)).sum();
    let declared = game.score_total(state);
    let kept = declared.is_none_or(|total| i64::from(total) == sum);
    ensure(LAW, kept, || format!("{scores:?} sum to {sum}, the rules say {declared:?}"))
}
