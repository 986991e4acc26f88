//! Which things of a game's texts are coloured.

use crate::{cards, riichi};

/// Colours a text that is laid out already.
pub(crate) type Painter = fn(&str) -> String;

/// The painter for the texts of a game.
pub(crate) fn of(game: &str) -> Painter {
    if game == "riichi" { riichi::paint::paint } else { cards::paint }
}
