//! The rollout policy: the heuristic of [`Greedy`](crate::bots::Greedy), Fantasyland set quickly.

use crate::bots::{Heuristic, place_in, quick_setting};
use crate::{Action, Legal, Ofc, Phase, State};
use facedown_cards::PackSet;
use facedown_game::{ActionBuf, Game};

/// Chooses an action for the seat to act.
pub(crate) fn choose(game: &Ofc, state: &State, legal: &[Action]) -> Action {
    let (table, seat) = (state.table(), state.table().to_act());
    let own = &state.own[seat.index()];
    if table.phase() == Phase::Fantasy {
        let cards = &own.cards[..table.fantasy(seat)];
        let place = place_in(quick_setting(game, cards), cards[usize::from(own.set)]);
        // Of two jokers the first takes the first place, whichever the setting named.
        return legal.iter().copied().find(|action| action.places() == [place]).unwrap_or(legal[0]);
    }
    let dealt: PackSet = own.cards[..table.dealt(seat)].iter().copied().collect();
    let heuristic = Heuristic::new(game, table, table.open() | dealt, seat);
    heuristic.best(table.rows(seat), &own.cards[table.packet(seat)], legal)
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
