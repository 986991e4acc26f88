#![doc = include_str!("../README.md")]
//!
//! Everything below this crate knows one game by its type; everything above knows all games by
//! name. [`game`] turns a name and options into an [`AnyGame`], behind which hands, matches, bots,
//! advice and vectorised environments look the same for every game.
//!
//! To add a game: implement `GameEntry`, `Described`, `Players` and `Learning` for it in `games/`, and name it in
//! [`GAMES`].

// Environments, encoders and baselines have no caller there.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

mod advice;
mod advise;
mod bot;
mod bot_spec;
mod compare;
mod description;
mod entry;
#[cfg(not(target_family = "wasm"))]
mod environments;
#[cfg(not(target_family = "wasm"))]
mod episodes;
mod erased;
mod error;
mod game;
mod games;
mod hand;
mod matches;
mod options;
mod own_policy;
mod policy_network;
mod position;
mod registry;
mod search_params;
#[cfg(not(target_family = "wasm"))]
mod vec_env;
mod view;

pub use advice::{ActionAdvice, Advice};
pub use advise::{
    AdviseSpec, DEFAULT_ADVICE, DEFAULT_BOT, generic_search_config, params_of_bots, searches,
};
pub use bot_spec::{bot_kind, parse_budget};
pub use compare::AnyComparison;
pub use description::{
    BotDescription, DealPlan, EnvironmentDescription, GameDescription, Length, LengthDescription,
    LevelDescription, PresetDescription, TableDescription, descriptions,
};
#[cfg(not(target_family = "wasm"))]
pub use environments::{AnyBuffers, AnyPureEnv, AnyVecEnv, DuplicateSpec, FailedMatch, VecSpec};
pub use erased::{AnyAdvisor, AnyBot, AnyGame, AnyHand, AnyMatch, AnyView, EncoderInfo};
pub use error::CatalogError;
pub use games::gin::gin_policy;
pub use games::ofc::ofc_policy;
pub use games::riichi::{riichi_game, riichi_policy, riichi_view};
pub use games::tricks::tricks_view;
pub use own_policy::{
    ArrayPolicy, Choice, DecisionBatch, Observations, OwnPolicy, Player, ViewPolicy,
};
pub use policy_network::PolicyNetwork;
pub use position::{GameView, document, position, position_of};
pub use registry::{GAMES, GameInfo, game};
pub use search_params::{SEARCH_PARAMS, SearchParam, insert_param, parse_value};
