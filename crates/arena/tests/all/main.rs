//! The integration tests of the crate as one program: linking one for each file takes longer.

mod common;

mod comparisons;
mod duplicate;
mod luck;
mod opponents;
mod play;
mod vec_env;
