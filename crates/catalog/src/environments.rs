//! Environments and duplicate matches of any game: what [`AnyGame`](crate::AnyGame) offers to those
//! who train and compare. WebAssembly does without: a module is downloaded, and answers.

use crate::erased::{AnyHand, EncoderInfo};
use crate::{CatalogError, Player, PolicyNetwork};
use facedown_arena::{DuplicateMatch, DuplicateOptions, StepError};
use facedown_game::ObservationMut;
use serde_json::{Map, Value};
use std::fmt;

/// A vectorised environment.
pub trait AnyVecEnv: Send {
    /// Returns the number of environments.
    fn n(&self) -> usize;
    /// Returns the number of episodes that have ended since the last reset.
    fn episodes(&self) -> u64;
    /// Returns the layout of observations.
    fn encoder(&self) -> EncoderInfo;
    /// Returns the layout of oracle observations, if [`VecSpec::oracle`] asked for them.
    fn oracle(&self) -> Option<&EncoderInfo>;
    /// Returns a copy of an environment's hand in progress, hidden cards included; `None` if there
    /// is no such environment.
    fn hand(&self, env: usize) -> Option<Box<dyn AnyHand>>;
    /// Returns the scores of an environment's match before the hand in progress, of a single hand
    /// those of its setup; `None` if there is no such environment.
    fn standing(&self, env: usize) -> Option<Vec<i32>>;
    /// Restarts every environment with the deals of a seed.
    fn reset(&mut self, seed: u64, out: AnyBuffers<'_>) -> Result<(), StepError>;
    /// Applies one action in every environment. A step that fails changes nothing.
    fn step(&mut self, actions: &[i32], out: AnyBuffers<'_>) -> Result<(), StepError>;
    /// Draws a legal action for each environment, uniformly.
    fn sample_actions(&mut self, seed: u64, out: &mut [i32]) -> Result<(), StepError>;
    /// Encodes what is hidden in every environment, in the layout of [`AnyVecEnv::oracle`].
    fn encode_oracle(&mut self, out: ObservationMut<'_>) -> Result<(), StepError>;
}

/// An environment whose states are rows of bytes that belong to the caller:
/// [`facedown_arena::PureEnv`].
pub trait AnyPureEnv: Send + Sync {
    /// Returns the number of bytes of a state.
    fn state_len(&self) -> usize;
    /// Returns the layout of observations.
    fn encoder(&self) -> EncoderInfo;
    /// Writes the state of a first episode for each seed, on at most so many threads; 0 for one
    /// per core.
    fn reset(
        &self,
        seeds: &[u64],
        states: &mut [u8],
        out: AnyBuffers<'_>,
        threads: usize,
    ) -> Result<(), StepError>;
    /// Applies one action to each state and writes the next states. After an error, what was
    /// written is unspecified.
    fn step(
        &self,
        states: &[u8],
        actions: &[i32],
        next: &mut [u8],
        out: AnyBuffers<'_>,
        threads: usize,
    ) -> Result<(), StepError>;
}

/// The caller's arrays that a step writes: [`facedown_arena::Buffers`] of any element type.
#[derive(Debug)]
pub struct AnyBuffers<'a> {
    /// See [`facedown_arena::Buffers::observation`].
    pub observation: ObservationMut<'a>,
    /// See [`facedown_arena::Buffers::mask`].
    pub mask: &'a mut [u8],
    /// See [`facedown_arena::Buffers::seat`].
    pub seat: &'a mut [u8],
    /// See [`facedown_arena::Buffers::reward`].
    pub reward: &'a mut [f32],
    /// See [`facedown_arena::Buffers::done`].
    pub done: &'a mut [u8],
}

/// The specification of a vectorised environment.
#[derive(Clone, Copy, Debug)]
pub struct VecSpec<'a> {
    /// The number of environments.
    pub n: usize,
    /// The random seed of all deals.
    pub seed: u64,
    /// The number of threads; 0 for one per core.
    pub threads: usize,
    /// Observations are those of all seats, not of the seat to act alone.
    pub all_seats: bool,
    /// Oracle observations are available: [`AnyVecEnv::encode_oracle`].
    pub oracle: bool,
    /// The length of an episode: a `hand`, or a whole `match` by the rules.
    pub length: &'a str,
    /// The place in the match of every single hand; `None` to draw it as the hands of matches have it.
    pub hand: Option<u32>,
    /// The reward at the end of an episode: `result`, the score by the rules; `points`, the score
    /// without placement bonuses; `rank`, from 1 for the first place to -1 for the last.
    pub reward: &'a str,
    /// Placement bonuses in points (*uma*) that replace those of the rules; empty for none.
    pub uma: &'a [f32],
    /// The reward of each point in the step that ends a hand of a match.
    pub shaping: f32,
    /// The factor of all rewards.
    pub reward_scale: f32,
    /// Bots in the other seats, from the caller's left; none if the caller plays all seats.
    pub opponents: &'a [Player],
    /// The caller's seat beside opponents; `None` for one that is drawn for each episode.
    pub seat: Option<usize>,
}

impl Default for VecSpec<'_> {
    fn default() -> Self {
        Self {
            n: 1,
            seed: 0,
            threads: 0,
            all_seats: false,
            oracle: false,
            length: "hand",
            hand: None,
            reward: "result",
            uma: &[],
            shaping: 0.0,
            reward_scale: 1.0,
            opponents: &[],
            seat: Some(0),
        }
    }
}

/// The specification of a duplicate match.
pub struct DuplicateSpec<'a> {
    /// The bots, one for each seat.
    pub bots: &'a [Player],
    /// Search parameters replaced in every bot that searches; then there must be one.
    pub params: &'a Map<String, Value>,
    /// The network that guides every `puct`; then there must be one.
    pub network: Option<PolicyNetwork>,
    /// Whole matches instead of single hands.
    pub matches: bool,
    /// The place in the match of every single hand; `None` to draw it as the hands of matches have it.
    pub hand: Option<u32>,
    /// The baseline by which results are adjusted for luck: `cheap` or `deep`.
    pub luck: Option<&'a str>,
    /// The number of deals, the seed and the threads.
    pub options: DuplicateOptions,
}

/// A duplicate match that could not be played to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct FailedMatch {
    /// The cause, which names bot, seat and deal where there is one.
    pub error: CatalogError,
    /// The results of the deals before; `None` if there are none.
    pub so_far: Option<Box<DuplicateMatch>>,
}

impl From<CatalogError> for FailedMatch {
    fn from(error: CatalogError) -> Self {
        Self { error, so_far: None }
    }
}

impl fmt::Display for FailedMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for FailedMatch {}
