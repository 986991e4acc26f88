//! Any game, its type forgotten: actions are numbers, views are records.

use crate::{Advice, CatalogError, GameInfo, SearchSpec, Told};
use facedown_arena::{Buffers, DuplicateMatch, DuplicateOptions, StepError};
use facedown_game::{Half, Turn};
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
    /// Bots against bots on equal deals.
    fn duplicate_match(&self, spec: &DuplicateSpec<'_>) -> Result<DuplicateMatch, CatalogError>;
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
    /// The view as an array of scaled numbers.
    fn encode(&self) -> Vec<f32>;
    /// The view as an array of raw counts.
    fn encode_raw(&self) -> Vec<u8>;
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

/// Many hands at once.
pub trait AnyVecEnv: Send {
    /// How many lanes there are.
    fn n(&self) -> usize;
    /// How many episodes have ended since the last reset.
    fn episodes(&self) -> u64;
    /// The form of its observations.
    fn encoder(&self) -> EncoderInfo;
    /// The form in which it shows what is hidden, where that was asked for.
    fn oracle(&self) -> Option<&EncoderInfo>;
    /// A copy of the hand in progress in a lane, hidden cards included; `None` where there is no such
    /// lane.
    fn hand(&self, lane: usize) -> Option<Box<dyn AnyHand>>;
    /// The running score of a lane's match before the hand in progress; `None` where there is no
    /// such lane.
    fn standing(&self, lane: usize) -> Option<Vec<i32>>;
    /// Starts again with the hands of a seed; observations of 16 bits.
    fn reset_half(&mut self, seed: u64, out: Buffers<'_, Half>) -> Result<(), StepError>;
    /// One action in every lane; observations of 16 bits.
    fn step_half(&mut self, actions: &[i32], out: Buffers<'_, Half>) -> Result<(), StepError>;
    /// Starts again with the hands of a seed; raw observations.
    fn reset_raw(&mut self, seed: u64, out: Buffers<'_, u8>) -> Result<(), StepError>;
    /// Starts again with the hands of a seed; scaled observations.
    fn reset(&mut self, seed: u64, out: Buffers<'_, f32>) -> Result<(), StepError>;
    /// One action in every lane; raw observations.
    fn step_raw(&mut self, actions: &[i32], out: Buffers<'_, u8>) -> Result<(), StepError>;
    /// One action in every lane; scaled observations.
    fn step(&mut self, actions: &[i32], out: Buffers<'_, f32>) -> Result<(), StepError>;
    /// A legal action for each lane, each with the same chance.
    fn sample_actions(&mut self, seed: u64, out: &mut [i32]) -> Result<(), StepError>;
    /// What is hidden, as numbers of 16 bits, in the form of [`AnyVecEnv::oracle`].
    fn worlds_half(&mut self, out: &mut [Half]) -> Result<(), StepError>;
    /// What is hidden, as raw numbers.
    fn worlds_raw(&mut self, out: &mut [u8]) -> Result<(), StepError>;
    /// What is hidden, as scaled numbers.
    fn worlds(&mut self, out: &mut [f32]) -> Result<(), StepError>;
}

/// The form of observations.
#[derive(Clone, PartialEq, Debug)]
pub struct EncoderInfo {
    /// Its name and version.
    pub id: String,
    /// The shape; the first axis is the channel.
    pub shape: Vec<usize>,
    /// What each channel's raw number is multiplied by.
    pub scales: Vec<f32>,
    /// What each channel means.
    pub channels: Vec<&'static str>,
}

/// What a vectorised environment is made from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VecSpec<'a> {
    /// How many lanes.
    pub n: usize,
    /// What all hands come from.
    pub seed: u64,
    /// How many threads; 0 for one on each core.
    pub threads: usize,
    /// Observations are those of all seats, not of the seat to act alone.
    pub all_seats: bool,
    /// What is hidden is shown beside.
    pub oracle: bool,
    /// What an episode is: `hand`, or a whole `match` by the rules.
    pub length: &'a str,
    /// What the end of an episode is worth: `result`, the score by the rules; `points`, that without
    /// bonuses of places; `rank`, from 1 for the first place to -1 for the last.
    pub reward: &'a str,
    /// Bonuses of places in points that take the place of those of the rules; empty for none.
    pub uma: &'a [f32],
    /// What each point is worth in the step in which a hand of a match ends.
    pub shaping: f32,
    /// What all rewards are multiplied by.
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

/// What a duel is made from.
pub struct DuplicateSpec<'a> {
    /// The bots' names, one for each seat.
    pub bots: &'a [String],
    /// Knobs that are set otherwise in every bot that searches; there must be one then.
    pub knobs: &'a Map<String, Value>,
    /// Whole matches instead of single hands.
    pub matches: bool,
    /// How many deals, the seed, threads, progress.
    pub options: DuplicateOptions<'a>,
}
