//! What a game of hidden information is.
//!
//! A [`Game`] is the rules in force. Its `State` is one hand as a whole world, hidden cards
//! included; its `View` is everything one seat knows. Bots, encoders and services receive a `View`
//! and events, never a `State`, so that nothing hidden can leak through them.
//!
//! | part | what it holds |
//! |---|---|
//! | [`Seat`], [`SeatSet`], [`PerSeat`] | who sits at the table |
//! | [`Turn`], [`ActionBuf`], [`ActionList`] | who moves, and what may be done |
//! | [`Sink`], [`Log`], [`SeatKeys`], [`GroupKey`] | events: the one account of what happened |
//! | [`Rng`] | portable random streams: a seed means the same everywhere |
//! | [`Game`], [`Hidden`], [`Chance`], [`Match`] | the rules, hidden worlds, chance turns, many hands |
//! | [`Policy`], [`Encoder`], [`ActionSpace`] | who plays, and how networks see it |
//! | [`Evaluator`] | what a hand that is not over is worth |
//!
//! All randomness of a game comes from the caller's [`Rng`]; nothing here allocates while a hand is
//! played. The crate `facedown-testkit` checks any game against the laws written beside each method.

mod actions;
mod encode;
mod error;
mod evaluate;
mod event;
mod game;
mod policy;
mod rng;
mod seat;

pub use actions::{ActionBuf, ActionList};
pub use encode::{ActionSpace, Element, Encoder, Half};
pub use error::{IllegalAction, ImpossibleView};
pub use evaluate::{Evaluator, ScoresSoFar};
pub use event::{GroupKey, Log, SeatKeys, SeatLog, Sink, stable_key};
pub use game::{Chance, Game, Hidden, Match, Notation, Turn, Worlds, find_action};
pub use policy::{Policy, UniformPolicy};
pub use rng::Rng;
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
