//! The last streets of a hand, exactly, for a seat on its own or against complete boards:
//! royalties, the value of Fantasyland, the cost of a foul, rows and scoop.
//!
//! Street 5 enumerates every placement. Street 4 takes, for every placement, the mean over all draws
//! of three unseen cards of the best placement on street 5. A draw of three leaves two cards, so
//! that its best is the largest of three entries in a table of pairs: the table is filled once for
//! a board, and draws only compare. Isomorphic cards share an entry. Street 3 does the same for every
//! deal of street 4 ([`Endgame::solve_street_3`], [`Street3`]).
//!
//! Classic dealing has one card a street and no discards: [`ClassicStreet`].
//!
//! Values are integer multiples of 1/16384 of a point, which makes sums exact: they equal naive
//! enumeration to the last bit, whatever the order.
//!
//! ```
//! use facedown_cards::{PackSet, parse_pack};
//! use facedown_ofc::endgame::{Endgame, Partial};
//! use facedown_ofc::{Rules, Stakes};
//!
//! let stakes = Stakes { foul: 6.0, entry: [8.0, 12.0, 18.0, 25.0, 33.0] };
//! let endgame = Endgame::new(&Rules::STANDARD, stakes)?;
//! let board: Partial = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c".parse()?;
//! let placements = endgame.solve(&board, &parse_pack("Kd 2d 7s")?, PackSet::EMPTY)?;
//! assert_eq!(placements[0].discard.to_string(), "7s");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classic;
mod draws;
mod judge;
mod partial;
mod solve;
mod street3;
mod suit_isomorphism;
mod sums;
mod vs_distribution;

pub use classic::{ClassicStreet, MAX_SINGLES};
pub use draws::Draws;
pub use judge::{BOARDS, BoardSubset};
pub use partial::Partial;
pub use solve::{Endgame, EndgameError, Placement, each_placement};
pub use street3::Street3;
pub use suit_isomorphism::{distinct_cards, distinct_draws, live_suits};
pub use sums::{Expectation, Sums};
pub use vs_distribution::Completions;
