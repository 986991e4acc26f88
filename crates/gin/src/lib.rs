//! Gin rummy: exact deadwood, the complete game, views, worlds, encoders and bots.
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
//!
//! ```
//! use facedown_game::{ActionBuf, Game, Rng, Searchable, Turn};
//! use facedown_gin::{Gin, Rules, Legal};
//!
//! let gin = Gin::new(Rules::EAAI)?;
//! let mut rng = Rng::new(1);
//! let mut state = gin.deal(&gin.first_setup(), &mut rng, &mut ());
//! let mut legal = Legal::default();
//! while gin.turn(&state) != Turn::Over {
//!     gin.legal_actions(&state, &mut legal);
//!     let action = gin.rollout(&state, legal.as_slice(), &mut rng);
//!     gin.apply(&mut state, action, &mut ());
//! }
//! assert_eq!(gin.scores(&state).as_slice().iter().sum::<i32>(), 0);
//! # Ok::<(), facedown_game::InvalidRules>(())
//! ```

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
