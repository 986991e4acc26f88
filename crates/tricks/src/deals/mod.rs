//! Exactly uniform deals under constraints.
//!
//! Shuffling and giving each card to a seat that may hold it is *not* uniform, even with rejection
//! at dead ends: some deals come up several times as often as others. Here deals are counted. Cards
//! with the same possible holders are exchangeable, and so are holders with the same possible
//! cards. What remains is the number of cards of each class in each group, and a dynamic
//! program counts the deals behind each such decision ([`DealTable`]). The table is built once for
//! a position and sampled by the million.
//!
//! *Exactly*: subsets of cards are drawn with integers, without any bias; numbers of cards
//! are drawn with `f64` weights, whose relative error is a few times 1e-16, far below what any
//! number of samples can detect. Two packs have two physical cards of a kind, and deals are uniform
//! over physical cards.
//!
//! ```
//! use facedown_cards::CardSet;
//! use facedown_game::Rng;
//! use facedown_tricks::deals::{DealProblem, DealTable};
//!
//! // Seats 1 to 3 hold two cards each; seat 2 did not follow to hearts.
//! let (hearts, spades): (CardSet, CardSet) = ("2h 3h 4h".parse()?, "2s 3s 4s".parse()?);
//! let mut problem = DealProblem::new(&[0, 2, 2, 2]);
//! problem.add_all(hearts.into(), 0b1010);
//! problem.add_all(spades.into(), 0b1110);
//! let table = DealTable::new(&problem)?;
//! assert_eq!(table.count(), Some(18));
//! let deal = table.sample(&mut Rng::new(1));
//! assert!((deal[2].kinds() & hearts).is_empty());
//!
//! // Seat 2 cannot be void in both.
//! let mut problem = DealProblem::new(&[0, 2, 2, 2]);
//! problem.add_all((hearts | spades).into(), 0b1010);
//! let error = DealTable::new(&problem).unwrap_err();
//! assert_eq!(error.to_string(), "seat 2 needs 2 cards but none is left for it");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod count;
mod deal;
mod enumerate;
mod error;
mod hall;
mod plan;
mod problem;
mod reduce;
mod sample;
mod subset;
mod table;

pub use deal::Deal;
pub use enumerate::enumerate;
pub use error::{Conflict, ImpossibleDeal};
pub use problem::DealProblem;
pub use table::DealTable;

/// Maximum number of holders: ten seats and a stock.
pub const MAX_HOLDERS: usize = 11;
