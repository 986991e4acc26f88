//! The integration tests of the crate as one program: linking one for each file takes longer.

mod common;

mod damaged;
mod fixtures;
mod formats;
mod luck;
mod mjai_bot;
mod mjai_bot_errors;
mod mjai_bot_fuzz;
mod quirks;
mod samples;
mod self_play;
mod zips;
