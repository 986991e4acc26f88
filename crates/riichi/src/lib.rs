#![doc = include_str!("../README.md")]
//!
//! | module | content |
//! |---|---|
//! | [`rules`] | options and presets: `tenhou`, `mjsoul`, and both for three seats |
//! | [`score`] | yaku, fu, limits and payments of a winning hand |
//! | [`Riichi`] | the game: [`State`], [`View`], [`Action`], [`Event`], [`Table`] |
//! | [`Standing`] | matches: east, south, extension, results |
//! | [`Riichi::setups`] | what rounds begin with that are played alone: those of real matches |
//! | [`RiichiWorlds`], [`Belief`] | the worlds that a seat cannot distinguish, uniform or weighted by play |
//! | [`RolloutPolicy`], [`MatchEquity`], [`knowledge`] | rollouts, utility and priors for search |
//! | [`ActionIds`], [`PlaneEncoder`] | action ids and the default observation |
//! | [`wire`] | views as JSON records |
//! | [`bots`] | the bots `efficient` and `sharp` |
//!
//! Further observations are in `facedown-riichi-features`; what a hand is worth, what a discard risks
//! and reviews of games are in `facedown-riichi-analysis`.
//!
//! ```
//! use facedown_game::{ActionBuf, Game, Match, Rng, Searchable, Turn};
//! use facedown_riichi::{Legal, Riichi, Rules};
//!
//! let game = Riichi::new(Rules::TENHOU)?;
//! let (mut standing, mut legal) = (game.begin(), Legal::default());
//! while let Some(setup) = game.next_hand(&standing) {
//!     let mut rng = Rng::stream(42, standing.rounds() as u64);
//!     let mut state = game.deal(&setup, &mut rng, &mut ());
//!     loop {
//!         match game.turn(&state) {
//!             Turn::Over => break,
//!             Turn::Chance => game.play_chance(&mut state, &mut rng, &mut ()),
//!             Turn::Act(_) => {
//!                 game.legal_actions(&state, &mut legal);
//!                 let action = game.rollout(&state, legal.as_slice(), &mut rng);
//!                 game.apply(&mut state, action, &mut ());
//!             }
//!         }
//!     }
//!     game.finish_hand(&mut standing, &state);
//! }
//! assert_eq!(game.match_scores(&standing).as_slice().iter().sum::<i32>(), 0);
//! # Ok::<(), facedown_game::InvalidRules>(())
//! ```

// Kernels.
pub mod score;
mod win_check;

// Rules and play.
mod action;
mod bounds;
mod calls;
mod game;
mod legal;
mod matches;
mod round_end;
pub mod rules;
mod seat_context;
mod setups;
mod state;
mod table;
mod wall;

// Hidden information.
mod belief;
mod redraw;
mod ron_points;
mod tenpai_sampler;
mod worlds;

// Search.
pub mod baseline;
pub mod knowledge;
mod match_equity;
mod rollout;

// Networks, records, players, texts.
pub mod bots;
mod encode;
mod render;
pub mod wire;

pub use action::{Action, DrawKind, Event, Tiles, Victory};
pub use belief::{Belief, BeliefModel};
pub use encode::{ActionIds, PlaneEncoder};
pub use game::{Legal, Riichi};
pub use legal::tenpai_discards;
pub use match_equity::MatchEquity;
pub use matches::Standing;
pub use rollout::{HeuristicPolicy, RolloutPolicy};
pub use rules::Rules;
pub use state::{Part, Setup, State, View, copy_of, own_tiles};
pub use table::{
    Discard, Ending, MAX_DISCARDS, Offer, Phase, River, SelfCall, SelfCallKind, Table,
};
pub use wall::BadDeal;
pub use worlds::RiichiWorlds;
