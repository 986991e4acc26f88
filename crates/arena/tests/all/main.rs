//! All integration tests of the crate as one program: a program for each file would be linked as often.

mod common;

mod comparisons;
mod duplicate;
mod luck;
mod opponents;
mod play;
mod vec_env;
