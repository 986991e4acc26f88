//! Gin rummy: exact deadwood, the whole game, views, worlds, encoders and bots.
//!
//! | module | what it holds |
//! |---|---|
//! | [`kernel`] | least deadwood, best melds, discards and defence, exact and fast |
//! | [`rules`] | the options, and presets: `eaai`, `openspiel`, `classic`, … |
//! | [`Gin`] | the game: [`State`], [`View`], [`Action`], [`Event`], [`Table`] |
//! | [`Standing`] | matches of many hands, boxes, Hollywood |
//! | [`Planes`], [`Actions`] | how networks see it |
//! | [`GinWorlds`], [`Belief`] | hidden worlds: uniform, or as the opponent's play suggests |
//! | [`bots`] | `simple` and `greedy` |
//! | [`openspiel`] | OpenSpiel's suit order and action numbers |
//! | [`wire`] | views and rules as serialisable records |
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
//! # Ok::<(), facedown_gin::rules::BadRules>(())
//! ```

mod action;
mod belief;
pub mod bots;
mod chances;
mod encode;
mod game;
pub mod kernel;
mod matches;
pub mod openspiel;
mod read;
pub mod rules;
mod showdown;
mod state;
mod table;
pub mod wire;
mod worlds;
mod written;

pub use action::{Action, Event};
pub use belief::{Belief, BeliefModel};
pub use chances::Chances;
pub use encode::{Actions, Planes};
pub use game::{Gin, Legal};
pub use matches::Standing;
pub use rules::Rules;
pub use state::{Setup, State, View};
pub use table::{Discard, History, Phase, Table};
pub use worlds::GinWorlds;
