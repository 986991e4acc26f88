//! The laws every game must keep, run on random play, on bot play and from fuzz bytes.
//!
//! [`Laws`] plays hands and checks every law after every step. A game gives what the laws need
//! beyond the traits: its encoders, its numbering of actions, its bots, what it conserves. Each law
//! is also a function of its own, for a test that needs only that one.
//!
//! | law | function |
//! |---|---|
//! | the legal list is non-empty, ascending, unique; empty unless a seat acts | [`legal_list`] |
//! | `try_apply` accepts exactly that list | [`checked_door`] |
//! | a view that tells the turn tells the truth; a seat to act knows what it may do | [`views_know_the_turn`] |
//! | folding a seat's events gives its view | [`Folded`] |
//! | a view's key is equal for equal views, and different for others | [`ViewKeys`], [`same_key`] |
//! | replay from seed and actions gives an equal hand | [`replay`] |
//! | sampled worlds have the view they came from | [`world_of_view`] |
//! | nothing unseen leaks into view, list, encoding, rollout, heuristic or bot | [`no_leak`], [`no_leak_to_policy`] |
//! | hands end, and scores sum as declared | [`random_play_ends`], [`score_sum`] |
//! | nature does one of the outcomes visited | [`chance`] |
//! | redraws leave all that seats know, and include the actual draw | [`redraw`] |
//! | `encode` overwrites every slot | [`encoder`] |
//! | `action(index(a)) = a` | [`action_space`] |
//! | an action's text finds it | [`notation`] |
//! | hot calls do not allocate | [`no_allocations`] |
//! | matches end, and are won then | [`Laws::matches`] |

mod account;
mod broken;
mod builder;
mod chances;
mod chooser;
mod encoding;
mod hand;
mod hidden;
mod hot;
mod matches;
mod moves;
mod redraws;

pub use account::{Folded, ViewKeys, replay, same_key, witnesses_sit_at_the_table};
pub use broken::{Broken, Kept};
pub use builder::{Laws, from_bytes};
pub use chances::chance;
pub use encoding::{action_space, encoder, notation};
pub use hidden::{no_leak, no_leak_to_policy, random_play_ends, world_of_view};
pub use hot::{
    allocator_is_installed, no_allocations, no_allocations_in_observe, no_allocations_in_sample,
};
pub use moves::{checked_door, legal_list, score_sum, views_know_the_turn};
pub use redraws::redraw;
