//! Tree search for any game of `facedown-game`, naming none of them.
//!
//! A search is asked with a view and the worlds that explain it, or with a state that all know, and
//! answers with every legal action: how often it was tried, what it is worth, how sure that is, and
//! what follows. It cannot cheat, because all it gets of hidden things are sampled worlds.
//!
//! | here | what it is |
//! |---|---|
//! | [`Searcher`], [`search_view`], [`search_hidden`], [`search_state`] | the doors |
//! | [`SearchBot`] | a policy that searches |
//! | [`SearchConfig`], [`Algorithm`] | every param, and which search it is |
//! | [`Budget`], [`Control`] | when it ends, and how it is interrupted and watched |
//! | [`Answer`], [`ActionReport`], [`Totals`] | what it found, as values, text and JSON |
//! | [`search_chance`], [`ChanceSearch`], [`ChanceProblem`], [`Transpositions`] | one decision maker against chance, with exact leaves |
//! | [`Utility`], [`Points`], [`Wins`], [`Teams`] | what seats want |
//!
//! ```
//! use facedown_game::{Game, Rng, Seat};
//! use facedown_search::{Algorithm, Budget, Control, SearchConfig, search_hidden};
//! use facedown_testkit::toys::{Coin, CoinAction};
//!
//! // A coin that must be named unseen: searching each world by itself is fooled.
//! let game = Coin::STRATEGY_FUSION;
//! let view = game.view(&game.deal(&(), &mut Rng::new(1), &mut ()), Seat::new(0));
//! let ask = |algorithm| {
//!     let config = SearchConfig { algorithm, ..SearchConfig::default() };
//!     let budget = Budget::iterations(10_000);
//!     search_hidden(&game, &view, &config, budget, Control::default()).unwrap().best().action
//! };
//! assert_eq!(ask(Algorithm::Determinized), CoinAction::Play);
//! assert_eq!(ask(Algorithm::SoIsmcts), CoinAction::Safe);
//! ```
//!
//! An iteration goes down the tree by upper confidence bounds, plays the hand out, and adds what
//! each seat got to the edges that it chose. Nodes are situations as an observer can tell them
//! apart, found by a running key over what that observer witnessed: everything for UCT, what the
//! asking seat witnesses for single-observer search, what the mover witnesses for multi-observer
//! search. The rest is the same for all. `docs/guide/search.md` says which to use when, and why the
//! defaults are what they are.

mod budget;
mod chance;
mod config;
mod decide;
mod error;
mod one_shot;
mod root;
mod run;
mod transpositions;
mod tree;

pub use budget::Budget;
pub use chance::{
    ChanceAnswer, ChanceConfig, ChanceDetail, ChanceProblem, ChanceSearch, ChanceSlice,
    ChanceTotals, ChoiceReport, ExactValue, search_chance,
};
pub use config::{
    Algorithm, Choice, ObserverKeys, Ordering, Parallel, Rollout, RootAllocation, SearchConfig,
};
pub use decide::{
    Advisor, AdvisorBot, ConfigOf, PolicyAdvisor, PriorsOf, SearchAdvisor, SearchBot, UtilityOf,
    WorldsOf,
};
pub use error::SearchError;
pub use facedown_game::{Control, Points, Progress, Teams, Utility, Wins};
pub use one_shot::{search_hidden, search_state, search_view};
pub use root::answer::{ActionReport, Answer, Stop, Totals};
pub use run::{Searcher, Slice};
pub use transpositions::Transpositions;
