//! Any game, its type erased: actions are ids, views are records.

#[cfg(not(target_family = "wasm"))]
use crate::DealPlan;
#[cfg(not(target_family = "wasm"))]
use crate::environments::{AnyPureEnv, AnyVecEnv, DuplicateSpec, FailedMatch, VecSpec};
use crate::{
    Advice, AdviseSpec, AnyComparison, CatalogError, GameInfo, Player, PolicyNetwork,
    TableDescription,
};
#[cfg(not(target_family = "wasm"))]
use facedown_arena::{DuplicateMatch, DuplicateProgress};
#[cfg(not(target_family = "wasm"))]
use facedown_game::ObservationMut;
use facedown_game::{Control, Narration, Selection, Turn};
use facedown_search::Slice;
use serde_json::{Map, Value};
use std::any::Any;
use std::sync::atomic::AtomicBool;

/// A game with its rules.
pub trait AnyGame: Send + Sync {
    /// Returns the game's entry in the registry.
    fn info(&self) -> &'static GameInfo;
    /// Returns the rules as a record.
    fn rules(&self) -> Value;
    /// Returns the number of seats.
    fn seats(&self) -> usize;
    /// Returns what the rules bound: seats, scores, decisions.
    fn table(&self) -> TableDescription;
    /// Returns the number of cards or tiles of the pack.
    fn cards(&self) -> usize;
    /// Returns what the rules have of what not all rules of the family have, a word for each.
    fn features(&self) -> Vec<&'static str>;
    /// Returns the names of the baselines by which results can be adjusted for luck.
    fn baselines(&self) -> &'static [&'static str];
    /// Returns whether the record of a view has all that its seat has seen.
    fn records_remember(&self) -> bool;
    /// Returns whether a person is asked where only one action is legal.
    fn asks_forced(&self) -> bool;
    /// Returns the size of the action space.
    fn action_count(&self) -> usize;
    /// Returns the notation of the action with this id.
    fn action_text(&self, action: usize) -> Result<String, CatalogError>;
    #[cfg(not(target_family = "wasm"))]
    /// Returns the layout of the default encoder.
    fn encoder(&self) -> EncoderInfo;
    /// Returns the ids of all encoders, the default one first.
    fn encoder_ids(&self) -> Vec<String>;
    /// Returns the number of places of the cycle of a match: dealer, hand size, passing and round
    /// begin anew after it.
    fn hand_count(&self) -> u32;
    /// Deals a hand from stream 0 of a seed: the hand in one place of the cycle of a match, or one
    /// whose dealer, hand number, round, sticks and scores the seed draws as the hands of matches
    /// have them.
    fn deal(&self, seed: u64, hand: Option<u32>) -> Result<Box<dyn AnyHand>, CatalogError>;
    /// Deals the hand in one place of the cycle of a match from cards in a given order, by their ids.
    fn deal_pack(&self, pack: &[usize], hand: u32) -> Result<Box<dyn AnyHand>, CatalogError>;
    #[cfg(not(target_family = "wasm"))]
    /// Returns how the pack of the hand in one place of the cycle of a match is drawn.
    fn deal_plan(&self, hand: u32) -> Result<DealPlan, CatalogError>;
    /// Reads a view from a record, the reverse of [`AnyView::record`]. A record that contradicts
    /// itself is an error that names the contradiction.
    fn read_view(&self, record: &Value) -> Result<Box<dyn AnyView>, CatalogError>;
    /// Makes a bot by name, with a random seed.
    fn bot(&self, name: &str, seed: u64) -> Result<Box<dyn AnyBot>, CatalogError> {
        self.bot_with(name, seed, &Map::new())
    }
    /// Makes a bot with some search parameters replaced.
    fn bot_with(
        &self,
        name: &str,
        seed: u64,
        params: &Map<String, Value>,
    ) -> Result<Box<dyn AnyBot>, CatalogError> {
        self.player(&name.into(), seed, params, None)
    }
    /// Makes a bot of the game's, or one that asks a policy of the caller's. The search `puct` may
    /// be guided by a network.
    fn player(
        &self,
        player: &Player,
        seed: u64,
        params: &Map<String, Value>,
        network: Option<&PolicyNetwork>,
    ) -> Result<Box<dyn AnyBot>, CatalogError>;
    /// Returns the names of the search parameters that a bot reads; none if it does not search.
    fn search_params(&self, bot: &str) -> &'static [&'static str];
    /// Returns all parameters of a bot that searches, some of them replaced.
    fn search_config(&self, bot: &str, params: &Map<String, Value>) -> Result<Value, CatalogError>;
    /// Begins a match; hand n is dealt from stream n of the seed.
    fn begin_match(&self, seed: u64) -> Box<dyn AnyMatch>;
    #[cfg(not(target_family = "wasm"))]
    /// Makes a vectorised environment with the default encoder.
    fn vec_env(&self, spec: &VecSpec<'_>) -> Result<Box<dyn AnyVecEnv>, CatalogError> {
        self.vec_env_with(spec, None)
    }
    #[cfg(not(target_family = "wasm"))]
    /// Makes a vectorised environment with the encoder of this id; `none` observes nothing.
    fn vec_env_with(
        &self,
        spec: &VecSpec<'_>,
        encoder: Option<&str>,
    ) -> Result<Box<dyn AnyVecEnv>, CatalogError>;
    #[cfg(not(target_family = "wasm"))]
    /// Makes an environment whose states belong to the caller, with the encoder of this id, by
    /// default the game's; `none` observes nothing. Number, seed, threads and oracle of the
    /// specification are not read.
    fn pure_env(
        &self,
        spec: &VecSpec<'_>,
        encoder: Option<&str>,
        auto_reset: bool,
    ) -> Result<Box<dyn AnyPureEnv>, CatalogError>;
    #[cfg(not(target_family = "wasm"))]
    /// Plays a duplicate match: the same deals in all seatings of the bots, or in a balanced set.
    fn duplicate_match(
        &self,
        spec: &DuplicateSpec<'_>,
        control: Control<'_, DuplicateProgress>,
    ) -> Result<DuplicateMatch, FailedMatch>;
}

/// A hand in progress.
pub trait AnyHand: Send + Sync {
    /// Returns whose turn it is.
    fn turn(&self) -> Turn;
    /// Returns the ids of the legal actions, ascending.
    fn legal(&self) -> Vec<usize>;
    /// Applies a legal action.
    fn apply(&mut self, action: usize) -> Result<(), CatalogError>;
    /// Applies a legal action; returns what a seat then observes and no public action implies, in
    /// words.
    fn apply_narrated(
        &mut self,
        action: usize,
        seat: usize,
    ) -> Result<Vec<Narration>, CatalogError>;
    /// Returns whether every seat observes that the seat to act takes this action.
    fn is_public(&self, action: usize) -> bool;
    /// Returns the id of the legal action with this text.
    fn find(&self, text: &str) -> Result<usize, CatalogError>;
    /// Returns the ids of the actions that a text names for the seat to act: one action, or several
    /// chosen at once (`pass As Kd 4c`).
    fn parse(&self, text: &str) -> Result<Vec<usize>, CatalogError>;
    /// Returns what a seat knows.
    fn view(&self, seat: usize) -> Result<Box<dyn AnyView>, CatalogError>;
    /// Returns the score of each seat.
    fn scores(&self) -> Vec<i32>;
    /// Returns which hand of a match it is: see [`AnyView::setup`].
    fn setup(&self) -> Value;
    /// Returns the ids of the actions so far.
    fn history(&self) -> &[usize];
    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn AnyHand>;
    /// Returns whether two hands are in the same state of the same game.
    fn same(&self, other: &dyn AnyHand) -> bool;
    /// Returns the hand for downcasting.
    fn as_any(&self) -> &dyn Any;
}

/// Everything that one seat knows.
pub trait AnyView: Send + Sync {
    /// Returns the view's seat.
    fn seat(&self) -> usize;
    /// Returns whose turn it is, as far as the seat knows.
    fn turn(&self) -> Option<Turn>;
    /// Returns the ids of the seat's legal actions, ascending; none if it is not to act.
    fn legal(&self) -> Vec<usize>;
    /// Describes what an action does.
    fn describe(&self, action: usize) -> Result<String, CatalogError>;
    /// Returns the cards to choose from where a decision takes several at once.
    fn selection(&self) -> Option<Selection>;
    /// Returns the ids of the actions that a text names: one action, or several chosen at once.
    fn parse(&self, text: &str) -> Result<Vec<usize>, CatalogError>;
    /// Returns the view as a record.
    fn record(&self) -> Value;
    /// Returns which hand of a match it is, as a record: `hand` is its place in the cycle of a match,
    /// `dealer` a seat; the game adds the scores before the hand, and what else a hand begins with.
    fn setup(&self) -> Value;
    /// Returns the view as a terminal shows it.
    fn text(&self) -> String;
    #[cfg(not(target_family = "wasm"))]
    /// Encodes the view into an array of the default encoder's size.
    ///
    /// # Panics
    /// If the array has another size.
    fn encode_into(&self, out: ObservationMut<'_>);
    /// Returns a copy.
    fn boxed_clone(&self) -> Box<dyn AnyView>;
    /// Returns whether two views are equal.
    fn same(&self, other: &dyn AnyView) -> bool;
    /// Advises the view's seat: every legal action, the best first. A bot of the same name, seed
    /// and iterations plays the first one.
    fn advise(&self, spec: &AdviseSpec<'_>) -> Result<Advice, CatalogError>;
    /// Begins advice that is advanced in slices.
    fn begin_advice(&self, spec: &AdviseSpec<'_>) -> Result<Box<dyn AnyAdvisor>, CatalogError>;
    /// Begins to compare moves of the seat, each a sequence of action ids, over the same worlds.
    fn begin_comparison(
        &self,
        moves: &[Vec<usize>],
        seed: u64,
    ) -> Result<Box<dyn AnyComparison>, CatalogError>;
    /// Samples a hand that the seat cannot distinguish from the actual one, uniformly. Its history
    /// is empty.
    fn world(&self, seed: u64) -> Result<Box<dyn AnyHand>, CatalogError>;
    /// Returns the view for downcasting.
    fn as_any(&self) -> &dyn Any;
}

/// Advice in progress, advanced in slices.
pub trait AnyAdvisor: Send {
    /// Advances by a slice; returns whether the advice is complete.
    fn advance(
        &mut self,
        slice: Slice,
        control: &mut Control<'_, Advice>,
    ) -> Result<bool, CatalogError>;
    /// Returns the advice as things stand.
    fn advice(&self) -> Advice;
    /// Returns the parameters of the search for this decision; none if the bot does not search.
    fn params(&self) -> Option<&Map<String, Value>>;
}

/// A bot of one game.
pub trait AnyBot: Send {
    /// Returns whether the view is of the bot's game, with the same rules.
    fn fits(&self, view: &dyn AnyView) -> bool;
    /// Chooses an action for the view's seat; `None` if the seat is not to act, or if the view
    /// does not fit. A policy of the caller's may fail.
    fn choose(&mut self, view: &dyn AnyView) -> Result<Option<usize>, CatalogError> {
        self.choose_until(view, &AtomicBool::new(false))
    }
    /// Chooses in the same way; once `cancel` is set, a search ends with its choice so far.
    fn choose_until(
        &mut self,
        view: &dyn AnyView,
        cancel: &AtomicBool,
    ) -> Result<Option<usize>, CatalogError>;
    /// Clears everything kept from the last hand.
    fn new_hand(&mut self);
}

/// A match in progress.
pub trait AnyMatch: Send {
    /// Deals the next hand, or returns `None` when the match is over.
    fn next_hand(&self) -> Option<Box<dyn AnyHand>>;
    /// Adds a finished hand of this match to the standing.
    fn finish_hand(&mut self, hand: &dyn AnyHand);
    /// Returns the running score; all bonuses included when the match is over.
    fn scores(&self) -> Vec<i32>;
    /// Returns the seats that have won.
    fn winners(&self) -> Vec<usize>;
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
