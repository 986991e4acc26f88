//! Small complete games: examples of the traits, and prey for searches.
//!
//! | toy | what it shows |
//! |---|---|
//! | [`TicTacToe`] | perfect information: one world |
//! | [`Kuhn`] | the smallest poker; its value is known to be -1/18 |

mod kuhn;
mod tictactoe;

pub use kuhn::{Kuhn, KuhnAction, KuhnEvent, KuhnState, KuhnView, KuhnWorlds};
pub use tictactoe::{Board, TicTacToe, TicTacToeWorld};
