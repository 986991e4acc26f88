#![doc = include_str!("../README.md")]
//!
//! A data set is a folder of shards (`part-000000.parquet` and so on) and a `manifest.json`. The
//! schema of every file names the game, rules, encoder and seed (key `facedown` of the metadata).
//! Every row follows from the seed and its number alone, so the bytes do not depend on the number of
//! threads or on interruptions; a run that was stopped makes the shards that are missing.
//!
//! | item | purpose |
//! |---|---|
//! | [`Columns`], [`Column`] | rows as typed columns, to and from the bytes of a Parquet file |
//! | [`Job`], [`write()`] | the rows of a data set by number, written in shards |
//! | [`Solved`] | exactly solved hands: `fantasyland`, `deadwood` |
//! | [`Decisions`] | decisions of recorded riichi games, as references into the logs |
//! | [`DatasetSamples`] | a data set as samples that networks are trained on |

mod error;
mod folder;
mod logs;
mod samples;
mod solved;
mod table;

pub use error::DatasetError;
pub use folder::{Job, Written, read, write, write_file};
pub use logs::Decisions;
pub use samples::DatasetSamples;
pub use solved::Solved;
pub use table::{Column, Columns};
