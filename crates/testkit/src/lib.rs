//! Tools for testing games: laws, perft, toy games, statistics and a counting allocator.
//!
//! | part | what it is |
//! |---|---|
//! | [`laws`], [`Laws`] | the laws that every game must obey, on random play, bot play and fuzz bytes |
//! | [`toys`] | small complete games: examples of the traits, and tests for searches |
//! | [`exact`] | exact values of toys: expected scores, best responses, information sets |
//! | [`equilibrium`] | equilibria of games for two by CFR+, and exact distances from them |
//! | [`perft`] | counts and digests of all lines of play, kept in data files |
//! | [`stats`] | chi-square tests for samplers |
//! | [`data`] | tests on data outside the repository, ignored without it |
//! | [`TickingClock`] | a clock that moves on whenever it is read |
//! | [`CountingAlloc`], [`allocations`], [`allocations_in_all_threads`] | proof that hot calls do not allocate |
//!
//! A game's `tests/all/laws.rs` looks like this:
//!
//! ```
//! use facedown_testkit::{CountingAlloc, Laws, laws, toys::Kuhn};
//!
//! #[global_allocator]
//! static ALLOC: CountingAlloc = CountingAlloc;
//!
//! // #[test] fn kuhn_poker_keeps_the_laws()
//! Laws::new(Kuhn)                      // `without_worlds` where the game is not `Hidden`
//!     .hands(200)                      // hand n is dealt from the stream (seed, n)
//!     .seed(7)
//!     .max_steps(3)                    // the bound that the rules prove
//!     .conserves(|_, state| {
//!         let [a, b] = state.cards();
//!         if a == b { Err(format!("both seats hold card {a}")) } else { Ok(()) }
//!     })
//!     .notation()                      // games that implement `Notation`
//!     .no_allocations()
//!     .run();
//!     // also: .policy(|| bot) .encoder(&e) .action_space(&s) .chance() .matches(20) …
//!
//! // a fuzz target: any bytes are a hand
//! laws::from_bytes(&Kuhn, b"any bytes at all");
//! ```

mod alloc;
mod chance;
mod clock;
pub mod data;
pub mod equilibrium;
pub mod exact;
pub mod laws;
pub mod perft;
pub mod stats;
pub mod toys;

pub use alloc::{CountingAlloc, allocations, allocations_in_all_threads, is_counting};
pub use chance::Chance;
pub use clock::TickingClock;
pub use laws::Laws;
