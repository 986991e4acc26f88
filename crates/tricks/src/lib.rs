//! Trick-taking games: one engine with rules as data, exactly uniform deals, views, and bots.
//!
//! What trick games differ in is a value, [`Rules`]: packs and the order of ranks, teams, deal,
//! passing, auction, trump, duties of play, score, match. [`Tricks::new`] compiles it into tables;
//! the engine knows no game by name. Oh Hell, El Dorado, Hearts and Spades ship as presets.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the options, their presets and what makes them valid |
//! | [`Tricks`] | the game: [`State`], [`View`], [`Action`], [`Event`], [`Table`] |
//! | [`Standing`] | matches of many hands, bags, knockouts |
//! | [`Constraints`] | what the history proves about hidden hands |
//! | [`deals`] | deals that fit such facts, each with exactly the same chance |
//! | [`TricksWorlds`], [`Belief`] | hidden worlds: uniform, or weighed by what was bid |
//! | [`Planes`], [`Actions`] | how networks see it |
//! | [`bots`] | `rule`, a decent beginner |
//! | [`wire`] | views as records, with the full history of the hand, and back |
//! | [`openspiel`] | OpenSpiel's card and action numbers |
//!
//! ```
//! use facedown_game::{ActionBuf, Game, Hidden, Rng, Searchable, Turn, Worlds};
//! use facedown_tricks::{Legal, Rules, Tricks};
//!
//! let game = Tricks::new(Rules::oh_hell(4))?;
//! let mut rng = Rng::new(1);
//! let mut state = game.deal(&game.first_setup(), &mut rng, &mut ());
//! let mut legal = Legal::default();
//! while let Turn::Act(seat) = game.turn(&state) {
//!     // Another world that the seat cannot tell from this one.
//!     let view = game.view(&state, seat);
//!     let (world, _) = game.worlds(&view)?.sample(&mut rng);
//!     assert_eq!(game.view(&world, seat), view);
//!     game.legal_actions(&state, &mut legal);
//!     let action = game.rollout(&state, legal.as_slice(), &mut rng);
//!     game.apply(&mut state, action, &mut ());
//! }
//! assert_eq!(state.table().tricks(), 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod belief;
mod bits;
pub mod bots;
mod compile;
pub mod deals;
mod duties;
mod encode;
mod estimate;
mod facts;
mod flow;
mod game;
mod key;
mod legal;
mod light;
mod matches;
pub mod openspiel;
mod pack;
mod playout;
pub mod rules;
mod score;
mod state;
mod table;
pub mod wire;
mod worlds;

pub use action::{Action, Event, Move, Parcel};
pub use belief::{Belief, BeliefModel};
pub use encode::{Actions, Planes};
pub use facts::Constraints;
pub use game::Tricks;
pub use legal::Legal;
pub use matches::Standing;
pub use pack::Cards;
pub use rules::Rules;
pub use state::{State, View};
pub use table::{MAX_PLAYS, MAX_TRICKS, Phase, Setup, Table};
pub use worlds::TricksWorlds;
