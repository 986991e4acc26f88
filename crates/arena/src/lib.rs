//! Bots against bots, and many games at once, for any game of `facedown-game`.
//!
//! | here | what it does |
//! |---|---|
//! | [`Table`], [`Bot`], [`Recorder`] | plays one hand or one match |
//! | [`duel_hands`], [`duel_deals`], [`duel_matches`] | the same deals for every seating, with honest intervals |
//! | [`Estimate`], [`Interval`] | means and 95 % intervals over clusters of games |
//! | [`VecEnv`], [`Buffers`] | n games stepped by an array of actions into the caller's arrays |
//!
//! Bots see views, never states. Whatever is random is named by a seed and a number, so every result
//! is the same on one thread and on many: see [`child_seed`] for how streams are named.

mod duel;
mod play;
mod stats;
mod stream;
mod vec_env;

pub use duel::{
    BotReport, BotTiming, Duel, DuelError, DuelOptions, Entrant, PairReport, Report, Timing, Unit,
    duel_deals, duel_hands, duel_matches,
};
pub use play::{Bot, MAX_STEPS, PlayError, PlayedMatch, Recorder, Table};
pub use stats::{Estimate, Interval, student_t95};
pub use stream::child_seed;
pub use vec_env::{
    Batch, BufferError, Buffers, Course, HandPayoff, Hands, LaneOptions, MatchPayoff, Matches,
    NewVecEnvError, Progress, RestoreError, Snapshot, StepError, VecEnv, VecEnvOptions, by_place,
    scaled_scores,
};
