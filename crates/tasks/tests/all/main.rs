//! All integration tests of the crate as one program: a program for each file would be linked as often.

mod deadwood;
mod fantasyland;
mod ofc_value;
mod riichi_clone;
