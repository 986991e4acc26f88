//! Riichi mahjong: scoring, the whole game for four and three seats, logs, views, worlds and bots.
//!
//! | module | what it holds |
//! |---|---|
//! | [`score`] | yaku, fu, limits and payments of a winning hand |
//! | [`rules`] | the options, and presets: `tenhou`, `mjsoul` and their forms for three seats |
//! | [`Riichi`] | the game: [`State`], [`View`], [`Action`], [`Event`], [`Table`] |
//! | [`Standing`] | matches: east, south, extension, results |
//! | [`bots`] | players, and what a search needs |
//! | [`logs`] | logs of Tenhou and MJAI, and their replay through the engine |

mod action;
pub mod bots;
mod calls;
mod encode;
mod game;
mod judge;
mod legal;
mod light;
pub mod logs;
mod matches;
mod ready;
mod river;
mod round_end;
pub mod rules;
pub mod score;
mod side;
mod state;
mod table;
mod wall;
mod worlds;

pub use action::{Action, DrawKind, Event, Tiles, Victory};
pub use encode::Actions;
pub use game::{Legal, Riichi};
pub use light::Light;
pub use matches::Standing;
pub use river::{Discard, River};
pub use rules::Rules;
pub use state::{Part, Setup, State, View};
pub use table::{Ending, Offer, Phase, Table};
pub use wall::BadDeal;
pub use worlds::RiichiWorlds;
