//! Colour for tiles in a text, put on last: see `cards.rs`.

use facedown_tiles::{Suit, notation};
use owo_colors::OwoColorize;
use std::fmt::Write;

/// The text with its tiles coloured by suit, red fives red.
///
/// Tiles are words of digits and the letters mpsz, as in `406p1z`; melds and discards have marks
/// beside.
pub(crate) fn color_tiles(text: &str) -> String {
    let mut colored = String::with_capacity(text.len());
    for part in text.split_inclusive(BETWEEN) {
        let word = part.trim_end_matches(BETWEEN);
        if is_tiles(word) {
            color_word(word, &mut colored);
        } else {
            colored.push_str(word);
        }
        colored.push_str(&part[word.len()..]);
    }
    colored
}

/// What stands between words.
const BETWEEN: [char; 8] = [' ', '\n', ',', '(', ')', ':', ';', '\''];

fn is_tiles(word: &str) -> bool {
    let plain: String = word.chars().filter(|c| !"+-=*!".contains(*c)).collect();
    let written = |c: char| c.is_ascii_digit() || Suit::from_letter(c).is_some();
    !plain.is_empty() && plain.chars().all(written) && notation::parse_tiles(&plain).is_ok()
}

/// Each group takes the colour of the letter at its end.
fn color_word(word: &str, out: &mut String) {
    for group in word.split_inclusive(|c| Suit::from_letter(c).is_some()) {
        let suit = group.chars().next_back().and_then(Suit::from_letter);
        for c in group.chars() {
            // Writing to a string cannot fail.
            let _ = match suit {
                _ if c == '0' => write!(out, "{}", c.red()),
                Some(Suit::Man) => write!(out, "{}", c.yellow()),
                Some(Suit::Pin) => write!(out, "{}", c.cyan()),
                Some(Suit::Sou) => write!(out, "{}", c.green()),
                _ => write!(out, "{}", c.bold()),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facedown_tiles::Tile;

    #[test]
    fn tiles_are_coloured_and_nothing_else_is() {
        assert_eq!(
            color_tiles("05p 2"),
            "\u{1b}[31m0\u{1b}[39m\u{1b}[36m5\u{1b}[39m\u{1b}[36mp\u{1b}[39m 2"
        );
        assert_ne!(color_tiles("4-06p, x"), "4-06p, x");
        assert!(color_tiles("(5p*!) 1z:").matches('\u{1b}').count() > 8);
        for text in
            ["", "shanten 0, tenpai (standard 0)", "12 tiles", "m", "8z", "1-7", "300 points"]
        {
            assert_eq!(color_tiles(text), text);
        }
        let text = "    hand  123m406p1z\n left  8 tiles: 6s 4, 9s 4 (4-06p)\n";
        assert_eq!(anstream::adapter::strip_str(&color_tiles(text)).to_string(), text);
    }

    #[test]
    fn every_tile_has_a_colour() {
        for tile in (0..37).map(Tile::new) {
            assert_ne!(color_tiles(&tile.to_string()), tile.to_string());
        }
    }
}
