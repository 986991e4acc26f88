//! The integration tests of the crate as one program: linking one for each file takes longer.

mod deadwood;
mod fantasyland;
mod ofc_value;
mod riichi_clone;
