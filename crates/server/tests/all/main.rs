//! All integration tests of the crate as one program: a program for each file would be linked as often.

mod common;

mod http;
mod malformed;
mod tables;
