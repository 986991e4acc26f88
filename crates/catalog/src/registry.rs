//! The registry: every game by name.

use crate::games::{gin, ofc, riichi, tricks};
use crate::{AnyGame, CatalogError};
use facedown_ofc_solver::weights;
use serde_json::{Map, Value};

/// A game's entry in the registry.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name that users type.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The named rules; the first is the default.
    pub presets: &'static [&'static str],
    /// The bots that can play it, with descriptions.
    pub bots: &'static [(&'static str, &'static str)],
    /// The bot that a person plays against by default.
    pub opponent: &'static str,
    pub(crate) make: Maker,
}

impl GameInfo {
    /// Returns the number of seats by default.
    pub fn seats(&'static self) -> usize {
        (self.make)(self, &Map::new()).map_or(0, |game| game.seats())
    }
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
