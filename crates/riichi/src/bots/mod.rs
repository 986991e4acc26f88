//! Bots that know riichi, and what a search for it needs.
//!
//! | here | what it is |
//! |---|---|
//! | [`Efficient`], [`Weights`] | tile efficiency, value, calls and folding, in a few microseconds |
//! | [`Quick`] | the policy of playouts |
//! | [`Belief`], [`BeliefModel`] | worlds in which others hold what their play suggests |
//! | [`search`] | what the bot `search` expects, wants and leaves out |
//!
//! A bot sees a [`View`](crate::View), never a state. What a seat knows is put together once for a
//! decision (`Mind`), and then asked: what an action promises in points (`judge.rs`), how likely a
//! tile is to feed another seat (`danger.rs`), how likely a hand is to win in time (`outlook.rs`),
//! and what it would be worth (`worth.rs`). The policy of playouts (`rollout.rs`) has the same
//! ideas in their cheapest form.

mod belief;
mod calls;
mod danger;
mod efficient;
mod judge;
mod mind;
mod outlook;
pub(crate) mod rollout;
pub mod search;
mod worth;

pub use belief::{Belief, BeliefModel};
pub use efficient::Efficient;
pub use mind::Weights;
pub use rollout::Quick;
