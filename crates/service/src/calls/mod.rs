//! The calls that need no table, a file for each family.

pub mod act;
pub mod eldorado;
pub mod games;
pub mod gin;
pub mod ofc;
pub mod review;
pub mod riichi;
pub mod tricks;
