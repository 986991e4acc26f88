//! Colours of cards and tiles in a game's texts.

use crate::{cards, riichi};

/// Colours a text after its layout.
pub(crate) type Colorizer = fn(&str) -> String;

/// Returns the colorizer for the texts of a game.
pub(crate) fn of(game: &str) -> Colorizer {
    if game == "riichi" { riichi::color::color_tiles } else { cards::color_cards }
}
