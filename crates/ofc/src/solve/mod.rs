//! Decisions on every street: what a seat knows, all that it can do, and what comes of it.
//!
//! [`Position`] is a decision. Streets 4 and 5 are exact, street 3 is where one asks for it
//! ([`crate::endgame`]); streets 1 to 3 are searched, with exact values of street 4 at the leaves,
//! by [`Streets`], which says what a search needs to know. Opponents whose boards are not complete
//! are modelled: [`Opposition`] plays their boards out.

mod discards;
mod evaluator;
mod features;
pub mod fit;
mod learn;
mod net;
mod openings;
mod opposition;
mod position;
mod streets;
mod style;
mod stylists;

pub use discards::Discards;
pub use evaluator::{Evaluator, Guess};
pub use openings::each_choice;
pub(crate) use opposition::Player;
pub use opposition::{Effort, Opposition};
pub use position::{Part, Position, PositionError};
pub use streets::{After, Leaf, StreetScratch, Streets};
pub use style::{SeenBoard, SeenError, Style, StyleModel, StyleOdds};
