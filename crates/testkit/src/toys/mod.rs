//! Small complete games: examples of the traits, and tests for searches.
//!
//! | toy | what it shows |
//! |---|---|
//! | [`TicTacToe`] | perfect information: one world |
//! | [`Kuhn`] | the smallest poker; its value is known to be -1/18 |
//! | [`Leduc`] | a public card turned by chance; an encoder and an action space |
//! | [`Calls`] | secret answers: seats are offered calls one after the other, unknown to the others |
//! | [`Rows`] | chance deals 3 cards of 41: 10,660 outcomes, visited and never listed |
//! | [`TwoPacks`] | ten seats, two packs, and worlds exactly uniform given known voids |
//! | [`Pontoon`] | a stock whose order is fixed at the deal, and hidden draws that can be redrawn |
//! | [`ShortGin`] | gin rummy with eight cards, small enough for its equilibrium |
//! | [`OneStreet`] | open-face Chinese poker with one street, small enough for its equilibrium |
//! | [`HighCard`] | a match of many hands |
//! | [`Coin`] | two traps: strategy fusion, and a single-observer tree |

mod calls;
mod coin;
mod high_card;
mod kuhn;
mod leduc;
mod leduc_encode;
mod one_street;
mod pontoon;
mod rows;
mod short_gin;
mod tictactoe;
mod two_packs;
mod two_packs_worlds;

pub use calls::{
    Answer, Calls, CallsAction, CallsEvent, CallsOutcome, CallsState, CallsView, CallsWorlds, Kinds,
};
pub use coin::{Coin, CoinAction, CoinEvent, CoinState, CoinView, CoinWorlds, Side};
pub use high_card::{
    HighCard, HighCardAction, HighCardEvent, HighCardStanding, HighCardState, HighCardView,
    HighCardWorlds,
};
pub use kuhn::{Kuhn, KuhnAction, KuhnEvent, KuhnState, KuhnView, KuhnWorlds};
pub use leduc::{Leduc, LeducAction, LeducEvent, LeducState, LeducView, LeducWorlds};
pub use leduc_encode::{LeducActions, LeducEncoder};
pub use one_street::{
    OneStreet, OneStreetBoard, OneStreetEvent, OneStreetState, OneStreetView, OneStreetWorlds,
    Setting,
};
pub use pontoon::{Pontoon, PontoonAction, PontoonEvent, PontoonState, PontoonView, PontoonWorlds};
pub use rows::{Placing, Row, Rows, RowsEvent, RowsState, RowsView, RowsWorlds};
pub use short_gin::{
    ShortGin, ShortGinAction, ShortGinEvent, ShortGinState, ShortGinView, ShortGinWorlds,
};
pub use tictactoe::{Board, TicTacToe, TicTacToeWorld};
pub use two_packs::{Planes, TwoPacks, TwoPacksEvent, TwoPacksState, TwoPacksView};
pub use two_packs_worlds::TwoPacksWorlds;
