//! Any game, its type forgotten: actions are numbers, views are records.

use crate::{Advice, CatalogError, GameInfo, SearchSpec, Told};
use facedown_arena::{DuplicateMatch, DuplicateOptions, DuplicateProgress, StepError};
use facedown_game::{Control, ObservationMut, Turn};
use serde_json::{Map, Value};
use std::any::Any;

/// A game with its rules in force.
pub trait AnyGame: Send + Sync {
    /// What the list tells of it.
    fn info(&self) -> &'static GameInfo;
    /// The rules in force as a record.
    fn rules(&self) -> Value;
    /// How many seats the table has.
    fn seats(&self) -> usize;
    /// Whether a person is asked where there is only one thing to do.
    fn asks_forced(&self) -> bool;
    /// How many numbers the actions have.
    fn action_count(&self) -> usize;
    /// The text of the action with this number.
    fn action_text(&self, action: usize) -> Result<String, CatalogError>;
    /// The name and version of the observation's form.
    fn encoder_id(&self) -> String;
    /// The observation's shape; the first axis is the channel.
    fn observation_shape(&self) -> Vec<usize>;
    /// What each channel's raw number is multiplied by.
    fn observation_scales(&self) -> Vec<f32>;
    /// What each channel means.
    fn observation_channels(&self) -> Vec<&'static str>;
    /// Deals a hand from stream 0 of a seed.
    fn deal(&self, seed: u64) -> Box<dyn AnyHand>;
    /// Deals a hand from cards in a given order, by their numbers.
    fn deal_pack(&self, pack: &[usize]) -> Result<Box<dyn AnyHand>, CatalogError>;
    /// The view that a record holds: the reverse of [`AnyView::record`]. A record that contradicts
    /// itself is an error that names what contradicts what.
    fn read_view(&self, record: &Value) -> Result<Box<dyn AnyView>, CatalogError>;
    /// A bot by name, whose luck comes from this seed.
    fn bot(&self, name: &str, seed: u64) -> Result<Box<dyn AnyBot>, CatalogError> {
        self.bot_with(name, seed, &Map::new())
    }
    /// A bot with these knobs of its search set otherwise; without any, every bot will do.
    fn bot_with(
        &self,
        name: &str,
        seed: u64,
        knobs: &Map<String, Value>,
    ) -> Result<Box<dyn AnyBot>, CatalogError>;
    /// All knobs of a bot that searches, some of them set otherwise.
    fn search_config(&self, bot: &str, knobs: &Map<String, Value>) -> Result<Value, CatalogError>;
    /// Begins a match; hand n is dealt from stream n of the seed.
    fn begin_match(&self, seed: u64) -> Box<dyn AnyMatch>;
    /// Many hands at once.
    fn vec_env(&self, spec: &VecSpec<'_>) -> Result<Box<dyn AnyVecEnv>, CatalogError> {
        self.vec_env_with(spec, None)
    }
    /// Many hands at once, observed in the form with this name; without one in the usual form, and
    /// not at all in the form `none`.
    fn vec_env_with(
        &self,
        spec: &VecSpec<'_>,
        encoder: Option<&str>,
    ) -> Result<Box<dyn AnyVecEnv>, CatalogError>;
    /// The names of all forms of observations, the usual one first.
    fn encoder_ids(&self) -> Vec<String>;
    /// Plays a duplicate match: the same deals with seats rotated.
    fn duplicate_match(
        &self,
        spec: &DuplicateSpec<'_>,
        control: Control<'_, DuplicateProgress>,
    ) -> Result<DuplicateMatch, CatalogError>;
}

/// One hand in progress.
pub trait AnyHand: Send + Sync {
    /// Whose move it is.
    fn turn(&self) -> Turn;
    /// The numbers of the legal actions, ascending.
    fn legal(&self) -> Vec<usize>;
    /// Carries out a legal action.
    fn apply(&mut self, action: usize) -> Result<(), CatalogError>;
    /// Carries out a legal action, and tells what a seat then witnesses, in words: what is told by
    /// no public action.
    fn apply_heard(&mut self, action: usize, seat: usize) -> Result<Vec<Told>, CatalogError>;
    /// Whether every seat may be told that the seat to act does this.
    fn is_public(&self, action: usize) -> bool;
    /// The number of the legal action with this text.
    fn find(&self, text: &str) -> Result<usize, CatalogError>;
    /// What a seat knows.
    fn view(&self, seat: usize) -> Result<Box<dyn AnyView>, CatalogError>;
    /// What the hand is worth to each seat.
    fn scores(&self) -> Vec<i32>;
    /// The actions so far.
    fn history(&self) -> &[usize];
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyHand>;
    /// Whether two hands are in the same state of the same game.
    fn same(&self, other: &dyn AnyHand) -> bool;
    /// The hand as it is, for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

/// All that one seat knows.
pub trait AnyView: Send + Sync {
    /// Whose view it is.
    fn seat(&self) -> usize;
    /// Whose move it is, as far as the seat knows.
    fn turn(&self) -> Option<Turn>;
    /// The numbers of what the seat may do, ascending; empty where it is not to act.
    fn legal(&self) -> Vec<usize>;
    /// What an action does, in words.
    fn describe(&self, action: usize) -> Result<String, CatalogError>;
    /// Whether the seat goes on after this action and learns nothing by it.
    fn leads_on(&self, action: usize) -> bool;
    /// The view as a record.
    fn record(&self) -> Value;
    /// The view as a person reads it in a terminal.
    fn text(&self) -> String;
    /// Encodes the view into an array of the game's [`AnyGame::observation_shape`].
    ///
    /// # Panics
    /// If the array has another length.
    fn encode_into(&self, out: ObservationMut<'_>);
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyView>;
    /// Whether two views tell the same.
    fn same(&self, other: &dyn AnyView) -> bool;
    /// What a search finds of every action of the view's seat.
    fn search(&self, spec: SearchSpec<'_>) -> Result<Advice, CatalogError>;
    /// All knobs of that search, some of them replaced.
    fn search_config(&self, bot: &str, knobs: &Map<String, Value>) -> Result<Value, CatalogError>;
    /// A whole hand that the seat cannot tell from the one it sits at: every such deal has the same
    /// chance, and the seed names one. Its history is empty.
    fn world(&self, seed: u64) -> Result<Box<dyn AnyHand>, CatalogError>;
    /// The view as it is, for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

/// A bot of one game.
pub trait AnyBot: Send {
    /// What the bot does in the place of the view's seat, which is to act: an action's number.
    /// `None` where the seat is not to act, or where the view is of another game.
    fn choose(&mut self, view: &dyn AnyView) -> Option<usize>;
    /// A new hand begins.
    fn new_hand(&mut self);
}

/// A match in progress.
pub trait AnyMatch: Send {
    /// Deals the next hand; `None` when the match is over.
    fn next_hand(&self) -> Option<Box<dyn AnyHand>>;
    /// Enters a finished hand of this match.
    fn finish_hand(&mut self, hand: &dyn AnyHand);
    /// The running score, with all bonuses when the match is over.
    fn scores(&self) -> Vec<i32>;
    /// The seats that have won.
    fn winners(&self) -> Vec<usize>;
}

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
    /// Returns the running scores of an environment's match before the hand in progress; `None` if
    /// there is no such environment.
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

/// The layout of observations.
#[derive(Clone, PartialEq, Debug)]
pub struct EncoderInfo {
    /// Name and version.
    pub id: String,
    /// The shape; the first axis is the channel.
    pub shape: Vec<usize>,
    /// The scale of each channel.
    pub scales: Vec<f32>,
    /// The meaning of each channel.
    pub channels: Vec<&'static str>,
}

/// The specification of a vectorised environment.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    /// The reward at the end of an episode: `result`, the score by the rules; `points`, the score
    /// without placement bonuses; `rank`, from 1 for the first place to -1 for the last.
    pub reward: &'a str,
    /// Placement bonuses in points (*uma*) that replace those of the rules; empty for none.
    pub uma: &'a [f32],
    /// The reward of each point in the step that ends a hand of a match.
    pub shaping: f32,
    /// The factor of all rewards.
    pub reward_scale: f32,
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
            reward: "result",
            uma: &[],
            shaping: 0.0,
            reward_scale: 1.0,
        }
    }
}

/// The specification of a duplicate match.
pub struct DuplicateSpec<'a> {
    /// The bots' names, one for each seat.
    pub bots: &'a [String],
    /// Search parameters that override those of every bot that searches; there must be one then.
    pub knobs: &'a Map<String, Value>,
    /// Whole matches instead of single hands.
    pub matches: bool,
    /// The number of deals, the seed and the threads.
    pub options: DuplicateOptions,
}
