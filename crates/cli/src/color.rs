//! Colours in the texts of a game: cards and tiles.

use crate::{cards, riichi};

/// Colours a text that is laid out already.
pub(crate) type Colorizer = fn(&str) -> String;

/// Returns the colorizer for the texts of a game.
pub(crate) fn of(game: &str) -> Colorizer {
    if game == "riichi" { riichi::color::color_tiles } else { cards::color_cards }
}
