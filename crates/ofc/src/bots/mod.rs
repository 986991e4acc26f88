//! Policies that know the game.
//!
//! | bot | how it plays |
//! |---|---|
//! | [`Greedy`] | the placement with the best outlook; exact in Fantasyland |
//!
//! The light policy of playouts is the same outlook, with a quick setting of Fantasyland. [`worth`]
//! says what coming to Fantasyland is worth to them all.

mod greedy;
mod odds;
mod outlook;
mod row;
mod setting;
pub mod worth;

pub use greedy::Greedy;
pub(crate) use outlook::Points;
pub(crate) use setting::quick_setting;

use crate::{Action, Ofc, Phase, State};
use facedown_cards::PackSet;
use outlook::Outlook;

/// The light policy of playouts, for the seat to act.
pub(crate) fn light(game: &Ofc, state: &State, legal: &[Action]) -> Action {
    let (table, seat) = (state.table(), state.table().to_act());
    let own = &state.own[seat.index()];
    if table.phase() == Phase::Fantasy {
        let cards = &own.cards[..table.fantasy(seat)];
        let rows = quick_setting(game, cards);
        return greedy::place_in(rows, cards[usize::from(own.set)], legal);
    }
    let dealt: PackSet = own.cards[..table.dealt(seat)].iter().copied().collect();
    let outlook = Outlook::new(game, table, table.open() | dealt, seat);
    outlook.best(table.rows(seat), &own.cards[table.packet(seat)], legal)
}
