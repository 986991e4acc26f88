//! Poker hand evaluation: five cards, or three, with up to two jokers among them.
//!
//! All hands share one scale, [`Strength`]: 7,462 values for hands of five cards and 455 for hands
//! of three, 7,917 in all. A hand of three is compared by category, then rank by rank, and a
//! missing card counts below any card. So it ranks just below the weakest hand of five that begins
//! with the same cards, the two sizes are never equal, and "the middle row is at least the top row"
//! is one comparison of numbers. Straights and flushes need five cards; `A2345` is the lowest
//! straight; suits never break ties.
//!
//! A joker stands for any card, also for one held already, to make the hand as strong as possible,
//! or as strong as possible without exceeding a bound ([`Strength::at_most`]). There is no five of
//! a kind (`AAAA` and a joker is `AAAAK`), and a flush has five different ranks.
//!
//! [`Low`] is the scale of deuce-to-seven, where the worst hand wins.
//!
//! ```
//! use facedown_cards::poker::{Category, Strength};
//!
//! let strength = |text: &str| Strength::of(text.parse().unwrap()).unwrap();
//! assert!(strength("Qs Qd 7c") > strength("Qc Qh 6s 5d 4d"));
//! assert!(strength("Qs Qd 7c") < strength("Qc Qh 9s 8d 2d"));
//! assert_eq!(strength("As Ks Ts X X").category(), Category::RoyalFlush);
//! assert_eq!(strength("Qc Qh 9s 9d 2d").to_string(), "queens and nines (2)");
//! ```
//!
//! # Subsets
//! Solvers need the strength of every five of some cards. [`Subsets`] sorts the cards by rank once;
//! then the sorted ranks of a hand are numbered by a sum of one small number for each card (the
//! combinatorial number system, for multisets), and strength is one load from a table of 12 KB.

mod category;
mod low;
mod strength;
mod subsets;
mod tables;
mod text;

pub use category::Category;
pub use low::Low;
pub use strength::Strength;
pub use subsets::Subsets;
