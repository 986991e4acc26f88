//! All integration tests of the crate as one program: a program for each file would be linked as often.

mod common;

mod answers;
mod eldorado;
mod review;
mod tables;
