//! The last streets of a Pineapple hand, exactly, for a seat on its own or against boards that are
//! complete: royalties, what entering Fantasyland is worth, what a foul costs, rows and scoop.
//!
//! Street 5 looks at every placement. Street 4 takes, for every placement, the mean over all draws
//! of three unseen cards of the best that street 5 can then do. A draw of three leaves two cards, so
//! that its best is the largest of three entries in a table of pairs: the table is filled once for
//! a board, and draws only compare. Cards that are alike for the board are one entry of the table.
//! Street 3 does the same for every deal of street 4 ([`Endgame::solve_street_3`]).
//!
//! Values are whole multiples of 1/16384 of a point, which makes sums exact: they equal naive
//! enumeration to the last bit, whatever the order.
//!
//! ```
//! use facedown_cards::{PackSet, parse_pack};
//! use facedown_ofc::{Rules, endgame::{Endgame, Partial, Worth}};
//!
//! let worth = Worth { foul: 6.0, entry: [8.0, 12.0, 18.0, 25.0, 33.0] };
//! let endgame = Endgame::new(&Rules::STANDARD, worth)?;
//! let board: Partial = "Qs Qd / Kc Kh 4d / 9s 9d 9h 2c".parse()?;
//! let placements = endgame.solve(&board, &parse_pack("Kd 2d 7s")?, PackSet::EMPTY)?;
//! assert_eq!(placements[0].discard.to_string(), "7s");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod among;
mod draws;
mod judge;
mod kinds;
mod partial;
mod solve;
mod street3;
mod sums;

pub(crate) use among::Fillings;
pub(crate) use draws::Draws;
pub(crate) use judge::BOARDS;
pub(crate) use kinds::{Kinds, live_suits};
pub(crate) use solve::each_placement;
pub(crate) use sums::Sums;

pub use partial::Partial;
pub use solve::{Endgame, EndgameError, Placement, Worth};
pub use street3::Watch;
pub use sums::Outlook;
