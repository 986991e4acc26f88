//! The registry: every game by name.

use crate::games::{gin, ofc, riichi, tricks};
use crate::{AnyGame, CatalogError, Length};
use facedown_ofc_solver::weights;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// A game's entry in the registry: what its rules do not say about it. [`descriptions`] adds what
/// they do.
///
/// [`descriptions`]: crate::descriptions
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name that users type.
    pub name: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// The family, whose games have views of one kind.
    pub family: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The named rules; the first is the default.
    pub presets: &'static [&'static str],
    /// The names of presets that people read, where they differ.
    pub titles: &'static [(&'static str, &'static str)],
    /// The numbers of seats that the game is for; each preset has those that its rules allow.
    pub seat_counts: RangeInclusive<usize>,
    /// The bots that can play it, with descriptions.
    pub bots: &'static [(&'static str, &'static str)],
    /// The bot that a person plays against by default.
    pub opponent: &'static str,
    /// A bot that decides at once, for those who play many hands.
    pub quick_opponent: &'static str,
    /// The bots of a table by strength: easy, fair, strong.
    pub levels: [&'static str; 3],
    /// The lengths of what is played; the first is the default.
    pub lengths: &'static [Length],
    /// The environments of Gymnasium and PettingZoo: their ids and presets.
    pub environments: &'static [(&'static str, &'static str)],
    /// About the worst result of a hand that is met in play: the price of an illegal action.
    pub bad_result: i32,
    pub(crate) make: Maker,
}

/// Makes a game from its options.
type Maker = fn(&'static GameInfo, &Map<String, Value>) -> Result<Box<dyn AnyGame>, CatalogError>;

/// Every game.
// A static: the constructors in a constant would be compiled anew, with every search of every game,
// in each crate that names it.
pub static GAMES: &[GameInfo] = &[
    gin::INFO,
    tricks::HEARTS,
    tricks::SPADES,
    tricks::OH_HELL,
    tricks::EL_DORADO,
    riichi::INFO,
    ofc::INFO,
];

/// Makes the game with this name and these options; the option `rules` names a preset, the others
/// are fields of the rules.
#[inline(never)]
pub fn game(name: &str, options: &Map<String, Value>) -> Result<Box<dyn AnyGame>, CatalogError> {
    let info = GAMES.iter().find(|info| info.name == name);
    let info = info.ok_or_else(|| CatalogError::UnknownGame(name.to_owned()))?;
    if info.name == ofc::INFO.name {
        weights::require().map_err(|missing| CatalogError::Search(missing.to_string()))?;
    }
    (info.make)(info, options)
}
