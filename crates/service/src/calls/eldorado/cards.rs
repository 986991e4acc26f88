//! Cards as the app writes them: `{"id": "d0:hearts:K", "rank": "K", "suit": "hearts"}`.

use facedown_cards::{Card, Suit};
use facedown_game::excerpt;

/// Reads the card of a rank and a suit.
pub(super) fn read_card(rank: &str, suit: &str) -> Result<Card, String> {
    let letter = match rank.trim() {
        "10" => "T",
        other => other,
    };
    let text = format!("{letter}{}", read_suit(suit)?.letter());
    text.parse().map_err(|_| format!("no rank '{}'", excerpt(rank)))
}

/// Reads a suit by its name or its first letter.
pub(super) fn read_suit(suit: &str) -> Result<Suit, String> {
    Ok(match suit.trim().to_ascii_lowercase().as_str() {
        "clubs" | "c" => Suit::Clubs,
        "diamonds" | "d" => Suit::Diamonds,
        "hearts" | "h" => Suit::Hearts,
        "spades" | "s" => Suit::Spades,
        _ => {
            let known = "clubs, diamonds, hearts, spades";
            return Err(format!("no suit '{}', expected one of {known}", excerpt(suit)));
        }
    })
}

/// Reads a card by its id: `d0:hearts:K` or `H-10`.
pub(super) fn read_id(id: &str) -> Result<Card, String> {
    let mut parts = id.rsplit([':', '-']);
    match (parts.next(), parts.next()) {
        (Some(rank), Some(suit)) => read_card(rank, suit),
        _ => Err(format!("'{}' is no card, expected an id like d0:hearts:K", excerpt(id))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_the_app_are_read() {
        for (id, card) in [("d0:hearts:K", "Kh"), ("d1:spades:10", "Ts"), ("H-10", "Th")] {
            assert_eq!(read_id(id).unwrap().to_string(), card);
        }
        assert!(read_id("joker").unwrap_err().contains("'joker'"));
        assert!(read_id("d0:stars:K").unwrap_err().contains("'stars'"));
        assert!(read_id("d0:hearts:1").unwrap_err().contains("no rank '1'"));
    }
}
