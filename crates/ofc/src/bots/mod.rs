//! Policies that know the game.
//!
//! | bot | how it plays |
//! |---|---|
//! | [`Greedy`] | the placement with the best outlook; exact in Fantasyland |
//! | [`Steady`] | the evaluator's choice, exact for its own board from street 4 on and in Fantasyland |
//!
//! The light policy of playouts is `Greedy`'s outlook, with a quick setting of Fantasyland.
//! [`worth`] measures what coming to Fantasyland is worth, by `Steady`'s play.

mod greedy;
mod odds;
mod outlook;
mod placing;
mod row;
mod setting;
mod steady;
pub mod worth;

pub use greedy::Greedy;
pub(crate) use outlook::Points;
pub use placing::placing;
pub(crate) use setting::quick_setting;
pub use setting::{Set, Setter};
pub(crate) use steady::Plans;
pub use steady::Steady;

use crate::{Action, Ofc, Phase, State, View};
use facedown_cards::PackSet;
use outlook::Outlook;

/// The light policy of playouts, for the seat to act.
pub(crate) fn light(game: &Ofc, state: &State, legal: &[Action]) -> Action {
    let (table, seat) = (state.table(), state.table().to_act());
    let own = &state.own[seat.index()];
    if table.phase() == Phase::Fantasy {
        let cards = &own.cards[..table.fantasy(seat)];
        let place = setting::place_in(quick_setting(game, cards), cards[usize::from(own.set)]);
        // Of two jokers the first takes the first place, whichever the setting named.
        return legal.iter().copied().find(|action| action.places() == [place]).unwrap_or(legal[0]);
    }
    let dealt: PackSet = own.cards[..table.dealt(seat)].iter().copied().collect();
    let outlook = Outlook::new(game, table, table.open() | dealt, seat);
    outlook.best(table.rows(seat), &own.cards[table.packet(seat)], legal)
}

/// The same on a street, from a view.
fn light_street(game: &Ofc, view: &View, legal: &[Action]) -> Action {
    let outlook = Outlook::new(game, view.table(), view.seen(), view.seat());
    outlook.best(view.rows(), view.hand(), legal)
}
