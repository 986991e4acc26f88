//! The traits of a game of the registry: its entry, its bots, its interface for
//! learning, and its baselines of luck adjustment.

use crate::description::Described;
#[cfg(not(target_family = "wasm"))]
use crate::environments::{AnyPureEnv, AnyVecEnv, VecSpec};
use crate::erased::EncoderInfo;
use crate::own_policy::Encoding;
use crate::{CatalogError, GameInfo};
use facedown_game::{
    ActionSpace, Baseline, Element, Encoder, Guide, Hidden, Knowledge, Match, MatchBaseline,
    Packed, PerSeat, Policy, Render, RulesAlone, Searchable, Seat,
};
use facedown_search::{Advisor, SearchAdvisor, SearchConfig};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The entry of a game: its rules by name, and its records.
pub(crate) trait GameEntry:
    Match<LegalActions: Send + Sync, State: Packed, Standing: Packed>
    + Render
    + Searchable
    + Hidden<Worlds: 'static>
{
    /// Whether a person is asked where only one action is legal.
    const ASKS_FORCED: bool = true;

    /// Makes the game of an entry with these options. A type that plays several games has an entry
    /// for each.
    fn with_options(
        info: &'static GameInfo,
        options: &Map<String, Value>,
    ) -> Result<Self, CatalogError>;

    /// Returns the rules as a record.
    fn rules_record(&self) -> Value;

    /// Returns whether another game has the same rules.
    fn same_rules(&self, other: &Self) -> bool;

    /// Deals a hand from cards in a given order, by their ids.
    fn deal_pack(&self, setup: &Self::Setup, pack: &[usize]) -> Result<Self::State, CatalogError>;

    /// Returns which hand of a match a view is of: the record of [`AnyView::setup`].
    ///
    /// [`AnyView::setup`]: crate::AnyView::setup
    fn setup_record(&self, view: &Self::View) -> Value;

    /// Returns a view as a record.
    fn view_record(&self, view: &Self::View) -> Value;

    /// Reads a view and its seat from a record, the reverse of [`GameEntry::view_record`]. A record
    /// that contradicts itself is an error that names the contradiction.
    fn read_view(&self, record: &Value) -> Result<(Self::View, Seat), CatalogError>;

    /// Returns the action with this id, legal or not.
    fn any_action(id: usize) -> Option<Self::Action>;

    /// Returns the standing of a match before a hand with this setup.
    fn standing_before(&self, setup: &Self::Setup) -> Self::Standing {
        let _ = setup;
        self.begin()
    }

    /// Returns the game whose matches are one deal and all that follows from it, if hands can lead
    /// to others.
    fn single_deals(&self) -> Option<Self> {
        None
    }
}

/// The bots of a game.
pub(crate) trait Players: GameEntry {
    /// The number of kinds of decisions that the game's strongest search distinguishes.
    const STAGES: usize = 1;

    /// Returns a bot that does not search, by name.
    fn policy(name: &str) -> Option<Box<dyn Policy<Self>>>;

    /// Checks that a bot of this name has what it decides with, such as weights that are loaded
    /// when they are needed.
    fn check_bot(&self, name: &str) -> Result<(), CatalogError> {
        let _ = name;
        Ok(())
    }

    /// Returns the kind of decision that a view asks for, below [`Players::STAGES`].
    fn stage(&self, view: &Self::View) -> usize {
        let _ = view;
        0
    }

    /// Returns the tuned configuration of the strongest search for a kind of decision.
    fn search_config(stage: usize) -> SearchConfig;

    /// Returns the names of the parameters that the strongest search reads.
    fn search_params(&self) -> &'static [&'static str];

    /// Returns the game as searches play it: its scores may count what follows from a hand.
    fn searched(&self) -> Self {
        self.clone()
    }

    /// Returns what the strongest search knows beyond the rules.
    fn knowledge(&self) -> Arc<dyn Knowledge<Self>>;

    /// Returns what every other search knows.
    fn rules_alone(&self) -> Arc<dyn Knowledge<Self>> {
        Arc::new(RulesAlone)
    }

    /// Returns what guides the search `puct`, such as a network; `None` for the heuristic and
    /// rollouts.
    fn guide(&self) -> Option<Arc<dyn Guide<Self>>> {
        None
    }

    /// Returns the strongest searcher, with a configuration for each kind of decision.
    fn strongest(&self, configs: Vec<SearchConfig>) -> Box<dyn Advisor<Self>> {
        let config = move |game: &Self, view: &Self::View| configs[game.stage(view)].clone();
        Box::new(SearchAdvisor::new(self.searched(), self.knowledge(), Box::new(config)))
    }
}

/// The interface of a game for reinforcement learning.
pub(crate) trait Learning: GameEntry {
    /// Its action space.
    type Space: ActionSpace<Self> + Default + Clone + 'static;
    /// Its default encoder.
    type DefaultEncoder: Encoder<Self> + Default + Clone + 'static;

    /// Earlier ids of the default encoder, whose observations are the same.
    const EARLIER_ENCODER_IDS: &[&str] = &[];

    /// Returns the ids of further encoders.
    fn more_encoders(&self) -> Vec<String> {
        Vec::new()
    }

    #[cfg(not(target_family = "wasm"))]
    /// Makes a vectorised environment with one of the further encoders; `None` if there is no such
    /// encoder.
    fn vec_env_as(
        &self,
        info: &'static GameInfo,
        encoder: &str,
        spec: &VecSpec<'_>,
    ) -> Option<Result<Box<dyn AnyVecEnv>, CatalogError>> {
        let _ = (info, encoder, spec);
        None
    }

    #[cfg(not(target_family = "wasm"))]
    /// Makes an environment with states of the caller and one of the further encoders; `None` if
    /// there is no such encoder.
    fn pure_env_as(
        &self,
        info: &'static GameInfo,
        encoder: &str,
        spec: &VecSpec<'_>,
        auto_reset: bool,
    ) -> Option<Result<Box<dyn AnyPureEnv>, CatalogError>> {
        let _ = (info, encoder, spec, auto_reset);
        None
    }

    /// Returns one of the further encoders; `None` if there is none with this id.
    fn encoding_as(&self, encoder: &str) -> Option<Encoding<Self>> {
        let _ = encoder;
        None
    }

    /// Returns the layout of the oracle observation, if the game has one.
    fn oracle(&self) -> Option<EncoderInfo> {
        None
    }

    /// Encodes the full state for a seat: the oracle observation.
    fn encode_oracle<T: Element>(&self, state: &Self::State, seat: Seat, out: &mut [T]) {
        let _ = (state, seat, out);
    }

    /// Returns what each seat of a finished match has gained, without placement bonuses.
    fn match_gains(&self, standing: &Self::Standing) -> PerSeat<i32> {
        self.match_scores(standing)
    }

    /// Returns what the seats of a finished match are ranked by, the highest first.
    fn match_order(&self, standing: &Self::Standing) -> PerSeat<i32> {
        self.match_scores(standing)
    }
}

/// The baselines of a game, by which results are adjusted for luck: `cheap` and `deep`.
pub(crate) trait Baselines: GameEntry {
    /// The names of the baselines; none if results cannot be adjusted.
    const BASELINES: &[&str] = &[];

    /// Returns the baseline of single hands with one of these names. Values are points.
    fn hand_baseline(&self, name: &str) -> Option<Box<dyn Baseline<Self>>> {
        let _ = name;
        None
    }

    /// Returns the baseline of deals with all that follows from them. Values are points.
    fn deal_baseline(&self, name: &str) -> Option<Box<dyn MatchBaseline<Self>>> {
        let _ = name;
        None
    }

    /// Returns the baseline of matches. Values are chances to win the match.
    fn match_baseline(&self, name: &str) -> Option<Box<dyn MatchBaseline<Self>>> {
        let _ = name;
        None
    }
}

/// A game of the registry.
pub(crate) trait CatalogGame: Described + Players + Learning + Baselines {}

impl<G: Described + Players + Learning + Baselines> CatalogGame for G {}
