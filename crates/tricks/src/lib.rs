//! Trick-taking games: one engine with rules as data, views, worlds and bots.

mod action;
mod belief;
pub mod bots;
mod compile;
pub mod deals;
mod duties;
mod encode;
mod estimate;
mod facts;
mod flow;
mod game;
mod key;
mod legal;
mod light;
mod matches;
pub mod openspiel;
mod pack;
pub mod rules;
mod score;
mod state;
mod table;
pub mod wire;
mod worlds;

pub use action::{Action, Event, Move, Parcel};
pub use belief::{Belief, BeliefModel};
pub use encode::{Actions, Planes};
pub use facts::Constraints;
pub use game::Tricks;
pub use legal::Legal;
pub use matches::Standing;
pub use pack::Cards;
pub use rules::Rules;
pub use state::{State, View};
pub use table::{MAX_PLAYS, MAX_TRICKS, Phase, Setup, Table};
pub use worlds::TricksWorlds;
