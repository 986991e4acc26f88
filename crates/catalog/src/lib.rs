//! The one list of games and bots by name.
//!
//! Everything below this crate knows one game by its type; everything above knows all games by
//! name. [`game`] turns a name and options into an [`AnyGame`], behind which a hand, a match, a
//! vectorised environment and a duel of bots look the same for every game.
//!
//! ```
//! use facedown_catalog as catalog;
//! use serde_json::json;
//!
//! let gin = catalog::game("gin", json!({"rules": "classic", "gin_bonus": 25}).as_object().unwrap())?;
//! let mut hand = gin.deal(7);
//! let first = hand.legal()[0];
//! hand.apply(first)?;
//! assert_eq!(gin.rules()["undercut_bonus"], 10);
//! # Ok::<(), facedown_catalog::CatalogError>(())
//! ```
//!
//! To add a game: implement `Listed` for it in a file of its own here, and name it in [`GAMES`].

mod advice;
mod bot;
mod course;
mod erased;
mod error;
mod gin;
mod hand;
mod idle;
mod knobs;
mod listed;
mod matches;
mod named;
mod ofc;
mod options;
mod position;
mod riichi;
mod search;
mod stakes;
mod told;
mod tricks;
mod vec_env;
mod view;

pub use advice::{ActionAdvice, Advice};
pub use erased::{
    AnyBot, AnyGame, AnyHand, AnyMatch, AnyVecEnv, AnyView, DuelSpec, EncoderInfo, VecSpec,
};
pub use error::CatalogError;
pub use gin::gin_policy;
pub use knobs::{KNOBS, Knob, enter, read_value};
pub use named::budget;
pub use ofc::ofc_policy;
pub use position::{Position, document, position};
pub use riichi::{riichi_game, riichi_policy, riichi_view};
pub use search::{DEFAULT_SEARCH, SearchSpec, search_config, searches};
pub use told::Told;
pub use tricks::tricks_view;

use serde_json::{Map, Value};

/// What the list tells of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name that users type.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The named rules; the first is the default.
    pub presets: &'static [&'static str],
    /// The bots that can play it, with what they are.
    pub bots: &'static [(&'static str, &'static str)],
    /// The bot that a person plays who does not name one.
    pub opponent: &'static str,
    make: Maker,
}

/// Makes a game from its options.
type Maker = fn(&'static GameInfo, &Map<String, Value>) -> Result<Box<dyn AnyGame>, CatalogError>;

/// Every game.
pub const GAMES: &[GameInfo] = &[
    gin::INFO,
    tricks::HEARTS,
    tricks::SPADES,
    tricks::OH_HELL,
    tricks::EL_DORADO,
    riichi::INFO,
    ofc::INFO,
];

/// The game with this name and these options; the option `rules` names a preset, others are fields
/// of the rules.
pub fn game(name: &str, options: &Map<String, Value>) -> Result<Box<dyn AnyGame>, CatalogError> {
    let info = GAMES.iter().find(|info| info.name == name);
    let info = info.ok_or_else(|| CatalogError::UnknownGame(name.to_owned()))?;
    (info.make)(info, options)
}
