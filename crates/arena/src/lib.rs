#![doc = include_str!("../README.md")]
//!
//! | items | purpose |
//! |---|---|
//! | [`Lineup`], [`Bot`], [`Recorder`] | play a hand or a match |
//! | [`duplicate_hands`], [`duplicate_deals`], [`duplicate_matches`] | duplicate matches: the same deals in all seatings, or in a balanced set of them |
//! | [`Luck`], [`LuckReport`] | results minus what chance did, by a [`Baseline`](facedown_game::Baseline) |
//! | [`Estimate`], [`ConfidenceInterval`] | means and 95 % confidence intervals, clustered by deal |
//! | [`VecEnv`], [`Buffers`] | n games stepped by an array of actions into the caller's arrays |
//! | [`PureEnv`] | the same, with states as rows of bytes that belong to the caller |
//!
//! Bots see views, never states. All randomness comes from seeds and stream numbers, so results are
//! the same on any number of threads: see [`child_seed`].

mod batch;
mod duplicate;
mod luck;
mod play;
mod stats;
mod stream;
mod vec_env;

pub use batch::{BatchFailure, BatchPolicy, Decision};
pub use duplicate::{
    Adjusted, BotReport, BotTiming, Contestant, Course, CoursePoint, DuplicateError,
    DuplicateMatch, DuplicateOptions, DuplicateProgress, LuckReport, MAX_SEATINGS, MatchReport,
    MatchTiming, PairReport, SequentialPair, SequentialReport, SetupOf, Stop, Unit, Verdict,
    duplicate_deals, duplicate_hands, duplicate_matches,
};
pub use luck::{BadBaseline, Luck};
pub use play::{Bot, Lineup, MAX_STEPS, PlayError, PlayedMatch, Recorder};
pub use stats::{ConfidenceInterval, Estimate};
pub use stream::child_seed;
pub use vec_env::{
    Batch, BatchOptions, BufferError, Buffers, EpisodeState, Episodes, HandEpisodes, HandId,
    HandReward, HandStart, MatchEpisodes, MatchReward, NewVecEnvError, Opponent, Opponents,
    PureEnv, PureOptions, RestoreError, Snapshot, StepError, VecEnv, VecEnvOptions, digest,
    reward_by_place, scaled_scores,
};
