//! Colour for cards in a text.
//!
//! Commands write plain text, laid out by what is seen, and colour the cards last; so no width is
//! ever reckoned with colour codes in it.

use facedown_cards::{Card, Suit};
use owo_colors::OwoColorize;
use std::fmt::Write;

/// The text with its cards coloured: hearts and diamonds red, clubs and spades bold.
///
/// A card is a rank and a suit with no other letter or digit beside them, or several such in one
/// word, as in `4c5c6c`.
pub(crate) fn color_cards(text: &str) -> String {
    let mut colored = String::with_capacity(text.len());
    for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let (word, end) = match part.char_indices().next_back() {
            Some((at, last)) if !last.is_alphanumeric() => part.split_at(at),
            _ => (part, ""),
        };
        match cards(word) {
            Some(cards) => cards.into_iter().for_each(|card| color_card(card, &mut colored)),
            None => colored.push_str(word),
        }
        colored.push_str(end);
    }
    colored
}

/// The cards of a word that is nothing else, as they are written: `As`, not `as`.
fn cards(word: &str) -> Option<Vec<Card>> {
    let cards = facedown_cards::parse_cards(word).ok().filter(|cards| !cards.is_empty())?;
    let written: String = cards.iter().map(Card::to_string).collect();
    (written == word).then_some(cards)
}

fn color_card(card: Card, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match card.suit() {
        Suit::Hearts | Suit::Diamonds => write!(out, "{}", card.red()),
        Suit::Clubs | Suit::Spades => write!(out, "{}", card.bold()),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn red_suits_are_red_and_black_suits_bold() {
        assert_eq!(color_cards("9h"), "\u{1b}[31m9h\u{1b}[39m");
        assert_eq!(color_cards("As,"), "\u{1b}[1mAs\u{1b}[0m,");
        assert_eq!(color_cards("(Td)"), "(\u{1b}[31mTd\u{1b}[39m)");
        assert_eq!(color_cards("4c5h"), format!("{}{}", color_cards("4c"), color_cards("5h")));
    }

    #[test]
    fn words_and_numbers_are_left_alone() {
        for text in ["", "discard", "deadwood 26", "ad", "10h", "Ashes 9ch é 7", "as"] {
            assert_eq!(color_cards(text), text);
        }
    }

    #[test]
    fn nothing_but_colour_is_added() {
        let text = " your hand  4c 5c 6c | (5d Kh)   deadwood 15\n\n  ♥ Ts";
        assert_eq!(plain(&color_cards(text)), text);
    }
}
