#![doc = include_str!("../README.md")]
//!
//! A [`Game`] is the rules. Its `State` is the full state of one hand, hidden cards included; its
//! `View` is everything that one seat knows. Bots, encoders and services receive a `View`
//! and events, never a `State`, so that nothing hidden can leak through them.
//!
//! | item | purpose |
//! |---|---|
//! | [`Seat`], [`SeatSet`], [`PerSeat`] | the seats of a table |
//! | [`Game`], [`Turn`], [`ActionBuf`], [`ActionList`] | the rules of one hand |
//! | [`Match`] | a sequence of hands |
//! | [`Hidden`], [`Worlds`] | sampling the states that a seat cannot distinguish |
//! | [`Searchable`] | rollouts and heuristics for tree search |
//! | [`Knowledge`], [`Approach`] | what a strong search knows beyond the rules |
//! | [`PairedWorlds`] | options compared over the same worlds |
//! | [`stats`] | means, standard errors and 95 % intervals |
//! | [`Utility`] | the value of scores: points, wins, match equity |
//! | [`Redraw`], [`Baseline`], [`MatchBaseline`] | alternatives to hidden draws, and values of the table, for luck adjustment |
//! | [`Sink`], [`Log`], [`SeatKeys`], [`GroupKey`] | events: who observed what, and hashes of it |
//! | [`Policy`], [`Guide`] | players, and priors with values for tree search |
//! | [`Notation`], [`Render`] | texts that people read and type |
//! | [`Control`], [`Clock`] | cancelling, observing and timing long work |
//! | [`ActionSpace`], [`Encoder`], [`Element`] | action ids and observations for networks |
//! | [`read_at_most`], [`excerpt`] | bounds on input from outside, and on what messages repeat of it |
//! | [`Packed`], [`Packer`], [`Unpacker`] | states as bytes of a fixed length |
//! | [`Rng`] | portable random streams: a seed means the same everywhere |
//!
//! All randomness of a game comes from the caller's [`Rng`]; nothing here allocates while a hand is
//! in progress. `facedown-testkit` checks any game against the laws stated on each method.

mod actions;
mod baseline;
mod bit_set;
mod clock;
mod control;
mod encode;
mod error;
mod event;
mod game;
mod guide;
mod hidden;
mod input;
mod knowledge;
mod matches;
pub mod math;
pub mod meters;
mod packed;
mod paired;
mod policy;
mod redraw;
mod render;
mod rng;
mod searchable;
mod seat;
pub mod stats;
mod utility;

pub use actions::{ActionBuf, ActionList};
pub use baseline::{Baseline, MatchBaseline, redraw_luck, take_step};
pub use clock::{Clock, ProcessClock, install_clock};
pub use control::{Control, MAX_THREADS, Progress, SharedControl};
pub use encode::{ActionSpace, Element, Encoder, Half, Layout, ObservationMut};
pub use error::{
    IllegalAction, ImpossibleView, InvalidHand, InvalidMove, InvalidRecord, InvalidRules,
    UnknownPreset,
};
pub use event::{GroupKey, Log, SeatKeys, SeatLog, Sink, stable_key};
pub use game::{Game, Notation, Turn, find_action};
pub use guide::{Guide, GuideBatch};
pub use hidden::{Hidden, Worlds};
pub use input::{
    Excerpt, MAX_DOCUMENT_BYTES, MAX_LINE_BYTES, brief, excerpt, path_excerpt, read_at_most,
    read_line_at_most,
};
pub use knowledge::{Approach, DecisionPoint, Knowledge, Model, RulesAlone};
pub use matches::{Match, setup_stream};
pub use packed::{Indexed, Packed, Packer, Unpacker, size_of_field};
pub use paired::PairedWorlds;
pub use policy::{Policy, UniformPolicy};
pub use redraw::{Redraw, Step};
pub use render::{Narration, Render, Selection, thousands};
pub use rng::Rng;
pub use searchable::Searchable;
pub use seat::{MAX_SEATS, PerSeat, Seat, SeatSet};
pub use utility::{Points, Teams, Utility, Wins};
