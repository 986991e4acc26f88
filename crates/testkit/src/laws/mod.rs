//! The laws that every game must obey, checked on random play, on bot play and from fuzz bytes.
//!
//! [`Laws`] plays hands and checks every law after every step. A game adds what the laws need
//! beyond the traits: its encoders, action spaces, bots, and invariants. Each law is also a
//! function, for tests that need only that one.
//!
//! | law | function |
//! |---|---|
//! | the legal list is non-empty, ascending, unique; empty unless a seat acts | [`legal_list`] |
//! | `try_apply` accepts exactly that list | [`checked_apply`] |
//! | a view's turn is right; a seat to act knows its legal actions | [`views_know_the_turn`] |
//! | folding a seat's events gives its view | [`Folded`] |
//! | equal views have equal keys, different views different ones | [`ViewKeys`], [`same_key`] |
//! | replay from seed and actions gives an equal hand | [`replay`] |
//! | sampled worlds have the view they came from | [`sampled_world`] |
//! | nothing unseen leaks into view, list, encoding, rollout, heuristic or bot | [`no_leak`], [`no_leak_to_policy`] |
//! | that another seat is to act shows a waiting seat nothing unseen | [`waiting`] |
//! | hands end, and scores sum as declared | [`random_play_ends`], [`score_sum`] |
//! | a chance turn plays one of the enumerated outcomes | [`chance()`] |
//! | redraws change no view, and include the actual draw | [`redraw()`] |
//! | `encode` overwrites every slot | [`encoder`] |
//! | `action(index(a)) = a` | [`action_space`] |
//! | ids written without a list are those of the list | [`legal_ids`] |
//! | an action's text finds it | [`notation`] |
//! | hot calls do not allocate | [`no_allocations`] |
//! | matches end, and are won then; single hands have setups | [`Laws::matches`] |

mod actions;
mod builder;
mod chance;
mod chooser;
mod encoders;
mod events;
mod hand;
mod hidden;
mod matches;
mod no_alloc;
mod redraw;
mod violation;

pub use actions::{checked_apply, legal_list, score_sum, views_know_the_turn};
pub use builder::{Laws, from_bytes};
pub use chance::chance;
pub use encoders::{action_space, encoder, legal_ids, notation};
pub use events::{Folded, ViewKeys, observers_are_seated, replay, same_key};
pub use hidden::{no_leak, no_leak_to_policy, random_play_ends, sampled_world, waiting};
pub use no_alloc::{
    allocator_is_installed, no_allocations, no_allocations_in_observe, no_allocations_in_sample,
};
pub use redraw::redraw;
pub use violation::{LawResult, Violation};
