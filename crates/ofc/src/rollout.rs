//! The rollout policy, and the order in which searches try placements: the heuristic of
//! [`Greedy`](crate::bots::Greedy), Fantasyland set quickly.

use crate::bots::{Heuristic, place_in, quick_setting};
use crate::{Action, Legal, Ofc, Phase, Place, State};
use facedown_cards::PackSet;
use facedown_game::{ActionBuf, Game, Seat};

/// Chooses an action for the seat to act.
pub(crate) fn choose(game: &Ofc, state: &State, legal: &[Action]) -> Action {
    let (table, seat) = (state.table(), state.table().to_act());
    let own = &state.own[seat.index()];
    if table.phase() == Phase::Fantasy {
        let place = quick_place(game, state, seat);
        // Of two jokers the first takes the first place, whichever the setting named.
        return legal.iter().copied().find(|action| action.places() == [place]).unwrap_or(legal[0]);
    }
    let hand = &own.cards[table.packet(seat)];
    heuristic_of(game, state, seat).best(table.rows(seat), hand, legal)
}

/// The heuristic of the place that a quick setting of Fantasyland has for a card; others have 0.
const QUICK_PLACE: f32 = 3.0;

/// Calls `visit` with the heuristic value of each of these legal actions of the seat to act, in
/// points.
pub(crate) fn heuristics(
    game: &Ofc,
    state: &State,
    actions: &[Action],
    mut visit: impl FnMut(f32),
) {
    let (table, seat) = (state.table(), state.table().to_act());
    if table.phase() == Phase::Fantasy {
        let place = quick_place(game, state, seat);
        let value = |action: &Action| if action.places() == [place] { QUICK_PLACE } else { 0.0 };
        return actions.iter().map(value).for_each(visit);
    }
    let hand = &state.own[seat.index()].cards[table.packet(seat)];
    let heuristic = heuristic_of(game, state, seat);
    heuristic.each(table.rows(seat), hand, actions, |_, value| visit(value));
}

/// Returns the heuristic of a seat, which knows its own cards and the open ones.
fn heuristic_of<'a>(game: &'a Ofc, state: &State, seat: Seat) -> Heuristic<'a> {
    let table = state.table();
    let own = &state.own[seat.index()];
    let dealt: PackSet = own.cards[..table.dealt(seat)].iter().copied().collect();
    Heuristic::new(game, table, table.open() | dealt, seat)
}

/// Returns the place of a seat's next card in a quick setting of its Fantasyland hand.
fn quick_place(game: &Ofc, state: &State, seat: Seat) -> Place {
    let own = &state.own[seat.index()];
    let cards = &own.cards[..state.table().fantasy(seat)];
    place_in(quick_setting(game, cards), cards[usize::from(own.set)])
}

/// Plays a hand to its end.
pub(crate) fn play_out(game: &Ofc, state: &mut State, legal: &mut Legal) {
    while state.table.phase() != Phase::Over {
        let seat = state.table.to_act();
        let n = state.table.fantasy(seat);
        let own = &mut state.own[seat.index()];
        if n > 0 && own.set == 0 {
            // The whole board at once: the same one as card by card.
            (own.rows, own.set) = (quick_setting(game, &own.cards[..n]), n as u8);
            game.finish_setting(state, &mut ());
            continue;
        }
        game.legal_actions(state, legal);
        let action = choose(game, state, legal.as_slice());
        game.apply(state, action, &mut ());
    }
}
