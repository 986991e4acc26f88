//! Policies that need no solver.
//!
//! | bot | how it plays |
//! |---|---|
//! | [`Greedy`] | the placement of the best heuristic value; exact in Fantasyland |
//! | [`FantasylandBot`] | sets a Fantasyland hand exactly; part of every other bot |
//!
//! The rollout policy is [`Greedy`]'s heuristic, with a quick setting of Fantasyland.

mod fantasyland_bot;
mod greedy;
mod heuristic;
mod odds;
mod placement_actions;
mod row;

pub use fantasyland_bot::{FantasylandBot, FantasylandSetting};
pub(crate) use fantasyland_bot::{place_in, quick_setting};
pub use greedy::Greedy;
pub(crate) use heuristic::{Heuristic, RowPoints};
pub use placement_actions::placement_action;
