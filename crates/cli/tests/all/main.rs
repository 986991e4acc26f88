//! The integration tests of the crate as one program: linking one for each file takes longer.

mod common;

mod advise;
mod dataset;
mod gin;
mod limits;
mod matches;
mod ofc;
mod ofc_book;
mod ofc_play;
mod play;
mod readme;
mod review;
mod riichi;
mod riichi_bot;
mod riichi_danger;
mod riichi_play;
mod riichi_replay;
mod serve;
mod tricks;
mod usage;
