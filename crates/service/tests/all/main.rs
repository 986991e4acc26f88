//! The integration tests of the crate as one program: linking one for each file takes longer.

mod common;

mod answers;
mod eldorado;
mod review;
mod tables;
