//! Bots against bots, and many games at once, for any game of `facedown-game`.
//!
//! | here | what it does |
//! |---|---|
//! | [`Table`], [`Bot`], [`Recorder`] | plays one hand or one match |
//! | [`duplicate_hands`], [`duplicate_deals`], [`duplicate_matches`] | the same deals for every seating, with honest intervals |
//! | [`Estimate`], [`Interval`] | means and 95 % intervals over clusters of games |
//! | [`VecEnv`], [`Buffers`] | n games stepped by an array of actions into the caller's arrays |
//!
//! Bots see views, never states. Whatever is random is named by a seed and a number, so every result
//! is the same on one thread and on many: see [`child_seed`] for how streams are named.

mod duplicate;
mod play;
mod stats;
mod stream;
mod vec_env;

pub use duplicate::{
    BotReport, BotTiming, Contestant, DuplicateError, DuplicateMatch, DuplicateOptions,
    MatchReport, MatchTiming, PairReport, Unit, duplicate_deals, duplicate_hands,
    duplicate_matches,
};
pub use play::{Bot, MAX_STEPS, PlayError, PlayedMatch, Recorder, Table};
pub use stats::{Estimate, Interval, student_t95};
pub use stream::child_seed;
pub use vec_env::{
    Batch, BatchOptions, BufferError, Buffers, EpisodeState, Episodes, HandEpisodes, HandReward,
    MatchEpisodes, MatchReward, NewVecEnvError, RestoreError, Snapshot, StepError, VecEnv,
    VecEnvOptions, reward_by_place, scaled_scores,
};
