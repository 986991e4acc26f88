#![doc = include_str!("../README.md")]
//!
//! | module | contents |
//! |---|---|
//! | [`kernel`] | least deadwood, best melds, discards and defence, exact and fast |
//! | [`rules`] | the options, and presets: `eaai`, `openspiel`, `classic`, … |
//! | [`Gin`] | the game: [`State`], [`View`], [`Action`], [`Event`], [`Table`] |
//! | [`Standing`] | matches of several hands, boxes, Hollywood |
//! | [`GinWorlds`], [`Belief`] | hidden worlds: uniform, or weighted by the opponent's play |
//! | [`MatchEquity`] | the utility of points in a match |
//! | [`GinBaseline`] | values of the whole table, for luck adjustment |
//! | [`PlaneEncoder`], [`ActionIds`] | observations and action ids for networks |
//! | [`openspiel`] | OpenSpiel's suit order and action ids |
//! | [`wire`] | views and rules as serialisable records |
//! | [`bots`] | `simple` and `greedy` |

// Kernels.
pub mod kernel;

// Rules and play.
mod action;
mod bounds;
mod game;
mod legal;
mod matches;
pub mod rules;
mod showdown;
mod state;
mod table;

// Hidden information.
mod belief;
mod worlds;

// Search.
mod baseline;
mod knowledge;
mod match_equity;
mod playout;
mod rollout;

// Networks, records, players, texts.
pub mod bots;
mod encode;
pub mod openspiel;
mod render;
#[cfg(feature = "serde")]
pub mod wire;

pub use action::{Action, Event};
pub use baseline::{FittedValue, GinBaseline};
pub use belief::{Belief, BeliefModel};
pub use encode::{ActionIds, PlaneEncoder};
pub use game::Gin;
pub use knowledge::GinKnowledge;
pub use legal::Legal;
pub use match_equity::{MatchEquity, MatchEquityTable};
pub use matches::Standing;
pub use rules::Rules;
pub use state::{Setup, State, View};
pub use table::{Discard, History, Phase, Table};
pub use worlds::GinWorlds;
