#![doc = include_str!("../README.md")]
//!
//! A search takes a view and a sampler of its worlds, or a state of perfect information, and
//! reports every legal action: visits, value, confidence interval and principal variation. It
//! cannot cheat, because it sees hidden cards in sampled worlds only.
//!
//! | item | meaning |
//! |---|---|
//! | [`Searcher`], [`search_view`], [`search_hidden`], [`search_state`] | entry points |
//! | [`Advisor`], [`SearchAdvisor`], [`AdvisorBot`] | answers by search, and a policy that plays them |
//! | [`SearchConfig`], [`Algorithm`] | the algorithm and all its parameters |
//! | [`Budget`], [`Control`] | when it ends; cancelling and observing it |
//! | [`Slice`], [`Allowance`], [`Stepwise`] | long work in pieces, and the loop that works through them |
//! | [`Answer`], [`ActionReport`], [`Totals`] | the answer as values, text and JSON |
//! | [`search_chance`], [`ChanceSearch`], [`ChanceProblem`], [`Transpositions`] | one decision maker against chance, with exact leaves |
//! | [`Utility`], [`Points`], [`Wins`], [`Teams`] | utilities |
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
//! An iteration selects a path by upper confidence bounds, expands a node, rolls the hand out, and
//! backs each seat's utility up along the edges that it chose. Nodes are information sets of an
//! observer, found by a running hash of its observations: all events for UCT, those of the seat at
//! the root for single-observer search, those of the mover for multi-observer search. The rest is
//! the same for all. `docs/guide/search.md` says which to use when, and explains the defaults.

mod budget;
mod chance;
mod config;
mod decide;
mod error;
mod guided;
mod one_shot;
mod root;
mod run;
mod slice;
mod sorting;
mod transpositions;
mod tree;

pub use budget::Budget;
pub use chance::{
    ChanceAnswer, ChanceConfig, ChanceDetail, ChanceParallel, ChanceProblem, ChanceSearch,
    ChanceTotals, ChoiceReport, ExactValue, search_chance,
};
pub use config::{
    Algorithm, Choice, ObserverKeys, Ordering, Parallel, Rollout, RootAllocation, SearchConfig,
};
pub use decide::{Advisor, AdvisorBot, ConfigOf, PolicyAdvisor, SearchAdvisor, SearchedGame};
pub use error::SearchError;
pub use facedown_game::{Control, Guide, Points, Progress, Teams, Utility, Wins};
pub use guided::HeuristicGuide;
pub use one_shot::{search_hidden, search_state, search_view};
pub use root::answer::{ActionReport, Answer, Stop, Totals};
pub use run::Searcher;
pub use slice::{Allowance, Slice, Stepwise};
pub use transpositions::Transpositions;
