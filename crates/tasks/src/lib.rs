#![doc = include_str!("../README.md")]
//!
//! A task has samples ([`facedown_nets::Samples`]), an encoding, labels and answers. The machinery of
//! training names no game and lives in `training/`; inference is `facedown-nets`.
//!
//! | task | learns |
//! |---|---|
//! | `fantasyland-top`, `fantasyland-middle` ([`fantasyland`]) | the rows of the exact best setting of fourteen cards |
//! | `deadwood` ([`deadwood`]) | the least deadwood of a gin hand |
//! | `ofc-value-9`, `-7`, `-5` ([`ofc_value`]) | what an incomplete board of open-face is worth, under the rules of a preset |
//! | `riichi-clone` ([`riichi_clone`]) | decisions of recorded riichi games, and the points of the round |

mod combinations;
pub mod deadwood;
pub mod fantasyland;
pub mod ofc_value;
pub mod riichi_clone;
mod source;
pub mod weights;

pub use combinations::{choose, combination_at, combination_index};
pub use source::{SourceError, TASKS, generate, read_lines};
