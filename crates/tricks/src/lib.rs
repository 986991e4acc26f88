#![doc = include_str!("../README.md")]
//!
//! Everything in which trick games differ is a value, [`Rules`]: packs and the order of ranks,
//! teams, deal, passing, auction, trump, following suit, score, match. [`Tricks::new`] compiles it
//! into tables; the engine knows no game by name. Oh Hell, El Dorado, Hearts and Spades ship as
//! presets.
//!
//! | module | contents |
//! |---|---|
//! | [`rules`] | the options, their presets and their validation |
//! | [`Tricks`] | the game: [`Action`], [`Event`], [`Table`], [`State`], [`View`] |
//! | [`Standing`] | matches: running scores, bags, knockouts |
//! | [`Constraints`] | hard constraints on hidden hands by the history |
//! | [`deals`] | exactly uniform deals under such constraints |
//! | [`TricksWorlds`], [`Belief`] | hidden worlds: uniform, or weighted by the bids |
//! | [`MatchEquity`] | the value of a hand's scores in the match |
//! | [`PlaneEncoder`], [`ActionIds`] | observations and action ids for networks |
//! | [`wire`] | views as records with the full history of the hand |
//! | [`bots`] | `rule`, a decent beginner |
//! | [`openspiel`] | OpenSpiel's card and action ids |

// Kernels.
mod bits;
pub mod deals;

// Rules and play.
mod action;
mod bounds;
mod compile;
mod following;
mod game;
mod legal;
mod matches;
mod pack;
mod passing;
pub mod rules;
mod score;
mod state;
mod table;
mod transitions;

// Hidden information.
mod belief;
mod constraints;
mod worlds;

// Search.
mod knowledge;
mod match_equity;
mod playout;
mod rollout;
mod trick_estimate;
mod view_hash;

// Networks, records, players, texts.
pub mod bots;
mod encode;
pub mod openspiel;
mod render;
#[cfg(feature = "serde")]
pub mod wire;

pub use action::{Action, Event, Move, PassedCards};
pub use belief::{Belief, BeliefModel};
pub use constraints::Constraints;
pub use encode::{ActionIds, PlaneEncoder};
pub use game::Tricks;
pub use knowledge::TricksKnowledge;
pub use legal::Legal;
pub use match_equity::MatchEquity;
pub use matches::Standing;
pub use pack::Cards;
pub use passing::{InvalidPass, PassOptions};
pub use rules::Rules;
pub use state::{State, View};
pub use table::{MAX_PLAYS, MAX_TRICKS, Phase, Setup, Table};
pub use worlds::TricksWorlds;
