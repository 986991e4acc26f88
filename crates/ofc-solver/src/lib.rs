#![doc = include_str!("../README.md")]
//!
//! | part | contents |
//! |---|---|
//! | [`Position`] | a decision: board, deal, visible opponents, dead cards |
//! | [`placements`] | every placement of a position: exact on streets 4 and 5, exact or searched on street 3, searched on streets 1 and 2 |
//! | [`OpponentModel`] | incomplete boards of opponents, completed by sampling; inference of discards and [`Style`]s |
//! | [`Evaluator`] | small networks that estimate incomplete boards; [`BoardSamples`] is what they learn |
//! | [`Streets`] | streets 1 to 3 for a search: choices, deals, exact leaves, estimates |
//! | [`book`] | opening books: the best placement of every first street up to suits |
//! | [`OfcSearch`] | the bot `search`: one decision for every view |
//! | [`OfcBaseline`] | values of the whole table, for luck adjustment |
//! | [`Steady`] | the bots `steady` and `network`: the choice of networks, exact from street 4 on |
//! | [`stakes`], [`self_play`] | the value of Fantasyland under any rules, measured by self-play |
//!
//! The rules and the exact kernels are in `facedown-ofc`.

mod baseline;
pub mod book;
mod choices;
mod evaluator;
mod opponent_model;
mod parallel;
pub mod placements;
mod position;
mod prior;
mod search;
pub mod self_play;
mod stakes;
mod steady;
mod streets;

pub use baseline::OfcBaseline;
pub use choices::each_choice;
pub use evaluator::{
    BoardSample, BoardSamples, BoardSamplesError, BoardScratch, Estimator, Evaluator, NetworkSet,
    encoder as board_encoder, weights,
};
pub use opponent_model::{
    Discards, ModelConfig, OpponentModel, OpponentSampling, SeenBoard, SeenError, Style,
    StyleModel, StyleOdds,
};
pub use position::{Part, Position, PositionError};
pub use search::{OfcSearch, SearchKnowledge, set_fantasyland};
pub use stakes::{stakes, stakes_of};
pub use steady::Steady;
pub use streets::{After, StreetScratch, Streets};
