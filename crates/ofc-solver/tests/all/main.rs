//! The integration tests of the crate as one program: linking one for each file takes longer.

mod book;
mod classic;
mod deals;
mod decisions;
mod evaluator;
mod opponent_model;
mod params;
mod position_file;
mod quality;
mod sample_intervals;
mod slices;
mod styles;
