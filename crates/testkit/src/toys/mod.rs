//! Small complete games: examples of the traits, and prey for searches.
//!
//! | toy | what it shows |
//! |---|---|
//! | [`TicTacToe`] | perfect information: one world |
//! | [`Kuhn`] | the smallest poker; its value is known to be -1/18 |
//! | [`Leduc`] | a public card turned by nature; an encoder and an action space |
//! | [`Calls`] | secret answers: seats are offered calls one after the other, and nobody else knows |

mod calls;
mod calls_worlds;
mod kuhn;
mod leduc;
mod leduc_net;
mod tictactoe;

pub use calls::{Answer, Calls, CallsAction, CallsEvent, CallsOutcome, CallsState, CallsView, Kinds};
pub use calls_worlds::CallsWorlds;
pub use kuhn::{Kuhn, KuhnAction, KuhnEvent, KuhnState, KuhnView, KuhnWorlds};
pub use leduc::{Leduc, LeducAction, LeducEvent, LeducState, LeducView, LeducWorlds};
pub use leduc_net::{LeducActions, LeducEncoder};
pub use tictactoe::{Board, TicTacToe, TicTacToeWorld};
