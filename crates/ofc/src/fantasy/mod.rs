//! Fantasyland, exactly: the best setting of 13 to 17 cards, up to two of them jokers.
//!
//! The value is royalties, the value of staying and, against opponents whose boards are known or given
//! as a distribution, rows and scoop ([`Solver::against`]). Among settings of equal value the one with
//! the strongest top row is taken, then the strongest middle row, then the strongest bottom row.
//!
//! # Method
//! None of these values falls when a row gets stronger and the others stay. So the value of rows
//! that are *at least* as strong as the best of some cards is an upper bound, staying, scoops and
//! opponents included. The search
//! 1. lists the fives that are strong (three of a kind or better, without jokers), strongest first;
//! 2. bounds each as the bottom row by the strongest middle and top that its complement holds and
//!    that do not foul, and opens them best bound first until no bound beats the best setting;
//! 3. tries strong middles from the list, then weak ones the other way round: tops first, since a
//!    weak middle is only there to hold the top up;
//! 4. tries weak bottoms last, which the bound on the rows above nearly always rules out at once.
//!
//! Jokers have their greatest strength in lists and bounds, and are lowered only where a row would
//! foul. `tests/all/fantasy.rs` compares with brute force over every setting, judged by sorting and
//! counting alone.
//!
//! ```
//! use facedown_ofc::{Rules, fantasy::Solver};
//!
//! let solver = Solver::new(&Rules::STANDARD, 10.0)?;
//! let cards = facedown_cards::parse_pack("Ah Ad Ac Kh Kd 9c 9d 9h 9s 2c 3d 7h 8s Jc")?;
//! let best = solver.solve(&cards)?;
//! assert!(best.stays);
//! assert_eq!(best.board.to_string(), "Jc 7h 8s / Ac Ad Kd Ah Kh / 9c 3d 9d 9h 9s");
//! assert_eq!(best.discards.to_string(), "2c");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod goal;
mod hand;
mod lists;
mod search;
mod solver;
mod ties;

pub use error::{FantasyError, InvalidGoal};
pub use goal::Opponent;
pub use solver::{Scratch, Setting, Solver};
